"""`python -m experiments film`."""

from pathlib import Path
from typing import Annotated

import typer

from engine.names import shown_in_full
from experiments.commands.options import WRONG, missing


def film(
    game: Annotated[Path, typer.Argument(help="a replay (.hlt, .hlt.gz)")],
    turns: Annotated[
        str | None, typer.Option(help="FIRST:LAST, such as 40:90, or one turn", show_default="all")
    ] = None,
    layer: Annotated[str, typer.Option(help="none, potential or distance")] = "none",
    player: Annotated[int, typer.Option(help="the player whose field to draw; 1 is the first")] = 1,
    preset: Annotated[
        str | None,
        typer.Option(
            help="the preset whose field to draw", show_default="the recorded player if it is named after a preset"
        ),
    ] = None,
    drag: Annotated[
        str | None,
        typer.Option(help="NAME=LOW:HIGH: film one turn while this parameter goes up and down, such as alpha=0.02:0.6"),
    ] = None,
    speed: Annotated[float, typer.Option(help="turns a second")] = 6,
    output: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="the file to write, .gif or .webp", show_default="GAME.gif beside the replay"),
    ] = None,
) -> None:
    """Film part of a game as GIF or WebP.

    With --layer it shows the potential field of one player, on one scale from the first frame to the last. With --drag
    it shows one turn for ten seconds while a parameter is dragged, and frames the squares whose move differs. Exit
    code 0: written; 2: something cannot be used.
    """
    if complaint := missing(game):
        print(f"No film: {shown_in_full(complaint)}")
        raise typer.Exit(WRONG)
    from experiments.recordings import film as making  # imported here: it loads slowly

    wishes = making.Wishes(turns, layer, player, preset, drag, speed)
    raise typer.Exit(making.make(game, output, wishes))
