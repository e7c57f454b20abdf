"""A sweep from its question to its files."""

from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import numpy as np

from engine import writing
from engine.errors import UserError
from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Map
from experiments.laboratory.exports import save_figure, save_table
from experiments.laboratory.games import revision_here
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.match.experiment import Experiment, Grid, Result, Stop
from experiments.match.run import ask

from . import plots
from . import table as tables
from .points import Design, Floats
from .points import play as play_points


def sweep(players: Sequence[Player], question: str, mix: str, first: int, blocks: int, grid: Grid) -> Experiment:
    """Return what is asked of the first player, whose parameters are varied, against the others."""
    asked = ask(players, question, mix, Stop(blocks=blocks), first=first, sweep=grid)
    maps_of(asked)  # a board that is too small is refused now
    return asked


def maps_of(asked: Experiment) -> list[Map]:
    """Return the maps that every point plays: development maps, as no other may be searched on."""
    assert asked.sweep  # for the type checker: it is one
    drawn = schedule.maps(asked.maps.mix, asked.sweep.seats, asked.maps.seeds, asked.maps.first)
    return list(islice(drawn, asked.stop.blocks))


def number_of_games(asked: Experiment, points: Design) -> int:
    """Return how many games a sweep takes."""
    assert asked.sweep  # for the type checker: it is one
    return asked.stop.blocks * asked.sweep.seats * len(points.points) * (len(asked.players) - 1)


def play(asked: Experiment, players: Sequence[Player], points: Design, laboratory: Laboratory) -> Result:
    """Play all points of a sweep. Raises what Laboratory.play raises."""
    assert asked.sweep  # for the type checker: it is one
    faults: dict[str, tuple[int, int, int]] = {}
    with closing(Progress(number_of_games(asked, points), f"sweep of {', '.join(points.space.names)}")) as progress:
        shares = play_points(laboratory, points, players[1:], maps_of(asked), progress, faults)
    scores = tables.table(points, players[1:], shares)
    best = int(tables.pooled(scores).score[1:].idxmax())
    means = shares.mean(axis=(0, 2, 3))
    places = np.rint(asked.sweep.seats - shares * (asked.sweep.seats - 1)).astype(int)
    return Result(
        revision=revision_here(),
        verdict="AHEAD" if tables.is_ahead(scores) else "EVEN",
        best=points.points[best].player.notation,
        points=tuple((points.label(i), asked.stop.blocks, round(float(mean), 4)) for i, mean in enumerate(means)),
        faults=faults,
        games=" ".join("".join(map(str, block)) for block in places.reshape(-1, asked.sweep.seats)),
    )


def shares_of(asked: Experiment) -> Floats:
    """Return (maps, points, opponents, games) the shares of opponents beaten in an answered sweep."""
    assert asked.sweep  # for the type checker: it is an answered one
    assert asked.result
    places = np.array([list(map(int, word)) for word in asked.result.games.split()])
    shape = asked.stop.blocks, len(asked.result.points), len(asked.players) - 1, asked.sweep.seats
    return np.asarray((asked.sweep.seats - places.reshape(shape)) / (asked.sweep.seats - 1))


def report(asked: Experiment, players: Sequence[Player], points: Design, folder: Path) -> str:
    """Write table, pictures and report of an answered sweep into a folder, and return the report. Raises UserError."""
    assert asked.result  # for the type checker: it is answered
    scores = tables.table(points, players[1:], shares_of(asked))
    text = tables.report(points, scores)
    if faulty := {name: crashes + late for name, (crashes, late, _) in asked.result.faults.items() if crashes + late}:
        text += "".join(f"\n{name} crashed or was late in {games} games." for name, games in faulty.items())
    kind, draw = {1: ("curve", plots.curve), 2: ("heat", plots.heat_maps)}.get(len(points.axes), ("joint", plots.joint))
    files = [folder / name for name in ("sweep.csv", f"sweep-{kind}.png", "sweep.txt")]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save_table(scores, files[0])
        save_figure(draw(points, scores), files[1])
        writing.write(files[2], text + "\n")
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror or error}; the games are stored") from None
    return "\n".join([text, "", *map(str, files)])
