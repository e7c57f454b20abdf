"""Watches a folder: a small server on this machine that gives its page the newest game."""

import json
import os
import re
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from engine.names import shown_in_full

from .access import complaint
from .pack import LARGEST, page

HERE = "127.0.0.1"


class WatchingError(ValueError):
    """The folder cannot be watched; the message says why."""


class Watching:
    """Serves 127.0.0.1 only. `address` is the page; `serve` answers until it is interrupted."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        """Listen on this port, any free one if 0. Raises WatchingError when there is no such folder."""
        if not folder.is_dir():
            raise WatchingError(f"{folder} is not a folder; --watch needs the folder that games are written to")
        self.folder = folder
        self._server = _Server((HERE, port), self._handler())
        self.address = f"http://{HERE}:{self._server.server_port}/"

    def __enter__(self) -> "Watching":
        return self

    def __exit__(self, *_: object) -> None:
        self._server.server_close()

    def serve(self) -> None:
        """Answer requests until Ctrl-C, or until `stop` is called from another thread."""
        try:
            self._server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            print()

    def stop(self) -> None:
        """End `serve`, from another thread."""
        self._server.shutdown()

    def newest(self) -> dict[str, Any]:
        """Return the newest game and the explanations beside it, {name, address} each, and a stamp of both.

        Raises OSError when the folder cannot be read, or a file went away meanwhile.
        """
        games = {path: path.stat().st_mtime_ns for path in self._files() if _is_game(path)}
        if not games:
            return {"stamp": None, "files": []}
        path = max(games, key=lambda game: (games[game], game.name))
        files = [path, *sorted(other for other in self._files() if is_about(other, path))]
        return {
            "stamp": f"{shown_in_full(path.name)} {games[path]} {len(files)}",
            "files": [{"name": shown_in_full(file.name), "address": f"game/{_quoted(file)}"} for file in files],
        }

    def content(self, name: str) -> bytes | None:
        """Return the game or explanation of that name; None where the folder has none, and for all other files.

        Raises OSError when it cannot be read.
        """
        path_of_name = next((path for path in self._files() if path.name == name and is_offered(path)), None)
        return path_of_name.read_bytes() if path_of_name and path_of_name.stat().st_size <= LARGEST else None

    def _files(self) -> list[Path]:
        # A name that begins with a dot is a game that is still being written, and a link may lead anywhere.
        return [
            path
            for path in self.folder.iterdir()
            if path.is_file() and not path.is_symlink() and not path.name.startswith(".")
        ]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        watching = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                _answer(self, watching)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the standard library's
                """Say nothing: the page asks every second."""

        return Handler


class _Server(ThreadingHTTPServer):
    request_queue_size = 512  # the standard library's 5 keep a sixth page waiting until it asks again, up to 30 s

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a page that went away before its answer; print all other errors."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


def _is_game(path: Path) -> bool:
    return path.name.endswith((".hlt", ".hlt.gz"))


def is_offered(path: Path) -> bool:
    """Return whether a file is a game, or explains one; others in the folder are not for the page."""
    return _is_game(path) or re.search(r"\.player[1-6]\.explain\.gz$", path.name) is not None


def is_about(path: Path, game: Path) -> bool:
    """Return whether a file explains a game: x.player1.explain.gz x.hlt, and x.y.player1.explain.gz x.y.hlt only."""
    stem = game.name.removesuffix(".gz").removesuffix(".hlt")
    return re.fullmatch(rf"{re.escape(stem)}\.player[1-6]\.explain\.gz", path.name) is not None


def _quoted(path: Path) -> str:
    return quote(os.fsencode(path.name), safe="")


def _answer(request: BaseHTTPRequestHandler, watching: Watching) -> None:
    path = unquote(request.path.partition("?")[0], errors="surrogateescape")
    headers = {name.lower(): value for name, value in request.headers.items()}
    if refusal := complaint(HERE, path, headers):
        return _send(request, HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", refusal.encode())
    if path == "/":
        return _send(request, HTTPStatus.OK, "text/html; charset=utf-8", page(watches=True).encode())
    try:
        if path == "/newest":
            return _send(request, HTTPStatus.OK, "application/json", json.dumps(watching.newest()).encode())
        content = watching.content(path.removeprefix("/game/")) if path.startswith("/game/") else None
    except OSError as error:
        reason = f"the folder cannot be read: {error.strerror or error}"
        return _send(request, HTTPStatus.SERVICE_UNAVAILABLE, "text/plain; charset=utf-8", reason.encode())
    if content is None:
        return _send(request, HTTPStatus.NOT_FOUND, "text/plain", b"no such file")
    return _send(request, HTTPStatus.OK, "application/octet-stream", content)


def _send(request: BaseHTTPRequestHandler, status: HTTPStatus, kind: str, content: bytes) -> None:
    request.send_response(status)
    request.send_header("Content-Type", kind)
    request.send_header("Content-Length", str(len(content)))
    request.send_header("Cache-Control", "no-store")
    request.end_headers()
    request.wfile.write(content)
