"""What stands before every answer: who may ask (viewer.access), the token of other machines, and SAFETY."""

import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from viewer.access import complaint
from viewer.frame import KERNELS

from .requests import FORBIDDEN

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

PROTECTED = "/api/"  # where the token is asked for; the page itself is public and holds no game
POLICY = (
    # The page loads what lies here and nothing else; styles are also written by its script, and it may compile the
    # kernels that it holds (viewer.kernels). No page may frame it.
    f"default-src 'self'; script-src 'self' {KERNELS}; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

SAFETY = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""What every answer tells the browser: pages, scripts, games and refusals alike."""


class AccessCheck:
    """Lets through what may pass, and answers the rest with 403 and the reason."""

    def __init__(self, application: Application, host: str, token: str | None):
        self._application, self._host, self._token = application, host, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http":
            refusal = self.complaint(scope["path"], Headers(scope=scope))
            if refusal:
                await JSONResponse({"error": refusal}, FORBIDDEN)(scope, receive, send)
                return
        await self._application(scope, receive, send)

    def complaint(self, path: str, headers: Mapping[str, str]) -> str | None:
        """Return why a request is turned away; None when it may pass."""
        if refusal := complaint(self._host, path, headers):
            return refusal
        if self._token and path.startswith(PROTECTED) and not _is_token(self._token, headers.get("authorization", "")):
            return "the token is missing or wrong; open the whole address that the server printed, with #token= in it"
        return None


class Safe:
    """Adds the SAFETY headers to every answer, errors included."""

    def __init__(self, application: Application):
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def safely(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFETY)
            await send(message)

        with suppress(ClientDisconnect):  # gone in the middle of its own question: no answer reaches it
            await self._application(scope, receive, safely)


def _is_token(token: str, authorization: str) -> bool:
    return secrets.compare_digest(authorization.encode(), f"Bearer {token}".encode())
