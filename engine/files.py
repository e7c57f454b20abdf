"""Where a game's replay and log files go: no game overwrites another's."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Files:
    """The paths of a game's files."""

    replay: str | None  # None = not written
    logs: dict[int, str]  # player number -> its log file, for ejected players

    @property
    def paths(self) -> list[str]:
        """Every path."""
        return [*([self.replay] if self.replay else []), *self.logs.values()]


def unusable(directory: str) -> str | None:
    """Return why no replay can be written there, as a sentence; None when it can. Asked before the game."""
    if not os.path.isdir(directory):
        problem = "is a file" if os.path.exists(directory) else "does not exist"
        return f"The replay directory {directory!r} {problem}. Create a folder, or name another with -i."
    if not os.access(directory, os.W_OK | os.X_OK):
        return f"The replay directory {directory!r} cannot be written to. Change its rights, or name another with -i."
    return None


def replay_path(directory: str, number: int, seed: int) -> str:
    """Return the official name; the directory stays as it was given, and "" adds nothing to the name."""
    separator = "" if not directory or directory.endswith(("/", os.sep)) else os.sep
    return f"{directory}{separator}{number}-{seed}.hlt"


def log_path(player: int, number: int) -> str:
    """Return the official name, in the current folder."""
    return f"{player}-{number}.log"


def claim(first: int, paths: Callable[[int], Sequence[str]]) -> int:
    """Create the files of the first number, from `first` on, that none of them is taken under; return the number.

    Creating is the only test that two games in one folder cannot both pass.
    Raises OSError when files cannot be created there at all.
    """
    return next(number for number in count(first) if _create(paths(number)))


def _create(paths: Sequence[str]) -> bool:
    created: list[str] = []
    try:
        for path in paths:
            with open(path, "xb"):
                created.append(path)
    except OSError as error:
        release(created)
        if isinstance(error, FileExistsError):
            return False
        raise
    return True


def release(paths: Sequence[str]) -> None:
    """Give claimed files back."""
    for path in paths:
        Path(path).unlink(missing_ok=True)
