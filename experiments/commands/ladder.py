"""`ladder`: how strong are these players, compared with one another?"""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options

WIDTH = 30.0  # Elo
MOST_BLOCKS = 2000  # blocks of a ladder that is not published


def ladder(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYERS...",
            help="two or more; the first is the anchor, which has 0 Elo. A preset (v26), with changes (v26?alpha=0.2), "
            "tuned.toml, git:REVISION, opponents/greedy.py, cmd:COMMAND",
        ),
    ],
    width: Annotated[
        float | None,
        typer.Option(min=0.1, help=f"play until every rating is known within ± this many Elo (default: {WIDTH:g})"),
    ] = None,
    blocks: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="the most blocks to play, with --publish all of them; a block is one map from every seat "
            f"(default: {MOST_BLOCKS}; with --publish none)",
        ),
    ] = None,
    seats: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="2|3|4|5|6|mix",
            help="players of a game. 2: round robin; more: line-ups drawn from all; mix: as the mix of maps draws them",
        ),
    ] = "2",
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="only the first player meets the others, which do not meet")
    ] = False,
    mix: options.MixOption = options.MIX,
    held_out: options.HeldOut = False,
    first: options.FirstUnused = None,
    seed: Annotated[int, typer.Option(min=0, help="seed of drawn line-ups and of the intervals' random weights")] = 1,
    question: Annotated[str | None, typer.Option(help="with --publish: the question, in one line")] = None,
    publish: Annotated[
        bool,
        typer.Option(
            "--publish",
            help="play exactly --blocks, in an order that is fixed before the first game, and write the experiment "
            "into experiments/results/",
        ),
    ] = False,
    out: Annotated[Path, typer.Option(help="the folder for tables (.csv) and pictures (.png)")] = Path("ladder"),
    database: options.DatabasePath = options.DEFAULT_DATABASE,
    workers: options.Workers = 1,
    scheduler: options.Scheduler = None,
    replays: options.Replays = False,
) -> None:
    """Rate several players against one another.

    Plays a round robin; then the player with the widest interval plays on, until every interval is narrow enough.
    Ratings are fitted to all finishing orders at once and have bootstrap intervals; openskill's are printed beside
    them. Writes the table, who beats whom, and a picture of each.

    If it is killed, the same command continues where it stopped.

    Exit code 0: all intervals are narrow enough, or all blocks of a ladder with --publish are played; 1: --blocks were
    not enough; 2: something cannot be played, read or written.
    """
    from experiments.arena.players import distinct

    rated = distinct(options.players_called(players))  # here: a mistyped name does not wait for libraries to load
    from experiments import ladder as ladders
    from experiments.arena.schedule import Mix, Seeds
    from experiments.laboratory import exports
    from experiments.laboratory.playing_time import STORED
    from experiments.match.experiment import Book, Draw, Stop
    from experiments.match.run import on_unused

    if seats not in ("2", "3", "4", "5", "6", "mix"):
        raise typer.BadParameter(f"{seats!r} should be 2, 3, 4, 5, 6 or mix", param_hint="--players")
    if publish and blocks is None:
        raise typer.BadParameter("a ladder that is published plays exactly --blocks, and needs their number")
    count, seeds = None if seats == "mix" else int(seats), Seeds.HELD_OUT if held_out else Seeds.DEVELOPMENT
    options.announce(rated)
    most = blocks or MOST_BLOCKS
    lineups = ladders.lineups(rated, Mix.parse(mix), count, first or 0, seed, most, seeds, gauntlet)
    drawn = ladders.maps_for(rated, Mix.parse(mix), count, first or 0, seeds)
    games, duration = ladders.cost(rated, drawn, most, None if scheduler else workers)
    exports.require(out / "ladder.csv")
    if publish:
        draw = Draw(seats=count, seed=seed, gauntlet=gauntlet)
        ask = question or "How do these players rank?"
        asked = ladders.planned(rated, ask, mix, seeds, first or 0, Stop(blocks=most), draw)
        book, other = Book.both(database, publish)
        if held_out and first is None:
            asked = on_unused(asked, book, other)
        typer.echo(f"About {duration}. {STORED}", err=True)
        with options.laboratory(database, workers, scheduler, replays) as laboratory:
            code = ladders.run(asked, rated, laboratory, book, out)
    else:
        typer.echo(f"At most {duration}; it ends when all intervals are narrow. {STORED}", err=True)
        standings = ladders.Standings(rated, rated[0], seed)
        with options.laboratory(database, workers, scheduler, replays) as laboratory:
            code = ladders.run_open(lineups, standings, laboratory, width or WIDTH, most, games, out)
    raise typer.Exit(code)
