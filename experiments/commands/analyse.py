"""`analyse`: what happened in recorded games?"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from engine.errors import UserError
from experiments.commands.options import value

Group = StrEnum("Group", ["FIFTH", "SIZE", "SEAT", "RANK"])  # the divisions of the tables, besides the players


def analyse(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="REPLAYS... | DATABASE",
            help="replays (.hlt, .hlt.gz), folders of them, databases with replays (match --replays)",
        ),
    ] = None,
    by: Annotated[
        list[Group] | None,
        typer.Option(
            help="a table by fifth of the game (the default), size of the board, seat or final rank; repeatable"
        ),
    ] = None,
    out: Annotated[Path | None, value("FOLDER", "where to write tables (.csv) and figures")] = None,
    combat: Annotated[Path | None, value("FILE", "write what every square in contact did, as .csv or .parquet")] = None,
    page: Annotated[Path | None, value("FILE", "write a page: what players do near enemies, and what follows")] = None,
) -> None:
    """Analyse recorded games: losses, overkill, captures and wasted moves, by player and part of the game.

    docs/lab/replays.md explains every column. A file that cannot be read is named and left out.

    Exit code 0: all were read; 1: some were not; 2: none was, or the options contradict one another.
    """
    if not paths:
        raise UserError("Nothing to analyse: name replays, folders or a database.")
    for file in filter(None, (combat, page)):
        if not file.parent.is_dir() and file.parent != out:
            raise UserError(f"{file} cannot be written: there is no folder {file.parent}")
    from experiments.recordings.analysis import report  # here: `--help` does not wait for it

    raise typer.Exit(report.analyse(paths, by or [Group.FIFTH], out, combat, page))
