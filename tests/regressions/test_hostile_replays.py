"""Hostile replay files: small ones that once took minutes or all memory, and how readers refuse them."""

import contextlib
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest

from engine import Replay, ReplayError, unpacking, verify
from engine.recording import Recording
from engine.replay import parse, read, write
from tests.support.hostile import BOMBS, edited, game, nested, packed

SECONDS = 10
"""Of processor time, on the slowest machine. Each takes well under one; the two of the story took 44 and 25."""


class TestSmallFilesTookQuadraticTime:
    """200 KB of brackets took 44 s, 400 KB of digits 25 s; posted to the live window, all its pages waited."""

    @pytest.mark.parametrize("name", BOMBS)
    def test_they_are_refused_in_linear_time(self, name):
        """The only error is a ReplayError."""
        content, begun = BOMBS[name](), time.process_time()
        with contextlib.suppress(ReplayError):
            parse(content)
        assert time.process_time() - begun < SECONDS

    def test_the_limits_are_told(self):
        """What was found, not only that something is wrong."""
        for changes, complaint in (
            ({"frames": nested(100_000)}, "it has 100000 dimensions"),
            ({"width": nested(100_000)}, "its JSON is nested 100001 deep, at most 64 expected"),
            ({"width": "7" * 5000}, "a number of 5000 characters, 7777777777..."),
            ({"frames": "[" + ("1" * 4000 + ",") * 100 + '"x"]'}, 'holds "x"'),
        ):
            with pytest.raises(ReplayError, match=complaint):
                parse(edited(**changes))

    def test_what_stands_besides_the_tables_has_a_limit(self):
        """Python needs 20 times the memory of the text for it."""
        with pytest.raises(ReplayError, match="more than 16 MiB"):
            parse(edited(extra="[" + "[]," * (6 << 20) + "0]"))


class TestGzipBombsTookAllMemory:
    """10 MB that unpack to 10 GB ended in a MemoryError and exit code 1, which for verify means "differs"."""

    def test_a_text_that_never_ends_is_left_after_its_limit(self, tmp_path, monkeypatch):
        """The limit is in the message; only a little more than it is ever held."""
        monkeypatch.setattr(unpacking, "LARGEST", 8 << 20)
        bomb = packed(b'{"frames":[', b"[[[0,0],[1,1]]]," * 65_536, 40)
        tracemalloc.start()
        with pytest.raises(ReplayError, match=r"more than 8 MiB of text"):
            parse(bomb, 8 << 20)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 60 << 20

    @pytest.mark.parametrize("repeated", [b" " * 65_536, b"[" * 65_536, b"[[0,0]]," * 8192, b'"x",' * 16_384])
    def test_verify_does_not_say_that_it_differs(self, tmp_path, capsys, repeated):
        """2: unreadable. A bomb ends at the first limit that it meets, in less memory than its text has."""
        path = tmp_path / "bomb.hlt"
        path.write_bytes(packed(b'{"frames":[', repeated, 3000))
        assert verify.main(["games", str(path)]) == 2
        assert "error: " in capsys.readouterr().out

    def test_maps_have_a_limit_too(self, tmp_path, capsys, monkeypatch):
        """A list of maps is read whole."""
        monkeypatch.setattr(verify, "LARGEST_MAPS", 1 << 20)
        path = tmp_path / "maps.jsonl.gz"
        path.write_bytes(packed(b"", b"\n" * 65_536, 40))
        assert verify.main(["maps", str(path)]) == 2
        assert "more than 1 MiB of text" in capsys.readouterr().out


class TestVerifyHeldTheWholeGame:
    """A legal game of 200 x 200 squares and 2,000 turns took 4 GB to be checked."""

    def test_the_memory_does_not_grow_with_the_game(self, tmp_path):
        """Four times the turns, the same memory; measured in a process of its own, so that the peak is the reader's."""
        peaks = []
        for turns in (100, 400):
            layer = np.zeros((turns + 1, 60, 60), np.uint8)
            replay = Replay(layer, layer, layer[0], np.zeros((turns, 60, 60), np.int32), ("one", "two"))
            write(replay, tmp_path / "game.hlt")
            measure = "import resource, sys; from engine.verify import main; code = main(sys.argv[1:])\n"
            measure += "print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
            command = [sys.executable, "-c", measure, "games", str(tmp_path / "game.hlt")]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
            assert said[0].endswith(f"ok, {turns} turns")
            code, peak = map(int, said[1].split())
            assert code == 0
            peaks.append(peak)
        assert peaks[1] < 1.2 * peaks[0]

    def test_a_recording_read_by_turns_is_the_game(self, tmp_path):
        """Every board and every move, in order."""
        replay = game("one", "two", turns=5)
        write(replay, tmp_path / "game.hlt.gz")
        recording = Recording(tmp_path / "game.hlt.gz")
        assert recording.player_names == replay.player_names
        for turn, (before, moves, after) in enumerate(recording.turns()):
            np.testing.assert_array_equal(before.owner, replay.owner[turn])
            np.testing.assert_array_equal(after.strength, replay.strength[turn + 1])
            np.testing.assert_array_equal(moves, replay.moves[turn])
        assert turn == 4

    @pytest.mark.parametrize(
        ("changes", "complaint"),
        [
            ({"moves": "[]"}, "frame 2 has no moves"),
            ({"num_frames": "3"}, "num_frames says 3, but the file holds 4"),
            ({"frames": "[]"}, "frames must be .* but it is empty"),
            ({"frames": "null"}, "but it holds null"),
            ({"productions": "[[1]]"}, r"frames are of \(6, 6\) squares, the map of \(1, 1\)"),
            ({"num_players": "3"}, "num_players says 3"),
            ({"player_names": '["one"]'}, "1 players, but a square belongs to 2"),
        ],
    )
    def test_it_refuses_what_a_reader_of_whole_games_refuses(self, tmp_path, changes, complaint):
        """A file that contradicts itself does not differ from the rules: it says nothing about them."""
        (tmp_path / "game.hlt").write_bytes(edited(**changes))
        with pytest.raises(ReplayError):
            read(tmp_path / "game.hlt")
        with pytest.raises(ReplayError, match=complaint):
            list(Recording(tmp_path / "game.hlt").turns())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_game_may_come_through_a_pipe(tmp_path):
    """`verify games <(zcat game.hlt.gz)` worked, though a pipe can be read only once."""
    write(game("one", "two"), tmp_path / "game.hlt")
    command = f'{sys.executable} -m engine.verify games <(cat "{tmp_path / "game.hlt"}")'
    said = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert said.stdout.endswith("ok, 3 turns\n"), said.stderr
