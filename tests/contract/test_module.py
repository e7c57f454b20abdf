"""The kernels as a WebAssembly module do what they do in Python, to the last bit of every array."""

import numpy as np
import pytest

from bot import View, override, preset
from bot.kernels import Decider
from bot.program.module import WasmKernels
from bot.search import champion
from bot.search.champion import named_arrays
from bot.search.player import CompiledPlayer
from engine import generate
from engine import kernels as stepping
from engine.replay import read
from engine.rules import turn_limit
from experiments.module.exports import workspace
from experiments.module.table import plain_bytes
from experiments.recordings.watched import Watched
from tests.support.boards import assert_same_squares
from tests.support.explanations import assert_same
from tests.support.recordings import GOLDEN

RECORDINGS = sorted((GOLDEN / "decisions").glob("*.hlt.gz"))
BOARDS = [(1, 1), (1, 5), (2, 2), (3, 4), (5, 5), (16, 16), (17, 15), (24, 30), (50, 50)]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_memory_before_a_game_is_as_python_makes_it(board):
    thinker = WasmKernels(*board)
    assert not [
        name for name, array in named_arrays(workspace(*board)).items()
        if thinker.bytes(name).tobytes() != plain_bytes(array)
    ]  # fmt: skip


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_golden_decisions_are_made_alike(path):
    replay = read(path)
    height, width = replay.production.shape
    for seat, name in enumerate(replay.player_names, 1):
        player = override(preset(name), {"ties": "fixed"}).resolve(len(replay.player_names), height, width)
        thinker = WasmKernels(height, width)
        python = Decider(player, height, width, whole=True)
        thinker.arrays["parameters"][0] = python.parameters
        for now in range(replay.turns):
            view = Watched(replay).view(now, seat)
            ours = view.owner == seat
            if not ours.any():
                break
            explanation = python.explain(view)
            _show(view, thinker)
            thinker("explain", me=seat, turn=now)
            assert np.array_equal(thinker.arrays["moves"], explanation.move)
            assert np.array_equal(thinker.arrays["roots"], explanation.root.ravel())
            assert (explanation.move == replay.moves[now])[ours].all()
            assert np.array_equal(thinker.bytes("scratch.cells"), python.scratch.cells.view(np.uint8))
            assert np.array_equal(thinker.arrays["memory"], python.memory)
            for name, note in python.scratch.notes._asdict().items():
                assert np.array_equal(thinker.bytes(f"scratch.notes.{name}"), note.reshape(-1).view(np.uint8))


def _show(view, thinker):
    for layer in ("owner", "strength", "production"):
        thinker.arrays[layer][:] = getattr(view, layer)


CHANGES = [{"alpha": 0.3}, {"rival_search": 0}, {"rival_search": 9, "pact": "off"}, {"seed": 2**63 - 1}]


@pytest.mark.parametrize(("players", "side", "seed"), [(2, 20, 7), (6, 20, 7)])
def test_a_champions_game_is_played_alike(players, side, seed):
    state = generate(side, side, players, seed)
    height, width = state.owner.shape
    cheaper = {"opening_search": 10, "campaign_search": 2}
    player = override(preset("champion"), cheaper).resolve(players, height, width)
    seats = {
        me: (champion.Champion(player, height, width), CompiledPlayer(player, WasmKernels, height, width))
        for me in range(1, players + 1)
    }
    memory = stepping.memory_for(height, width)
    owner, strength, production = (each.copy() for each in (state.owner, state.strength, state.production))
    everyone, tried, told = np.zeros(owner.shape, np.uint8), 0, set()
    changes = iter(CHANGES if players == 2 else [])
    for now in range(turn_limit(width, height)):
        living = [me for me in seats if (owner == me).any()]
        if len(living) < 2:
            break
        if now % 12 == 6 and (change := next(changes, None)):
            for each in seats[2]:
                each.change_parameters(override(each.parameters, change))
        for me in living:
            python, wasm = seats[me]
            view = View(owner, strength, production, me, now)
            moves = python.moves(view)
            assert_same_squares(wasm.moves(view), moves, f"moves of player {me} on turn {now}")
            _compare(python, wasm)
            if now % 30 == 15:
                assert_same(wasm.explain(view), python.explain(view))
            everyone[owner == me] = moves[owner == me]
            report = python.report()
            tried += report["tried"]
            told |= {name for name in ("opening", "campaign", "plans") if report.get(name)}
        stepping.step(owner, strength, production, everyone, memory)
    assert tried > 10_000
    assert told >= ({"opening", "campaign"} if players == 2 else {"opening", "plans"})


def _compare(python, wasm):
    """Every byte that the turn left behind, but for gaps between fields, in which numpy leaves anything."""
    assert python.report() == wasm.report()
    for name, array in python.kernels.arrays.items():
        assert plain_bytes(wasm.kernels.arrays[name]) == plain_bytes(array), name
