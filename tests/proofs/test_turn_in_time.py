"""MyBot.py answers in time, beside busy processes too; speeds are printed; the module is built again byte by byte."""

import json
import subprocess
import sys
import time

import pytest

from bot import override, preset
from bot.program.module import WasmKernels
from bot.search.player import CompiledPlayer
from bot.search.state import DONE
from engine.state import MOST_PLAYERS
from experiments.module.build import SAMPLE, compile_exports, digest, versions
from experiments.speed import run as speed
from experiments.speed.figures import BUSY, busy, sample_frames
from tests.support.boards import view_of
from tests.support.project import ROOT
from viewer.pack import BUILT, TABLE

SIDE, FRAMES = 50, 40
LONGEST_PIECE = 0.037  # s of the processor between two looks at the clock: three times what docs/speed.md says
LONGEST_TURN = 0.410  # s of the processor: some three times the worst answer of docs/speed.md
RUNS = 2  # of each turn; the quicker one counts, because a cache may have been cold


@pytest.fixture(scope="module")
def spent():
    """Seconds of the processor for each piece of work: one list a turn, of the quicker of RUNS players."""
    states = sample_frames(SIDE, MOST_PLAYERS, FRAMES)
    return [min(runs, key=sum) for runs in zip(*(pieces_of(states) for _ in range(RUNS)), strict=True)]


def pieces_of(states):
    """What each turn's pieces of work take; a map for six comes out a little smaller than SIDE."""
    player = CompiledPlayer(override(preset("champion"), {"opening_search": 0}), WasmKernels, *states[0].owner.shape)
    for turn, state in enumerate(states):
        player.receive(view_of(state, 1, turn))
        pieces = []
        while player.state["phase"] < DONE:
            begun = time.process_time()
            player.kernels("run", pieces=1, is_late=False)
            pieces.append(time.process_time() - begun)
        yield pieces


def test_the_clock_is_asked_often_enough(spent):
    slowest = max(range(FRAMES), key=lambda turn: max(spent[turn]))
    assert max(spent[slowest]) <= LONGEST_PIECE, f"frame {slowest} of {FRAMES}"


def test_the_worst_turn_is_short(spent):
    slowest = max(range(FRAMES), key=lambda turn: sum(spent[turn]))
    assert sum(spent[slowest]) <= LONGEST_TURN, f"frame {slowest} of {FRAMES}"


def test_nobody_is_ejected_beside_sixteen_busy_processes():
    command = [sys.executable, "-m", "engine", "-d", "30x30", "-s", "12", "-r", "--results-as-json"]
    bots = [f"{sys.executable} MyBot.py --log /dev/null", f"{sys.executable} MyBot.py --log /dev/null --preset v26"]
    with busy(BUSY):
        game = subprocess.run([*command, *bots], cwd=ROOT, capture_output=True, text=True, check=True)
    assert [seat["fault"] for seat in json.loads(game.stdout)["standings"]] == [None, None]


MADE_BY = json.loads((BUILT / TABLE).read_text(encoding="utf-8"))["made_by"]


@pytest.mark.skipif(not versions().items() <= MADE_BY.items(), reason=f"kept is what {MADE_BY} built")
def test_a_part_that_is_built_again_has_the_same_bytes():
    assert digest(compile_exports(*SAMPLE)) == MADE_BY["sample"]


def test_a_run_prints_a_table_of_its_figures(capsys):
    speed.run(["turns", "steps", "games"], quick=True)
    _, _, *lines = capsys.readouterr().out.splitlines()
    rows = [dict(zip(speed.HEADER, line[2:-2].split(" | "), strict=True)) for line in (lines[0], *lines[2:])]
    named = {row["figure"] for row in rows}
    assert {"plain turn of v26, worst", "compiled rules", "v26 against v17", "champion against champion"} <= named
    assert all(float(row["value"]) > 0 for row in rows[1:])
