"""A sweep: its points, the default being the first, their games, all on the same maps, and its files.

The map changes last, so that an interrupted sweep has treated all points alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice, product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import effective
from bot.parameters.declaration import value
from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Map
from experiments.arena.space import Axis, Space, SpaceError, Value, text
from experiments.laboratory import exports
from experiments.laboratory.games import revision_here
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.match.experiment import Experiment, Result
from experiments.stats.words import running_percent

from . import plots
from . import table as tables

Floats = npt.NDArray[np.float64]
MOST_GRID_AXES = 2  # a grid over more axes has too many points to play each long enough


@dataclass(frozen=True, slots=True)
class Point:
    """One setting."""

    values: tuple[Value, ...]  # along the axes of the space, in their order
    player: Player  # the base with these values


@dataclass(frozen=True, slots=True)
class Design:
    """The settings of a sweep."""

    space: Space
    points: tuple[Point, ...]  # the default first; no two with the same parameters

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The varied parameters."""
        return self.space.axes

    def label(self, point: int) -> str:
        """Return the values of a point as one types them: alpha=0.2&dodge=off."""
        values = zip(self.space.names, self.points[point].values, strict=True)
        return "&".join(f"{name}={text(value)}" for name, value in values)


def design(base: Player, space: Space, count: int, seed: int) -> Design:
    """Return the points of a sweep around `base`, which comes first.

    One or two axes make a full grid, more a Latin hypercube of `count` points (McKay, Beckman and Conover 1979).

    Raises:
        PlayerError: the base has no such parameters
        SpaceError: the base has no place on an axis, or no value differs from it
    """
    is_grid = len(space.axes) <= MOST_GRID_AXES
    wanted = product(*(axis.values() for axis in space.axes)) if is_grid else _hypercube(space.axes, count, seed)
    points = (Point(values, base.replace(**dict(zip(space.names, values, strict=True)))) for values in wanted)
    distinct: dict[tuple[Any, ...], Point] = {}
    for point in chain([_default(base, space.axes)], points):  # the default may lie on the grid, whole numbers coincide
        # All are one bot with other numbers: their parameters tell them apart without a signature for each.
        distinct.setdefault(tuple(effective(point.player.parameters).items()), point)
    if len(distinct) == 1:
        raise SpaceError(f"every value is the one that {base.notation} has already; there is nothing to compare")
    return Design(space, tuple(distinct.values()))


def _default(base: Player, axes: Sequence[Axis]) -> Point:
    base.replace()  # raises PlayerError for a program, which has nothing to vary
    values = tuple(value(base.parameters, axis.name) for axis in axes)
    for axis, number in zip(axes, values, strict=True):
        if axis.log and number <= 0:
            raise SpaceError(f"{base.notation} has {axis.name} = {text(number)}, which a logarithmic axis cannot show")
    return Point(values, base)


def _hypercube(axes: Sequence[Axis], count: int, seed: int) -> Iterator[tuple[Value, ...]]:
    from scipy.stats import qmc  # here, because it takes a second to load

    random = np.random.default_rng(seed)
    # Centred discrepancy: of many hypercubes one that also fills every plane of two axes evenly.
    shares = qmc.LatinHypercube(len(axes), optimization="random-cd", rng=random).random(count)
    for row in shares.tolist():
        yield tuple(axis.at(share) for axis, share in zip(axes, row, strict=True))


def blocks(design: Design, opponents: Sequence[Player], maps: Iterable[Map]) -> Iterator[Block]:
    """Yield a block for each map, point and opponent: the point, and copies of the opponent on all other seats."""
    for map_ in maps:
        for point in design.points:
            for opponent in opponents:
                yield Block(map_, (point.player, *[opponent] * (map_.players - 1)))


def play_points(
    laboratory: Laboratory, design: Design, opponents: Sequence[Player], maps: Sequence[Map], progress: Progress,
    faults: dict[str, tuple[int, int, int]],
) -> Floats:  # fmt: skip
    """Play all blocks of a sweep, counting the faults of programs; raises what Laboratory.play raises.

    Returns:
        (maps, points, opponents, games) shares of opponents beaten, 0..1; entries with the same map compare
    """
    found = np.zeros((len(maps), len(design.points), len(opponents), maps[0].players))
    with closing(laboratory.play(blocks(design, opponents, maps), progress)) as played:
        for number in range(len(maps)):
            for place, block in zip(np.ndindex(found.shape[1:3]), played, strict=False):
                found[number, *place] = block.shares()
                block.count_faults(faults)
            scores = found[: number + 1].mean(axis=(2, 3))  # (maps, points)
            best = int(scores.mean(axis=0).argmax())
            leader = (
                f"{design.label(best)} leads with {running_percent(scores[:, best])}" if best else "no point is ahead"
            )
            progress.advance(status=f"map {number + 1}: {leader}, the default has {running_percent(scores[:, 0])}")
    return found


def play(asked: Experiment, players: Sequence[Player], design: Design, laboratory: Laboratory) -> Result:
    """Play all points of a sweep. Raises what Laboratory.play raises."""
    assert asked.sweep  # for the type checker: it is one
    faults: dict[str, tuple[int, int, int]] = {}
    drawn = schedule.maps(asked.maps.mix, asked.sweep.seats, asked.maps.seeds, asked.maps.first)
    games = asked.stop.blocks * asked.sweep.seats * len(design.points) * len(players[1:])
    with closing(Progress(games, f"sweep of {', '.join(design.space.names)}")) as progress:
        maps = list(islice(drawn, asked.stop.blocks))
        found = play_points(laboratory, design, players[1:], maps, progress, faults)
    best = tables.leader(tables.table(design, players[1:], found))
    means = found.mean(axis=(0, 2, 3))
    places = np.rint(asked.sweep.seats - found * (asked.sweep.seats - 1)).astype(int)
    return Result(
        revision=revision_here(),
        verdict="AHEAD" if best.is_ahead else "EVEN",
        best=design.points[best.name].player.notation,
        points=tuple((design.label(i), asked.stop.blocks, round(float(mean), 4)) for i, mean in enumerate(means)),
        faults=faults,
        games=" ".join("".join(map(str, block)) for block in places.reshape(-1, asked.sweep.seats)),
    )


def shares_of(asked: Experiment) -> Floats:
    """Return (maps, points, opponents, games) the shares of opponents beaten in an answered sweep."""
    assert asked.sweep  # for the type checker: it is an answered one
    places = np.array([list(map(int, word)) for word in asked.answer.games.split()])
    shape = asked.stop.blocks, len(asked.answer.points), len(asked.players) - 1, asked.sweep.seats
    return np.asarray((asked.sweep.seats - places.reshape(shape)) / (asked.sweep.seats - 1))


def report(asked: Experiment, players: Sequence[Player], design: Design, folder: Path) -> str:
    """Write table, pictures and report of an answered sweep into a folder, and return the report. Raises UserError."""
    assert asked.sweep  # for the type checker: it is one
    scores = tables.table(design, players[1:], shares_of(asked))
    said = tables.report(design, scores, f" --mix {asked.maps.mix} --players {asked.sweep.seats}")
    for name, (crashes, late, _) in asked.answer.faults.items():
        said += f"\n{name} crashed or was late in {crashes + late} games." if crashes + late else ""
    kind, draw = {1: ("curve", plots.curve), 2: ("heat", plots.heat_maps)}.get(len(design.axes), ("joint", plots.joint))
    contents = {"sweep.csv": scores, f"sweep-{kind}.png": draw(design, scores), "sweep.txt": f"{said}\n"}
    files = exports.save_all(folder, contents)
    return "\n".join([said, "", *map(str, files)])
