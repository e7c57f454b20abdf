"""The ledger entries that the lessons quote: every figure follows from the published games."""

import math
import re

import pytest

from engine.rules import turn_limit
from experiments.match import plan as plans
from experiments.match.ledger import Ledger
from experiments.stats import of_gain
from experiments.stats.words import signed
from notebooks.entries import entries, entry
from tests.support.project import ROOT
from tests.support.recounting import PLANS

MEASURED = entries()
SCHOOLS = ["amortizer", "friendly", "matcher", "planner", "unifier"]


@pytest.mark.parametrize("each", MEASURED, ids=lambda each: f"E-{each.number:04}")
def test_the_size_in_the_ledger_follows_from_the_games(each):
    """Elo and the number of games, as they stand in the entry."""
    said = (f"{each.elo.value:+.1f}", "more than")  # of one that was won throughout: +inf, later a bound
    assert any(f"size: {one}" in each.text for one in said)
    assert f"  {len(each.games):,} games · " in each.text


def test_entries_are_the_newest_of_their_line_ups_with_all_their_games():
    """A question that is asked again is answered by the later entry, with the games that an earlier one published."""
    assert len({each.lineup for each in MEASURED}) == len(MEASURED)
    again = [each.number for each in MEASURED if each.lineup == entry(19).lineup]
    assert len(again) == 1
    assert again[0] > 19
    three = entry(35)
    assert {len(shares) for shares in three.shares} == {3}
    assert len(three.shares) * 3 == len(three.games)
    earlier, later = entry(65), entry(162)
    assert earlier.identities == later.identities
    assert {game.map for game in earlier.games} < {game.map for game in later.games}
    assert len(later.games) == 180
    assert all(each.plan.ladder is None for each in MEASURED)


PAGE = (ROOT / "docs" / "16-what-was-found.md").read_text("utf-8")
ARCHIVE = (ROOT / "docs" / "25-archive.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")

ROW = re.compile(
    r"\| (?P<games>\d+) \| (?P<maps>\d+) \| (?P<score>[\d.]+ % \([\d.]+ to [\d.]+\)) \| (?P<firsts>[\d.]+) % "
    r"\| E-(?P<number>\d+) \|$",
    re.MULTILINE,
)
"""A row of a table of strength, after the name of the opponent."""

STRONG = "champion?opening_search=300"
"""The champion of the tables of strength."""


@pytest.mark.parametrize("page", [README, PAGE], ids=["README", "page 16"])
def test_a_table_of_strength_is_what_the_published_games_say(page):
    """Games, maps, score with its interval, and first places of every row, each of the champion."""
    rows = [row.groupdict() for row in ROW.finditer(page)]
    assert len(rows) >= 8
    for row in rows:
        asked = entry(int(row["number"]))
        assert asked.lineup[0] == STRONG
        low, score, high = (100 * each for each in (asked.score.low, asked.score.value, asked.score.high))
        assert row == {
            "games": f"{len(asked.games)}",
            "maps": f"{len(asked.shares)}",
            "score": f"{score:.1f} % ({low:.1f} to {high:.1f})",
            "firsts": f"{100 * asked.firsts:.1f}",
            "number": row["number"],
        }


@pytest.mark.parametrize("page", [README, PAGE], ids=["README", "page 16"])
def test_what_a_page_says_of_small_boards_is_what_the_published_games_say(page):
    """Duels that the champion lost on smaller and larger boards and to unifier, in page 16's rows of two players."""
    duels = duels_of(PAGE)
    small = [game for game in duels if game.map.height <= 30]
    lost, lost_everywhere = (sum(game.place(STRONG) != 1 for game in games) for games in (small, duels))
    to_unifier = sum(game.place("unifier") == 1 for game in duels if "unifier" in game.players)
    assert (
        f"lost {lost} of {len(small)} duels on boards up to 30 x 30 and {lost_everywhere - lost} of "
        f"{len(duels) - len(small):,} on larger ones, {to_unifier} of these {lost_everywhere} to `unifier`"
    ) in " ".join(page.split())


