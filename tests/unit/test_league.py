"""The league's numbers equal those that a match and a ladder print for the same games."""

import sqlite3
from contextlib import closing

import pytest

from engine.errors import UserError
from engine.names import printable
from experiments.arena.players import player
from experiments.arena.schedule import Map, Seeds
from experiments.laboratory.database import Database
from experiments.ladder.standings import Standings
from experiments.league import export, scores
from experiments.league.records import KINDS, records
from experiments.league.season import Season, bot_of
from experiments.match.experiment import Draw, Experiment, Maps, Stop, of_word, word
from experiments.stats import of_shares
from tests.support import hostile
from tests.support.leagues import played, stored
from tests.support.results import PROGRAM, V12, V17, V26, finished

PAIRS = [(V26, V17), (V26, V12), (V17, V12)]


@pytest.fixture
def ladder(database):
    boards = [Map(side, side, seed, 2) for seed in range(10) for side in (12, 30)]
    return stored(database, [played(pair, board) for pair in PAIRS for board in boards])


def counted(database):
    season = Season.read(database)
    return season, scores.with_blocks(season), season.players.set_index("player")["name"]


def whole(frame):
    return frame[(frame["players"] == scores.ALL) & (frame["size"] == scores.ALL)]


def test_ratings_and_pairs_equal_the_tables_of_a_ladder(database, ladder):
    named, boards = tuple(each.notation for each in (V17, V26, V12)), Maps("12x12", Seeds.DEVELOPMENT, 0)
    asked = Experiment(question="Who?", date="", players=named, maps=boards, stop=Stop(blocks=1), ladder=Draw(seed=1))
    expected = Standings(asked)
    for block in ladder:
        expected.add(*of_word(word(block, named, is_ladder=True), named))
    season, games, names = counted(database)
    rows = whole(scores.players(season, games)).assign(name=lambda rows: rows["player"].map(names)).set_index("name")
    rated = {view: elo for *view_, anchor, elo in scores.ratings(games, "v17") if anchor for view in [tuple(view_)]}
    for printed in expected.table().to_dict("records"):
        row, elo = rows.loc[printed["player"]], rated[scores.ALL, scores.ALL][printed["player"]]
        for name in ("games", "blocks", "score"):
            assert row[name] == pytest.approx(printed[name]), name
        ends = [printed[name] for name in ("elo_low", "elo", "elo_high")]
        assert [elo.low, elo.value, elo.high] == pytest.approx(ends, abs=1e-3)
    met = whole(scores.pairs(season, games)).set_index(["player", "opponent"])
    number = {name: player for player, name in names.items()}
    for row in expected.head_to_head().to_dict("records"):
        found = met.loc[number[row["player"]], number[row["opponent"]]]
        printed = [row["score_low"], row["score"], row["score_high"], row["games"]]
        assert found[["low", "score", "high", "games"]].tolist() == pytest.approx(printed, abs=1e-6)


def test_a_line_up_with_copies_scores_as_in_a_match(database):
    lineup = (V26, V17, V17, V17)
    blocks = stored(database, [played(lineup, Map(20, 20, seed, 4)) for seed in range(30)])
    expected = {
        name: of_shares([sum(block.score(place) for place in who) / len(who) for block in blocks])
        for name, who in {"v26": [0], "v17": [1, 2, 3]}.items()
    }
    season, games, names = counted(database)
    for row in whole(scores.players(season, games)).to_dict("records"):
        score = expected[names[row["player"]]]
        assert [row["low"], row["score"], row["high"]] == pytest.approx([score.low, score.value, score.high], abs=1e-6)


def test_a_view_has_the_games_of_its_boards_and_numbers_of_players(database, ladder):
    stored(database, [played((V26, V17, V12), Map(50, 50, 7, 3))])
    season, games, names = counted(database)
    rows = scores.players(season, games)
    of_v26 = rows[rows["player"].map(names) == "v26"].set_index(["players", "size"])["games"]
    assert of_v26.to_dict() == {
        ("2", "all"): 80, ("2", "small"): 40, ("2", "medium"): 40, ("3", "all"): 3, ("3", "large"): 3,
        ("all", "all"): 83, ("all", "small"): 40, ("all", "medium"): 40, ("all", "large"): 3,
    }  # fmt: skip


