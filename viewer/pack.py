"""A replay and what was thought about it, as one page that needs nothing else."""

import html
import json
import os
import zlib
from base64 import b64encode
from gzip import compress
from pathlib import Path
from typing import Any

from engine import replay as replays

from .bundle import PAGE, script

_GZIP = b"\x1f\x8b"
_LONGEST_HEADER = 2**20  # bytes of an explanation's first line; ours have some ten thousand


class PageError(ValueError):
    """A file cannot be shown; the message names it and says why."""


def page(
    replay: Path | None = None, explanation: Path | None = None, flog: Path | None = None, *, watches: bool = False
) -> str:
    """The page as text, to be written in UTF-8.

    replay        a Halite replay, plain or gzip; without one the page waits for a file to be dropped on it
    explanation   see docs/11-explanations.md
    flog          see docs/14-what-you-see.md
    watches       the page asks the server that it came from for the newest game; see viewer.watching
    Raises        PageError when a file cannot be read, the replay is none, or the explanation is none of its game's
    """
    game = _game(replay) if replay else None
    files = [
        _element("replay", replay, _content(replay)) if replay else "",
        _element("explanation", explanation, _explanation(explanation, game)) if explanation else "",
        _element("flog", flog, _content(flog)) if flog else "",
    ]
    parts = {
        "TITLE": html.escape(f"{readable(replay.name)} · Halite" if replay else "Halite"),
        "STYLE": style(),
        "WATCH": "data-watch" if watches else "",
        "FILES": "\n".join(filter(None, files)),
        "SCRIPT": _closed(script()),
    }
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    # Cut first, filled after: no file's content is ever searched for the next word to replace.
    for name in parts:
        text = text.replace(name, f"\0{name}\0", 1)
    return "".join(parts.get(piece, piece) for piece in text.split("\0"))


def style() -> str:
    """The page's style sheet; it touches nothing outside .halite, so that a notebook can use it too."""
    return (PAGE / "style.css").read_text(encoding="utf-8")


def readable(name: str) -> str:
    """A file's name as text: names may hold bytes that are no UTF-8, and no page and no screen takes those."""
    return os.fsencode(name).decode("utf-8", "replace")


def _game(path: Path) -> replays.Replay:
    """The game, once it is known to be a whole replay."""
    try:
        return replays.read(path)
    except replays.ReplayError as error:
        raise PageError(str(error)) from None


def _explanation(path: Path, game: replays.Replay | None) -> bytes:
    """The file, once its header is known to speak of this game. Its turns the page reads, one when it is shown."""
    content = _content(path)
    # A bot that died before it began leaves an empty file: its game can be shown, and the page says what is missing.
    start = _start(content)
    if start == b"":
        return content
    header = _header(start)
    if header.get("format") != "halite-explanation":
        raise PageError(f"{path}: not an explanation file: its first line does not say so; is it a replay or an f-log?")
    if game is None:
        return content
    height, width = game.production.shape
    if (header.get("width"), header.get("height")) != (width, height):
        told = f"{header.get('width')} x {header.get('height')}"
        raise PageError(f"{path}: it explains a board of {told}, the replay has {width} x {height}; of another game?")
    if header.get("player") not in range(1, len(game.player_names) + 1):
        player, count = header.get("player"), len(game.player_names)
        raise PageError(f"{path}: it explains player {player}, the game has {count}; is it another game's?")
    return content


def _start(content: bytes) -> bytes | None:
    """The first bytes, unpacked; None where they are damaged."""
    if not content.startswith(_GZIP):
        return content[:_LONGEST_HEADER]
    try:
        return zlib.decompressobj(wbits=31).decompress(content, _LONGEST_HEADER)
    except zlib.error:
        return None


def _header(start: bytes | None) -> dict[str, Any]:
    """The object in the first line, empty where there is none."""
    try:
        found = json.loads((start or b"").split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PageError(f"{path}: cannot be read: {error.strerror or error}") from None


def _element(name: str, path: Path | None, content: bytes) -> str:
    """The file as gzip in base64, which no HTML parser can misread."""
    packed = content if content.startswith(_GZIP) else compress(content, compresslevel=6, mtime=0)
    title = html.escape(readable(path.name) if path else name)
    return f'<script type="application/gzip" id="{name}" data-name="{title}">{b64encode(packed).decode()}</script>'


def _closed(source: str) -> str:
    """A script that may stand in HTML: nothing in it looks like its end."""
    return source.replace("</script", "<\\/script")
