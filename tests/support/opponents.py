"""Boards and games for the tests of opponents."""

import sys
import types
from dataclasses import replace

import numpy as np

from bot import View, preset
from bot.program.explanation_file import ExplanationFile
from engine import Function, Game, State, generate
from engine import replay as replays
from experiments.arena.arena import record
from experiments.opponents.opponent import Layer
from tests.support.project import ROOT, blocks


def board(height, width, players, seed=1):
    """A map, also of sizes for which no official one is made."""
    if min(height, width) >= 8:
        return generate(width, height, players, seed)
    dice = np.random.default_rng(seed)
    owner = np.zeros((height, width), np.uint8)
    owner.ravel()[dice.choice(owner.size, players, replace=False)] = np.arange(1, players + 1)
    return State(owner, dice.integers(0, 256, owner.shape).astype(np.uint8), dice.integers(0, 9, owner.shape, np.uint8))


def battles(seed=1):
    """Frames from the middle of a game between v26 and v12, as View of player 1, one behind the other."""
    replay = record([preset("v26"), preset("v12")], generate(14, 12, 2, seed))
    middle = len(replay.owner) // 2
    return [
        View(replay.owner[turn], replay.strength[turn], replay.production, 1, turn)
        for turn in range(middle - 10, middle)
        if np.any(replay.owner[turn] == 1)
    ]


def example():
    page = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    (source,) = (block for block in blocks(page, "python") if "OPPONENT" in block)
    module = types.ModuleType("miser")
    sys.modules["miser"] = module  # dataclasses look their module up
    exec(source, vars(module))
    return module.OPPONENT


def check(opponent, line, size):
    """A line of an explanation file has what its opponent declares and nothing else, on boards of so many squares."""
    assert set(line["layers"]) == {layer.name for layer in opponent.layers}
    grids, arrows = ([line["layers"][each.name] for each in opponent.layers if each.kind == kind]
                     for kind in ("squares", "arrows"))  # fmt: skip
    assert {len(layer) for layer in (line["reason"], line["move"], *grids)} == {size}
    assert set(line["reason"]) <= set(range(len(opponent.reasons)))
    assert all(0 <= square < size for pairs in arrows for square in np.ravel(pairs))


def asking(mover):
    """A mover as engine.Function asks it, every answer looked at."""

    def choose(state, seat, turn):
        moves = mover.moves(View(state.owner, state.strength, state.production, seat, turn - 1))
        assert moves.dtype == np.uint8
        assert moves.shape == state.owner.shape
        assert moves.max() <= 4
        return moves.astype(np.int32)

    return choose


ARROWS = Layer("ways <i>", "from a square to the one across the edge", kind="arrows")
LOUD = Layer("<img src=x onerror=alert(1)>", "strength of <b>everybody</b>", "points")


def explained_game(folder):
    """A game of the page's example, and its explanation with a hostile name: both paths, and the lines."""
    miser = example()
    opponent = replace(miser, layers=(*miser.layers, LOUD, ARROWS))
    state = generate(10, 8, 2, 3)
    seats = [Function(asking(opponent.open(opponent.settings(), 8, 10)), "miser") for _ in range(2)]
    game, lines = Game(seats, state, ignore_timeouts=True).play().replay, []
    why, mover = folder / "small.player1.explain.gz", opponent.open(opponent.settings(), 8, 10)
    replays.write(game, folder / "small.hlt")
    file = ExplanationFile(why)
    for turn in range(game.turns):
        view = View(game.owner[turn], game.strength[turn], game.production, 1, turn)
        if turn == 0:
            file.write_header(opponent.header(opponent.settings(name="miser"), view))
        if not np.any(view.owner == 1):
            break
        mover.moves(view)
        line = mover.explain(view)
        line["layers"] |= {LOUD.name: view.strength.ravel().tolist(), ARROWS.name: [[0, 9], [11, 33]]}
        line |= {"figures": {"stacks <u>": float(np.count_nonzero(view.owner == 1))}}
        check(opponent, line, view.owner.size)
        file.write_turn(turn, line)
        lines.append(line)
    file.close()
    return folder / "small.hlt", why, lines
