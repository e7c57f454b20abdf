"""Who may ask: pages of this server only, and from other machines only with the token.

A server on 127.0.0.1 is reached by every page that the browser shows: a foreign page can send requests here,
and with a name that suddenly points at 127.0.0.1 (DNS rebinding) read the answers too. The headers Sec-Fetch-Site and
Origin give away the first, the Host header the second; a GET, as of an image, has no Origin. SAFETY has what the
browser itself must prevent.
"""

import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

from .hosts import is_local
from .question import FORBIDDEN

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

PROTECTED = "/api/"
"""Where the token is asked for; the page itself is public and holds no game."""

PAGE = "/"
"""The page, which is the one address that another page may lead to."""

OUR_OWN = ("same-origin", "none")
"""What browsers say in Sec-Fetch-Site of requests of the window's own page, and of an address that was typed in."""

SAFETY = {
    # The page loads what lies here and nothing else; styles are also written by its script. No page may frame it.
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
            complaint = self.complaint(scope["path"], Headers(scope=scope))
            if complaint:
                await JSONResponse({"error": complaint}, FORBIDDEN)(scope, receive, send)
                return
        await self._application(scope, receive, send)

    def complaint(self, path: str, headers: Mapping[str, str]) -> str | None:
        """Why a request is turned away; None when it may pass."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if is_local(self._host) and not is_local(_name(f"//{host}")):
            return f"this window is open on this machine only, not as {host!r:.80}; use the address that it printed"
        if headers.get("sec-fetch-site", "none") not in OUR_OWN and path != PAGE:
            return "a page of another address asks here; only the window's own page may"
        if origin is not None and _place(origin) != host:
            return f"a page of {origin!r:.80} asks here; only the window's own page may"
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


def _place(address: str) -> str | None:
    """HOST:PORT of an address; None where it has none."""
    try:
        return urlsplit(address).netloc or None
    except ValueError:  # brackets that do not hold an IPv6 address
        return None


def _name(address: str) -> str:
    """HOST of an address, without the port; empty where it has none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _is_token(token: str, authorization: str) -> bool:
    return secrets.compare_digest(authorization.encode(), f"Bearer {token}".encode())
