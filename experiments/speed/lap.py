"""Laps of one revision, for `experiments.speed.against`: `python -P lap.py`, with that revision in PYTHONPATH.

For a line `WORK NUMBER` it does this work once and answers with the seconds of processor time, how much it was, and a
digest of what came out. It uses only what older revisions have as well.
"""

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from time import process_time
from typing import Any

import numpy as np

from bot import preset
from bot.kernels import Decider
from engine import generate, kernels
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.speed import boards

SIDE, FULL, GAME = 50, 30, 30
FRAMES, TURNS = 40, 200

Lap = tuple[float, int, Any]  # seconds, pieces of work, the outcome


@cache
def _grown() -> tuple[list[Any], Decider]:
    return boards.grown(SIDE, FRAMES), Decider(preset("v26"), SIDE, SIDE)


def decisions(_: int) -> Lap:
    """Make one compiled decision of v26 on each of the fullest frames."""
    views, decider = _grown()
    moves = []
    begun = process_time()
    for view in views:
        decider.memory[:] = 0
        moves.append(decider.moves(view))
    return process_time() - begun, len(views), moves


def rules(_: int) -> Lap:
    """Compiled turns of the rules on full boards."""
    owner, strength, production, moves = boards.full(FULL, TURNS)
    memory = kernels.memory_for(FULL, FULL)
    begun = process_time()
    kernels.step_many(owner, strength, production, moves, memory)
    return process_time() - begun, TURNS, (owner, strength)


def game(lineup: str, number: int) -> Lap:
    """Play a whole game between presets, also changed ones, on the development map of this number."""
    players = [player(notation).parameters for notation in lineup.split("-")]
    state = generate(GAME, GAME, len(players), number)
    arena, begun = Arena(state.height, state.width), process_time()
    outcome = arena.play(players, state)
    return process_time() - begun, 1, (outcome.territory, outcome.last)


WORK: dict[str, Callable[[int], Lap]] = {"decisions": decisions, "rules": rules}  # all other work is a game


def main() -> None:
    """Work until the input ends."""
    for line in sys.stdin:
        name, number = line.split()
        seconds, pieces, outcome = WORK[name](int(number)) if name in WORK else game(name, int(number))
        digest = hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in outcome)).hexdigest()
        print(seconds, pieces, digest, flush=True)


if __name__ == "__main__":
    main()
