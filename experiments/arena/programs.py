"""Programs: the files that a command names, by which a program that is edited while it plays is noticed.

A command may load any other file, so its games are found again only under a version that the user gives (decision
0022).
"""

import os
import shlex
import sys
from pathlib import Path

from . import fingerprint


class ProgramError(Exception):
    """A file that a command names cannot be read."""


def files(command: str) -> dict[str, str]:
    """Return the fingerprints of the files that a command names in the current folder. Raises ProgramError."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError:  # a quotation mark without its other half: the shell will say so
        words = command.split()
    words = [word.strip('"') for word in words]
    named = {name for word in words for name in (word, word.partition("=")[2], word.removeprefix("@"))}
    try:
        # os.path's, because Path.is_file() raises where a word, such as code behind -c, is too long for a name
        return {name: fingerprint.of_file(Path(name)) for name in sorted(named) if os.path.isfile(name)}
    except OSError as error:
        raise ProgramError(f"{error.filename} cannot be read: {error.strerror}") from None
