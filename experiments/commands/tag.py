"""`python -m experiments tag`."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands.options import Host, IsOpened, Port, Token, check_there

POSITIONS = Path("positions")


def tag(
    game: Annotated[Path, typer.Argument(help="the recorded game to open with (.hlt, .hlt.gz)")],
    into: Annotated[Path, typer.Option(help="the folder that positions are stored in, a file each")] = POSITIONS,
    combat: Annotated[
        Path | None,
        typer.Option(help="a combat database (analyse --combat)", show_default="counted from the games of the folder"),
    ] = None,
    host: Host = "127.0.0.1",
    port: Port = 0,
    token: Token = None,
    is_opened: IsOpened = True,
) -> None:
    """Tag good and bad moves of a recorded game.

    Opens a recorded game in the browser to tag decisions: choose a square, say which of its moves are right or wrong,
    name the theme, and store it as a readable file. Filters propose what is worth a look. `tags` asks players about
    what was stored. Serves this machine only, unless --host and --token open it. Ctrl-C ends it.
    Exit code 0: ended; 2: a file, folder or address that cannot be used.
    """
    if combat:
        check_there(combat)
    from experiments.positions import serving  # here, because the other verbs need no server

    serving.tag(game, into, combat, host, port, token, is_opened)
