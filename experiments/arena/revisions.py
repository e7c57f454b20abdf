"""Older revisions of this repository as players, from folders of their own, never from the working tree."""

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path

from engine.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
WARMING = ("bot.program.warm", "bot.warm")  # what compiles the searches of a revision before 0.3, newest first


class RevisionError(UserError, ValueError):
    """There is no such revision, or git cannot tell; the message says which."""


@cache
def resolve(revision: str) -> str:
    """Return the full name of the commit that `revision` means now: a branch moves on, a stored result must not."""
    try:
        return _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    except RevisionError as error:
        raise RevisionError(f"git knows no revision {revision!r} here; `git log --oneline` lists them{error}") from None


def folder(commit: str) -> Path:
    """Return a folder with the files of `commit`, made at the first call. RevisionError where that fails.

    It is filled under another name and renamed when complete: two processes may ask at once, and a killed one leaves
    no half of a player behind.
    """
    target = Path(os.environ.get("HALITE_REVISIONS") or ROOT / ".revisions") / commit
    if not target.is_dir():
        files = _git("archive", "--format=tar", commit)
        try:
            _unpack(files, target)
        except (OSError, tarfile.TarError) as error:
            raise RevisionError(
                f"its files cannot be unpacked in {target.parent} ({error}); is there room, and is it yours? "
                "The variable HALITE_REVISIONS names another folder"
            ) from None
    _compile(target)
    return target


@cache
def _compile(target: Path) -> None:
    """Compile the revision's searches before its first game.

    Otherwise they compile beside the game, and a game that ends sooner is played without them.
    """
    for module in WARMING:
        if (target / module.replace(".", "/")).with_suffix(".py").is_file():
            subprocess.run([sys.executable, "-m", module], cwd=target, stdout=subprocess.DEVNULL, check=False)
            return


def _unpack(files: bytes, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        unfinished = Path(folder, "unfinished")
        with tarfile.open(fileobj=io.BytesIO(files)) as archive:
            # Pythons before 3.11.4, such as Debian's, extract everything as it stands and know no filters.
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(unfinished)
        try:
            unfinished.rename(target)
        except OSError:
            if not target.is_dir():  # another process may have been faster, with the same files
                raise


def _git(*words: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise RevisionError(": git is not installed, so only the working tree can play") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise RevisionError(f": {said}" if said else "")
    return done.stdout
