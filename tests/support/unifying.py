"""Frames and players for the tests of the school `unifier`."""

import numpy as np

from bot import View
from experiments.opponents.unifier import Unifying
from experiments.opponents.unifier.play import Unifier


def asked(view, **knobs):
    """A player that has answered this frame."""
    mover = Unifier(Unifying(**{"openings": 0, **knobs}), *view.owner.shape)
    mover.moves(view)
    return mover


def drawn(seed, stacks=3, height=7, width=8, gap=2):
    """A front of so many stacks of ours and three of the enemy, on land of both with empty columns between."""
    dice = np.random.default_rng(seed)
    owner, strength = np.zeros((height, width), np.uint8), np.full((height, width), 250, np.uint8)
    far = 3 + gap
    owner[1:6, 1:3], owner[1:6, far : far + 2] = 1, 2
    strength[1:6, 1 : far + 2] = 0
    for side, columns, count in ((1, (1, 3), stacks), (2, (far, far + 2), 3)):
        for cell in dice.choice(10, count, replace=False):
            y, x = 1 + cell // 2, columns[0] + cell % 2
            assert owner[y, x] == side
            strength[y, x] = dice.integers(5, 120)
    return View(owner, strength, dice.integers(0, 8, owner.shape).astype(np.uint8), 1, 20)


def bare(owner, strength, production=1, turn=20):
    """A board from rows; we are player 1."""
    owner, strength = np.array(owner, np.uint8), np.array(strength, np.uint8)
    return View(owner, strength, np.full(owner.shape, production, np.uint8), 1, turn)
