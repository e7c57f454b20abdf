"""The league's numbers equal those that a ladder prints for the same games; its feed, records and history."""

from dataclasses import replace

import numpy as np
import pytest

from experiments.arena.schedule import Map
from experiments.ladder import Standings
from experiments.league import bots, documents, feed, history, ratings, records, scores, standings
from experiments.league.ratings import gathered, rated
from experiments.league.season import EVERYTHING, View, size_class
from experiments.stats import of_shares
from tests.support.leagues import played, season_in, stored
from tests.support.results import PROGRAM, V12, V17, V26, finished

PAIRS = [(V26, V17), (V26, V12), (V17, V12)]


@pytest.fixture
def ladder(database):
    """The blocks of a round robin on two boards, stored."""
    boards = [Map(side, side, seed, 2) for seed, side in enumerate([12, 30] * 10)]
    return stored(database, [played(pair, board) for pair in PAIRS for board in boards])


def test_leaderboard_and_matrix_equal_the_tables_of_a_ladder(database, ladder):
    """Ratings, games, blocks and scores, and both ends of every interval, to the last digit that is printed."""
    expected = Standings((V26, V17, V12), V17, seed=1)
    for block in ladder:
        expected.add(block)
    counted = season_in(database)
    rows = standings.leaderboard(counted, EVERYTHING, rated(gathered(counted)(), "v17"))["rows"]
    for row, printed in zip(rows, expected.table().to_dict("records"), strict=True):
        assert row["name"] == printed["player"]
        assert row["elo"] == pytest.approx([printed["elo_low"], printed["elo"], printed["elo_high"]], abs=1e-3)
        assert (row["games"], row["blocks"]) == (printed["games"], printed["blocks"])
        assert row["score"][1] == pytest.approx(printed["score"])
    names = {number: each.name for number, each in counted.contestants.items()}
    met = {(names[one], names[other]): rest for one, other, *rest in standings.matrix(counted, EVERYTHING, None)["met"]}
    for row in expected.head_to_head().to_dict("records"):
        printed = [row["score_low"], row["score"], row["score_high"], row["games"]]
        assert met[row["player"], row["opponent"]] == pytest.approx(printed, abs=1e-6)


def test_a_line_up_with_copies_scores_as_in_a_match(database):
    """v26 against three of v17: share of opponents beaten, block by block, and that of the copies together."""
    lineup = (V26, V17, V17, V17)
    blocks = stored(database, [played(lineup, Map(20, 20, seed, 4)) for seed in range(30)])
    scores = {
        name: of_shares([sum(block.score(place) for place in who) / len(who) for block in blocks])
        for name, who in {"v26": [0], "v17": [1, 2, 3]}.items()
    }
    for row in standings.leaderboard(season_in(database), EVERYTHING, None)["rows"]:
        expected = scores[row["name"]]
        assert row["score"] == pytest.approx([expected.low, expected.value, expected.high], abs=1e-6)


def test_a_view_has_the_games_of_its_boards_and_numbers_of_players(database, ladder):
    """Those on 12 x 12 are small ones, those on 30 x 30 medium ones."""
    stored(database, [played((V26, V17, V12), Map(50, 50, 7, 3))])
    counted = season_in(database)
    blocks = {name: counted.blocks(documents.BY_NAME[name]).total() for name in documents.BY_NAME}
    assert (blocks["all-all"], blocks["2-small"], blocks["2-medium"], blocks["3-large"]) == (61, 30, 30, 1)
    assert blocks["2-all"] + blocks["3-all"] == 61
    assert blocks["4-all"] == 0
    classes = [size_class(*side) for side in ((25, 25), (26, 25), (35, 35), (36, 36))]
    assert classes == ["small", "medium", "medium", "large"]
    assert View(3, "large").name == "3-large"


def test_blocks_that_are_taken_back_leave_no_score():
    """The outcome of a block that was incomplete is another one later; a score of nothing has no interval."""
    kept, lineups = scores.Kept(), {1: (7, 8), 2: (7, 9)}
    kept.table_of({(1, "12 21"): 3, (2, "12 -"): 1}, lineups)
    table = kept.table_of({(1, "12 21"): 3}, lineups)
    assert {**table.players} == {**scores.Kept().table_of({(1, "12 21"): 3}, lineups).players}
    assert table.players.keys() == {7, 8}
    assert table.pairs.keys() == {(7, 8), (8, 7)}


def test_three_who_beat_each_other_in_a_circle_are_named():
    """Once, beginning with the smallest number; a lead inside its interval is none."""
    pairs = {}
    for player, opponent, share in [(1, 2, 1.0), (2, 3, 1.0), (3, 1, 1.0), (1, 4, 1.0), (4, 5, 0.5), (5, 1, 1.0)]:
        for pair, value in (((player, opponent), share), ((opponent, player), 1 - share)):
            pairs[pair] = standings.Score()
            pairs[pair].add(value, 2, 40)
    assert standings.cycles(pairs) == [(1, 2, 3)]


def test_a_players_page_counts_every_game_once(database, ladder):
    """By seat, by rank, by board and by opponent."""
    counted = season_in(database)
    page = bots.page(counted, counted.named("v26"), None)
    assert page["games"] == 80
    assert sum(row[-1] for row in page["seats"]) == sum(row[-1] for row in page["ranks"]) == 80
    assert sum(row[-1] for row in page["cells"]) == sum(row["games"] for row in page["opponents"]) == 80
    assert sum(games for *_, games in page["lengths"]) == 80
    assert page["conduct"] is None
    lost = [each for row in page["opponents"] for each in row["lost"]]
    assert lost
    keys = {key for (key,) in database.query("SELECT lower(hex(key)) FROM games")}
    assert {each["key"] for each in lost} <= keys


