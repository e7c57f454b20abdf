"""The league opened: what was asked for is checked, the address is printed, and the server runs."""

import webbrowser
from pathlib import Path
from threading import Timer

from engine.names import shown_in_full
from experiments.laboratory.database import DatabaseError
from experiments.watch.hosts import is_local
from experiments.watch.serving import DONE, OPENING_DELAY, REFUSED, address, listening_on


def serve(database: Path, anchor: str | None, host: str, port: int, token: str | None, opens: bool) -> int:
    """Serve the pages of a database until Ctrl-C; returns the exit code."""
    if complaint := unusable(host, token):
        return _refused(complaint)
    try:
        listening = listening_on(host, port)
    except OSError as error:
        return _refused(f"cannot listen on {host} port {port}: {error.strerror or error}")
    import uvicorn  # here, as below: a mistyped name should not have to wait for libraries

    from .server import League, application

    try:
        league = League(database, anchor)
    except DatabaseError as error:
        listening.close()
        return _refused(str(error))
    url = address(host, listening.getsockname()[1], token)
    print(f"{url}\nCtrl-C ends it.", flush=True)
    if opens:
        Timer(OPENING_DELAY, webbrowser.open, [url]).start()
    server = uvicorn.Server(uvicorn.Config(application(league, host, token), log_level="warning", lifespan="off"))
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        print()
    finally:
        league.close()
    return DONE


def unusable(host: str, token: str | None) -> str | None:
    """Why the pages cannot be opened so, as a sentence; None when they can."""
    if not is_local(host) and not token:
        return f"{host} is open to other machines: choose a word that they need, with --token WORD"
    if token and not (token.isascii() and token.isalnum()):
        return "a token should consist of letters and digits only: it is part of an address"
    return None


def _refused(complaint: str) -> int:
    print(f"No league: {shown_in_full(complaint)}")
    return REFUSED
