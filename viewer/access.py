"""Who may ask `python -m viewer --watch`: its own pages only.

A server on 127.0.0.1 is reached by every page that the browser shows: a foreign page can send requests here,
and with a name that suddenly points at 127.0.0.1 (DNS rebinding) read the answers too. The headers Sec-Fetch-Site and
Origin give away the first, the Host header the second; a GET, as of an image, has no Origin.
"""

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

PAGE = "/"
"""The page, which is the one address that another page may lead to."""

OUR_OWN = ("same-origin", "none")
"""What browsers say in Sec-Fetch-Site of requests of the server's own page, and of an address that was typed in."""


def complaint(host: str, path: str, headers: Mapping[str, str]) -> str | None:
    """Return why a request to a server that listens on `host` is turned away; None when it may pass.

    headers   of the request; their names are found in small letters
    """
    asked, origin = headers.get("host") or "", headers.get("origin")
    if is_local(host) and not is_local(_name(f"//{asked}")):
        return f"this window is open on this machine only, not as {asked!r:.80}; use the address that it printed"
    if headers.get("sec-fetch-site", "none") not in OUR_OWN and path != PAGE:
        return "a page of another address asks here; only the window's own page may"
    if origin is not None and _place(origin) != asked:
        return f"a page of {origin!r:.80} asks here; only the window's own page may"
    return None


def is_local(host: str) -> bool:
    """Return whether only programs of this machine reach an address."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


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
