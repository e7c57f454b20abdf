"""A page on the disk: where it is written, what lies beside its replay, what it may not overwrite; opens it, too."""

import os
import re
import shlex
import sys
import webbrowser
from pathlib import Path

from engine import writing
from engine.errors import UserError

from .pack import page, require_explanation

# Folders in which a game is looked for where none is named; `./play` writes to the second.
PLACES = Path(), Path("replays")


def write(
    replay: Path | None, target: Path | None = None, explanation: Path | None = None, flog: Path | None = None,
    findings: Path | None = None, *, asked: str = "",
) -> Path:  # fmt: skip
    """Write the page of a game, with what viewer.pack.page takes, and return where it is. Raises UserError.

    Args:
        target: by default game.html beside game.hlt
        explanation: by default the one beside the replay, of the first player who has one; findings likewise
    """
    refuse_a_folder(replay)
    target = target or beside(replay)
    # One that is found may be cut, because its bot was killed: the page says so.
    explanation = require_explanation(explanation) if explanation else _about(replay, "explain.gz")
    findings = findings or _about(replay, "coach.json")
    for source in filter(None, (replay, explanation, flog, findings)):
        if source.exists() and target.exists() and target.samefile(source):
            raise UserError(f"{target}: the page would overwrite this file; name another one with -o")
    text = page(replay, explanation, flog, findings, asked=asked)
    try:
        writing.write(target, text)
    except OSError as error:
        raise UserError(f"{target}: the page cannot be written: {error.strerror or error}") from None
    return target


def refuse_a_folder(replay: Path | None) -> None:
    """Raise UserError for what can only be a folder; an empty name is the current one."""
    if replay is not None and replay.is_dir():
        raise UserError(f"{replay}: a folder, expected a replay. {example(replay)}")


def example(folder: Path | None = None) -> str:
    """Return how a game is shown, by the newest one in the folder, or in PLACES."""
    game = newest(folder) or Path("game.hlt")
    return f"To show a game: python -m viewer {shlex.quote(str(game))}"


def newest(folder: Path | None = None) -> Path | None:
    """Return the newest game in the folder, or in PLACES; None where there is none."""
    places = [folder] if folder else PLACES
    games = [game for place in places for pattern in ("*.hlt", "*.hlt.gz") for game in place.glob(pattern)]
    return max(filter(Path.is_file, games), key=lambda game: game.stat().st_mtime, default=None)


def beside(replay: Path | None) -> Path:
    """Return game.html for game.hlt and for game.hlt.gz."""
    name = replay.name.removesuffix(".gz").removesuffix(".hlt") if replay else "halite"
    return (replay.parent if replay else Path()) / f"{name}.html"


def _about(replay: Path | None, ending: str) -> Path | None:
    """Return the file beside a replay with this ending, of the first player who has one; x.y.hlt is none of x.hlt's."""
    if replay is None or not replay.exists():
        return None
    stem = replay.name.removesuffix(".gz").removesuffix(".hlt")
    name = re.compile(rf"{re.escape(stem)}\.player[1-6]\.{re.escape(ending)}")
    return min((path for path in replay.parent.iterdir() if name.fullmatch(path.name)), default=None)


def show(address: str) -> None:
    """Open the address where there is a screen; elsewhere a text browser would take over the terminal."""
    has_display = sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if has_display and not os.environ.get("CI"):
        webbrowser.open(address)
