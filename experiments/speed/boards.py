"""Boards to measure on: frames of real games of v26 against itself, the same every time."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bot import View, preset
from engine import Replay, generate
from experiments.arena.arena import played
from experiments.recordings import frames

Layer = npt.NDArray[np.uint8]

SEED = 1
SEEDS = range(SEED, SEED + 6)  # several maps: on some, both players stay behind their own walls to the end
STRIDE = 10  # turns between two frames of a game, so that they differ


@lru_cache(maxsize=len(SEEDS))
def game(side: int, players: int, seed: int) -> Replay:
    """Return a whole game of v26 against itself on a square board."""
    return played([preset("v26")] * players, generate(side, side, players, seed))


def grown(side: int, count: int, players: int = 2) -> list[View]:
    """Return the `count` fullest frames of the games on SEEDS in which two players or more are left.

    Each is seen by its largest player.
    """
    sampled = [view for seed in SEEDS for view in _sampled(game(side, players, seed))]
    return sorted(sampled, key=owned, reverse=True)[:count]


def owned(view: View) -> float:
    """Return the share 0..1 of the board that belongs to players."""
    return np.count_nonzero(view.owner) / view.owner.size


def _sampled(replay: Replay) -> Iterator[View]:
    """Yield views of the largest player, every STRIDE turns while another one lives."""
    for turn in range(0, replay.turns, STRIDE):
        squares = np.bincount(replay.owner[turn].ravel(), minlength=2)[1:]
        if np.count_nonzero(squares) > 1:
            yield frames.view(replay, turn, int(squares.argmax()) + 1)


def full(side: int, games: int) -> tuple[Layer, Layer, Layer, Layer]:
    """Return boards of two players who own every square and touch along two fronts, and a move for every square.

    Returns   owner, strength, production and moves 1..4, each (games, side, side) uint8
    """
    random = np.random.default_rng(SEED)
    shape = games, side, side
    owner = np.ones(shape, np.uint8)
    owner[:, :, side // 2 :] = 2
    strength = random.integers(0, 256, shape, np.uint8)
    production = random.integers(1, 11, shape, np.uint8)
    return owner, strength, production, random.integers(1, 5, shape, np.uint8)
