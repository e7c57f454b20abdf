"""Hostile and huge replay files: small ones that once took minutes or all memory, and how readers refuse them."""

import contextlib
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest

from engine import Replay, ReplayError, documents, verify
from engine.replay import parse, write
from tests.support.hostile import BOMBS, edited, game, nested, packed

SECONDS = 10
"""Of processor time, on the slowest machine. Each takes well under one; the two of the story took 44 and 25."""


class TestSmallFilesTookQuadraticTime:
    """200 KB of brackets took 44 s, 400 KB of digits 25 s; posted to a server, all its pages waited."""

    @pytest.mark.parametrize("name", BOMBS)
    def test_they_are_refused_in_linear_time(self, name):
        content, begun = BOMBS[name](), time.process_time()
        with contextlib.suppress(ReplayError):
            parse(content)
        assert time.process_time() - begun < SECONDS

    def test_the_limits_are_told(self):
        """Each in a line."""
        for changes, complaint in (
            ({"frames": nested(100_000)}, "frames must be whole numbers"),
            ({"width": nested(100_000)}, "no whole replay"),
            ({"width": "7" * 5000}, "no whole replay"),
            ({"width": str(10**12)}, "width cannot be 1000000000000"),
            ({"frames": "[" + ("1" * 4000 + ",") * 100 + '"x"]'}, "frames must be whole numbers"),
            ({"extra": "[" + "[]," * (1 << 20) + "0]"}, "more than 1 MiB"),
        ):
            with pytest.raises(ReplayError, match=complaint):
                parse(edited(**changes))


class TestGzipBombsTookAllMemory:
    """10 MB that unpack to 10 GB ended in a MemoryError and exit code 1, which for verify means "differs"."""

    @pytest.mark.parametrize("repeated", [b" " * 65_536, b"[" * 65_536, b"[[0,0]]," * 8192, b'"x",' * 16_384])
    def test_a_text_that_never_ends_is_left_after_its_limit(self, tmp_path, capsys, monkeypatch, repeated):
        monkeypatch.setattr(documents, "LARGEST", 8 << 20)
        path = tmp_path / "bomb.hlt"
        path.write_bytes(packed(b'{"frames":[', repeated, 300))
        tracemalloc.start()
        assert verify.main([str(path)]) == 2
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 20 << 20
        assert "more than 8 MiB of text" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_game_may_come_through_a_pipe(tmp_path):
    """`verify <(zcat game.hlt.gz)` worked, though a pipe can be read only once."""
    write(game("one", "two"), tmp_path / "game.hlt")
    command = f'{sys.executable} -m engine.verify <(cat "{tmp_path / "game.hlt"}")'
    said = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert said.stdout.endswith("ok, 3 turns\n"), said.stderr


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
