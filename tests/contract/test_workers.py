"""Games on worker processes are the games of this process."""

from contextlib import closing
from itertools import islice

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Block, Map, Seeds, maps
from experiments.laboratory.database import Database
from experiments.laboratory.games import PlayingError, play_game
from experiments.laboratory.laboratory import Executor, Laboratory, Order
from tests.support.bots import bot


@pytest.fixture(scope="module")
def workers():
    from experiments.laboratory import cluster  # here, because dask takes long to load

    with closing(cluster.local(2)) as executor:
        yield executor


def game(*notations, seed=7):
    return Block(Map(12, 12, seed, 2), tuple(map(player, notations))).games[0]


def test_workers_play_the_games_that_this_process_plays(workers):
    """Every game once; recordings travel too. A fault on a worker is a fault of the game there as well."""
    games = [game("v26", "v17", seed=seed) for seed in range(12)] + [game(f"cmd:{bot('faulty', 'leave')}", "v26")]
    workers.waiting += [Order(each, True) for each in games]
    seen = []
    while finished := workers.collect():
        seen += finished
    assert sorted(asked.key for asked, _ in seen) == sorted(asked.key for asked in games)
    compiled = [(asked, played) for asked, played in seen if asked.is_deterministic]
    assert all(play_game(asked, replay=True) == played for asked, played in compiled)
    assert all(played.faults[0] for asked, played in seen if not asked.is_deterministic)


def test_what_no_worker_can_start_is_told_here(workers):
    workers.waiting.append(Order(game("cmd:no-such-bot", "v26"), False))
    with pytest.raises(PlayingError, match="cannot be started"):
        workers.collect()
    workers.cancel()
    assert workers.collect() == []


def test_workers_change_nothing_in_a_run(workers, tmp_path):
    def schedule(count):
        drawn = maps("12x12,10x10", 2, Seeds.DEVELOPMENT)
        return (Block(each, (player("v26"), player("v17"))) for each in islice(drawn, count))

    with Database.open(tmp_path / "two.db") as database:
        laboratory = Laboratory(database, workers)
        first = list(islice(laboratory.play(schedule(None)), 5))
        again = list(laboratory.play(schedule(30)))
    with Database.open(tmp_path / "one.db") as database:
        assert again == list(Laboratory(database, Executor()).play(schedule(30)))
    assert first == again[:5]
