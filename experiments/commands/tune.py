"""`tune`: which values of the parameters play best?"""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options
from experiments.commands.options import number, value


def tune(
    space: Annotated[Path, value("FILE", 'the parameters to vary, in lines such as alpha = "0.05:0.5:log"')],
    against: Annotated[
        list[str],
        value("PLAYER,PLAYER", "opponents, who take turns; repeat the option for a cmd: with commas"),
    ],
    base: options.Base = None,
    sampler: Annotated[str, value("NAME", "clop, tpe, cmaes, nsga2 (the genetic algorithm) or random")] = "clop",
    trials: Annotated[int, number("candidates; a longer search reuses the games of a shorter one")] = 200,
    blocks_per_trial: Annotated[int, number("maps that each plays from every seat")] = 50,
    prune: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=0.5,
            metavar="SHARE",
            help="probability that a candidate as good as the base is dropped early; 0: never",
        ),
    ] = 0.05,
    seed: Annotated[int, number("seed of the sampler", least=0)] = 1,
    seats: options.Players = 2,
    mix: options.MixOption = options.MIX,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FILE", help="where to write the winner's parameters", dir_okay=False),
    ] = Path("tuned.toml"),
    publish: options.Publish = False,
    sprt: Annotated[str, value("ELO0,ELO1", "the test against the base on held-out maps")] = options.BOUNDS,
    most: Annotated[int, number("blocks after which that test ends undecided")] = options.MOST_BLOCKS,
    further: Annotated[int, number("further blocks, to measure the size of the effect", least=0)] = 0,
    database: options.DatabasePath = options.DEFAULT_DATABASE,
    workers: options.Workers = 1,
    scheduler: options.Scheduler = None,
    replays: options.Replays = False,
) -> None:
    """Search for the best values of some parameters, and test whether they are an improvement.

    A sampler proposes candidates. Each plays the same development maps against the opponents in turn, and is given up
    early if it does significantly worse than the base on the same maps. Then the winner plays the base on held-out
    maps, which the search never saw, until a sequential test decides. Only what passes is an improvement. The search
    and the test are files in laboratory-results; the winner's parameters are written either way. See docs/lab/tune.md.
    The result is the same for any number of workers. If the command is killed, the same command continues where it
    stopped.

    Exit code 0: an improvement; 1: no improvement, or undecided; 2: something cannot be played, read or written.
    """
    from bot import DEFAULT
    from experiments.arena.players import panel, player
    from experiments.arena.space import Space

    # asked first: a mistyped name does not wait for libraries to load
    varied = player(base or DEFAULT)
    searched, opponents = Space.load(space, varied.family), panel(against)
    from experiments.laboratory import exports
    from experiments.match.experiment import Stop
    from experiments.match.run import Place
    from experiments.stats import Pruning
    from experiments.tune import run
    from experiments.tune.search import Question

    stop = Stop(blocks=most, further=further)  # of the test
    pruning = Pruning(blocks_per_trial, prune) if prune else Pruning(blocks_per_trial, parts=1)
    question = Question(varied, searched, opponents, mix, seats or 2, pruning, sampler, seed)
    asked = run.tune(question, trials, prune)
    run.held_out_match("it", varied, varied, mix, sprt, stop)  # refused now, not at the end
    exports.require(out)
    place = Place(database, publish, workers, scheduler, replays)
    raise typer.Exit(not run.run(asked, question, place, sprt, stop, out))
