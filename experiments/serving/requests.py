"""Requests and refusals: the JSON object in a body, its members, and the sentence that a page gets instead."""

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from engine.documents import DocumentError, brief, loads

BAD_REQUEST, FORBIDDEN, NOT_FOUND, TOO_LARGE = 400, 403, 404, 413

LARGEST_QUESTION = 64 << 10  # bytes; all parameters of a player take two thousand


class Refusal(Exception):
    """Why a request is not answered: a status of HTTP and a sentence for the page."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


async def asked_object(request: Request) -> Mapping[str, Any]:
    """Return the JSON object that a request holds, refused as soon as it is too long. Raises Refusal."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST_QUESTION:
            raise Refusal(TOO_LARGE, f"more than {LARGEST_QUESTION} bytes were sent")
        parts.append(part)
    return members(b"".join(parts))


def members(body: bytes) -> Mapping[str, Any]:
    """Return the JSON object in a request's body. Raises Refusal."""
    try:
        request = loads(body)
    except DocumentError as error:
        raise Refusal(BAD_REQUEST, f"the request should be short JSON, it is not: {error!s:.80}") from None
    if not isinstance(request, dict):
        raise Refusal(BAD_REQUEST, f"the request should be a JSON object, it is a {type(request).__name__}")
    return request


def whole(request: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """Return the whole number called `name`, within these bounds. Raises Refusal."""
    value = request.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Refusal(BAD_REQUEST, f"{name} should be a whole number {low}..{high}, it is {brief(value)}")
    return value


async def _refused(request: Request, error: Refusal) -> Response:
    return JSONResponse({"error": str(error)}, error.status)


async def missing(request: Request, error: HTTPException) -> Response:
    """Answer a request to an address that is none."""
    return JSONResponse({"error": f"{request.method} {request.url.path}: {error.detail}"}, error.status_code)


HANDLERS: dict[Any, Any] = {Refusal: _refused, HTTPException: missing}
"""What becomes of a question that is not answered."""
