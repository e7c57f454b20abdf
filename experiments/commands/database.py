"""`database show`, `games`, `check`, `export`, `merge` and `publish`: what is stored."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands.options import DEFAULT_DATABASE

File = Annotated[Path, typer.Option("--database", help="the database file", dir_okay=False)]


def _named(text: str) -> Path:
    """Return the file or folder that a word names; an empty word would be the current folder."""
    if not text.strip():
        raise typer.BadParameter("an empty name; expected a file such as games.csv, or a folder")
    return Path(text)


Target = Annotated[
    Path,
    typer.Argument(metavar="FILE", parser=_named, help="ends in .csv, .parquet or .db; without an ending: a folder"),
]
Only = Annotated[
    list[str] | None,
    typer.Option("--player", help="only games in which all players are named, each as in a match; repeat for more"),
]

UNRECORDED = " No stored game has one: games that are played with --replays do."
DIFFERS = 1  # exit code: the database contradicts itself

database = typer.Typer(no_args_is_help=True, help="Show, list, check, export, merge and publish stored games.")


@database.command()
def show(path: File = DEFAULT_DATABASE) -> None:
    """Show what is stored: the file, its games by player and board, replays, ejections."""
    from rich.console import Console

    from experiments.laboratory.database import Database
    from experiments.laboratory.database.contents import report

    with Database.open(path, read_only=True) as opened:
        Console().print(report(opened))


@database.command()
def games(
    most: Annotated[int, typer.Option(min=1, help="how many, the newest first")] = 20, path: File = DEFAULT_DATABASE
) -> None:
    """List stored games, each with the link that plays it in a page.

    A game has a link if all its players are presets that play today as they did. Put it behind the address of any game
    page: replays/game.html#30x30&seed=7&a=v26&b=v17.
    """
    from experiments.laboratory.database import Database
    from experiments.laboratory.database.listing import listing

    with Database.open(path, read_only=True) as opened:
        for line in listing(opened, most):
            typer.echo(line)


@database.command()
def check(path: File = DEFAULT_DATABASE) -> None:
    """Check that the database is sound: its pages, the links between tables, each game's seats, ranks and key.

    Exit code 0: sound; 1: something is wrong, with a line for each problem; 2: it cannot be read.
    """
    from experiments.laboratory.database import Database

    with Database.open(path, read_only=True) as opened:
        troubles = opened.check()
        games = opened.query("SELECT count(*) FROM games")[0][0]
    for trouble in troubles:
        typer.echo(trouble)
    typer.echo(f"{path}: {games} games, {len(troubles)} troubles.")
    raise typer.Exit(DIFFERS if troubles else 0)


@database.command()
def export(file: Target, players: Only = None, path: File = DEFAULT_DATABASE) -> None:
    """Export games for other programs.

    .csv and .parquet get a row for each game and seat. .db is a small database without replays; if it exists, games
    are added to it. A folder gets the replays, one .hlt.gz for each.
    """
    from experiments.laboratory.database import Database

    with Database.open(path, read_only=True) as opened:
        written = opened.export(file, players)
    unit = {".db": "games added", "": "replays"}.get(file.suffix, "rows, one for each game and seat")
    typer.echo(f"{file}: {written} {unit}.{'' if written or file.suffix else UNRECORDED}")


@database.command()
def merge(
    other: Annotated[Path, typer.Argument(help="the database whose games to add; it stays as it is")],
    path: File = DEFAULT_DATABASE,
) -> None:
    """Add the games of another database, all of them or none.

    OTHER is checked first. Exit code 2, and nothing is added, if it is damaged or contradicts itself, or if a game
    without programs has one result here and another there.
    """
    from experiments.laboratory.database import Database

    with Database.open(path) as opened:
        added = opened.merge(other)
    typer.echo(f"{path}: {added} games added from {other}; the others were already there.")


@database.command()
def publish(
    name: Annotated[str, typer.Argument(help="the study that the games belong to, such as sweep-alpha; a file's name")],
    players: Only = None,
    path: File = DEFAULT_DATABASE,
) -> None:
    """Publish the games of a study with the project.

    Writes those that are not published yet into experiments/published/NAME.jsonl.xz, a new file that is never changed.
    `match`, `ladder` and `tune` with --publish do so for the games of their entry.
    """
    from experiments.laboratory.database import Database

    with Database.open(path, read_only=True) as opened:
        written = opened.publish(name, players=players)
    typer.echo(f"{written} games are new in experiments/published; the others were published already.")
