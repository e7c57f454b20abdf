"""`ladder`: how strong are these players, compared with one another?"""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options
from experiments.commands.options import number, value


def ladder(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            help="two or more; the first has 0 Elo. A preset (v26), with changes (v26?alpha=0.2), tuned.toml, "
            "git:REVISION, opponents/greedy.py, cmd:COMMAND",
        ),
    ],
    width: Annotated[
        float, typer.Option(min=0.1, metavar="ELO", help="play until every rating is known to within this many Elo")
    ] = 30.0,
    most: Annotated[int, number("blocks after which it ends anyway")] = 2000,
    blocks: Annotated[int | None, number("play this many blocks instead")] = None,
    seats: Annotated[
        str,
        value(
            "2|3|4|5|6|mix",
            "players of a game. 2: round robin; more: line-ups drawn from all; mix: as the mix of maps draws them",
            "--players",
        ),
    ] = "2",
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="only the first player meets the others, which do not meet")
    ] = False,
    mix: options.MixOption = options.MIX,
    held_out: options.HeldOut = False,
    first: options.FirstUnused = None,
    question: options.Question = None,
    publish: options.Publish = False,
    out: Annotated[Path, value("FOLDER", "where to write tables (.csv) and pictures (.png)")] = Path("ladder"),
    database: options.DatabasePath = options.DEFAULT_DATABASE,
    workers: options.Workers = 1,
    scheduler: options.Scheduler = None,
    replays: options.Replays = False,
) -> None:
    """Rate several players against one another.

    Plays blocks, each a map from every seat. Pairs play in turn, line-ups of more are drawn; who meets whom is fixed
    before the first game. Ratings are fitted to all finishing orders at once and have bootstrap intervals. Writes the
    table, who beats whom, and a picture of each.

    The experiment is a file in laboratory-results. If it is killed, the same command continues where it stopped.

    Exit code 0: all intervals are narrow enough, or --blocks are played; 1: --most were not enough; 2: something cannot
    be played, read or written.
    """
    from experiments.arena.players import distinct, player

    rated = distinct([player(each) for each in players])  # here: a mistyped name does not wait for libraries to load
    if seats not in ("2", "3", "4", "5", "6", "mix"):
        raise typer.BadParameter(f"{seats!r} should be 2, 3, 4, 5, 6 or mix", param_hint="--players")
    from experiments.laboratory import exports
    from experiments.ladder import run
    from experiments.match.experiment import Draw, Stop
    from experiments.match.run import Place, answer

    draw = Draw(seats=None if seats == "mix" else int(seats), seed=options.SEED, gauntlet=gauntlet)
    stop = Stop(blocks=blocks) if blocks else Stop(blocks=most, width=width)
    asked = run.ladder(rated, question or "How do these players rank?", mix, held_out, first, stop, draw)
    exports.require(out / "ladder.csv")
    place = Place(database, publish, workers, scheduler, replays)
    is_free = held_out and first is None
    _, answered = answer(asked, place, lambda filed, opened: run.play(filed, rated, opened), is_free)
    print(run.report(answered, out))
    raise typer.Exit(answered.result is not None and answered.result.verdict == "UNDECIDED")
