"""Signatures: twelve characters that say what code does on fixed boards.

A stored game belongs to what its players and the rules do, never to the files they are made of. Code that is renamed,
moved or made faster keeps its games; code that decides one square of the bench differently is another player. Two that
answer alike here may differ elsewhere, so a player's identity has its parameters, too.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from bot.knobs.knob import Knobs
from engine.ranking import last_frames_alive, ranks
from engine.rules import turn_limit
from engine.state import MOST_PLAYERS

from . import bench
from .bench import BenchAnswer, Scene

DIGITS = 12

STEPS = 6  # turns that the rules play from the first frame of each scene
DIRECTIONS = 7  # orders 0..4 of the rules, and two that they must refuse

MAPS = (  # width, height, players, seed
    (12, 12, 1, 0), (10, 10, 2, 42), (20, 20, 2, 7), (30, 30, 2, 2**31 + 7), (50, 50, 2, 9), (25, 25, 3, 1),
    (30, 24, 3, 2), (16, 16, 4, 3), (40, 40, 4, 4), (25, 30, 5, 5), (35, 35, 5, 6), (20, 24, 6, 7), (50, 50, 6, 8),
)  # fmt: skip


@cache
def of_player(values: Knobs) -> str:
    """Return the signature of the player of this process with these values."""
    from .ready import announced  # here, because it loads numba: most of what asks who plays never asks how

    with announced():
        return of_answers(bench.answers_of(values))


def of_answers(answers: Iterable[BenchAnswer]) -> str:
    """Return the signature of any player of this process, by what it answers on the bench."""
    return _digest(answer.moves for answer in answers)


def referee() -> str:
    """Return the signatures of the rules and of the maps: all of a game that no player decides."""
    return f"{of_rules()}-{of_maps()}"


@cache
def of_rules() -> str:
    """Return the signature of the compiled rules: fixed scenes under fixed orders, ranks, and the length of games."""
    from .ready import announced  # here, as above

    with announced():
        return _digest(_judged())


@cache
def of_maps() -> str:
    """Return the signature of the map generator, which may change without the rules."""
    return _digest(_drawn())


def _judged() -> Iterator[npt.NDArray[np.integer]]:
    for number, scene in enumerate(bench.scenes()):
        yield from _played_on(scene, number)
    # Who lives longer ranks better, then who holds more in the last frame; two fall together, two are alike.
    territory = np.array([[9, 9, 9, 9, 9], [9, 7, 0, 0, 9], [0, 7, 0, 0, 9], [0, 7, 0, 0, 8]])
    yield np.array(ranks(territory))
    yield np.array(last_frames_alive(territory))
    yield np.array([turn_limit(width, height) for width, height in product((10, 24, 30, 47, 50), repeat=2)])


def _played_on(scene: Scene, number: int) -> Iterator[npt.NDArray[np.integer]]:
    """Yield the boards that follow on the first frame of a scene.

    Every order is computed from the square, the player and the turn; one player is ejected on the way.
    """
    from engine import kernels  # here, because most of what asks who plays never asks how

    state = scene.state
    height, width = state.owner.shape
    memory, square = kernels.memory_for(height, width), np.arange(height * width).reshape(height, width)
    merged = np.zeros((height, width), np.uint8)
    for turn in range(STEPS):
        drawn = [(square * 7919 + player * 104729 + (turn + number) * 1299709) >> 4 for player in range(MOST_PLAYERS)]
        orders = (np.stack(drawn) % DIRECTIONS).astype(np.uint8)
        if turn == STEPS - 2:
            kernels.eject(state.owner, 2)
        kernels.gather(state.owner, orders, merged)
        kernels.step(state.owner, state.strength, state.production, merged, memory)
        yield from (state.owner.copy(), state.strength.copy())


def _drawn() -> Iterator[npt.NDArray[np.integer]]:
    from engine.map_kernels import generate  # here, because numba loads slowly; games are played on these maps

    for width, height, players, seed in MAPS:
        state = generate(width, height, players, seed)
        yield from (state.owner, state.strength, state.production)


def _digest(arrays: Iterable[npt.NDArray[np.integer]]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.array([array.ndim, *array.shape], "<i8").tobytes())
        digest.update(np.ascontiguousarray(array, "<i8").tobytes())
    return digest.hexdigest()[:DIGITS]
