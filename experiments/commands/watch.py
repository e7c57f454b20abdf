"""`python -m experiments watch`."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.commands import options


def watch(
    game: Annotated[Path | None, typer.Argument(help="the replay to open with (.hlt, .hlt.gz)")] = None,
    other: Annotated[Path | None, typer.Argument(help="a second replay of the same map, shown beside it")] = None,
    folder: Annotated[
        Path | None,
        typer.Option(help="the folder of games to offer", show_default="the folder of the replay, or this one"),
    ] = None,
    host: options.Host = "127.0.0.1",
    port: options.Port = 0,
    token: options.Token = None,
    is_opened: options.IsOpened = True,
) -> None:
    """Open the live window: what would the bot do here with other parameters?

    Opens a recorded game in the browser with the bot behind it: change parameters and see field and moves of the shown
    frame change, how much a parameter must change until a square moves differently, and the rest of the game with and
    without the change. A second game of the same map is shown beside it, with the first move that differs. Serves this
    machine only, unless --host and --token open it. Ctrl-C ends it.
    Exit code 0: ended; 2: a file, folder or address cannot be used.
    """
    from experiments.watch import serving  # imported here: it loads slowly, and other verbs do not need it

    raise typer.Exit(serving.watch(game, folder, host, port, token, is_opened, other))
