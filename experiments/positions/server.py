"""The tagger's page and its interface; docs/24-positions.md describes both."""

import mimetypes
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from experiments.recordings.combat import Combat
from experiments.recordings.watched import Watched
from experiments.serving.access import AccessCheck, Safe
from experiments.serving.requests import HANDLERS, asked_object
from viewer import kernels
from viewer.bundle import PAGE
from viewer.frame import ROOT, module, served

from .games import Games
from .position import THEMES
from .proposing import KINDS, Proposing
from .tagging import Tagging

FOLDERS = "page", "thinking", "league", "tag"  # of the viewer, with the scripts and styles of the page


def application(
    games: Games, folder: Path, combat: Combat | None = None, host: str = "127.0.0.1", token: str | None = None
) -> Safe:
    """Return the tagger as an ASGI application: games of one folder, positions stored in another."""
    mimetypes.add_type("text/javascript", ".js")  # some Windows machines know no better than text/plain
    tagger = Tagger(games, Tagging(folder), Proposing(games, combat))
    routes = [
        Route("/", tagger.page),
        Route("/api/games", tagger.games),
        Route("/api/games/{name}", tagger.game),
        Route("/api/themes", tagger.themes),
        Route("/api/positions", tagger.positions, methods=["POST"]),
        Route("/api/store", tagger.store, methods=["POST"]),
        Route("/api/remove", tagger.remove, methods=["POST"]),
        Route("/api/undo", tagger.undo, methods=["POST"]),
        Route("/api/proposals", tagger.proposals, methods=["POST"]),
        *(Mount(f"/{each}", StaticFiles(directory=PAGE.parent / each)) for each in FOLDERS),
    ]
    return Safe(AccessCheck(Starlette(routes=routes, exception_handlers=HANDLERS), host, token))


class Tagger:
    """The answers of the tagger's addresses."""

    def __init__(self, games: Games, tagging: Tagging, proposing: Proposing):
        self._games, self._tagging, self._proposing = games, tagging, proposing

    async def page(self, request: Request) -> Response:
        """Return the page itself, with the kernels that it thinks with."""
        styles = "page/style.css", "thinking/asking.css", "tag/tag.css"
        root = f"{ROOT}\n{kernels.elements()}"
        return HTMLResponse(served("Halite: the tagger", module("tag/tag.js"), *styles, root=root))

    async def games(self, request: Request) -> Response:
        """Return the folder's games, and the one to open first."""
        listed = await run_in_threadpool(self._games.listed)
        return JSONResponse({"first": self._games.first, "games": listed})

    async def game(self, request: Request) -> Response:
        """Return a replay's file, as it is."""
        content = await run_in_threadpool(self._games.content, request.path_params["name"])
        return Response(content, media_type="application/octet-stream")

    async def themes(self, request: Request) -> Response:
        """Return the themes with their meanings, and the filters."""
        return JSONResponse({"themes": THEMES, "filters": KINDS})

    async def positions(self, request: Request) -> Response:
        """Return the stored positions of a game."""
        return await self._answered(request, lambda *_: None)

    async def store(self, request: Request) -> Response:
        """Store a position; the answer is what is stored then."""
        return await self._answered(request, lambda asked, watched, name: self._tagging.store(watched, name, asked))

    async def remove(self, request: Request) -> Response:
        """Delete a position."""
        return await self._answered(request, lambda asked, *_: self._tagging.remove(asked.get("name", "")))

    async def undo(self, request: Request) -> Response:
        """Take back the latest change."""
        return await self._answered(request, lambda *_: self._tagging.undo())

    async def proposals(self, request: Request) -> Response:
        """Return decisions of a game that are worth a look."""
        asked = await asked_object(request)
        return JSONResponse(await run_in_threadpool(partial(self._proposing.answer, asked)))

    async def _answered(self, request: Request, act: Callable[[Mapping[str, Any], Watched, str], Any]) -> Response:
        """Do what is asked, then tell what is stored of the game."""
        asked = await asked_object(request)

        def work() -> dict[str, Any]:
            name = self._games.named(asked)
            watched = self._games.watched(name)
            done = act(asked, watched, name)
            return self._tagging.stored(watched, name) | {"done": done}

        return JSONResponse(await run_in_threadpool(work))
