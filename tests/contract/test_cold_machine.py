"""Champion and schools on a machine that has not compiled them yet: their answers, and when compiled moves set in."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from bot import DEFAULT, Memory, decide, preset
from bot.program import warm
from engine import generate, wire
from experiments.opponents import warming
from experiments.opponents.registry import NAMES
from tests.support.bots import ROOT, Conversation
from tests.support.processes import PATIENCE, children_of, is_alive
from tests.support.views import view_of

STATE = generate(20, 20, 2, 3)
OPPONENTS = ROOT / "experiments" / "opponents"

if not warm._has_numba():
    pytest.skip("without numba there is nothing to compile", allow_module_level=True)


def program_of(name, folder, *words, **environment):
    """The champion or a school in a process of its own."""
    file = ROOT / "MyBot.py" if name == "champion" else OPPONENTS / f"{name}.py"
    return Conversation(file, folder / "MyBot.log", *words, **environment)


@pytest.fixture
def empty_cache(tmp_path):
    """A folder for machine code, without any."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    return folder


@pytest.mark.parametrize(
    ("name", "subject"), [("champion", "the search"), ("friendly", "friendly"), ("matcher", "matcher")]
)
def test_a_cold_machine_sends_its_name_at_once_and_greedy_moves(name, subject, tmp_path, empty_cache):
    """Schools compiled before: the first 30 seconds were over. When the pipe is closed nothing goes on compiling."""
    with program_of(name, tmp_path, NUMBA_CACHE_DIR=str(empty_cache)) as program:
        assert program.answer(wire.handshake(STATE, 1)) == name
        moves = wire.read_moves(program.answer(wire.frame(STATE)), STATE, 1)
        out, err = program.process.communicate(timeout=PATIENCE)
    np.testing.assert_array_equal(moves, decide(view_of(STATE, 1), Memory(), preset(DEFAULT)).moves)
    assert (program.process.returncode, out, err) == (0, b"", b"")
    assert f"plays its greedy moves until {subject} is compiled" in program.told()
    assert not any(mark.exists() for mark in warm.marks(empty_cache))


@pytest.mark.parametrize(("name", "subject"), [("champion", "the search"), ("friendly", "friendly")])
def test_what_is_compiled_joins_a_game_that_has_begun_without_it(name, subject, tmp_path, monkeypatch):
    """Where loading takes longer than the bot may wait. Every frame is answered meanwhile; the log names the turn."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)  # this machine's folder, with all of its machine code
    assert warm.compile_here(print) if name == "champion" else warming.main([name]) == 0
    end = time.monotonic() + PATIENCE
    words = () if name == "champion" else ("--explain", str(tmp_path / "why.gz"))
    with program_of(name, tmp_path, *words, NUMBA_CACHE_DIR=str(warm.cache_folder())) as program:
        program.answer(wire.handshake(STATE, 1))
        turns = 0
        while f"plays with {subject} from turn" not in program.told() and time.monotonic() < end:
            wire.read_moves(program.answer(wire.frame(STATE)), STATE, 1)
            turns += 1
            time.sleep(0.01)
        out, err = program.process.communicate(timeout=PATIENCE)
    assert f"plays with {subject} from turn {turns - 1}" in program.told()
    assert (program.process.returncode, out, err) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has neither /proc nor ps")
def test_a_killed_bot_leaves_no_process_behind(tmp_path, empty_cache):
    """A referee kills what does not end by itself; the processes beside the game notice."""
    with program_of("champion", tmp_path, NUMBA_CACHE_DIR=str(empty_cache)) as bot:
        bot.answer(wire.handshake(STATE, 1))
        beside = children_of(bot.process.pid)
        bot.process.kill()
        bot.process.wait()
        end = time.monotonic() + PATIENCE
        while any(is_alive(child) for child in beside) and time.monotonic() < end:
            time.sleep(0.05)
    assert len(beside) == 2
    assert not any(is_alive(child) for child in beside)


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
