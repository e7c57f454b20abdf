"""Games and runs of a laboratory, in this process and on workers: the same games, each once, nothing lost."""

import gc
import sys
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Block, Map, Seeds, maps
from experiments.laboratory.database import Database
from experiments.laboratory.games import ExecutorError, PlayingError, play_game
from experiments.laboratory.laboratory import Executor, Laboratory, Order
from experiments.laboratory.progress import Progress
from tests.support.bots import bot
from tests.support.project import ROOT
from tests.support.results import result


def schedule(*notations, count=None):
    lineup = [player(notation) for notation in notations or ("v26", "v17")]
    drawn = maps("12x12,10x10", len(lineup), Seeds.DEVELOPMENT)
    return (Block(each, tuple(lineup)) for each in islice(drawn, count))


@dataclass
class Backwards(Executor):
    """Takes several games and plays the last first, as workers may; remembers what it played."""

    keys: list[str] = field(default_factory=list)
    seconds = 0.0

    def collect(self):
        self.waiting.rotate(1)
        finished = super().collect()
        self.keys += [game.key for game, _ in finished]
        self.wanted = 7 if not self.waiting else 0
        return finished


@pytest.fixture
def laboratory(tmp_path):
    with Database.open(tmp_path / "laboratory.db") as database, closing(Backwards()) as executor:
        yield Laboratory(database, executor)


def shares(played):
    return [block.shares(place) for block in played for place in range(len(block.block.lineup))]


def test_blocks_come_in_order_not_as_they_finish_and_their_games_are_stored_before(laboratory, tmp_path):
    played = []
    for block in laboratory.play(schedule(count=10)):
        keys = {game.key for game in block.block.games}
        assert set(laboratory.database.find(keys)) == keys
        played.append(block)
    with Database.open(tmp_path / "other.db") as database, closing(Executor()) as executor:
        one_by_one = list(Laboratory(database, executor).play(schedule(count=10)))
    assert played == one_by_one
    assert [block.block for block in played] == list(schedule(count=10))


def test_stored_games_are_not_played_again(laboratory):
    first = list(laboratory.play(schedule(count=4)))
    executor = laboratory.executor
    executor.keys.clear()
    assert list(laboratory.play(schedule(count=4))) == first
    assert executor.keys == []
    watch = Progress(10, "a test")
    list(laboratory.play(schedule(count=5), watch))
    assert len(executor.keys) == 2
    assert (watch.stored, watch.played) == (8, 2)


def test_a_recording_that_is_missing_is_made(laboratory):
    asked = [*schedule(count=1), *schedule("v26", "cmd:theirs", count=1)]
    program = asked[1].games
    laboratory.database.store([(game, result(game)) for game in program])
    first = list(laboratory.play(asked))
    keys = {game.key for game in asked[0].games}
    assert laboratory.database.keys_with_replay([*keys, *(game.key for game in program)]) == set()
    for unplayed in (keys, set()):
        executor = laboratory.executor
        executor.keys.clear()
        recording = Laboratory(laboratory.database, executor, replays=True)
        assert list(recording.play(asked)) == first
        assert set(executor.keys) == unplayed
        assert len(recording.unrecorded) == 2
    assert laboratory.database.keys_with_replay(keys) == keys


def test_the_same_game_is_played_once_in_a_run(laboratory):
    twice = [*schedule("v26", "v26", count=2)] * 2
    played = list(laboratory.play(twice))
    assert len(laboratory.executor.keys) == len(set(laboratory.executor.keys)) == 2
    assert played[:2] == played[2:]
    assert all(block.shares() == (block.shares()[0], 1 - block.shares()[0]) for block in played)


class Invented(Executor):
    """Invents results: after its first block the program crashes in every game."""

    def collect(self):
        game, _ = self.waiting.popleft()
        crash = "exited on turn 3: it exited with code 1" if game.map != next(schedule()).map else None
        return [(game, replace(result(game), faults=tuple(crash if seat.command else None for seat in game.seats)))]


def test_a_program_that_has_finished_a_game_may_crash_in_the_next_ones(tmp_path):
    with Database.open(tmp_path / "laboratory.db") as database, closing(Invented()) as executor:
        laboratory = Laboratory(database, executor)
        assert len(list(laboratory.play(schedule("v26", "cmd:theirs", count=3)))) == 3
        with pytest.raises(PlayingError, match="crashed in every game of its first block"):
            list(laboratory.play(islice(schedule("v26", "cmd:others"), 1, 2)))