def test_what_the_archive_says_of_losses_with_more_openings_is_what_the_games_say():
    """In duels of the rows of page 16, before and after, on boards from 35 x 35 on and on smaller ones."""
    after = {each.lineup[1]: each for each in map(entry, (354, 358, 362, 363, 364, 365))}
    before = {each.lineup[1]: each for each in map(entry, (335, 341, 340, 339, 346, 345))}
    assert before.keys() == after.keys()

    def lost(rows, is_large, among=after):
        games = [game for rival in among for game in rows[rival].games if (game.map.height >= 35) == is_large]
        return sum(game.place(rows["v26"].lineup[0]) > 1 for game in games), len(games)

    (was, large), (lately, _), (small_was, small), (small_lately, _) = (
        lost(rows, is_large) for is_large in (True, False) for rows in (before, after)
    )
    (unifier, met), (v26, of) = (lost(after, False, [rival]) for rival in ("unifier", "v26"))
    told = " ".join(ARCHIVE.split())
    for said in (
        f"from {was + small_was} to {lately + small_lately} of {large + small:,}, on other maps",
        f"from {was} to {lately} of {large:,} on boards from 35 x 35 on",
        f"from {small_was} to {small_lately} of {small} on smaller ones",
        f"There `unifier` won {unifier} of {met} instead of {lost(before, False, ['unifier'])[0]}",
        f"v26 {v26} of {of} instead of {lost(before, False, ['v26'])[0]}",
    ):
        assert said in told


def duels_of(page):
    """All games of a page's rows of two players."""
    asked = [entry(int(row["number"])) for row in ROW.finditer(page)]
    return [game for each in asked if len(each.lineup) == 2 for game in each.games]


GAINED = re.compile(
    r"\| (?P<games>\d+) \| (?P<before>[\d.]+) % \(E-(?P<old>\d+)\) \| (?P<after>[\d.]+) % \(E-(?P<new>\d+)\) "
    r"\| (?P<gain>\S+ ± [\d.]+) \| (?P<differ>\d+) of (?P<maps>\d+) \|$",
    re.MULTILINE,
)
"""A row of a table of scores with and without a change on the same maps."""


def test_a_table_of_gains_on_the_same_maps_is_what_the_published_games_say():
    """Both scores of every row, the mean gain of a map in points, and on how many maps they differ."""
    rows = [row.groupdict() for row in GAINED.finditer(ARCHIVE)]
    assert len(rows) == 20
    for row in rows:
        before, after = entry(int(row["old"])), entry(int(row["new"]))
        both = [
            dict(zip(dict.fromkeys(game.map for game in each.games), each.shares, strict=True))
            for each in (before, after)
        ]
        gains = [(sum(both[1][where]) - sum(both[0][where])) / len(both[0][where]) for where in both[1]]
        assert row == {
            "games": f"{len(after.games)}",
            "before": f"{100 * before.score.value:.1f}",
            "old": row["old"],
            "after": f"{100 * after.score.value:.1f}",
            "new": row["new"],
            "gain": signed(of_gain(gains).mapped(lambda share: 100 * share)),
            "differ": f"{sum(not math.isclose(gain, 0, abs_tol=1e-9) for gain in gains)}",
            "maps": f"{len(gains)}",
        }, row


BESIDE = re.compile(r"^\| [^|]+ \| (\d+) \| (\d+) \| (\d+) \| E-(\d+) to E-\d+ \|$", re.MULTILINE)
"""A row of the archive's table of first places, by who sits above or below the champion."""


def test_how_often_the_champion_came_first_by_who_sits_above_or_below_it():
    """Every row is three entries of 40 games; the third of a line-up sits above or below the first on most maps."""
    rows = [list(map(int, row)) for row in BESIDE.findall(ARCHIVE)]
    assert len(rows) == 5
    for *said, first in rows:
        asked = [entry(first + place) for place in range(3)]
        assert [each.lineup[2] for each in asked] == ["matcher", "unifier", "planner"]
        assert said == [round(each.firsts * 40) for each in asked]
        assert {len(each.games) for each in asked} == {40}
    matcher, unifier, planner, _ = (sum(column) for column in zip(*rows, strict=True))
    told = " ".join(ARCHIVE.split())
    assert f"first in {matcher}, {unifier} and {planner} of {40 * len(rows)}" in told


