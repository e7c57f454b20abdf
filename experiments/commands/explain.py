"""`python -m experiments explain`."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands.options import number, value


def explain(
    game: Annotated[Path, typer.Argument(help="a replay (.hlt, .hlt.gz)")],
    player: Annotated[int, number("the player to explain; 1 is the first")] = 1,
    preset: Annotated[
        str | None,
        value(
            "PRESET",
            "the preset to ask, with changes such as v26?alpha=0.2&ties=fixed, or a TOML file of parameters",
            default="the recorded player's own",
        ),
    ] = None,
    output: Annotated[
        Path | None, value("FILE", "the file to write", "--out", "-o", default="GAME.playerN.explain.gz")
    ] = None,
) -> None:
    """Explain why each square of a recorded game moved as it did.

    Plays the game again from the seat of one player and writes what the preset saw and why it chose, turn by turn, for
    the viewer and for notebooks. Counts the squares whose recorded move is not the preset's: none if this preset
    played, limited by steps. MyBot.py tries more openings (--preset "champion?opening_search=1200"), and a clock may
    have ended its search. Recordings of the original bots break ties in a fixed order: --preset "v26?ties=fixed".

    Exit code 0: written; 2: a file or player cannot be used.
    """
    from experiments.recordings import explaining  # imported here: it loads slowly

    explaining.make(game, player, preset, output)
