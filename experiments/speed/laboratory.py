"""How many games an hour the laboratory plays, and what a second worker adds."""

import statistics
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import perf_counter

from experiments.arena.players import player
from experiments.arena.schedule import Block, Mix, Seeds, blocks, maps
from experiments.laboratory.database import Database
from experiments.laboratory.executor import Executor, open_executor
from experiments.laboratory.laboratory import Laboratory

from .figures import Effort, Figure

WORKERS = (1, 2)
LINEUP = ("v26", "v17")
HOUR = 3600.0  # s


def lab(effort: Effort) -> Iterator[Figure]:
    """Play a match with one worker and with two, by the wall clock, dask and the database included.

    Both play the same blocks, alternately; the workers have played before, so that nothing is loaded meanwhile.
    """
    times: dict[int, list[float]] = {workers: [] for workers in WORKERS}
    with open_executor(WORKERS[0]) as one, open_executor(WORKERS[1]) as two:
        for executor in (one, two):
            _seconds(executor, _match(effort, -1))
        for number in range(effort.rounds):
            for workers, executor in zip(WORKERS, (one, two), strict=True):
                times[workers].append(_seconds(executor, _match(effort, number)))
    board = f"{effort.game_side} x {effort.game_side}"
    games = len(LINEUP) * effort.blocks
    for workers in WORKERS:
        hourly = HOUR * games / statistics.median(times[workers])
        yield Figure(f"match, {workers} worker{'' if workers == 1 else 's'}", board, hourly, "games/hour")
    ratio = statistics.median(slow / fast for slow, fast in zip(*times.values(), strict=True))
    yield Figure("2 workers / 1 worker", board, ratio, "times", "1.8 or more")


def _match(effort: Effort, number: int) -> list[Block]:
    """Return the blocks of round `number`, from -1, drawn before the clock starts."""
    lineup = [player(notation) for notation in LINEUP]
    mix = Mix.parse(f"{effort.game_side}x{effort.game_side}")
    drawn = maps(mix, len(lineup), Seeds.DEVELOPMENT, first=(number + 1) * effort.blocks)
    return list(islice(blocks(lineup, drawn), effort.blocks))


def _seconds(executor: Executor, match: list[Block]) -> float:
    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder) / "laboratory.db") as database:
        begun = perf_counter()
        for _ in Laboratory(database, executor).play(match):
            pass
        return perf_counter() - begun
