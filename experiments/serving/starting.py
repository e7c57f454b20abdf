"""Starts a server: checks who could reach it, prints its address, and answers until Ctrl-C."""

import socket
import webbrowser
from threading import Timer
from typing import TYPE_CHECKING

from engine.errors import UserError
from viewer.access import is_local

if TYPE_CHECKING:  # for the hint alone: starlette takes long to load
    from starlette.types import ASGIApp

OPENING_DELAY = 0.5  # seconds after which the browser opens: the server answers by then


def check_guarded(host: str, token: str | None) -> None:
    """Raise UserError where nothing can be served there with this token."""
    if not is_local(host) and not token:
        raise UserError(f"{host} is open to other machines: choose a word that they need, with --token WORD")
    if token and not (token.isascii() and token.isalnum()):
        raise UserError("a token should consist of letters and digits only: it is part of an address")


def listening_on(host: str, port: int) -> socket.socket:
    """Return a socket for the server; its connections inherit the option. Raises UserError."""
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UserError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    # An answer is sent in two parts. Without this the second waits until the browser acknowledges the first, which it
    # puts off for 40 ms: asyncio sets the option only where it has made the socket itself.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def address(host: str, port: int, token: str | None) -> str:
    """Return where the browser finds the page. What follows a # is not sent, so the token stays out of every log."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"#token={token}" if token else "")


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
