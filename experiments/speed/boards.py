"""Boards to measure on: frames of real games of v26 against itself, the same every time."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bot import View, preset
from engine import Replay, generate
from experiments.arena import Arena

Layer = npt.NDArray[np.uint8]

SEED = 1


@lru_cache(maxsize=8)
def game(side: int, players: int = 2) -> Replay:
    """A whole game of v26 against itself on a square board."""
    state = generate(side, side, players, SEED)
    replay = Arena(state.height, state.width).play([preset("v26")] * players, state, record=True).replay
    assert replay is not None
    return replay


def grown(side: int, count: int, players: int = 2) -> list[View]:
    """`count` frames, evenly spread over the second half of a game, as their largest player sees them.

    In the second half the land is divided: what is neutral then is a wall, or was just fought over.
    """
    replay = game(side, players)
    turns = np.linspace(replay.turns // 2, replay.turns - 1, count).astype(int).tolist()
    return [_largest(replay, turn) for turn in turns]


def _largest(replay: Replay, turn: int) -> View:
    me = int(np.bincount(replay.owner[turn].ravel(), minlength=2)[1:].argmax()) + 1
    return View(replay.owner[turn], replay.strength[turn], replay.production, me, turn)


def full(side: int, games: int) -> tuple[Layer, Layer, Layer, Layer]:
    """Boards of two players who own everything and touch along two fronts, and an order to move for every square.

    Returns   owner, strength, production and moves 1..4, each (games, side, side) uint8
    """
    random = np.random.default_rng(SEED)
    shape = games, side, side
    owner = np.ones(shape, np.uint8)
    owner[:, :, side // 2 :] = 2
    strength = random.integers(0, 256, shape, np.uint8)
    production = random.integers(1, 11, shape, np.uint8)
    return owner, strength, production, random.integers(1, 5, shape, np.uint8)