def test_an_endless_schedule_is_left_when_enough_is_known(laboratory):
    taken = []
    endless = (taken.append(block) or block for block in schedule())
    playing = laboratory.play(endless)
    next(playing)
    playing.close()
    assert len(taken) < 10
    assert laboratory.executor.collect() == []
    stored = laboratory.database.find(game.key for block in taken for game in block.games)
    assert set(stored) == set(laboratory.executor.keys)


def test_blocks_ahead_of_the_one_that_is_waited_for_are_bounded(laboratory, monkeypatch):
    monkeypatch.setattr("experiments.laboratory.laboratory.AHEAD", 4)
    laboratory.executor.wanted = 1000
    taken = []
    next(laboratory.play(taken.append(block) or block for block in schedule(count=9)))
    assert len(taken) == 4


# One game and many, in this process and on workers: the same games, each once.


BOARD = Map(12, 12, 7, 2)


def game(*notations, board=BOARD):
    return Block(board, tuple(map(player, notations))).games[0]


def faulty(*arguments):
    return f"cmd:{bot('faulty', *arguments)}"


def test_a_player_behind_pipes_plays_the_game_that_it_plays_in_this_process():
    compiled = play_game(game("v26", "v17"))
    piped = play_game(game("v26", f'cmd:"{sys.executable}" "{ROOT / "MyBot.py"}" --preset v17'))
    assert piped.result == compiled.result
    assert compiled.faults == compiled.mean_answer == compiled.worst_answer == (None, None)
    assert piped.mean_answer[0] is None
    assert 0 < piped.mean_answer[1] <= piped.worst_answer[1]


def test_a_crash_is_a_fault_of_the_game_and_a_program_that_is_not_there_no_game():
    played = play_game(game(faulty("crash", 3), "v26"))
    assert played.faults[0].startswith("exited on turn 3")
    assert played.faults[1] is None
    assert played.ranks == (2, 1)
    with pytest.raises(PlayingError, match="no-such-bot"):
        play_game(game("v26", "cmd:no-such-bot"))


@pytest.mark.parametrize(
    ("first", "side", "most"), [("v26", 12, 50), ("v26", 30, 22), ("v26", 50, 4), ("cmd:any", 12, 1)]
)
def test_a_task_is_about_a_second_of_playing_and_the_last_games_are_shared_by_all_workers(first, side, most):
    """A task for each block made small boards three times as slow. Towards the end tasks get smaller."""
    from experiments.laboratory.cluster import Cluster  # here, because dask takes long to load

    for games, expected in ((500, [most] * 4), (2 * most, None)):
        cluster, tasks = Cluster(None), []
        cluster.waiting += [Order(game(first, "v17", board=Map(side, side, n, 2)), False) for n in range(games)]
        while len(tasks) < 4 and (task := cluster._task(4)):
            tasks.append(len(task))
        assert expected is None or tasks == expected
        assert tasks == sorted(tasks, reverse=True)
        assert len(tasks) > 1


@pytest.mark.parametrize(("address", "expected"), [
    ("tcp://127.0.0.1:1", "no scheduler answers at tcp://127.0.0.1:1"),
    ("tls://127.0.0.1:1", "three certificates"),
    ("nonsense", "no scheduler answers at nonsense"),
])  # fmt: skip
def test_what_cannot_be_opened_is_explained(address, expected, monkeypatch):
    from experiments.laboratory import cluster  # here, because dask takes long to load

    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    with pytest.raises(ExecutorError, match=expected):
        cluster.connect(address)


# Games on worker processes are the games of this process.


@pytest.fixture(scope="module")
def workers():
    from experiments.laboratory import cluster  # here, because dask takes long to load

    gc.collect()  # a client that never connected is closed when it is collected, for ever if that is while dask begins
    with closing(cluster.local(2)) as executor:
        yield executor


def test_workers_play_the_games_that_this_process_plays(workers):
    games = [game("v26", "v17", board=Map(12, 12, seed, 2)) for seed in range(12)] + [game(faulty("leave"), "v26")]
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
