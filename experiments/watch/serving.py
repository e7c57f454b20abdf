"""Starts the live window: checks the options, prints the address, and runs the server."""

import socket
import webbrowser
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import numpy as np

from bot import DEFAULT, Memory, View, preset
from engine import Replay, ReplayError
from engine.names import shown_in_full
from engine.replay import read

from .hosts import is_local

if TYPE_CHECKING:  # for the hint alone: starlette takes long to load
    from starlette.types import ASGIApp

DONE, REFUSED = 0, 2
"""Exit codes."""

OPENING_DELAY = 0.5
"""Seconds after which the browser opens: the server answers by then."""


def watch(
    game: Path | None, folder: Path | None, host: str, port: int, token: str | None, opens: bool,
    other: Path | None = None,
) -> int:  # fmt: skip
    """Serve the window until Ctrl-C, with `other` beside `game`; returns the exit code."""
    complaint = unusable(game, folder, host, token, other)
    if complaint:
        return _refused(complaint)
    try:
        listening = listening_on(host, port)
    except OSError as error:
        return _refused(f"cannot listen on {host} port {port}: {error.strerror or error}")
    # Imported here: they take a second to load, and a mistyped name should not have to wait for them.
    from .games import Games
    from .server import application

    games = Games(folder or (game.parent if game else Path()), game, other)
    make_ready()
    run(application(games, host, token), listening, address(host, listening.getsockname()[1], token), opens)
    return DONE


def listening_on(host: str, port: int) -> socket.socket:
    """A socket for the server; its connections inherit the option. Raises OSError."""
    listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    # An answer is sent in two parts. Without this the second waits until the browser acknowledges the first, which it
    # puts off for 40 ms: asyncio sets the option only where it has made the socket itself.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def run(application: "ASGIApp", listening: socket.socket, url: str, opens: bool) -> None:
    """Print the address, open it in the browser if `opens`, and answer until Ctrl-C."""
    import uvicorn  # imported here: it takes long to load

    print(f"{url}\nCtrl-C ends it.", flush=True)
    if opens:
        Timer(OPENING_DELAY, webbrowser.open, [url]).start()
    try:
        uvicorn.Server(uvicorn.Config(application, log_level="warning", lifespan="off")).run(sockets=[listening])
    except KeyboardInterrupt:
        print()


def unusable(
    game: Path | None, folder: Path | None, host: str, token: str | None, other: Path | None = None
) -> str | None:
    """Why the window cannot be opened so, as a sentence; None when it can."""
    if complaint := unguarded(host, token):
        return complaint
    if folder and not folder.is_dir():
        return f"{folder} is not a folder"
    try:
        replays = [read(path) for path in (game, other) if path]
    except ReplayError as error:
        return str(error)
    if len(replays) == 2 and not is_same_map(*replays):
        return f"{game} and {other} were played on different maps: there is nothing to compare turn by turn"
    return None


def unguarded(host: str, token: str | None) -> str | None:
    """Why nothing can be served there with this token, as a sentence; None when it can."""
    if not is_local(host) and not token:
        return f"{host} is open to other machines: choose a word that they need, with --token WORD"
    if token and not (token.isascii() and token.isalnum()):
        return "a token should consist of letters and digits only: it is part of an address"
    return None


def is_same_map(one: Replay, other: Replay) -> bool:
    """Whether two games began with the same board."""
    pairs = ((one.production, other.production), (one.owner[0], other.owner[0]), (one.strength[0], other.strength[0]))
    return all(np.array_equal(mine, theirs) for mine, theirs in pairs)


def address(host: str, port: int, token: str | None) -> str:
    """Where the browser finds the window. What follows a # is not sent, so the token stays out of every log."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"#token={token}" if token else "")


def make_ready() -> None:
    """Load the compiled decision, or compile it, before a slider is dragged."""
    from experiments.arena.ready import timed

    from .watched import chooser

    board = np.ones((3, 3), np.uint8)
    with timed():
        chooser(View(board, board, board, me=1, turn=0), Memory())(preset(DEFAULT))


def _refused(complaint: str) -> int:
    print(f"No window: {shown_in_full(complaint)}")
    return REFUSED
