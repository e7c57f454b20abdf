"""`python -m experiments league`."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options


def league(
    database: options.DatabasePath = options.DEFAULT_DATABASE,
    published: Annotated[
        bool, typer.Option("--published", help="the games behind the project's ledger, instead of a database")
    ] = False,
    anchor: Annotated[
        str | None, typer.Option(help="the player that has 0 Elo", show_default="the one with the most games")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(help="serve nothing: write the pages into this folder, to be opened from a file")
    ] = None,
    replays: Annotated[
        int, typer.Option(min=0, help="how many games' recordings an export has, played again where none was kept")
    ] = 40,
    study: options.Study = 0,
    host: options.Host = "127.0.0.1",
    port: options.Port = 0,
    token: options.Token = None,
    is_opened: options.IsOpened = True,
) -> None:
    """Open the league's pages: ratings, results between players, and the commands that play.

    Serves the pages of a database on this machine: leaderboard, history, a page for each player, live feed, questions,
    records. They follow what matches, ladders, sweeps and tunes write into it. Ctrl-C ends it.
    Exit code 0: ended, or written; 2: a file, folder or address cannot be used.
    """
    if export is not None:
        from experiments.league.folder import check

        check(export)  # before slow libraries are loaded
    path = options.published() if published else database
    options.check_stored(path)
    from experiments.league import exporting, serving  # imported here: it loads slowly, and other verbs do not need it

    if export is not None:
        exporting.export(path, export, anchor, replays, study)
    else:
        serving.serve(path, anchor, host, port, token, is_opened, study)
