"""`python -m experiments league`."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options
from experiments.commands.options import number, value


def league(
    folder: Annotated[Path, typer.Argument(help="the folder to write, replacing earlier pages")] = Path("league"),
    database: options.DatabasePath = options.DEFAULT_DATABASE,
    published: Annotated[
        bool, typer.Option("--published", help="the games behind the project's ledger, instead of a database")
    ] = False,
    anchor: Annotated[str | None, value("PLAYER", "the player that has 0 Elo", default="who has most games")] = None,
    replays: Annotated[int, number("how many games with a stored replay get a page", least=0)] = 40,
    every: Annotated[
        int, typer.Option(min=0, metavar="SECONDS", help="export again this often, and reload open pages; 0: once")
    ] = 0,
    is_opened: options.IsOpened = True,
) -> None:
    """Write the league's pages: ratings, history, results between players, games and records, as files.

    With --every 30 they follow a running match or ladder until Ctrl-C. No server is needed: open FOLDER/index.html.

    Exit code 0: written; 2: a file or folder cannot be used.
    """
    from experiments.league.folder import check

    check(folder)  # before slow libraries are loaded
    path = options.published_database() if published else database
    options.check_stored(path)
    from experiments.league.export import follow
    from viewer.written import show

    page = (folder / "index.html").resolve().as_uri()
    follow(path, folder, anchor, replays, every, lambda: show(page) if is_opened else None)
