"""Boards and games for the tests of schools."""

import numpy as np

from bot import View, preset
from engine import State, generate
from experiments.arena.arena import Arena

BOARDS = ((8, 8, 2), (15, 11, 3), (12, 12, 4), (13, 17, 5), (12, 18, 6), (1, 2, 2), (1, 9, 2), (2, 7, 3), (3, 3, 2))
"""Height, width, players."""


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
    state = generate(14, 12, 2, seed)
    replay = Arena(12, 14).play([preset("v26"), preset("v12")], state, record=True).replay
    middle = len(replay.owner) // 2
    return [
        View(replay.owner[turn], replay.strength[turn], replay.production, 1, turn)
        for turn in range(middle - 10, middle)
        if np.any(replay.owner[turn] == 1)
    ]


def shifted(view, down, right):
    """The same frame on a torus that is cut elsewhere."""
    layers = (np.roll(layer, (down, right), (0, 1)) for layer in (view.owner, view.strength, view.production))
    return View(*layers, view.me, view.turn)
