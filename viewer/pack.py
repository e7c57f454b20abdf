"""A replay and what was thought about it, as one page that needs nothing else."""

import gzip
import html
from base64 import b64encode
from pathlib import Path

from engine import replay as replays

from .bundle import PAGE, script

_GZIP = b"\x1f\x8b"


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
    Raises        PageError when a file cannot be read, or the replay is none
    """
    files = [
        _element("replay", replay, _replay(replay)) if replay else "",
        _element("explanation", explanation, _content(explanation)) if explanation else "",
        _element("flog", flog, _content(flog)) if flog else "",
    ]
    parts = {
        "TITLE": html.escape(f"{replay.name} · Halite" if replay else "Halite"),
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


def _replay(path: Path) -> bytes:
    """The file, once it is known to be a whole replay."""
    try:
        replays.read(path)
    except replays.ReplayError as error:
        raise PageError(str(error)) from None
    return _content(path)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PageError(f"{path}: cannot be read: {error.strerror or error}") from None


def _element(name: str, path: Path | None, content: bytes) -> str:
    """The file as gzip in base64, which no HTML parser can misread."""
    packed = content if content.startswith(_GZIP) else gzip.compress(content, compresslevel=6, mtime=0)
    title = html.escape(path.name if path else name)
    return f'<script type="application/gzip" id="{name}" data-name="{title}">{b64encode(packed).decode()}</script>'


def _closed(source: str) -> str:
    """A script that may stand in HTML: nothing in it looks like its end."""
    return source.replace("</script", "<\\/script")