def test_what_caution_gains_beside_those_who_keep_a_pact():
    """Page 16 says it: scores of both entries on the same maps, and the mean gain of a map in points."""
    with_it, without = entry(284), entry(285)
    assert [game.map for game in with_it.games] == [game.map for game in without.games]
    pairs = zip(with_it.shares, without.shares, strict=True)
    gain = signed(of_gain([(sum(one) - sum(two)) / len(one) for one, two in pairs]).mapped(lambda share: 100 * share))
    text = " ".join(PAGE.split())
    assert f"{100 * with_it.score.value:.1f} % with caution about contact (E-0284)" in text
    assert f"{100 * without.score.value:.1f} % without it (E-0285): {gain} points" in text


SAID = re.compile(r"(?P<score>[\d.]+) % of (?P<games>\d+)(?: games)?\s+against\s[^()%]*?\(E-(?P<number>\d+)\)")
"""What a page says of an entry, such as: 95.0 % of 40 against v17 (E-0044)."""


@pytest.mark.parametrize("school", SCHOOLS)
def test_what_the_page_of_a_school_says_of_an_entry_is_what_its_games_say(school):
    """The share that the school beat, also where the entry asks about its opponent."""
    said = list(SAID.finditer((ROOT / "docs" / "schools" / f"{school}.md").read_text(encoding="utf-8")))
    assert said
    for each in said:
        asked = entry(int(each["number"]))
        score = asked.score.value if asked.lineup[0] == school else 1 - asked.score.value
        assert school in asked.lineup
        assert (int(each["games"]), float(each["score"])) == (len(asked.games), round(100 * score, 1))


FIRST = re.compile(r"(?<![v\d.])(?P<firsts>\d+)\s\(E-(?P<number>\d+)\)")
"""How often a school came first among four, such as: 14 (E-0172)."""


@pytest.mark.parametrize("school", ["planner", "unifier"])
def test_how_often_a_school_came_first_is_what_its_games_say(school):
    """Beside the champion of the tables of strength and two other schools, in the three arrangements."""
    page = (ROOT / "docs" / "schools" / f"{school}.md").read_text(encoding="utf-8")
    said = {int(each["number"]): int(each["firsts"]) for each in FIRST.finditer(page)}
    among = {school, STRONG}
    asked = {each.number: each for each in MEASURED if among <= set(each.lineup) and len(set(each.lineup)) == 4}
    assert said == {number: sum(game.place(school) == 1 for game in each.games) for number, each in asked.items()}
    assert f"first in {sum(said.values())} of {sum(len(each.games) for each in asked.values())} games" in page


MECHANISM = re.compile(
    r"\| `(?P<idea>\S+=\S+)` \| [\d,]+ \| (?:(?P<elo>[^|]+) \(E-(?P<number>\d+)\)|not measured) \|$", re.MULTILINE
)
"""A row of the table that `mechanisms` prints."""


@pytest.mark.parametrize("school", SCHOOLS)
def test_what_a_mechanism_is_worth_to_a_school_is_what_its_games_say(school):
    """Every row whose change was measured names the entry and its size; the others say that none did."""
    page = (ROOT / "docs" / "schools" / f"{school}.md").read_text(encoding="utf-8")
    rows = {f"{school}?{row['idea']}": row for row in MECHANISM.finditer(page)}
    asked = [(each.number, each.lineup[1], "size:") for each in MEASURED if each.lineup[0] == school]
    for number, path in PLANS.items():
        plan = plans.read(path)
        if plan.ladder and plan.ladder.gauntlet and plan.lineup[0] == school:
            asked += [(number, without, without) for without in plan.lineup[1:]]
    measured = {without: (number, before) for number, without, before in sorted(asked)}
    assert set(rows) & set(measured) == {without for without, row in rows.items() if row["number"]} != set()
    for without in set(rows) & set(measured):
        number, before = measured[without]
        assert int(rows[without]["number"]) == number
        assert re.search(
            rf"  {re.escape(before)} +{re.escape(rows[without]['elo'])} Elo", Ledger.published().entry(number)
        )


