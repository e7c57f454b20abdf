"""The drill: a small battle and a quiet frame, which a school plays before its first game to load its kernels."""

import numpy as np

from bot.ground.view import View

from .school import School, Settings

TURNS = 3


def rehearse(school: School, settings: Settings) -> None:
    """Let players of this school answer a few frames, so that everything is compiled on this machine."""
    for frames in ([battle(turn) for turn in range(TURNS)], [quiet()]):
        recruit = school.open(settings, *frames[0].owner.shape)
        for frame in frames:
            recruit.moves(frame)


def battle(turn: int) -> View:
    """Return two players who touch, neutral land and empty squares beside them; a different frame on every turn."""
    owner = np.zeros((8, 10), np.uint8)
    owner[2:5, 1:4], owner[2:5, 5 + turn % 2 : 8] = 1, 2
    strength = np.where(owner > 0, 90 + turn, 20).astype(np.uint8)
    strength[3, 4] = 0
    return View(owner, strength, np.full(owner.shape, 3, np.uint8), 1, turn)


def quiet() -> View:
    """Return two players far apart, whose stacks are too weak for the land beside them alone, not together."""
    owner = np.zeros((18, 24), np.uint8)
    owner[4:6, 3:5], owner[13:15, 15:17] = 1, 2
    strength = np.where(owner > 0, 25, 40).astype(np.uint8)
    return View(owner, strength, np.full(owner.shape, 3, np.uint8), 1, 0)
