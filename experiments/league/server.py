"""The league's pages and their interface; docs/21-league.md describes both."""

import asyncio
import gc
import mimetypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from engine.errors import UserError
from engine.replay import ReplayError
from experiments.laboratory.database import Database, DatabaseError
from experiments.recordings.events import EventsError
from experiments.serving.access import AccessCheck, Safe
from experiments.serving.requests import missing
from viewer.bundle import PAGE

from . import charts, damage, feed, page, replays, runs, studies, thumbnails
from .documents import Documents, UnknownDocumentError, number

FOLDERS = ("page", "league", "lab", "thinking")  # of viewer, whose modules the page loads
MOST_NEWS = 50  # games that are told at once; a page that missed more asks for its documents anew

NOT_FOUND, CONFLICT, BROKEN = 404, 409, 500

T = TypeVar("T")


class League:
    """The answers of the league's addresses: one thread asks the database, one plays games again."""

    def __init__(self, path: Path, anchor: str | None = None) -> None:
        self._path = path
        self._playing = ThreadPoolExecutor(1, "games")
        self._asking = ThreadPoolExecutor(1, "database")
        self._documents: Documents = self._asking.submit(documents_of, path, anchor).result()

    def close(self) -> None:
        """Let go of the database, and stop what is computed; games that wait to be played again are dropped."""
        self._playing.shutdown(cancel_futures=True)
        try:
            self._asking.submit(self._documents.season.database.close).result()
        finally:
            self._asking.shutdown()
            self._documents.background.close()

    async def page(self, request: Request) -> Response:
        """Return the page itself."""
        return HTMLResponse(page.live())

    async def charts(self, request: Request) -> Response:
        """Return the library of the charts."""
        text = await run_in_threadpool(charts.script)
        return Response(text, media_type="text/javascript")

    async def document(self, request: Request) -> Response:
        """Return the current document of a page."""
        return JSONResponse(await self._asked(self._fresh, request.query_params.get("name", "")))

    async def news(self, request: Request) -> Response:
        """Return the games since a given one: their number, and the newest."""
        return JSONResponse(await self._asked(self._news, number(request.query_params.get("since", ""))))

    async def replay(self, request: Request) -> Response:
        """Return a game's recording; played again where none was kept."""
        return Response(await self._recording(request.path_params["key"]), media_type="application/octet-stream")

    async def last(self, request: Request) -> Response:
        """Return the last frame of a game that has none in the database, which is studied for it; null for none."""
        key = request.path_params["key"]
        try:
            study = await run_in_threadpool(studies.study_recording, self._path, key, await self._recording(key))
        except replays.NoReplayError:  # a list of games is whole without it
            return JSONResponse(None)
        return JSONResponse(thumbnails.drawn(study.ending.last()))

    async def stop(self, request: Request) -> Response:
        """Ask a command that plays to end after the games in flight."""
        run = number(request.path_params["number"])
        return JSONResponse({"stopping": await run_in_threadpool(runs.stop, self._path, run)})

    async def _recording(self, key: str) -> bytes:
        recording = await self._asked(replays.kept, self._documents.season, key)
        if isinstance(recording, replays.Order):
            recording = await self._played(replays.played_again, recording)
        return recording

    async def _played(self, work: Callable[..., T], *values: Any) -> T:
        """Return what the thread of the players answers; those of the pages go on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._playing, partial(work, *values))

    def _fresh(self, name: str) -> dict[str, Any]:
        self._documents.season.refresh()
        return {"last": self._documents.season.last, "document": self._documents.document(name)}

    def _news(self, since: int) -> dict[str, Any]:
        season = self._documents.season
        season.refresh()
        games = feed.since(season, since, MOST_NEWS) if season.last > since else []
        return {
            "last": season.last, "games": season.games, "new": games, "isCut": len(games) == MOST_NEWS,
            "runs": runs.listed(season.database),
        }  # fmt: skip

    async def _asked(self, question: Callable[..., T], *values: Any) -> T:
        """Return the answer of the database's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._asking, partial(self._answer, question, *values))

    def _answer(self, question: Callable[..., T], *values: Any) -> T:
        database = self._documents.season.database
        with damage.told(database, UnknownDocumentError, replays.NoReplayError), database.snapshot():
            return question(*values)


def documents_of(path: Path, anchor: str | None = None) -> Documents:
    """Return a database's documents for as long as this process lives.

    The garbage collector leaves out what is loaded here: every page would wait while it looks at all games.
    """
    database = opened(path)
    with damage.told(database):
        documents = Documents.of(database, path, anchor)
    gc.freeze()
    return documents


def opened(path: Path) -> Database:
    """Open the database, only to be read."""
    return Database.open(path, create=False, read_only=True)


def application(league: League, host: str = "127.0.0.1", token: str | None = None) -> Safe:
    """Return the league as an ASGI application."""
    mimetypes.add_type("text/javascript", ".js")  # some Windows machines know no better than text/plain
    routes = [
        Route("/", league.page),
        Route("/vega.js", league.charts),
        Route("/api/document", league.document),
        Route("/api/news", league.news),
        Route("/api/replay/{key}", league.replay),
        Route("/api/last/{key}", league.last),
        Route("/api/stop/{number}", league.stop, methods=["POST"]),
        *(Mount(f"/{each}", StaticFiles(directory=PAGE.parent / each)) for each in FOLDERS),
    ]
    handlers: dict[Any, Any] = {
        UnknownDocumentError: partial(_refused, NOT_FOUND),
        replays.NoReplayError: partial(_refused, CONFLICT),
        UserError: partial(_refused, BROKEN),
        DatabaseError: partial(_refused, BROKEN),
        ReplayError: partial(_refused, BROKEN),
        EventsError: partial(_refused, BROKEN),
        HTTPException: missing,
    }
    return Safe(AccessCheck(Starlette(routes=routes, exception_handlers=handlers), host, token))


async def _refused(status: int, request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status)
