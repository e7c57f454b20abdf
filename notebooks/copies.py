"""Copies the lessons into my-lessons/, where they can be run and changed, and opens JupyterLab there.

python notebooks/copies.py [options of JupyterLab]

A lesson that is run saves what it shows. In this folder that would change files of the project.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
COPIES = FOLDER.parent / "my-lessons"
"""Beside docs and experiments, as this folder is: the links in a lesson lead to the same places."""

TAKEN = ".taken.json"
"""What each lesson was when it was copied: file name -> hash."""


def main(options: Sequence[str]) -> int:
    """Copy the lessons and open them; returns JupyterLab's exit code."""
    for name in copied(FOLDER, COPIES):
        print(f"{name}: the lesson has changed, and so has your copy, which is kept; delete it to get the new one")
    around = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(FOLDER), os.environ.get("PYTHONPATH"))))}
    return subprocess.run(
        [sys.executable, "-m", "jupyter", "lab", COPIES, *options], env=around, check=False
    ).returncode


def copied(source: Path, target: Path) -> list[str]:
    """Copy what is new; returns the names of lessons that changed and whose copies the reader changed too."""
    target.mkdir(exist_ok=True)
    notes = target / TAKEN
    taken: dict[str, str] = json.loads(notes.read_text(encoding="utf-8")) if notes.exists() else {}
    kept = []
    for lesson in sorted(source.glob("[0-9][0-9]-*.ipynb")):
        copy, now = target / lesson.name, _hash(lesson)
        if now == taken.get(lesson.name) and copy.exists():
            continue
        if copy.exists() and _hash(copy) != taken.get(lesson.name):
            kept.append(lesson.name)
            continue
        copy.write_bytes(lesson.read_bytes())
        taken[lesson.name] = now
    notes.write_text(json.dumps(taken), encoding="utf-8")
    return kept


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
