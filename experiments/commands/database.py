"""`database show`, `check`, `export` and `merge`: what a laboratory remembers."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands.options import DEFAULT_DATABASE, file_name, plain_errors

File = Annotated[Path, typer.Option("--database", help="the laboratory's file", callback=file_name)]

DIFFERS = 1  # exit code: the database contradicts itself

database = typer.Typer(no_args_is_help=True, help="What is stored, is it sound, and how does it get elsewhere?")


@database.command()
def show(path: File = DEFAULT_DATABASE) -> None:
    """What is stored? The file, its games by who played and by board, replays, ejections."""
    from rich.console import Console

    from experiments.laboratory.database import Database
    from experiments.laboratory.database.contents import report

    with plain_errors(), Database.open(path, read_only=True) as opened:
        Console().print(report(opened))


@database.command()
def check(path: File = DEFAULT_DATABASE) -> None:
    """Is the database sound? Its pages, the links between tables, each game's seats, ranks and key.

    Exit code 0: all is well; 1: something is wrong, with a line for each trouble; 2: it cannot be read.
    """
    from experiments.laboratory.database import Database

    with plain_errors(), Database.open(path, read_only=True) as opened:
        troubles = opened.check()
        games = opened.query("SELECT count(*) FROM games")[0][0]
    for trouble in troubles:
        typer.echo(trouble)
    typer.echo(f"{path}: {games} games, {len(troubles)} troubles.")
    raise typer.Exit(DIFFERS if troubles else 0)


@database.command()
def export(
    file: Annotated[Path, typer.Argument(help="ends in .csv, .parquet or .db; without an ending: a folder")],
    players: Annotated[
        list[str] | None,
        typer.Option("--player", help="only games in which all players are named, each as in a match; again for more"),
    ] = None,
    path: File = DEFAULT_DATABASE,
) -> None:
    """How do the games get into other programs?

    .csv and .parquet get a row for each game and seat. .db is a small database without replays, to be
    published; when it exists, games are added to it. A folder gets the replays, one .hlt.gz for each.
    """
    from experiments.laboratory.database import Database

    with plain_errors(), Database.open(path, read_only=True) as opened:
        written = opened.export(file, players)
    typer.echo(f"{file}: {written} {_unit(file)}.")


@database.command()
def merge(
    other: Annotated[Path, typer.Argument(help="the database whose games to add; it stays as it is")],
    path: File = DEFAULT_DATABASE,
) -> None:
    """How do two laboratories become one? Adds the games of OTHER, all of them or none.

    OTHER is checked first. Exit code 2, and nothing is added, when it is damaged or contradicts itself, and when a game
    without programs has one result here and another there.
    """
    from experiments.laboratory.database import Database

    with plain_errors(), Database.open(path) as opened:
        added = opened.merge(other)
    typer.echo(f"{path}: {added} games came from {other}; the others were here already.")


def _unit(file: Path) -> str:
    return {".db": "games added", "": "replays"}.get(file.suffix, "rows, one for each game and seat")
