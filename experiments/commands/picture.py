"""`picture`: one frame with the potential field."""

from pathlib import Path
from typing import Annotated

import typer

from bot import DEFAULT


def picture(
    game: Annotated[Path, typer.Argument(help="a replay (.hlt, .hlt.gz)")],
    output: Annotated[Path, typer.Option("--out", "-o", help="the PNG file to write")],
    turn: Annotated[int, typer.Option(help="turns played before the frame; 0 is the map")] = 0,
    player: Annotated[int, typer.Option(help="the player whose field to draw; 1 is the first")] = 1,
    preset: Annotated[str, typer.Option(help="the preset that computes the field")] = DEFAULT,
) -> None:
    """Draw one frame: the board, and the potential field as a preset sees it."""
    from experiments.recordings import pictures  # here, because matplotlib loads slower than any other verb answers

    raise typer.Exit(pictures.make(game, output, turn, player, preset))
