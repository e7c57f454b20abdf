"""Which code this process plays with, so that a worker with other code can be refused."""

import hashlib
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
PLAYING = ("bot", "engine", "experiments/arena", "experiments/laboratory", "experiments/opponents")


@cache
def code_here() -> str:
    """Return a digest of the code of this process, read at the first call: later edits do not reach a process."""
    paths = [path for folder in PLAYING for path in sorted((ROOT / folder).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:12]


@cache
def revision_here() -> str:
    """Return the short name of this commit, with a + if a file that plays differs; "unknown" without git."""
    try:
        edited = _git("status", "--porcelain", "--", *PLAYING)
        return _git("rev-parse", "--short", "HEAD") + ("+" if edited else "")
    except (OSError, subprocess.CalledProcessError):  # no git, or no clone
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
