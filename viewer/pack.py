"""Packs a replay and its explanation into one page that needs no other file."""

import html
import json
import zlib
from base64 import b64encode
from contextlib import suppress
from functools import cache
from gzip import compress
from pathlib import Path

from engine import replay as replays
from engine.errors import UserError
from engine.names import printable_in_full

from .bundle import ROOT, script
from .frame import alone, inline
from .planes import planes

# Where `make module` leaves the kernels that a page thinks with: the compiled bot, which also `MyBot.py` plays.
BUILT = ROOT.parent / "bot" / "built"
MODULE, TABLE = "kernels.wasm", "table.json"
PARTS = {"module": MODULE, "table": TABLE}  # by the names that think/module.js knows
LARGEST = 2**29  # bytes of a file in a page; browsers hold no much longer text


def page(
    replay: Path | None = None, explanation: Path | None = None, flog: Path | None = None, findings: Path | None = None,
    *, asked: str = "",
) -> str:  # fmt: skip
    """Return the page as text, to be written in UTF-8.

    Args:
        replay: a Halite replay, plain or gzip; without one the page waits for a file to be dropped on it
        explanation, flog, findings: files, see docs/pages/explanations.md, docs/pages/game.md and docs/extras/coach.md
        asked: the moment and the question that the page opens with, as its address has them (docs/pages/game.md)

    Raises:
        UserError: a file cannot be read, or is no replay; the page itself refuses others
    """
    game = replays.read(replay) if replay else None
    thoughts = _plain(_content(explanation)) if explanation else b""
    # The script runs as soon as it is read: the game stands before it, and what may be ten times as large behind.
    behind = {"explanation": (explanation, _by_member(thoughts)), "flog": (flog, None), "findings": (findings, None)}
    files = [
        _element("planes", replay, planes(game)) if replay and game else "",
        *_program(),
        *(_element(name, path, content or _content(path)) for name, (path, content) in behind.items() if path),
    ]
    title = f"{printable_in_full(replay.name)} · Halite" if replay else "Halite"
    data = {"explained": _writer(thoughts), "asked": asked or None}
    asks = "".join(f' data-{name}="{html.escape(value)}"' for name, value in data.items() if value is not None)
    return alone(title, "", f'<main id="page"{asks}></main>', "\n".join(filter(None, files)), thinks=True)


@cache
def _program() -> list[str]:
    """Return the page's styles and program, packed, the few lines that unpack them, and the kernels."""
    styles = style() + style("think/ask.css", "lab/lab.css")
    kernels = {f"kernels-{name}": (BUILT / file).read_bytes() for name, file in PARTS.items()}
    contents = {"style": styles.encode(), "program": script().encode(), **kernels}
    packed = [_element(name, None, content) for name, content in contents.items()]
    return [*packed[:2], inline((ROOT / "unpack.js").read_text(encoding="utf-8"), ""), *packed[2:]]


def style(*names: str) -> str:
    """Return these style sheets, by default the viewer's, which touch nothing outside .halite."""
    return "".join((ROOT / name).read_text(encoding="utf-8") for name in names or ("ui/base.css", "ui/style.css"))


def require_explanation(path: Path) -> Path:
    """Return the path of an explanation. Raises UserError for another file."""
    if (thoughts := _plain(_content(path))) and not _writer(thoughts):
        raise UserError(f"{path}: no explanation file, as MyBot.py and `experiments explain` write them")
    return path


def _content(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(content) > LARGEST:
        raise UserError(f"{path}: more than {LARGEST >> 20} MiB: no browser opens a page with so much in it")
    return content


def _plain(content: bytes) -> bytes:
    """Return what a file holds, unpacked as far as it goes; damaged bytes as they are."""
    with suppress(zlib.error):
        return zlib.decompressobj(31).decompress(content, LARGEST)
    return content


def _writer(explanation: bytes) -> str | None:
    """Return whose explanation this is, for which a page waits while it opens; None where it is none."""
    with suppress(ValueError, TypeError, KeyError):
        header = json.loads(explanation.split(b"\n", 1)[0])
        return ("opponent" if "opponent" in header else "bot") if header["format"] == "halite-explanation" else None
    return None


def _by_member(explanation: bytes) -> bytes:
    """Return an explanation with all turns of a member together, which packs to four fifths; others as they are.

    Behind the header stands `columns T`, then for each member its name and T lines, empty where a turn has none.
    """
    with suppress(ValueError):
        head, *lines = explanation.decode().split("\n")[:-1]
        turns = [_members(line) for line in lines]
        rows = [head, f"columns {len(turns)}"]
        for name in dict.fromkeys(name for turn in turns for name in turn):
            rows += [name, *(turn.get(name, "") for turn in turns)]
        return "\n".join([*rows, ""]).encode()
    return explanation


def _members(line: str) -> dict[str, str]:
    """Return the members of a JSON object as they are written. Raises ValueError where blanks stand between them."""
    decode, members, at = json.JSONDecoder().raw_decode, {}, 1
    while at < len(line):
        colon = decode(line, at)[1]
        end = decode(line, colon + 1)[1]
        members[line[at:colon]] = line[colon + 1 : end]
        at = end + 1
    if line != f"{{{','.join(f'{name}:{value}' for name, value in members.items())}}}":
        raise ValueError(line)
    return members


def _element(name: str, path: Path | None, content: bytes) -> str:
    """Return the file as gzip in base64, which no HTML parser can misread."""
    packed = content if content.startswith(b"\x1f\x8b") else compress(content, compresslevel=9, mtime=0)
    title = html.escape(printable_in_full(path.name) if path else name)
    return f'<script type="application/gzip" id="{name}" data-name="{title}">{b64encode(packed).decode()}</script>'
