"""`ladder`: how strong are these players, compared with one another?"""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options

STOP = "When to stop"
LOOKED_AT = 20  # maps whose boards stand for all
WIDE = 1  # exit code: the blocks ended before the intervals were narrow enough


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
        float,
        typer.Option(min=0.1, help="play until every rating is known within ± this many Elo", rich_help_panel=STOP),
    ] = 30.0,
    blocks: Annotated[
        int,
        typer.Option(min=1, help="the most blocks to play; a block is one map from every seat", rich_help_panel=STOP),
    ] = 2000,
    seats: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="2|3|4|5|6|mix",
            help="players of a game. 2: round robin; more: line-ups drawn from all; mix: as the mix of maps draws them",
            rich_help_panel=options.WHAT,
        ),
    ] = "2",
    mix: options.MixOption = "30x30",
    first: options.First = 0,
    seed: Annotated[int, typer.Option(min=0, help="seed of drawn line-ups and of the intervals' random weights")] = 1,
    out: Annotated[Path, typer.Option(help="the folder for tables (.csv) and pictures (.png)")] = Path("ladder"),
    database: options.DatabasePath = options.DEFAULT_DATABASE,
    workers: options.Workers = 1,
    scheduler: options.Scheduler = None,
    tls_ca: options.TlsCa = None,
    tls_cert: options.TlsCert = None,
    tls_key: options.TlsKey = None,
    replays: options.Replays = False,
) -> None:
    """Rate several players against one another.

    Plays a round robin; then the player with the widest interval plays on, until every interval is narrow enough.
    Ratings are fitted to all finishing orders at once and have bootstrap intervals; openskill's are printed beside
    them. Writes the table, who beats whom, and a picture of each.

    If it is killed, the same command continues where it stopped.

    Exit code 0: all intervals are narrow enough; 1: --blocks were not enough; 2: something cannot be played, read or
    written.
    """
    from experiments.arena.panel import distinct

    if seats not in ("2", "3", "4", "5", "6", "mix"):
        raise typer.BadParameter(f"{seats!r} should be 2, 3, 4, 5, 6 or mix", param_hint="--players")
    with options.plain_errors():
        rated = distinct(options.players_called(players))
    from experiments import ladder as ladders  # imported here, as below: they load slowly
    from experiments.arena.schedule import Game, Mix, Seeds, maps
    from experiments.laboratory import output
    from experiments.laboratory.forecast import STORED, duration

    with options.plain_errors(output.OutputError):
        options.announce(rated)
        lineups = ladders.lineups(rated, Mix.parse(mix), None if seats == "mix" else int(seats), first, seed, blocks)
        output.require(out / "ladder.csv")
        standings = ladders.Standings(rated, rated[0], seed)
        drawn = maps(Mix.parse(mix), None if seats == "mix" else int(seats), Seeds.DEVELOPMENT, first)
        boards = list(islice(drawn, LOOKED_AT))
        some = [Game(board, (rated[0], *[rated[1]] * (board.players - 1))) for board in boards]
        games = round(blocks * sum(len(game.seats) for game in some) / len(some))
        time = duration(games, some, None if scheduler else workers)
        typer.echo(f"At most {games:,} games{time}; it ends when all intervals are narrow. {STORED}", err=True)
        with options.laboratory(database, workers, scheduler, replays, (tls_ca, tls_cert, tls_key)) as laboratory:
            narrow = ladders.climb(laboratory, lineups, standings, width, blocks, games)
        written = ladders.save(standings, out)
        typer.echo(ladders.report(standings, narrow, width))
        for path in written:
            typer.echo(path)
    raise typer.Exit(0 if narrow else WIDE)
