"""The results can be reproduced: the published games, the ledger, docs/16 and its archive, docs/25, agree."""

import re
from functools import cache

import numpy as np
import pytest

from experiments.arena.players import PlayerError, player
from experiments.arena.schedule import Game, Map
from experiments.laboratory.database import Database
from experiments.laboratory.executor import play_game
from experiments.ladder import entry as ladder_entry
from experiments.match import entry, used_maps
from experiments.match import plan as plans
from experiments.match.ledger import PUBLISHED as LEDGER
from experiments.match.ledger import Ledger
from tests.support.project import ROOT
from tests.support.recounting import PLANS, again, ratings

PAGE = (ROOT / "docs" / "16-what-was-found.md").read_text(encoding="utf-8")
ARCHIVE = (ROOT / "docs" / "25-archive.md").read_text(encoding="utf-8")
LADDERS = [number for number in PLANS if (draw := plans.read(PLANS[number]).ladder) and not draw.gauntlet]


METHOD = re.compile(r" ± [\d.]+| *\([-+]?[\d.]+ to [-+]?(?:[\d.]+|inf)\)| +LLR \S+| *\((?:more|less) than [-+\d.]+\)")


SAMPLE = 6  # games that are played again


@pytest.fixture(scope="module")
def published():
    """The games that the repository carries."""
    with Database.published() as database:
        yield database


def test_the_published_games_are_sound(published):
    """The check finds no fault in them: every clone of the project begins with these games."""
    assert published.check() == []


def test_how_many_duels_ended_with_equal_land(published):
    """Page 6 counts the duels up to E-0254, which were stored until 24 November 2026, 01:00 UTC."""
    page = " ".join((ROOT / "docs" / "6-statistics.md").read_text(encoding="utf-8").split())
    duels = """
        SELECT count(*), sum(low = high), sum(low = high AND second = 1) FROM (
            SELECT min(territory) AS low, max(territory) AS high, max(CASE seat WHEN 2 THEN rank END) AS second
            FROM seats JOIN games ON seats.game = games.id WHERE players = 2 AND stored < ? GROUP BY games.id)
    """
    ((games, equal, second),) = published.query(duels, 1795482000)
    assert f"Of the {games:,} duels published up to E-0254 {equal} ended with equal land" in page
    assert f"the second seat won {second} of these" in page


@pytest.mark.parametrize("players", [2, 4])
def test_a_published_game_ends_today_as_it_did(players, published):
    """Played anew, as long as its players and the rules are today's. Keys are hashes: the first are drawn by lot."""
    keys = published.query("SELECT lower(hex(key)) FROM games WHERE players = ? ORDER BY key LIMIT ?", players, SAMPLE)
    games = [game for (key,) in keys if (game := played_by(published, key)) and game.key == key]
    for game in games:
        assert play_game(game).result == published.find([game.key])[game.key].result


def played_by(database, key):
    """The game of a key, between today's players of these names, if all are: one may hold a knob that is gone."""
    rows = database.query("SELECT width, height, map_seed, players, player FROM results WHERE game = ?", key)
    try:
        return Game(Map(*rows[0][:4]), tuple(player(row[4]) for row in rows))
    except PlayerError:
        return None


def test_a_game_of_a_player_whose_knob_is_gone_is_no_game_of_today(published):
    """It stays published; the sample passes over it. With 2,000 games of such a name in E-0255 it would meet one."""
    ((key,),) = published.query("SELECT game FROM results WHERE player = ? LIMIT 1", "planner?field=off")
    assert played_by(published, key) is None


@pytest.fixture(scope="module")
def replayed(published):
    """What a plan's published games say; a ladder is rated once for its entry and its tables."""
    return cache(lambda number: again(number, published))


