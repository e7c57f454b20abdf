"""The league's counts, made while games are stored, equal a count of the games."""

import random
from dataclasses import replace

import numpy as np
import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Database, Ending, counting, storing
from experiments.laboratory.executor import play_game
from tests.support.results import PROGRAM, V12, V17, V26, finished, result


def block(*lineup, seed=1):
    """The games of a block with invented results."""
    return [(game, result(game)) for game in Block(Map(12, 12, seed, len(lineup)), lineup).games]


def outcomes(database):
    """The number of blocks by outcome."""
    return dict(database.query("SELECT outcome, sum(blocks) FROM outcomes GROUP BY outcome HAVING sum(blocks) <> 0"))


def test_a_block_is_known_from_whichever_seat_its_games_are_stored(database):
    """One game after the other, in any order: the word of a turn says who of the line-up came in where."""
    games = block(V26, V17, V12)
    random.Random(1).shuffle(games)
    for stored, game in enumerate(games, start=1):
        database.store([game])
        ((outcome, blocks),) = outcomes(database).items()
        assert blocks == 1
        assert outcome.split().count(counting.MISSING) == 3 - stored
    assert database.check() == []


def test_ranks_stand_by_place_of_the_lineup(database):
    """The first of the line-up has the smallest number; in the second game of a pair it sits at the other seat."""
    pair = block(V26, V17)
    database.store(pair)
    expected = [f"{played.ranks[turn]}{played.ranks[1 - turn]}" for turn, (_, played) in enumerate(pair)]
    assert outcomes(database) == {" ".join(expected): 1}


def test_copies_that_repeat_round_the_table_have_fewer_different_games(database):
    """A table of v26, v17, v26, v17 is the same again after two turns."""
    database.store(block(V26, V17, V26, V17))
    ((outcome, _),) = outcomes(database).items()
    assert len(outcome.split()) == 2
    assert counting.MISSING not in outcome


def test_counting_one_by_one_equals_counting_all_at_once(database, tmp_path):
    """Stored one by one here, merged in one step there; `check` counts anew and compares."""
    for game in [
        *finished(range(120)),
        *block(V26, V17, V17, V17),
        *finished([5], V26, player("v26?alpha=0.2"), PROGRAM),
    ]:
        database.store([game])
    with Database.open(tmp_path / "other.db") as other:
        other.merge(database.path)
        for table in counting.COUNTED:
            assert other.query(f"SELECT * FROM {table}") == database.query(f"SELECT * FROM {table}")
        assert other.check() == database.check() == []


def test_a_count_that_was_changed_is_found_and_its_games_are_counted_elsewhere(database, tmp_path):
    """By `database check`, which names the table."""
    database.store(finished(range(3)))
    database._connection.execute("UPDATE outcomes SET blocks = blocks + 1")
    assert database.check() == [
        "the league's table outcomes says another thing than the games; "
        "games that are exported to another .db are counted again"
    ]
    with Database.open(tmp_path / "other.db") as other:  # the export once refused the file for its counts
        other.merge(database.path)
        assert other.check() == []


def test_the_winner_that_was_farthest_behind_holds_the_record_of_comebacks(database):
    """Its share of all owned squares after half of the turns, in per mille; who had an even share was not behind."""
    for seed, halfway in [(1, (50, 50)), (2, (30, 70)), (3, (30, 70)), (4, (80, 20))]:
        (game, played), *_ = finished([seed])
        won = halfway if played.ranks[0] == 1 else halfway[::-1]
        ending = Ending.of(
            [won], np.repeat(np.arange(3), [144 - sum(played.territory), *played.territory]).reshape(12, 12)
        )
        database.store([(game, replace(played, ending=ending))])
    assert database.query("SELECT value, game FROM records WHERE kind = 'comeback'") == [(300, 2)]
    assert database.check() == []


def test_an_ending_that_comes_later_counts_as_if_it_had_come_with_its_game(database):
    """The game that was stored first keeps a record that both hold."""
    waiting = {}
    for (game, played), halfway in zip(finished([1, 2]), [(20, 80), (20, 80)], strict=True):
        won = halfway if played.ranks[0] == 1 else halfway[::-1]
        database.store([(game, played)])
        owner = np.repeat(np.arange(3), [144 - sum(played.territory), *played.territory]).reshape(12, 12)
        waiting[database.query("SELECT max(id) FROM games")[0][0]] = Ending.of([won], owner)
    for number, ending in reversed(waiting.items()):
        storing.put_ending(database._connection, number, ending)
        counting.count_ending(database._connection, number)
    assert database.query("SELECT value, game FROM records WHERE kind = 'comeback'") == [(200, 1)]
    assert database.check() == []


def test_a_last_frame_that_shows_another_territory_is_found(database):
    """By `database check`; so is one that no game left behind."""
    game = finished([1])[0][0]
    database.store([(game, play_game(game))])
    assert database.check() == []
    for damage, said in [
        ("width = 7", "which make no rows of 7"),
        ("width = 12, owners = x'ffff'", "the last frame is damaged"),
        (
            f"owners = x'{Ending.of([[1, 1]], np.zeros((12, 12), int)).owners.hex()}'",
            "its last frame shows territory [0, 0]",
        ),
    ]:
        database._connection.execute(f"UPDATE endings SET {damage}")
        assert any(said in line for line in database.check())


@pytest.mark.parametrize("halfway", ["most of them", "72", "", "1 2 3"])
def test_squares_at_half_time_that_mean_nothing_are_named(database, halfway):
    """Regression: comebacks were counted before these numbers were checked, and the check itself failed."""
    game = finished([1])[0][0]
    database.store([(game, play_game(game))])
    database._connection.execute("UPDATE endings SET halfway = ?", (halfway,))
    assert database.check() == [f"game {game.key}: squares at half time are {halfway!r}, expected 2 numbers"]


def test_programs_have_clocks_and_faults(database):
    """Players of this process have neither."""
    database.store(finished(range(4), V26, PROGRAM))
    ((notation, seats, faults),) = database.query(
        "SELECT notation, seats, faults FROM conduct JOIN players ON players.id = player"
    )
    assert (notation, seats, faults) == (PROGRAM.notation, 4, 0)
