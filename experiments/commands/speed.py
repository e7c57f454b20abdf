"""`speed`: how long a turn takes."""

from enum import StrEnum
from typing import Annotated

import typer

Group = StrEnum("Group", ["TURNS", "STEPS", "GAMES", "START"])  # of experiments.speed.run, in small letters


def speed(
    only: Annotated[
        list[Group] | None, typer.Option(help="measure only this; repeat it for several", show_default="all")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="a smoke run on small boards")] = False,
) -> None:
    """Measure how long a turn takes and print a table; a full run writes it into docs/speed.md."""
    from experiments.speed import run  # here, because compiled kernels take a second to load

    run.run([group.value for group in only or []], quick)
