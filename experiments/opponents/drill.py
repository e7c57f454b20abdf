"""The drill: a small battle that a school plays before its first game, so that all its kernels are loaded by then."""

import numpy as np

from bot.view import View

from .school import School, Settings

TURNS = 3


def rehearse(school: School, settings: Settings) -> None:
    """Let a player of this school answer a few frames, so that everything is compiled on this machine."""
    recruit = school.open(settings, *battle(0).owner.shape)
    for turn in range(TURNS):
        recruit.moves(battle(turn))


def battle(turn: int) -> View:
    """Two players who touch, with neutral land and empty squares beside them; a different frame on every turn."""
    owner = np.zeros((8, 10), np.uint8)
    owner[2:5, 1:4], owner[2:5, 5 + turn % 2 : 8] = 1, 2
    strength = np.where(owner > 0, 90 + turn, 20).astype(np.uint8)
    strength[3, 4] = 0
    return View(owner, strength, np.full(owner.shape, 3, np.uint8), 1, turn)
