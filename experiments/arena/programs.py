"""Programs: the files that decide what a command plays, where they can be known for certain.

A stored game belongs to what its players do. Of a program that is its files. They are known where the command is plain
words that start a Python script by its file, and where all that this script imports and calls is known to be harmless:
`python3 bot.py --options=fast.toml` is the script, the modules of its folder that it imports, and each file in the
words.

Everything else is doubtful: a shell may change folders and variables, a compiled program or one in another language may
load what this file cannot see, and a script that opens files may depend on anything. Then there is no guessing: a
doubtful program is another player in every run. What the machine offers to all programs, such as an interpreter and the
packages that are installed for it, is not looked at. docs/decisions/0022 weighs this against hashing folders.
"""

import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from . import fingerprint, scripts

QUOTED = re.compile(r"""'[^']*'|"[^"$`\\]*\"""")  # what no shell looks into
SHELLS_OWN = re.compile(r"[;&|<>()$`\n*?\[\]{}~#!^%\\]")
PYTHON = re.compile(r"(python|pypy)[0-9.]*(\.exe)?")
OPTIONS = re.compile(r"-[uBOsSEIq]+")  # of Python, which load nothing
QUIET = frozenset((
    "PYTHONDONTWRITEBYTECODE", "PYTHONFAULTHANDLER", "PYTHONHASHSEED", "PYTHONIOENCODING", "PYTHONNOUSERSITE",
    "PYTHONOPTIMIZE", "PYTHONUNBUFFERED", "PYTHONUTF8",
))  # fmt: skip
"""Variables of Python's that change no import."""


class ProgramError(Exception):
    """A file that a command names cannot be read."""


@dataclass(frozen=True, slots=True)
class Program:
    """The files behind a command, as far as they are known."""

    files: dict[str, str]  # path as the command reaches it -> fingerprint
    doubt: str | None  # why they may not be all that decides; None when they are


def known(command: str) -> Program:
    """Return the program that this command runs in the current folder. Raises ProgramError."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError:  # a quotation mark without its other half: the shell will say so
        words = command.split()
    words = [word.strip('"') for word in words]
    named = {name for word in words for name in (word, word.partition("=")[2], word.removeprefix("@"))}
    # os.path's, because Path.is_file() raises where a word, such as code behind -c, is too long for a name
    paths = {name: Path(name) for name in named if os.path.isfile(name)}
    try:
        doubt = _shells(command) or _folders(named) or _started(words, paths)
        return Program({name: fingerprint.of_file(path) for name, path in sorted(paths.items())}, doubt)
    except OSError as error:
        raise ProgramError(f"{error.filename} cannot be read: {error.strerror}") from None


def _shells(command: str) -> str | None:
    """Return the part of a command that the shell interprets; None if there is none."""
    if match := SHELLS_OWN.search(QUOTED.sub("", command)):
        return f"the shell reads {match[0]!r} in it"
    return None


def _folders(named: set[str]) -> str | None:
    folder = next((name for name in sorted(named) if name and os.path.isdir(name)), None)
    return f"it names the folder {folder}" if folder else None


def _started(words: list[str], paths: dict[str, Path]) -> str | None:
    """Return why the program that these words start may load more than `paths`, to which what it loads is added."""
    first, *rest = words or [""]
    if os.sep in first and first in paths:
        if (interpreter := _interpreter(paths[first])) is None:
            return f"{first} is no Python script, and what it loads is not read"
        words, script = interpreter, first
    else:
        words, script = [first], next((word for word in rest if not OPTIONS.fullmatch(word)), "")
    if not PYTHON.fullmatch(Path(words[0]).name):
        return f"what {words[0] or 'it'} runs is not read"
    if not _is_python(words[0]):
        return f"{words[0]} is not the Python of this machine"
    if script not in paths:
        return "it does not start a script by its file"
    if variable := next((name for name in sorted(os.environ) if name.startswith("PYTHON") and name not in QUIET), None):
        return f"{variable} is set, which may change what it imports"
    try:
        paths |= scripts.files(paths[script])
    except scripts.DoubtError as doubt:
        return str(doubt)
    return None


def _interpreter(path: Path) -> list[str] | None:
    """Return the words behind #! of a script for Python; None for all that is none, and for more than plain options."""
    with path.open("rb") as file:
        line = file.readline(200)
    words = line[2:].decode("ascii", "replace").split() if line.startswith(b"#!") else []
    if words and Path(words[0]).name == "env":
        words = words[1:]
    is_plain = bool(words) and all(OPTIONS.fullmatch(word) for word in words[1:])
    return words if is_plain and PYTHON.fullmatch(Path(words[0]).name) else None


def _is_python(word: str) -> bool:
    """Return whether a word starts the Python that this machine offers: this one, or one that PATH has."""
    if os.path.dirname(word):
        here = (sys.executable, *filter(None, (shutil.which("python3"), shutil.which(Path(word).name))))
        return any(os.path.realpath(word) == os.path.realpath(other) for other in here)
    found = shutil.which(word)
    return found is not None and os.path.isabs(found)
