"""One game and many, in this process and on workers: the same games, each once."""

import gzip
import sys

import numpy as np
import pytest

from engine import replay as recording
from experiments.arena.players import player
from experiments.arena.schedule import Block, Map
from experiments.laboratory.games import ExecutorError, PlayingError, play_game
from experiments.laboratory.laboratory import Order
from tests.support.bots import ROOT, bot

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


def test_a_recording_is_kept_on_request(tmp_path):
    assert play_game(game("v26", "v17")).replay is None
    played = play_game(game("v26", "v17"), replay=True)
    assert gzip.decompress(played.replay).startswith(b'{"frames"')
    (tmp_path / "game.hlt.gz").write_bytes(played.replay)
    frames = recording.read(tmp_path / "game.hlt.gz").owner
    assert len(frames) == played.turns + 1
    assert tuple(np.bincount(frames[-1].ravel(), minlength=3)[1:].tolist()) == played.territory


def test_a_crash_is_a_fault_of_the_game_and_a_program_that_is_not_there_no_game():
    """The game counts and says who was ejected, when and why; the other player has none."""
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


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("tcp://127.0.0.1:1", "no scheduler answers at tcp://127.0.0.1:1"),
        ("tls://127.0.0.1:1", "three certificates"),
        ("nonsense", "no scheduler answers at nonsense"),
    ],
)
def test_what_cannot_be_opened_is_explained(address, expected, monkeypatch):
    """What was expected, what came, the likely cause."""
    from experiments.laboratory import cluster  # here, because dask takes long to load

    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    with pytest.raises(ExecutorError, match=expected):
        cluster.connect(address)
