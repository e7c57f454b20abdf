"""The live window's pages and its interface; docs/12-live-window.md describes both."""

import json
import mimetypes
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from bot import DEFAULT, PRESETS
from bot.knobs.knob import plain
from bot.knobs.parameters import KNOBS, SILENT, groups
from bot.program.explanation_file import header, line
from engine.documents import brief
from experiments.module.asking import MOST_SEEDS, SCANNED
from viewer.bundle import PAGE
from viewer.frame import module, served

from .access import AccessCheck, Safe
from .futures import futures
from .games import Games
from .margins import margins
from .question import BAD_REQUEST, TOO_LARGE, Question, Refusal, members, question, whole
from .sizes import LARGEST_UPLOAD
from .thinking import think
from .watched import Watched

OWN_PAGE = Path(__file__).resolve().parents[2] / "viewer" / "live"

LARGEST_QUESTION = 64 << 10
"""Bytes; all parameters of a player take two thousand."""

USUAL_SEEDS = 8

Answer = Callable[[Mapping[str, Any], Watched, Question], Response]


def application(games: Games, host: str = "127.0.0.1", token: str | None = None) -> Safe:
    """The window as an ASGI application for the games in a folder."""
    mimetypes.add_type("text/javascript", ".js")  # some Windows machines know no better than text/plain
    window = Window(games)
    routes = [
        Route("/", window.page),
        Route("/api/games", window.games),
        Route("/api/games/{name}", window.game),
        Route("/api/knobs", window.knobs),
        Route("/api/open", window.open, methods=["POST"]),
        Route("/api/explain", window.explain, methods=["POST"]),
        Route("/api/margin", window.margin, methods=["POST"]),
        Route("/api/future", window.future, methods=["POST"]),
        Mount("/page", StaticFiles(directory=PAGE)),
        Mount("/thinking", StaticFiles(directory=PAGE.parent / "thinking")),
        Mount("/live", StaticFiles(directory=OWN_PAGE)),
    ]
    return Safe(AccessCheck(Starlette(routes=routes, exception_handlers=HANDLERS), host, token))


class Window:
    """The answers of the live window's addresses."""

    def __init__(self, games: Games):
        self._games = games

    async def page(self, request: Request) -> Response:
        """The page itself."""
        return HTMLResponse(
            served("Halite: the live window", module("live/live.js"), "page/style.css", "thinking/asking.css")
        )

    async def games(self, request: Request) -> Response:
        """The folder's games, the one to open first, and the one to show beside it."""
        listed = await run_in_threadpool(self._games.listed)
        answer = {"first": self._games.first, "second": self._games.second, "games": listed}
        return JSONResponse(answer)

    async def game(self, request: Request) -> Response:
        """A replay's file, as it is."""
        content = await run_in_threadpool(self._games.content, request.path_params["name"])
        return Response(content, media_type="application/octet-stream")

    async def knobs(self, request: Request) -> Response:
        """Every parameter, the groups, the presets with the default one, and what margins can be asked for."""
        presets = {name: plain(parameters) for name, parameters in PRESETS.items()}
        knobs = {
            name: {"kind": type(spec.default).__name__, **spec.metadata}
            for name, spec in KNOBS.items()
            if name not in SILENT
        }
        shown = {title: [name for name in names if name in knobs] for title, names in groups().items()}
        answer = {
            "knobs": knobs, "groups": shown, "presets": presets, "default": DEFAULT, "scanned": SCANNED,
            "most_seeds": MOST_SEEDS,
        }  # fmt: skip
        return JSONResponse(answer)

    async def open(self, request: Request) -> Response:
        """Take in a replay that is sent as it is."""
        content = await _body(request, LARGEST_UPLOAD)
        return JSONResponse({"game": await run_in_threadpool(self._games.add, content)})

    async def explain(self, request: Request) -> Response:
        """Decide a frame again."""
        return await self._answered(request, _explained)

    async def margin(self, request: Request) -> Response:
        """How much the parameters of the field must change until squares move differently."""
        return await self._answered(request, _margined)

    async def future(self, request: Request) -> Response:
        """Play on from a frame, with the changed parameters and without."""
        return await self._answered(request, self._futured)

    async def _answered(self, request: Request, answer: Answer) -> Response:
        request_members = await asked_object(request)
        name = self._games.named(request_members)

        def work() -> Response:
            watched = self._games.watched(name)
            return answer(request_members, watched, question(request_members, watched.replay))

        return await run_in_threadpool(work)

    def _futured(self, request: Mapping[str, Any], watched: Watched, asked: Question) -> Response:
        seeds = whole({"seeds": USUAL_SEEDS, **request}, "seeds", 1, MOST_SEEDS)
        return JSONResponse(futures(watched, asked, seeds, self._games.add_played))


def _explained(request: Mapping[str, Any], watched: Watched, asked: Question) -> Response:
    is_patient = request.get("search", True)
    if not isinstance(is_patient, bool):
        raise Refusal(BAD_REQUEST, f"search should be true or false, it is {brief(is_patient)}")
    thinking = think(watched, asked, is_patient)
    parts = [
        f'"greedy":{json.dumps(thinking.is_greedy)}',
        f'"changed":{json.dumps(thinking.changed)}',
        f'"thought":{line(thinking.turn)}',
    ]
    if request.get("header") is True:
        view = watched.view(asked.turn, asked.seat)
        parts.append(f'"header":{json.dumps(header(view, asked.parameters, "replay"))}')
    return Response(f"{{{','.join(parts)}}}", media_type="application/json")


def _margined(request: Mapping[str, Any], watched: Watched, asked: Question) -> Response:
    return JSONResponse(margins(watched, asked))


async def asked_object(request: Request) -> Mapping[str, Any]:
    """The JSON object that a request holds. Raises Refusal."""
    return members(await _body(request, LARGEST_QUESTION))


async def _body(request: Request, most: int) -> bytes:
    """The body of a request, refused as soon as it is longer than `most` bytes."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Refusal(TOO_LARGE, f"more than {most} bytes were sent; is it a Halite replay?")
        parts.append(part)
    return b"".join(parts)


async def _refused(request: Request, error: Refusal) -> Response:
    return JSONResponse({"error": str(error)}, error.status)


async def _missing(request: Request, error: HTTPException) -> Response:
    sentence = f"{request.method} {request.url.path}: {error.detail}"
    return JSONResponse({"error": sentence}, error.status_code)


HANDLERS: dict[Any, Any] = {Refusal: _refused, HTTPException: _missing}
"""What becomes of a question that is not answered."""
