"""Which code this process plays with, so that a worker with other code can be refused."""

import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from experiments.arena import fingerprint
from experiments.arena.fingerprint import ROOT

from .errors import ForeignCodeError


@dataclass(frozen=True, slots=True)
class Code:
    """The code that one process runs."""

    fingerprint: str  # of all files that a game passes through
    revision: str  # see revision_here

    def __str__(self) -> str:
        return f"revision {self.revision} (fingerprint {self.fingerprint})"

    def check(self, other: "Code", where: str) -> None:
        """Raise ForeignCodeError when the process `where` runs `other` code than this; the revision may differ."""
        if other.fingerprint != self.fingerprint:
            raise ForeignCodeError(
                f"the worker {where} plays with {other}, this program with {self}. Bring both to the same "
                "revision without local changes, and restart the worker"
            )


@cache
def code_here() -> Code:
    """Return the code of this process, read at the first call: later edits do not reach a running process.

    Comments count, because leaving them out takes long, and every worker asks.
    """
    texts = [path.read_text(encoding="utf-8") for path in _playing()]
    return Code(fingerprint.of_text("\0".join(texts)), revision_here())


@cache
def revision_here() -> str:
    """Return the short name of this commit, with a + if a file that plays differs; "unknown" without git.

    Other files do not count: each ledger entry changes one, and would mark every later entry.
    """
    try:
        edited = _git("status", "--porcelain", "--", *map(str, _playing()))
        return _git("rev-parse", "--short", "HEAD") + ("+" if edited else "")
    except (OSError, subprocess.CalledProcessError):  # no git, or no clone
        return "unknown"


def _playing() -> list[Path]:
    """Return everything that a game passes through on a worker: players, rules, and the code that runs them."""
    laboratory = ROOT / "experiments" / "laboratory"
    folders = (ROOT / "bot", ROOT / "engine", ROOT / "experiments" / "arena", laboratory / "executor")
    return [
        *(path for folder in folders for path in sorted(folder.rglob("*.py"))),
        *sorted((ROOT / "experiments" / "opponents").rglob("*.py")),
        laboratory / "database" / "played.py",  # what a result is
    ]


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
