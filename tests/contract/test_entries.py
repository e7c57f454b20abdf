"""The ledger entries that the lessons quote: every figure follows from the published games."""

import math
import re
from collections import Counter

import pytest

from engine.rules import turn_limit
from experiments.match import plan as plans
from experiments.stats import of_gain
from experiments.stats.words import signed
from notebooks.entries import entries, entry
from tests.support.project import ROOT
from tests.support.recounting import PLANS

MEASURED = entries()

FIRST_METHOD = 18
"""Entries up to this one were written with another method; see the head of the ledger."""


@pytest.mark.parametrize("each", MEASURED, ids=lambda each: f"E-{each.number:04}")
def test_the_size_in_the_ledger_follows_from_the_games(each):
    """Elo and the number of games, as they stand in the entry."""
    if each.number > FIRST_METHOD:
        assert f"size: {each.elo.value:+.1f}" in each.text
    assert f"  {len(each.games):,} games · " in each.text


def test_the_newest_entry_of_a_line_up_counts():
    """A question that is asked again is answered by the later one; the earlier stays readable by its number."""
    assert len({each.lineup for each in MEASURED}) == len(MEASURED)
    again = [each.number for each in MEASURED if each.lineup == entry(19).lineup]
    assert len(again) == 1
    assert again[0] > 19


def test_a_block_is_a_map_from_every_seat():
    """Three players: three games of each map, one share of each."""
    three = entry(35)
    assert {len(shares) for shares in three.shares} == {3}
    assert len(three.shares) * 3 == len(three.games)


def test_games_that_an_earlier_entry_published_count_in_a_later_one():
    """E-0162 has the maps of E-0065 and 60 more, its file only what is new: lessons 15 and 16 stopped there."""
    earlier, later = entry(65), entry(162)
    assert earlier.identities == later.identities
    assert {game.map for game in earlier.games} < {game.map for game in later.games}
    assert len(later.games) == 180


def test_a_ladder_is_not_among_the_matches():
    """Its players meet in many line-ups: it has no score of one player against the others."""
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


@pytest.mark.parametrize(("page", "least"), [(README, 6), (PAGE, 16)], ids=["README", "page 16"])
def test_a_table_of_strength_is_what_the_published_games_say(page, least):
    """Games, maps, score with its interval, and first places of every row, each of the champion."""
    rows = [row.groupdict() for row in ROW.finditer(page)]
    assert len(rows) >= least
    for row in rows:
        asked = entry(int(row["number"]))
        assert asked.lineup[0] == "champion"
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
    """Duels that the champion lost on 20 x 20 and elsewhere, in the rows of two players of page 16."""
    asked = [entry(int(row["number"])) for row in ROW.finditer(PAGE)]
    duels = [game for each in asked if len(each.lineup) == 2 for game in each.games]
    small = [game for game in duels if game.map.height == 20]
    lost, lost_elsewhere = (sum(game.place("champion") != 1 for game in games) for games in (small, duels))
    told = f"{lost} of {len(small)} duels on 20 x 20 and {lost_elsewhere - lost} of {len(duels) - len(small):,}"
    assert told in " ".join(page.split())


def test_what_the_page_says_of_tables_of_ten_maps():
    """Five of 35 x 35, none of 40 x 40 or 45 x 45, in every row of page 16 with ten maps."""
    for row in ROW.finditer(PAGE):
        if row["maps"] == "10":
            sides = Counter(board.width for board in {game.map for game in entry(int(row["number"])).games})
            assert (sides[35], sides[40], sides[45]) == (5, 0, 0)


SAID = re.compile(r"(?P<score>[\d.]+) % of (?P<games>\d+)(?: games)?\s+against\s[^()%]*?\(E-(?P<number>\d+)\)")
"""What a page says of an entry, such as: 95.0 % of 40 against v17 (E-0044)."""


@pytest.mark.parametrize("school", ["amortizer", "friendly", "matcher", "planner", "unifier"])
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
    """Beside the champion and two other schools, in the three arrangements, which the latest entries measured."""
    page = (ROOT / "docs" / "schools" / f"{school}.md").read_text(encoding="utf-8")
    said = {int(each["number"]): int(each["firsts"]) for each in FIRST.finditer(page)}
    among = {school, "champion"}  # the preset itself, and not one with other numbers
    asked = {each.number: each for each in MEASURED if among <= set(each.lineup) and len(set(each.lineup)) == 4}
    assert said == {number: sum(game.place(school) == 1 for game in each.games) for number, each in asked.items()}
    assert f"first in {sum(said.values())} of {sum(len(each.games) for each in asked.values())} games" in page


MECHANISM = re.compile(
    r"\| `(?P<idea>\S+=\S+)` \| [\d,]+ \| (?:(?P<elo>[^|]+) \(E-(?P<number>\d+)\)|not measured) \|$", re.MULTILINE
)
"""A row of the table that `mechanisms` prints."""


@pytest.mark.parametrize("school", ["amortizer", "friendly", "matcher", "planner", "unifier"])
def test_what_a_mechanism_is_worth_to_a_school_is_what_its_games_say(school):
    """Every row whose change was measured names the entry and its size; the others say that none did."""
    page = (ROOT / "docs" / "schools" / f"{school}.md").read_text(encoding="utf-8")
    rows = {f"{school}?{row['idea']}": row for row in MECHANISM.finditer(page)}
    measured = {each.lineup[1]: each for each in MEASURED if each.lineup[0] == school and "?" in each.lineup[1]}
    assert set(rows) & set(measured) == {without for without, row in rows.items() if row["number"]} != set()
    for without in set(rows) & set(measured):
        assert int(rows[without]["number"]) == measured[without].number
        assert f"size: {rows[without]['elo']} Elo" in measured[without].text


