"""README, docs/16 and its archive, docs/25, and the pages of the schools quote the results in experiments/results."""

import math
import re

import numpy as np
import pytest

from experiments.match.experiment import Book
from experiments.stats import of_gain
from experiments.stats.words import signed
from notebooks.entries import entries, entry
from tests.support.project import ROOT

MEASURED = entries()
SCHOOLS = ["amortizer", "friendly", "matcher", "planner", "unifier"]
LADDERS = {n: each for n, each in Book.published().all() if each.ladder and not each.ladder.gauntlet}


def test_entries_are_the_newest_of_their_line_ups():
    """A question that is asked again is answered by the later result."""
    assert len({each.lineup for each in MEASURED}) == len(MEASURED)
    again = [each.number for each in MEASURED if each.lineup == entry(19).lineup]
    assert len(again) == 1
    assert again[0] > 19


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


def test_what_the_page_says_of_stages_that_had_little_to_do():
    """No duel ended differently without caution, and few tables of four did without the last turns."""
    page, caution, last_turns = " ".join(PAGE.split()), entry(259), entry(264)
    assert all(sum(block) == 1 for block in caution.shares), "both seats of a map end alike"
    assert f"In {len(caution.games)} duels no result depended on caution" in page
    even = sum(math.isclose(2 * sum(block), len(block)) for block in last_turns.shares)
    assert f"with the last turns {even} of {len(last_turns.shares)} blocks of four still came to one half" in page


@pytest.mark.parametrize(("page", "rows"), [(PAGE, 44), (ARCHIVE, 24)], ids=["page", "archive"])
def test_a_page_quotes_the_ledger(page, rows):
    """Every row with an entry has the size of that entry."""
    shown = r"[-+][\d.]+ (?:± [\d.]+|\([-+][\d.]+ to [-+][\d.]+\))"
    quoted = re.findall(rf"E-(\d{{4}})(?: \|[^|]*)?? \| (?:\*\*)?({shown})(?:\*\*)? \|", page)
    assert len(quoted) >= rows
    for number, said in quoted:
        assert said == entry(int(number)).size.removesuffix(" *"), number


WITHIN = {number: ARCHIVE.partition(f" players**, E-{number:04}:")[2].partition("**")[0] for number in LADDERS}
"""The table of a ladder in the archive."""


@pytest.mark.parametrize("number", LADDERS)
def test_the_pages_quote_the_ladders(number):
    """A row of the archive has place and Elo, a column of page 16 the Elo of every player."""
    for place, (name, _, value, _) in enumerate(LADDERS[number].result.ratings, start=1):
        (row,) = re.findall(rf"^\| {place} \| `{re.escape(name)}` \| ([-+]?\d+)[ |]", WITHIN[number], re.MULTILINE)
        assert int(row) == pytest.approx(value, abs=0.6), name
        (row,) = re.findall(
            rf"^\| `{re.escape(name)}` \|(.*)\|$", PAGE.partition("## All bots")[2].partition("\n## ")[0], re.M
        )
        assert int(row.split("|")[list(LADDERS).index(number)].split()[0]) == pytest.approx(value, abs=0.6), name


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "results").glob("*.txt")), ids=lambda path: path.stem)
def test_a_report_of_a_sweep_belongs_to_its_table(path):
    """The table has the points, the blocks and the two scores that the report speaks of."""
    import pandas as pd

    report = path.read_text(encoding="utf-8")
    table = pd.read_csv(path.with_suffix(".csv"))
    pooled = table[table.opponent == "all"]
    points, blocks, games = map(int, re.search(r"(\d+) points.*: (\d+) blocks each, (\d+) games", report).groups())
    assert (len(pooled), pooled.blocks.unique().tolist(), pooled.games.sum()) == (points, [blocks], games)
    best = pooled[~pooled.default].score.max()
    assert f"Default   {100 * pooled[pooled.default].score.item():.1f} %" in report
    assert f"Best      {100 * best:.1f} %" in report


def test_the_archive_quotes_the_sweeps():
    """The archive quotes the report of enemy_ROI exactly, and the ridge from the table of the joint sweep."""
    import pandas as pd

    results = ROOT / "docs" / "results"
    assert (results / "enemy_ROI.txt").read_text(encoding="utf-8").strip() in ARCHIVE
    table = pd.read_csv(results / "joint.csv")
    others = table[(table.opponent == "all") & ~table.default].sort_values("score", ascending=False)
    both = np.log(others[["alpha", "potential_degradation_step"]].to_numpy()).T
    best, every = (np.corrcoef(both[:, :number])[0, 1] for number in (12, 40))
    assert f"correlate with {best:+.2f}, among all forty with {every:+.2f}" in ARCHIVE
