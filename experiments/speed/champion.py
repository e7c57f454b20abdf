"""How many games of the champion against itself two cores play in an hour."""

import statistics
from collections.abc import Iterator

from . import lap
from .against import CORES, HOUR
from .figures import Effort, Figure


def champion(effort: Effort) -> Iterator[Figure]:
    """Measure games on `effort.frames` maps, by processor time, without a database; game 0 compiles."""
    seconds = [lap.game("champion-champion", number)[0] for number in range(effort.frames + 1)]
    hourly = CORES * HOUR / statistics.fmean(seconds[1:])
    board = f"{lap.GAME} x {lap.GAME}"
    yield Figure("champion against itself", board, hourly, f"games/hour, CPU of {CORES} cores", "10000 or more")
