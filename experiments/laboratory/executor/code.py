"""Which code this process plays with, so that a worker with other code can be refused."""

import subprocess
from dataclasses import dataclass

from experiments.arena import fingerprint
from experiments.arena.fingerprint import ROOT

from .errors import ForeignCodeError

# Everything that a game passes through on a worker: who decides, who judges, and how both are brought together.
PLAYING = [
    *sorted((ROOT / "bot").glob("*.py")),
    *sorted((ROOT / "engine").glob("*.py")),
    *sorted((ROOT / "experiments" / "arena").glob("*.py")),
    *sorted((ROOT / "experiments" / "laboratory" / "executor").glob("*.py")),
    *sorted((ROOT / "experiments" / "opponents").rglob("*.py")),
    ROOT / "experiments" / "laboratory" / "database" / "played.py",  # what a result is
]


@dataclass(frozen=True, slots=True)
class Code:
    """What one process runs."""

    fingerprint: str  # of all files in PLAYING
    revision: str  # of git; "unknown" where there is no clone

    def __str__(self) -> str:
        return f"revision {self.revision} (fingerprint {self.fingerprint})"

    def check(self, other: "Code", where: str) -> None:
        """Raise ForeignCodeError when the process `where` runs `other` code than this; the revision may differ."""
        if other.fingerprint != self.fingerprint:
            raise ForeignCodeError(
                f"the worker {where} plays with {other}, this program with {self}. Bring both to the same "
                "revision without local changes, and start the worker anew"
            )


def _revision() -> str:
    """The short name of the commit, with a + when files that play differ from it.

    Other files may: each entry in the ledger changes one, and would mark every later entry.
    """
    try:
        changed = _git("status", "--porcelain", "--", *map(str, PLAYING))
        return _git("rev-parse", "--short", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):  # no git, or no clone
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


# Read when this file is imported, as the code itself was: a later edit does not reach a running process.
HERE = Code(fingerprint.of_code(*PLAYING), _revision())