GAIN = re.compile(
    r"\| (?P<games>\d+) \| (?P<without>[\d.]+) % \(E-(?P<base>\d+)\) \| (?P<score>[\d.]+) % \(E-(?P<number>\d+)\) "
    r"\| (?P<gain>[+-][\d.]+ (?:± [\d.]+|\([^)]*\))) \| (?P<differ>\d+) of (?P<maps>\d+) \|$",
    re.MULTILINE,
)
"""A row of what a change gains on the same maps, after the name of the opponent."""


@pytest.mark.parametrize(("heading", "number"), [("## Numbers for a fight", 4), ("## Openings that bend prices", 16)])
def test_what_a_change_gains_is_what_the_published_games_say(heading, number):
    """Scores of both entries, the mean gain of a map in points with its 95 % interval, and how many maps differ."""
    section = ARCHIVE[ARCHIVE.index(heading) :].partition("\n## ")[0]
    rows = [row.groupdict() for row in GAIN.finditer(section)]
    assert len(rows) == number
    for row in rows:
        without, with_it = entry(int(row["base"])), entry(int(row["number"]))
        assert [game.map for game in without.games] == [game.map for game in with_it.games]
        assert int(row["games"]) == len(with_it.games)
        scores = [f"{100 * each.score.value:.1f}" for each in (without, with_it)]
        assert [row["without"], row["score"]] == scores
        assert gained(with_it, without) == row["gain"]
        differ = sum(
            not math.isclose(sum(one), sum(two)) for one, two in zip(with_it.shares, without.shares, strict=True)
        )
        assert (int(row["differ"]), int(row["maps"])) == (differ, len(with_it.shares))


def gained(with_it, without, looked_at=()):
    """The mean gain of a map in points with its 95 % interval; without the maps that were looked at before."""
    boards = dict.fromkeys(game.map for game in without.games)
    pairs = zip(boards, with_it.shares, without.shares, strict=True)
    gain = of_gain([(sum(one) - sum(two)) / len(one) for board, one, two in pairs if board not in looked_at])
    return signed(gain.mapped(lambda share: 100 * share))


def test_the_page_says_on_which_games_the_campaign_was_chosen():
    """The champion's games are those of the candidate, played again; only some of their maps were new even then."""
    for asked, repeated in ((160, 167), (161, 166), (163, 169), (165, 168)):
        ends = [
            sorted((game.map.seed, game.places, game.territory) for game in entry(one).games)
            for one in (asked, repeated)
        ]
        assert ends[0] == ends[1]
    maps = {number: {game.map for game in entry(number).games} for number in (157, 159, 166, 170)}
    assert [len(maps[number]) for number in (170, 159, 166, 157)] == [60, 40, 90, 30]
    assert maps[159] < maps[170]
    assert maps[157] < maps[166]
    assert f"ones alone give {gained(entry(166), entry(162), maps[157])} points" in ARCHIVE


CONTACT = re.compile(
    r"^\| (?P<maps>\d+ to \d+|all four, the mean) \|[^|]*\|[^|]*\| (?P<gain>\+[\d.]+) ± (?P<half>[\d.]+) \|$",
    re.MULTILINE,
)
"""A row of what the campaign gains in the turns after contact."""


def test_the_gain_after_contact_is_the_mean_of_its_four_rows():
    """The rows are of different maps, so the interval of their mean follows from theirs."""
    section = ARCHIVE[ARCHIVE.index("## Numbers for a fight") :]
    *parts, mean = [(float(row["gain"]), float(row["half"])) for row in CONTACT.finditer(section)]
    gains, halves = zip(*parts, strict=True)
    assert len(parts) == 4
    assert mean == (round(sum(gains) / 4, 1), round(math.hypot(*halves) / 4, 1))


def test_the_last_entry_of_the_campaign_played_no_map_of_those_that_chose_it():
    """The archive says which entries decided; the maps of E-0186 are in none of them."""
    deciding = {game.map for number in (157, 158, 159, 160, 161, 163, 165, 170) for game in entry(number).games}
    assert not deciding & {game.map for game in entry(186).games}


def test_which_entries_had_played_the_maps_that_chose_the_opening():
    """Page 16 says that of E-0222: a ladder all of them, two matches of v26 some, no match of the champion any."""
    chosen = {game.map for game in entry(222).games}
    earlier = {number: plans.read(path) for number, path in PLANS.items() if number < 222}
    matches = [entry(number) for number, plan in earlier.items() if not plan.ladder]
    assert [each.number for each in matches if chosen & {game.map for game in each.games}] == [14, 16]
    ladder, plan = earlier[183], entry(222).plan
    assert (ladder.mix, ladder.seeds, ladder.ladder.seats) == (plan.mix, plan.seeds, len(plan.lineup))
    assert ladder.first <= plan.first
    assert plan.first + plan.blocks <= ladder.first + ladder.blocks


def test_what_the_page_says_of_stages_that_had_little_to_do():
    """How many games reached the last turn, and on how many maps the campaign changed the score among four."""
    assert f"{to_the_last_turn(182)} of the {len(entry(182).games)} duels of E-0182" in PAGE
    assert to_the_last_turn(194) == 0
    blocks = entry(206).shares
    even = sum(math.isclose(2 * sum(block), len(block)) for block in blocks)
    assert f"on {even} of {len(blocks)} maps (E-0206)" in PAGE


def to_the_last_turn(number):
    """How many games of an entry ended there."""
    return sum(game.turns == turn_limit(game.map.width, game.map.height) for game in entry(number).games)
