"""How many games of the champion against itself two cores play in an hour."""

import statistics
from collections.abc import Iterator, Sequence
from time import process_time

from engine import generate
from experiments.arena.arena import Arena
from experiments.arena.players import player

from .figures import Effort, Figure

CORES = 2
HOUR = 3600.0  # s
SIDE = 30


def champion(effort: Effort) -> Iterator[Figure]:
    """Measure games on `effort.frames` maps, by processor time, without a database; game 0 compiles."""
    seconds = [game(("champion", "champion"), number) for number in range(effort.frames + 1)]
    hourly = CORES * HOUR / statistics.fmean(seconds[1:])
    yield Figure(
        "champion against itself", f"{SIDE} x {SIDE}", hourly, f"games/hour, CPU of {CORES} cores", "10000 or more"
    )


def game(lineup: Sequence[str], number: int) -> float:
    """Return the seconds of processor time of a whole game between players, on the development map of this number."""
    players = [player(notation).parameters for notation in lineup]
    state = generate(SIDE, SIDE, len(players), number)
    arena, begun = Arena(state.height, state.width), process_time()
    arena.play(players, state)
    return process_time() - begun