@pytest.mark.parametrize("page", [README, PAGE], ids=["README", "page 16"])
def test_the_schools_of_a_table_of_strength_are_todays(page):
    """Newer entries name the identity that a school has now; a table of older ones belongs to the archive."""
    played = {name: text for each in MEASURED for name, text in each.identities.items()}  # the newest of each
    rows = [entry(int(row["number"])) for row in ROW.finditer(page)]
    met = {(name, text) for each in rows for name, text in each.identities.items() if name in SCHOOLS}
    assert met
    assert all(played[name] == text for name, text in met)


def test_what_the_page_says_of_stages_that_had_little_to_do():
    """No duel ended differently without caution, and few tables of four did without the last turns."""
    page, caution, last_turns = " ".join(PAGE.split()), entry(259), entry(264)
    ends = {(game.map, game.turns, game.places, game.territory) for game in caution.games}
    assert 2 * len(ends) == len(caution.games), "both games of a map end alike: the players changed seats, and no more"
    assert f"In {len(caution.games)} duels no result depended on caution" in page
    even = sum(math.isclose(2 * sum(block), len(block)) for block in last_turns.shares)
    assert f"with the last turns {even} of {len(last_turns.shares)} blocks of four still came to one half" in page


def board_of(game):
    """Height and width of the map as it was made, and the turns that it allows."""
    height, width = game.map.state().owner.shape
    return height, width, turn_limit(width, height)


def test_how_many_tables_reached_the_turn_limit():
    """What the archive says of the end of a table: how many got there, who lived, and how far ahead the winner was."""
    told = []
    for number in (264, 284, 289):
        limits = [(game, board_of(game)[2]) for game in entry(number).games]
        ended = [game for game, limit in limits if game.turns == limit and sum(map(bool, game.territory)) > 1]
        crowds = sum(sum(last >= limit - 20 for last in game.alive) > 2 for game, limit in limits)
        told += [(len(ended), crowds)]
        lost = [game for game in ended if game.place("champion") > 1] if number > 264 else []
        assert all(max(game.territory) - game.territory[game.players.index("champion")] > 30 for game in lost)
    (core, core_crowds), (four, four_crowds), (six, six_crowds) = told
    text = " ".join(ARCHIVE.split())
    assert f"Of the 300 tables of E-0264 {core} reached the turn limit, of the 120 of E-0284 {four}" in text
    assert f"of the 90 of E-0289 {six}; three players or more were alive" in text
    assert f"twenty turns before it in {core_crowds}, {four_crowds} and {six_crowds}." in text


LOST_TABLE = re.compile(r"^\| E-0\d+ \| \d{6}, .*$", re.MULTILINE)
"""A row of the archive's tables that the champion did not win."""


def test_the_tables_that_the_champion_lost_to_v26():
    """All of two entries, with board, seat, place and squares; and how many of those that ended before the limit."""
    rows, at_limit, ended = [], 0, 0
    for number in (284, 289):
        for game in entry(number).games:
            height, width, limit = board_of(game)
            seat, reached = game.players.index("champion"), game.turns == limit
            ended += not reached
            if game.places[seat] > 1:
                at_limit += reached
                board, squares = (
                    f"{game.map.seed - 2**31}, {width} x {height}",
                    (game.territory[seat], max(game.territory)),
                )
                rows += [
                    f"| E-{number:04} | {board} | {seat + 1} | {game.places[seat]} "
                    f"| {game.turns} of {limit} | {squares[0]}, {squares[1]} |"
                ]
    assert sorted(LOST_TABLE.findall(ARCHIVE)) == sorted(rows)
    assert (len(rows), at_limit, ended) == (10, 9, 188), "the archive says so in words"