@pytest.mark.parametrize("number", PLANS)
def test_an_entry_is_what_the_published_games_say(number, replayed):
    """Entries are never edited: they keep the ends of intervals and the LLR of their time."""
    plan, result = plans.read(PLANS[number]), replayed(number)
    called = f"E-{number:04d}"
    printed = Ledger(LEDGER).entry(number)
    used = seen(plan, result, printed)
    computed = ladder_entry.entry(called, plan, result, used) if plan.ladder else entry.entry(called, result, used)
    assert figures(computed) == figures(printed)


def figures(text):
    """An entry without what depends on the method of its day: the ends of intervals, and the LLR."""
    return METHOD.sub("", re.sub(r"(?<=[ :])(?:[-+]?inf|(?:more|less) than [-+\d.]+)", "", text))


def seen(plan, result, printed):
    """The maps that earlier entries used; entries say so since E-0244."""
    if "were used by E-" not in printed:
        return ""
    blocks = plan.blocks if plan.ladder else result.whole.tally.blocks
    return used_maps.statement(plan, int(printed[2:6]), blocks, Ledger(LEDGER, LEDGER / "published"))


@pytest.mark.parametrize(("page", "rows"), [(PAGE, 44), (ARCHIVE, 24)], ids=["page", "archive"])
def test_a_page_quotes_the_ledger(page, rows):
    """Every row with an entry has the size of that entry."""
    size = r"[-+][\d.]+ (?:± [\d.]+|\([-+][\d.]+ to [-+][\d.]+\))"
    quoted = re.findall(rf"E-(\d{{4}})(?: \|[^|]*)?? \| (?:\*\*)?({size})(?:\*\*)? \|", page)
    assert len(quoted) >= rows
    for number, said in quoted:
        *_, measured = re.findall(rf"^  (?:size|when no).*: ({size}) Elo", Ledger(LEDGER).entry(int(number)), re.M)
        assert said == measured, number


@pytest.mark.parametrize("number", LADDERS)
def test_the_archive_quotes_the_ladders(number, replayed):
    """Every row of the table of a ladder, which `python -m tests.support.recounting` prints."""
    for row in ratings(replayed(number)):
        assert f"\n{row}\n" in ARCHIVE


@pytest.mark.parametrize("number", LADDERS)
def test_the_page_quotes_the_ratings_of_the_ladders(number, replayed):
    """Its table has a column for each ladder, with the Elo of the rows in the archive."""
    said = {row[1].strip(): row for row in map(cells, PAGE.splitlines()) if len(row) == 6 and row[1].startswith(" `")}
    rows = [cells(row) for row in ratings(replayed(number))]
    assert len(said) == len(rows)
    for row in rows:
        assert said[row[2].strip()][2 + LADDERS.index(number)] == row[3]


def cells(row):
    """What stands between the bars of a row of a table."""
    return row.split("|")


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


class TestTheScriptsAskedTodaysChampion:
    """`sweep` and `tune` vary the default player, which became the champion; page 16 asks about v26."""

    def test_a_sweep_is_of_the_player_in_its_report(self):
        """Every report in docs/results is about the player whose parameters the script varies."""
        script = (ROOT / "experiments" / "plans" / "sweeps.sh").read_text(encoding="utf-8")
        reports = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "results").glob("*.txt")]
        assert {re.search(r"the default (\S+) among them", report)[1] for report in reports} == {
            *re.findall(r"experiments sweep --base (\S+) ", script)
        }

    def test_the_search_improves_the_player_of_its_verdict(self):
        """The winners of the searches played the base: E-0014, E-0295, E-0306 and E-0321."""
        script = (ROOT / "experiments" / "plans" / "following.sh").read_text(encoding="utf-8")
        (core,) = re.findall(r'^core="(\S+)&\$by_hand"$', script, re.MULTILINE)
        bases = [plans.read(PLANS[number]).lineup[1] for number in (14, 295, 306, 321)]
        asked = re.findall(r"^ask tune .*--base (\S+) ", script, re.MULTILINE)
        assert [each.replace('"$core"', core) for each in asked] == bases
