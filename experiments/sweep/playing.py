"""Playing a sweep: every point meets every opponent on the same maps."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from experiments.arena.players import Player
from experiments.arena.schedule import Block, Map
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.stats.words import running

from .points import Design


@dataclass(frozen=True, slots=True)
class PointScores:
    """The scores of the points. Entries with the same map can be compared."""

    shares: npt.NDArray[np.float64]  # (maps, points, opponents, games) share of opponents beaten, 0..1
    faults: npt.NDArray[np.int64]  # (points, opponents) games with a late, crashed or unreadable player

    @property
    def scores(self) -> npt.NDArray[np.float64]:
        """(maps, points, opponents) block scores."""
        return np.asarray(self.shares.mean(axis=3))


def blocks(design: Design, opponents: Sequence[Player], maps: Iterable[Map]) -> Iterator[Block]:
    """Yield a block for each map, point and opponent.

    The point is the first of the line-up, copies of the opponent take all other seats. The map changes last, so that an
    interrupted sweep has treated all points alike.
    """
    for map_ in maps:
        for point in design.points:
            for opponent in opponents:
                yield Block(map_, (point.player, *[opponent] * (map_.players - 1)))


def play(
    laboratory: Laboratory,
    design: Design,
    opponents: Sequence[Player],
    maps: Sequence[Map],
    watch: Progress,
) -> PointScores:
    """Play all blocks of a sweep; raises what Laboratory.play raises."""
    players = maps[0].players
    shares = np.zeros((len(maps), len(design.points), len(opponents), players))
    faults = np.zeros((len(design.points), len(opponents)), np.int64)
    played = laboratory.play(blocks(design, opponents, maps), watch)
    for number in range(len(maps)):
        for point in range(len(design.points)):
            for opponent, block in enumerate(islice(played, len(opponents))):
                shares[number, point, opponent] = block.shares()
                faults[point, opponent] += sum(any(game.faults) for game in block.games)
        watch.advance(status=status(design, shares[: number + 1]))
    return PointScores(shares, faults)


def status(design: Design, shares: npt.NDArray[np.float64]) -> str:
    """Return the current leader, for the progress line; no verdict."""
    scores = shares.mean(axis=(2, 3))  # (maps, points)
    best = int(scores.mean(axis=0).argmax())
    leader = f"{design.label(best)} leads with {running(scores[:, best])}" if best else "no point is ahead"
    return f"map {len(shares)}: {leader}, the default has {running(scores[:, 0])}"
