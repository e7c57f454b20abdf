"""Finds mistakes in a command line that would show late or as an obscure error."""

import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from . import flags

LAUNCHER = "HALITE_PLAY"  # the environment variable in which ./play says how it was called
SHOWN = "HALITE_SHOWN"  # the one in which it says that it shows the game itself, after the report
BOARD = "-d"
# Programs that play nothing by themselves: what follows one of them as a word of its own was meant for it.
_INTERPRETER = re.compile(
    r"(?:.*/)?(?:(?:python|pypy)[0-9.]*|java|node|ruby|perl|php|lua|mono|dotnet|bash|sh)(?:\.exe)?"
)
_PLAIN = re.compile(r"[^\"$`\\!]*")  # what stays as it is between double quotation marks


def launcher() -> list[str]:
    """Return how the user started this: ./play names itself, because only it works in every folder."""
    play = os.environ.get(LAUNCHER)
    return [play] if play else [python(), "-m", "engine"]


def program() -> str:
    """Return how the user started the environment, for usage texts: ./play as it was called, or python -m engine."""
    return os.environ.get(LAUNCHER) or flags.PROGRAM


def python() -> str:
    """Return the command for this Python: short if it is in the current folder or first on PATH."""
    executable = Path(sys.executable)
    if executable.is_relative_to(Path.cwd()):
        return str(executable.relative_to(Path.cwd()))
    on_path = shutil.which("python3")
    return "python3" if on_path and Path(on_path) == executable else str(executable)


def likely_mistake(words: Sequence[str]) -> str | None:
    """Return the likely mistake, and the command that was probably meant; None if nothing looks wrong."""
    settings, pieces = _parted(words)
    if {"-o", "--override"} & set(settings):
        return None
    if len(pieces) == 1 and pieces[0].endswith((".hlt", ".hlt.gz")) and Path(pieces[0]).is_file():
        see = launcher() if LAUNCHER in os.environ else [python(), "-m", "viewer"]
        return f"{pieces[0]} is a recording, not a bot. To see it:\n  {' '.join(see)} {_quoted(pieces[0])}\n"
    commands = _gathered(pieces)
    complaints = []
    if any(word not in words for word in settings):
        complaints.append('A board\'s width and height are one word, such as "30 30" or 30x30.')
    if commands != pieces:
        complaints.append(f"A bot's whole command is one word, in quotation marks, not several: {', '.join(pieces)}.")
    if not complaints:
        return None
    meant = " ".join([*launcher(), *map(_argument, settings), *map(_quoted, commands)])
    return f"{' '.join(complaints)} Probably meant:\n  {meant}\n"


def _parted(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words of flags with their values, and what is left. A flag that is unknown stays with the bots.

    Two numbers behind -d are joined to the one word that they should have been.
    """
    settings: list[str] = []
    pieces: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in ("--", "--ignore_rest"):
            return settings, pieces + rest
        known = flags.known(word) if word.startswith("-") else None
        if known is None:
            pieces.append(word)
            continue
        settings.append(word)
        if known.value and word in known.spellings and rest:
            settings.append(rest.pop(0))
            if BOARD in known.spellings and settings[-1].isdigit() and rest and rest[0].isdigit():
                settings[-1] += f" {rest.pop(0)}"
    return settings, pieces


def _gathered(pieces: list[str]) -> list[str]:
    """Return one command for each bot: an interpreter takes the words behind it, up to the next command."""
    commands: list[list[str]] = []
    is_open = False
    for piece in pieces:
        starts = _INTERPRETER.fullmatch(piece) is not None
        if is_open and not starts and " " not in piece and not piece.startswith("./"):
            commands[-1].append(piece)
        else:
            commands.append([piece])
            is_open = starts
    return [" ".join(command) for command in commands]


def _argument(word: str) -> str:
    return word if re.fullmatch(r"[\w./=-]+", word) else _quoted(word)


def _quoted(text: str) -> str:
    return f'"{text}"' if _PLAIN.fullmatch(text) else "'" + text.replace("'", "'\\''") + "'"
