"""Games far larger than the official ones."""

import tracemalloc

import numpy as np

from engine import Replay
from engine.replay import write


def test_writing_takes_less_memory_than_the_text(tmp_path):
    """A 200 x 200 game of 2000 turns needed 3.8 GB to be written: its whole text, and a list of every square."""
    board = (200, 40, 40)
    layer = np.full(board, 1, np.uint8)
    replay = Replay(layer, layer, layer[0], np.zeros((199, *board[1:]), np.int32), ("one",))
    tracemalloc.start()
    write(replay, tmp_path / "game.hlt")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < (tmp_path / "game.hlt").stat().st_size / 4
