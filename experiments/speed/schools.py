"""How many games an hour the schools play in process."""

import statistics
from collections.abc import Iterator
from time import process_time

from engine import generate
from experiments.arena.arena import Arena
from experiments.opponents import drill
from experiments.opponents.registry import NAMES, school
from experiments.opponents.school import School

from .figures import Effort, Figure

CORES = 2
HOUR = 3600.0  # s


def schools(effort: Effort) -> Iterator[Figure]:
    """Play games between two players of one school, on development maps.

    Games an hour of CORES cores, by processor time.
    """
    for name in NAMES:
        took = seconds(school(name), effort.game_side, 2 * effort.rounds)
        board = f"{effort.game_side} x {effort.game_side}, {len(took)} games"
        yield Figure(f"{name}, games on {CORES} cores", board, CORES * HOUR / statistics.fmean(took), "games/hour")
        yield Figure(f"{name}, longest game", board, max(took), "s CPU")


def seconds(played: School, side: int, games: int) -> list[float]:
    """Return the processor time of each game, everything being compiled and loaded before the first one."""
    player = played.family.defaults
    drill.rehearse(played, player)
    took = []
    for seed in range(games):
        state = generate(side, side, 2, seed)
        arena, begun = Arena(state.height, state.width), process_time()
        arena.play([player, player], state)
        took.append(process_time() - begun)
    return took
