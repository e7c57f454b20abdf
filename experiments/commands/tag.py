"""`python -m experiments tag`."""

from pathlib import Path
from typing import Annotated

import typer

from engine.names import shown_in_full
from experiments.commands.options import WRONG, missing

POSITIONS = Path("positions")


def tag(
    game: Annotated[Path, typer.Argument(help="the recorded game to open with (.hlt, .hlt.gz)")],
    into: Annotated[Path, typer.Option(help="the folder that positions are stored in, a file each")] = POSITIONS,
    combat: Annotated[
        Path | None,
        typer.Option(help="a combat database (analyse --combat)", show_default="counted from the games of the folder"),
    ] = None,
    host: Annotated[
        str, typer.Option(help="the address to serve; any but this machine's own needs --token")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one")] = 0,
    token: Annotated[
        str | None, typer.Option(help="a word of letters and digits that every request must carry")
    ] = None,
    is_opened: Annotated[bool, typer.Option("--open/--no-open", help="open it in the browser")] = True,
) -> None:
    """Tag good and bad moves of a recorded game.

    Opens a recorded game in the browser to tag decisions: choose a square, say which of its moves are right or wrong,
    name the theme, and store it as a readable file. Filters propose what is worth a look. `tags` asks players about
    what was stored. Serves this machine only, unless --host and --token open it. Ctrl-C ends it.
    Exit code 0: ended; 2: a file, folder or address that cannot be used.
    """
    if combat and (complaint := missing(combat)):
        print(f"No tagger: {shown_in_full(complaint)}")
        raise typer.Exit(WRONG)
    from experiments.positions import serving  # here, because the other verbs need no server

    raise typer.Exit(serving.tag(game, into, combat, host, port, token, is_opened))
