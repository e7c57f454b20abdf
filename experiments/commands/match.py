"""`match`: is one player stronger than others?"""

from typing import Annotated

import typer

from engine.errors import UserError
from experiments.commands import options
from experiments.commands.options import number


def match(
    context: typer.Context,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            help="the player to test, then its opponents. A preset (v26), with changes "
            "(v26?alpha=0.2&dodge=off), tuned.toml, git:REVISION, opponents/greedy.py, cmd:COMMAND",
        ),
    ],
    sprt: Annotated[
        str,
        typer.Option(
            metavar="ELO0,ELO1",
            help="play until it is decided whether the first is ELO1 stronger, or only ELO0; --sprt=-5,5 asks whether "
            "a simplification costs nothing",
        ),
    ] = options.BOUNDS,
    most: Annotated[int, number("blocks after which a test ends undecided")] = options.MOST_BLOCKS,
    further: Annotated[int, number("blocks after a decision, to measure the size of the effect", least=0)] = 0,
    blocks: Annotated[int | None, number("no test: play this many blocks and measure")] = None,
    seats: options.Players = None,
    mix: options.MixOption = options.MIX,
    held_out: options.HeldOut = False,
    first: options.FirstUnused = None,
    question: options.Question = None,
    publish: options.Publish = False,
    estimate: Annotated[bool, typer.Option("--estimate", help="print how many games it may take and how long")] = False,
    database: options.DatabasePath = options.DEFAULT_DATABASE,
    workers: options.Workers = 1,
    scheduler: options.Scheduler = None,
    replays: options.Replays = False,
) -> None:
    """Play one player against others until it is clear whether it is stronger.

    Plays blocks, each a map played once from every seat, until a sequential test decides or a number of them is
    reached. The first player is scored by the share of its opponents that it beats. With two players and --players 4 it
    plays against three copies of the other.

    The experiment is a file in laboratory-results: question, players, maps and rule for stopping before the first
    game, the answer after the last one. If it is killed, the same command continues where it stopped.

    Exit code 0: decided either way, or all blocks played; 1: undecided after --most blocks; 2: something cannot be
    played, read or written.
    """
    from experiments.arena.players import lineup

    for name in ("sprt", "most", "further") if blocks else ():
        if str(context.get_parameter_source(name)).endswith("COMMANDLINE"):
            raise UserError(f"--blocks plays a fixed number without a test, --{name} belongs to a test; leave one out")
    by_seat = lineup(players, seats)  # a mistyped name does not wait for libraries to load
    from experiments.match import report, run
    from experiments.match.experiment import Stop

    test, stop = (None, Stop(blocks=blocks)) if blocks else (sprt, Stop(blocks=most, further=further))
    question = f"How strong is {' against '.join(players)}?" if question is None else question
    asked = run.ask(by_seat, question, mix, stop, sprt=test, is_held_out=held_out, first=first)
    if estimate:
        print(run.estimate(asked, by_seat))
        return
    place = run.Place(database, publish, workers, scheduler, replays)
    is_free = held_out and first is None
    _, answered = run.answer(asked, place, lambda filed, opened: run.play(filed, by_seat, opened), is_free)
    print(f"\n{report.text(answered)}")
    raise typer.Exit(answered.result is not None and answered.result.verdict == "UNDECIDED")
