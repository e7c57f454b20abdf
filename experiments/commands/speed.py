"""`speed`: how long a turn takes."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Group(StrEnum):
    """What can be measured alone: the groups of experiments.speed.run."""

    TURNS = "turns"
    FIRST = "first"
    STEPS = "steps"
    MAPS = "maps"
    GAMES = "games"
    GROWTH = "growth"
    LAB = "lab"
    START = "start"
    PAGE = "page"
    THINKING = "thinking"


def speed(
    only: Annotated[
        list[Group] | None, typer.Option(help="measure only this; again for more", show_default="all")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="a smoke run of some seconds on small boards")] = False,
    out: Annotated[Path | None, typer.Option(help="the CSV file to append to; a quick run has none by default")] = None,
    table: Annotated[
        bool, typer.Option("--table", help="measure nothing; print the last recorded run for the docs")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="COMMIT", help="compare this tree with an older revision, which does the same work in turns"
        ),
    ] = None,
) -> None:
    """Measure how long a turn takes; prints a table and appends it to experiments/speed/history.csv."""
    from experiments.speed import history, run  # here, because compiled kernels take a second to load

    if against:
        from experiments.speed.against import compare

        raise typer.Exit(compare(against))
    if table:
        raise typer.Exit(run.show(out or history.HISTORY))
    raise typer.Exit(run.run([group.value for group in only or []], quick, out or (None if quick else history.HISTORY)))