def test_a_history_is_measured_from_one_player_that_has_played(database):
    for other, number in ((V26, 60), (V12, 30)):
        for seed in range(number):
            stored(database, [played((other, V17), Map(12, 12, seed, 2))])
    _, games, _ = counted(database)
    past = scores.history(games, "v17")
    assert (past[past["name"] == "v17"][["low", "elo", "high"]] == 0).all(axis=None)
    assert past["played"].min() >= scores.OWN_GAMES
    assert past["played"].max() == len(games) == 180
    seen = {number: set(rows["name"]) for number, rows in past.groupby("played")}
    assert all(("v12" in names) == (number - 120 >= scores.OWN_GAMES) for number, names in seen.items())
    assert {"v26", "v17", "v12"} in seen.values()


def test_each_record_is_the_best_of_its_board_and_of_equals_the_first(database, ladder):
    season = Season.read(database)
    best = records(season)
    for row in best.to_dict("records"):
        board = season.games[(season.games["width"] == row["width"]) & (season.games["players"] == row["players"])]
        land = {game: each["territory"].tolist() for game, each in season.seats.groupby("game")}
        values = {
            "Fastest conquest": {each.game: each.turns for each in board.itertuples() if min(land[each.game]) == 0},
            "Closest finish": {each: abs(land[each][0] - land[each][1]) for each in board["game"] if min(land[each])},
            "Longest game": board.set_index("game")["turns"].to_dict(),
            "Most territory": {each: max(land[each]) for each in board["game"]},
        }[KINDS[row["kind"]].title]
        pick = min if KINDS[row["kind"]].is_least else max
        assert row["value"] == pick(values.values())
        assert row["game"] == next(game for game in board["game"] if values.get(game) == row["value"])
    assert {"Longest game", "Most territory"} <= {KINDS[kind].title for kind in best["kind"]}


def test_players_with_one_name_are_told_apart_by_their_first_games(database):
    for number in range(4):
        database.store(finished([number], player(f"v26?alpha=0.{number + 1}"), V12))
    database._connection.execute("UPDATE players SET notation = 'v26' WHERE notation LIKE 'v26?%'")
    database._connection.execute("UPDATE games SET stored = 60 * CASE id WHEN 3 THEN 2 ELSE id END")
    names = Season.read(database).players.sort_values(["first", "player"])["name"].tolist()
    assert names[-1] == "v26"
    older = [name for name in names if name not in ("v26", "v12")]
    assert len(set(older)) == 3
    assert all(name.startswith("v26 of 1 Jan") for name in older if "·" not in name)


@pytest.mark.parametrize(("notation", "bot"), [
    ("v26?alpha=0.2", "v26"),
    ("git:3f2c1a?preset=v17", "git"),
    ("cmd@2:python3 ../season/anna2/MyBot.py", "cmd:python ../season/anna/MyBot.py"),
    ("cmd:python3 ../season/anna1/MyBot.py", "cmd:python ../season/anna/MyBot.py"),
])  # fmt: skip
def test_versions_of_a_bot_differ_in_parameters_revision_or_digits(notation, bot):
    assert bot_of(notation) == bot


def test_a_program_has_its_answer_times_and_its_last_fault(database):
    database.store(finished(range(9), V26, PROGRAM))
    database._connection.execute("UPDATE seats SET fault = 'said \x1b[31mnothing' WHERE game = 9 AND mean_answer")
    season = Season.read(database)
    games = export._games_to_list(season, records(season))
    table = export.document(season, None, games, records(season))["tables"]["players"]
    (known,) = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"] if row[1] == PROGRAM.notation]
    times = season.seats["mean_answer"].dropna()
    answers = [known["mean_answer"], known["worst_answer"]]
    assert answers == pytest.approx([times.mean(), times.max()], abs=1e-4)
    assert (known["faults"], known["last_fault"]) == (1, r"said \x1b[31mnothing")


def test_hostile_names_differ_and_stay_inside_the_pages_json(database):
    names = [*hostile.NAMES.values(), "same", "same "]
    names = [name for name in names if "\x00" not in name and name.isprintable() and name.strip()]
    for number, name in enumerate(names):
        database.store(finished([number], V26, player(f"cmd@1:{name}")))
    season = Season.read(database)
    assert season.players["name"].is_unique
    assert all(name == printable(name) for name in season.players["name"])
    assert "<" not in export._json({"names": season.players["name"].tolist()})


@pytest.mark.parametrize("statement", [
    "UPDATE seats SET rank = 7 WHERE game = 1", "DELETE FROM seats WHERE game = 1 AND seat = 1", "DELETE FROM players",
    "UPDATE seats SET player = 99",
])  # fmt: skip
def test_rows_that_contradict_one_another_are_refused(database, statement):
    database.store(finished(range(3)))
    with closing(sqlite3.connect(database.path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(statement)
    with Database.open(database.path, read_only=True) as opened, pytest.raises(UserError, match="contradicts itself"):
        Season.read(opened)
