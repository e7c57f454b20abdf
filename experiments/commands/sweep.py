"""`sweep`: how does the score depend on some parameters?"""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options
from experiments.commands.options import number, value


def sweep(
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=VALUES",
            help="a parameter and its values; repeat it for several. alpha=0.05:0.5:8 (eight from end to end), "
            "alpha=0.05:0.5:8:log (even ratios), pact=off,until_met (a list)",
        ),
    ],
    against: Annotated[
        list[str],
        typer.Option(
            metavar="PLAYER,PLAYER",
            help="opponents of every point: v26, v26?alpha=0.2, git:REVISION, opponents/greedy.py; repeat the "
            "option for a cmd: with commas",
        ),
    ],
    base: options.Base = None,
    points: Annotated[int, number("points besides the default, for three or more", least=2)] = 32,
    blocks: Annotated[int, number("maps that every point plays with each opponent", least=2)] = 50,
    seats: Annotated[int, number("players of a game, a point against copies", "--players", least=2, most=6)] = 2,
    mix: options.MixOption = options.MIX,
    first: options.First = 0,
    question: options.Question = None,
    publish: options.Publish = False,
    out: Annotated[Path, value("FOLDER", "where to write table, picture and report")] = Path("sweep"),
    database: options.DatabasePath = options.DEFAULT_DATABASE,
    workers: options.Workers = 1,
    scheduler: options.Scheduler = None,
    replays: options.Replays = False,
) -> None:
    """Measure how the score depends on some parameters, and whether the best values beat the default.

    One or two parameters: a full grid. More: a Latin hypercube. The default is always among the points, and all points
    play the same blocks, each a map played once from every seat; held-out maps are never played. Writes a table with a
    row for each point and opponent, a curve, heat maps or a matrix of pictures, and a report, which is also printed:
    can the best be told from the default, given that it is the best of many?

    The experiment is a file in laboratory-results. If it is killed, the same command continues where it stopped.

    Exit code 0: done, with any result; 2: something cannot be played, read or written.
    """
    from bot import DEFAULT
    from experiments.arena.players import panel, player
    from experiments.arena.space import Space

    # asked first: a mistyped name does not wait for libraries to load
    varied = player(base or DEFAULT)
    space = Space.parse(vary, varied.family)
    players = varied, *panel(against)
    from experiments.laboratory import exports
    from experiments.match.experiment import Grid, Stop
    from experiments.match.run import Place, answer, ask
    from experiments.sweep import run

    grid = Grid(vary=tuple(vary), points=points, seats=seats, seed=options.SEED)
    question = question or f"How does {varied.notation} depend on {', '.join(space.names)}?"
    asked = ask(players, question, mix, Stop(blocks=blocks), first=first, sweep=grid)
    chosen = run.design(varied, space, points, options.SEED)
    exports.require(out / "sweep.csv")
    place = Place(database, publish, workers, scheduler, replays)
    _, answered = answer(asked, place, lambda _, opened: run.play(asked, players, chosen, opened))
    print(run.report(answered, players, chosen, out))
