"""A school as a program on a machine that has not compiled it yet, or that lacks a package."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from bot import DEFAULT, Memory, decide, preset
from engine import generate, wire
from experiments.opponents import warming
from experiments.opponents.registry import NAMES
from tests.support.bots import Conversation
from tests.support.processes import PATIENCE
from tests.support.project import ROOT
from tests.support.views import view_of

STATE = generate(20, 20, 2, 3)
OPPONENTS = ROOT / "experiments" / "opponents"


def program_of(name, folder, *words, **environment):
    """A school in a process of its own."""
    return Conversation(OPPONENTS / f"{name}.py", folder / "log", *words, **environment)


@pytest.mark.parametrize("name", ["friendly", "matcher"])
def test_a_school_that_is_not_compiled_sends_its_name_at_once_and_greedy_moves(name, tmp_path):
    """It compiled before it sent its name: with an empty cache, on two busy cores, the first 30 seconds were over."""
    with program_of(name, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "cache")) as program:
        assert program.answer(wire.handshake(STATE, 1)) == name
        moves = wire.read_moves(program.answer(wire.frame(STATE)), STATE, 1)
        out, err = program.process.communicate(timeout=PATIENCE)
    np.testing.assert_array_equal(moves, decide(view_of(STATE, 1), Memory(), preset(DEFAULT)).moves)
    assert (program.process.returncode, out, err) == (0, b"", b"")
    assert f"plays its greedy moves until {name} is compiled" in program.told()


def test_a_school_joins_a_game_that_has_begun_without_it(tmp_path):
    """Every frame is answered meanwhile, and the log names the turn."""
    warming.main(["friendly"])
    end = time.monotonic() + PATIENCE
    with program_of("friendly", tmp_path, "--explain", str(tmp_path / "why.gz")) as program:
        program.answer(wire.handshake(STATE, 1))
        turns = 0
        while "plays with friendly from turn" not in program.told() and time.monotonic() < end:
            wire.read_moves(program.answer(wire.frame(STATE)), STATE, 1)
            turns += 1
            time.sleep(0.01)
        out, err = program.process.communicate(timeout=PATIENCE)
    assert f"plays with friendly from turn {turns - 1} on" in program.told()
    assert (program.process.returncode, out, err) == (0, b"", b"")


@pytest.mark.parametrize(("name", "package"), [("amortizer", "numba"), ("matcher", "scipy")])
def test_a_missing_package_is_told_in_one_line(name, package, tmp_path):
    """Where a user sees it. It was a traceback in the log, and the environment reported a bot that says nothing."""
    (tmp_path / "sitecustomize.py").write_text(f"import sys; sys.modules['{package}'] = None", encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, str(OPPONENTS / f"{name}.py")], env=os.environ | {"PYTHONPATH": str(tmp_path)},
        input=wire.handshake(STATE, 1), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"{name}.py: it needs the package {package}")
    assert ended.stderr.count("\n") == 1


# How many versions of its kernels a school has in memory after the drill, and after frames as the loop reads them.
COUNT = """
import gc, io, sys
from numba.core.dispatcher import Dispatcher
from bot.program import protocol
from engine import Function, Game, generate, wire
from experiments.opponents import drill
from experiments.opponents.registry import school

def versions():
    kernels = [each for each in gc.get_objects() if isinstance(each, Dispatcher)]
    return {f"{each.__module__}.{each.__name__}": len(each.overloads) for each in kernels}

def read(state, seat, turn):
    shake = protocol.read_handshake(io.BytesIO(wire.handshake(state, seat).encode()))
    return protocol.read_view(io.BytesIO(wire.frame(state).encode()), shake, turn - 1)

played = school(sys.argv[1])
drill.rehearse(played, played.family.defaults)
drilled = versions()
movers = [played.open(played.family.defaults, 16, 16) for _ in range(2)]
seats = [Function(lambda state, seat, turn: movers[seat - 1].moves(read(state, seat, turn)), "") for _ in movers]
Game(seats, generate(16, 16, 2, 3), ignore_timeouts=True).play()
print([name for name, count in versions().items() if count > drilled.get(name, 0)])
"""


@pytest.mark.parametrize("name", NAMES)
def test_the_drill_loads_all_that_a_game_needs(name):
    """A kernel that is missing in it would be compiled in the middle of a game, in a turn of one second."""
    counted = subprocess.run(
        [sys.executable, "-c", COUNT, name], cwd=ROOT, capture_output=True, text=True, timeout=900, check=True
    )
    assert counted.stdout == "[]\n"
