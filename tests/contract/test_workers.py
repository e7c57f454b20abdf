"""Games on worker processes are the games of this process."""

from itertools import islice

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Game, Map, Mix, Seeds, blocks, maps
from experiments.laboratory.database import Database
from experiments.laboratory.executor import InProcess, PlayingError, open_executor, play_game
from experiments.laboratory.laboratory import Laboratory
from tests.support.bots import bot


@pytest.fixture(scope="module")
def workers():
    with open_executor(workers=2) as executor:
        yield executor


def game(*notations, seed=7):
    return Game(Map(12, 12, seed, 2), tuple(map(player, notations)))


def test_workers_play_the_games_that_this_process_plays(workers):
    """Every game once; recordings travel too. A fault on a worker is a fault of the game there as well."""
    games = [game("v26", "v17", seed=seed) for seed in range(12)] + [game(f"cmd:{bot('faulty', 'leave')}", "v26")]
    workers.submit(games, replays=True)
    seen = []
    while finished := workers.collect():
        seen += finished
    assert sorted(asked.key for asked, _ in seen) == sorted(asked.key for asked in games)
    compiled = [(asked, played) for asked, played in seen if asked.is_deterministic]
    assert all(play_game(asked, replay=True) == played for asked, played in compiled)
    assert all(played.faults[0] for asked, played in seen if not asked.is_deterministic)


def test_what_no_worker_can_start_is_told_here(workers):
    workers.submit([game("cmd:no-such-bot", "v26")])
    with pytest.raises(PlayingError, match="cannot be started"):
        workers.collect()
    assert workers.cancel() == []


def test_workers_change_nothing_in_a_run(workers, tmp_path):
    def schedule(count):
        drawn = maps(Mix.parse("12x12,10x10"), 2, Seeds.DEVELOPMENT)
        return islice(blocks([player("v26"), player("v17")], drawn), count)

    with Database.open(tmp_path / "two.db") as database:
        laboratory = Laboratory(database, workers)
        first = list(islice(laboratory.play(schedule(None)), 5))
        again = list(laboratory.play(schedule(30)))
    with Database.open(tmp_path / "one.db") as database:
        assert again == list(Laboratory(database, InProcess()).play(schedule(30)))
    assert first == again[:5]
