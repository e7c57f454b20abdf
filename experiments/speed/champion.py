"""How many games of the champion against itself two cores play in an hour, with its forecasts and without."""

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
PLAYERS = {
    "champion": "10000 or more",
    "champion?campaign_search=0": "",
    "champion?campaign_search=0&opening_search=0": "",
}
"""Who plays itself, with its target: without the forecasts of campaign and opening the turns remain."""


def champion(effort: Effort) -> Iterator[Figure]:
    """Measure games on `effort.frames` maps, by processor time, without a database; game 0 compiles.

    The players take turns on each map, so that their figures can be compared.
    """
    seconds = [{who: game((who, who), number) for who in PLAYERS} for number in range(effort.frames + 1)]
    for who, target in PLAYERS.items():
        hourly = CORES * HOUR / statistics.fmean(each[who] for each in seconds[1:])
        unit = f"games/hour, CPU of {CORES} cores"
        yield Figure(f"{who} against itself", f"{SIDE} x {SIDE}", hourly, unit, target)


def game(lineup: Sequence[str], number: int) -> float:
    """Return the seconds of processor time of a whole game between players, on the development map of this number."""
    players = [player(notation).parameters for notation in lineup]
    state = generate(SIDE, SIDE, len(players), number)
    arena, begun = Arena(state.height, state.width), process_time()
    arena.play(players, state)
    return process_time() - begun
