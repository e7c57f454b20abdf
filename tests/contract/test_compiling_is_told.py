"""Commands that must compile before the first game say so in a line."""

import os
import subprocess
import sys

import pytest

from tests.support.project import ROOT

# Every kernel is compiled anew where the cache is empty; one small kernel in its place takes a second.
SMALL = """
import numba
from experiments.arena.ready import timed

@numba.njit
def called(x):
    return x + 1

@numba.njit(cache=True)
def kernel(x):
    return called(x) * 2

with timed():
    kernel(1)
    kernel(1.0)
"""


@pytest.fixture
def run(tmp_path):
    """What a program that plays says on stderr, with a cache of its own."""
    program = tmp_path / "program.py"
    program.write_text(SMALL, encoding="utf-8")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}

    def said():
        played = subprocess.run([sys.executable, program], env=environment, capture_output=True, text=True, check=True)
        return played.stderr.splitlines()

    return said


def test_compiling_is_announced_once_and_its_time_told(run):
    """However many kernels there are; what comes from the cache is not compiled and not told."""
    first, last = run()
    assert first.startswith("Compiling the bot and the rules")
    assert last.startswith("Compiled in ")
    assert run() == []


def test_what_is_compiled_before_the_games_is_told_before_the_games(run, tmp_path):
    """`match` said "Compiled in 0 s." at its very end, of what it had compiled before the first game."""
    inner = "with timed():\n    with timed():\n        kernel(1)\n    print('game', file=sys.stderr)"
    nested = SMALL.replace("with timed():\n    kernel(1)", inner)
    (tmp_path / "program.py").write_text(f"import sys\n{nested}", encoding="utf-8")
    before, after, game, *later = run()
    assert (before.partition(" ")[0], after.partition(" ")[0], game) == ("Compiling", "Compiled", "game")
    assert [line.partition(" ")[0] for line in later] == ["Compiling", "Compiled"]


def test_what_several_players_need_is_one_announcement(run, tmp_path):
    """`match v26 v17 --workers 2` compiled the champion, said so, and then compiled v26 and said so again."""
    rehearsals = "_play_small, _ask_once, _step_once"
    stand_ins = "kernel, lambda _: kernel(1.0), lambda: kernel(1j)"
    prepare = (
        "from experiments.arena import ready\n"
        f"ready.{rehearsals.replace(', ', ', ready.')} = {stand_ins}\n"
        "ready.prepare([[1, 2], [3, None]])\nprint('games', file=sys.stderr)"
    )
    program = SMALL.replace("with timed():\n    kernel(1)\n    kernel(1.0)", prepare)
    (tmp_path / "program.py").write_text(f"import sys\n{program}", encoding="utf-8")
    before, after, games = run()
    assert (before.partition(" ")[0], after.partition(" ")[0], games) == ("Compiling", "Compiled", "games")


class TestTheFirstMatchOfAMachineBeganInSilence:
    """`match v26 v17` compiled the decision to know its players, for 25 seconds, before it announced anything."""

    def test_what_is_compiled_to_know_the_players_is_announced_and_counted_with_the_rest(self, run, tmp_path):
        """One announcement: how long all of it took is said before the games."""
        body = (
            "with announced():\n    kernel(1)\nprint('plan', file=sys.stderr)\n"
            "with timed():\n    kernel(1.0)\nprint('games', file=sys.stderr)"
        )
        program = SMALL.replace("with timed():\n    kernel(1)\n    kernel(1.0)", body)
        program = program.replace("import timed", "import announced, timed")
        (tmp_path / "program.py").write_text(f"import sys\n{program}", encoding="utf-8")
        assert [line.partition(" ")[0] for line in run()] == ["Compiling", "plan", "Compiled", "games"]