def test_a_program_has_its_clocks_on_its_page(database):
    """And no parameters. Every game is in one bar of the means and one of the slowest answers."""
    made = [
        (each, replace(ended, worst_answer=(None, 2 * ended.mean_answer[1])))
        for each, ended in finished(range(9), V26, PROGRAM)
    ]
    database.store(made)
    counted = season_in(database)
    page = bots.page(counted, counted.named(PROGRAM.notation), None)
    clocks, means = page["conduct"], [ended.mean_answer[1] for _, ended in made]
    assert page["parameters"] == []
    assert clocks["seats"] == clocks["answers"]["seats"] == 9
    assert clocks["mean"] == pytest.approx(np.mean(means))
    for column, factor in ((2, 1), (3, 2)):
        assert sum(bar[column] for bar in clocks["answers"]["bars"]) == 9
        for start, end, *counts in clocks["answers"]["bars"]:
            assert counts[column - 2] == sum(start <= factor * mean < end for mean in means)
    (board,) = clocks["answers"]["boards"]
    assert board["mean"] == pytest.approx(np.median(means))
    assert board["worst"] == clocks["worst"] == pytest.approx(2 * max(means))


def test_a_young_season_has_a_history_of_twelve_points_too(database):
    """The last of them is the rating of all games; points were epochs of a hundred games, a first evening one dot."""
    for seed in range(15):
        stored(database, [played((V26, V17), Map(12, 12, seed, 2)), played((V26, V17, V12), Map(12, 12, seed, 3))])
    counted = season_in(database)
    found = history.gathered(counted)()
    assert len(found) == history.POINTS
    assert [each.games for each in found] == sorted({each.games for each in found})
    assert found[-1].games == counted.games
    assert found[-1].kinds == ratings.gathered(counted)()
    assert sum(len(kind) * number for kind, number in found[3].kinds.items()) == found[3].games


def test_the_time_of_the_points_of_a_history_decides_and_not_their_number(database, monkeypatch):
    """Of published games it went back in time: the epoch that was stored last has the lowest number after a merge."""
    monkeypatch.setattr(history, "POINTS", 2)
    blocks = [played((V26, V12), Map(12, 12, seed, 2)) for seed in range(40)]
    blocks += [played((V26, V17), Map(12, 12, seed, 2)) for seed in range(120)]
    for block in blocks:
        stored(database, [block])
    database._connection.execute("UPDATE epochs SET stored = CASE epoch WHEN 0 THEN 9 ELSE epoch END")
    counted = season_in(database)
    found = history.gathered(counted)()
    assert [each.stored for each in found] == [2, 9]
    assert [each.games for each in found] == [200, 320]
    assert "v12" not in str(found[0].kinds)
    assert found[-1].kinds == ratings.gathered(counted)()


def test_the_feed_goes_by_time_and_not_by_number(database, ladder):
    """Published and merged games are numbered in another order: the newest of the feed were of the day before."""
    counted = season_in(database)
    oldest = feed.newest(counted)[-1]
    database._connection.execute("UPDATE games SET stored = stored + 1000 WHERE id = ?", (oldest["id"],))
    for players in ((), (oldest["seats"][0]["player"],)):
        assert feed.newest(counted, *players)[0]["id"] == oldest["id"]


def test_the_feed_is_newest_first_and_records_open_their_games(database, ladder):
    """The feed may also be of one player, or of two: only games in which both met."""
    counted = season_in(database)
    games = feed.newest(counted)
    assert [game["id"] for game in games] == sorted((game["id"] for game in games), reverse=True)
    mine = feed.newest(counted, counted.named("v12").number, most=7)
    assert len(mine) == 7
    assert all(any(seat["player"] == counted.named("v12").number for seat in game["seats"]) for game in mine)
    pair = {counted.named(name).number for name in ("v17", "v12")}
    both = [game for game in games if pair <= {seat["player"] for seat in game["seats"]}]
    assert 0 < len(both) < len(games)
    assert feed.newest(counted, *pair) == both
    assert feed.since(counted, games[3]["id"]) == games[:3]
    keys = {game["key"] for game in games}
    assert {row["key"] for kind in records.records(counted)["kinds"] for row in kind["rows"]} <= keys


def test_a_history_is_measured_from_one_player(database):
    """Who has played most changes in the course of a season; every line once jumped where that happened."""
    early = [played((V26, V17), Map(12, 12, seed, 2)) for seed in range(60)]
    late = [played((V17, V12), Map(12, 12, seed, 2)) for seed in range(90)]
    for block in (*early, *late):
        stored(database, [block])
    counted = season_in(database)
    points = history.history(history.gathered(counted)())["points"]
    assert len(points) > 2
    assert all(point["elo"]["v17"] == [0, 0, 0] for point in points)


def test_a_player_has_no_history_before_it_has_games(database):
    """Its line began at +100 ± 400 and jumped; Movement told that as a fact."""
    for seed in range(60):
        stored(database, [played((V26, V17), Map(12, 12, seed, 2))])
    for seed in range(30):
        stored(database, [played((V12, V17), Map(12, 12, seed, 2))])
    points = history.history(history.gathered(season_in(database))(), "v17")["points"]
    games = {point["games"]: set(point["elo"]) for point in points}
    assert min(games) >= history.OWN_GAMES
    assert all(("v12" in names) == (number - 120 >= history.OWN_GAMES) for number, names in games.items())
    assert {"v26", "v17", "v12"} in games.values()
