"""The first moments of `python -m engine`, and streams that were closed before it started."""

import os
import subprocess
import sys

import pytest

from tests.support.bots import bot, start_engine
from tests.support.processes import PATIENCE
from tests.support.project import ROOT


def test_what_runs_before_signals_are_handled_is_light():
    """Ctrl-C while numpy loaded printed forty lines of traceback, or fell into a callback of the import system."""
    program = "import sys, engine.__main__; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


@pytest.mark.skipif("sys.platform == 'win32'", reason="a shell there cannot close a stream")
class TestAClosedStderrSpoiltStdout:
    """`python -m engine -q ... 2>&-` sets sys.stderr to None, and what is printed to None goes to stdout."""

    def test_remarks_go_nowhere(self, tmp_path):
        """Remarks are dropped; the official lines are printed."""
        words = ("-qr", "-d", "2 2", "-s", "5", bot("pusher"), bot("faulty", "leave", 1))
        process = start_engine(*words, folder=tmp_path, stderr=None, preexec_fn=lambda: os.close(2))
        lines = process.communicate(timeout=PATIENCE)[0].split("\n")
        assert lines[2:5] == ["2 2", "1 1 1", "2 2 0"]
        assert process.returncode == 0


class TestHelpOnAnOldTerminal:
    """`MyBot.py --help`, `ladder` and `sweep` on a terminal for ASCII: parameters' reasons have arrows and signs."""

    ASCII = {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    @pytest.mark.parametrize(("words", "variables"), [
        (["MyBot.py"], ASCII[0]), (["MyBot.py"], ASCII[1]), (["-m", "engine"], ASCII[1]), (["-m", "viewer"], ASCII[1]),
        (["-m", "experiments"], ASCII[1]), (["-m", "experiments", "match"], ASCII[0]),
        (["-m", "experiments", "ladder"], ASCII[1]), (["experiments/opponents", "planner"], ASCII[1]),
    ], ids=str)  # fmt: skip
    def test_what_it_cannot_show_is_written_as_a_code(self, words, variables):
        done = subprocess.run(
            [sys.executable, *words, "--help"], cwd=ROOT, env=os.environ | variables, capture_output=True, check=False
        )
        assert done.returncode == 0
        assert done.stderr == b""
        assert len(done.stdout.decode("ascii")) > 300
