"""Packs a replay and its explanation into one page that needs no other file."""

import html
from base64 import b64encode
from functools import cache
from gzip import compress
from pathlib import Path
from typing import Any

from engine import documents
from engine import replay as replays
from engine.errors import UserError
from engine.names import shown_in_full

from . import kernels
from .bundle import PAGE, script
from .frame import alone, inline, place
from .planes import planes

_GZIP = b"\x1f\x8b"
SCHOOL = 2  # the version of the explanation files that schools write
LARGEST = 2**29  # bytes of a file in a page; browsers hold no much longer text


class PageError(UserError, ValueError):
    """A file cannot be shown; the message names it and says why."""


def page(
    replay: Path | None = None, explanation: Path | None = None, flog: Path | None = None, findings: Path | None = None,
    *, asked: str = "",
) -> str:  # fmt: skip
    """Return the page as text, to be written in UTF-8.

    replay        a Halite replay, plain or gzip; without one the page waits for a file to be dropped on it
    explanation   see docs/pages/explanations.md
    flog          see docs/pages/game.md
    findings      what the coach found out, see docs/extras/coach.md
    asked         the moment and the question that the page opens with, as its address has them (docs/pages/game.md)
    Raises        PageError when a file cannot be read, the replay is not one, or the explanation is of another game
    """
    game = _game(replay) if replay else None
    thoughts, thinker = _explanation(explanation, game) if explanation else (b"", "")
    # The script runs as soon as it is read: the game stands before it, and what may be ten times as large behind.
    files = [
        _element("planes", replay, planes(game)) if replay and game else "",
        *_program(),
        kernels.elements(),
        _element("explanation", explanation, thoughts) if explanation else "",
        _element("flog", flog, _content(flog)) if flog else "",
        _element("findings", findings, _content(findings)) if findings else "",
    ]
    title = f"{shown_in_full(replay.name)} · Halite" if replay else "Halite"
    data = {"explained": thinker or None, "asked": asked or None}
    where = place(*(f'{name}="{html.escape(value)}"' for name, value in data.items() if value is not None))
    body = "\n".join(filter(None, files))
    return alone(title, "", where, body, thinks=True)


@cache
def _program() -> tuple[str, ...]:
    """Return the page's styles and program, packed, and the few lines that unpack them."""
    packed = {"style": style() + kernels.style(), "program": script()}
    unpacking = inline((PAGE.parent / "unpack.js").read_text(encoding="utf-8"), "")
    smallest = {name: compress(text.encode(), compresslevel=9, mtime=0) for name, text in packed.items()}
    return *(_element(name, None, content) for name, content in smallest.items()), unpacking


def style() -> str:
    """Return the page's style sheet; it touches nothing outside .halite, so that a notebook can use it too."""
    return (PAGE / "style.css").read_text(encoding="utf-8")


def _game(path: Path) -> replays.Replay:
    """Return the game, once it is known to be a whole replay."""
    try:
        return replays.read(path)
    except replays.ReplayError as error:
        raise PageError(str(error)) from None


def _explanation(path: Path, game: replays.Replay | None) -> tuple[bytes, str]:
    """Return a file whose header fits this game, and who wrote it: `bot`, `school`, or `""` for an empty file.

    The page compares the turns with the game.
    """
    content, thinker = _content(path), ""
    try:
        start = documents.start(content)
        # A bot that died before it began leaves an empty file: its game can be shown, the page says what is missing.
        if start:
            header = _header(start)
            thinker = "school" if header.get("version") == SCHOOL else "bot"
            if game is not None:
                _check_header(header, game)
    except documents.DocumentError as error:
        raise PageError(f"{path}: not an explanation file: {error}") from None
    except ValueError as error:
        raise PageError(f"{path}: {error}") from None
    return content, thinker


def _header(start: bytes) -> dict[str, Any]:
    """Return the object in the first line. Raises ValueError when it is not that of an explanation."""
    try:
        header = documents.loads(start.split(b"\n", 1)[0])
    except documents.DocumentError:
        header = None
    if not isinstance(header, dict) or header.get("format") != "halite-explanation":
        raise ValueError("not an explanation file: its first line does not say so; is it a replay or an f-log?")
    return header


def _check_header(header: dict[str, Any], game: replays.Replay) -> None:
    """Raise ValueError when it names another board, or a player that is not in the game."""
    height, width = game.production.shape
    *board, player = (documents.brief(header.get(key)) for key in ("width", "height", "player"))
    if board != [str(width), str(height)]:
        raise ValueError(
            f"it explains a board of {' x '.join(board)}, the replay has {width} x {height}; of another game?"
        )
    count = len(game.player_names)
    if player not in map(str, range(1, count + 1)):
        raise ValueError(f"it explains player {player}, the game has {count}; is it another game's?")


def _content(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise PageError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(content) > LARGEST:
        raise PageError(f"{path}: more than {LARGEST >> 20} MiB: no browser opens a page with so much in it")
    return content


def _element(name: str, path: Path | None, content: bytes) -> str:
    """Return the file as gzip in base64, which no HTML parser can misread."""
    packed = content if content.startswith(_GZIP) else compress(content, compresslevel=6, mtime=0)
    title = html.escape(shown_in_full(path.name) if path else name)
    return f'<script type="application/gzip" id="{name}" data-name="{title}">{b64encode(packed).decode()}</script>'
