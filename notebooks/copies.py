"""Copies the lessons into my-lessons/, where they can be run and changed, and opens JupyterLab there.

python notebooks/copies.py [options of JupyterLab]

A lesson that is run saves what it shows. In this folder that would change files of the project. A copy that is there
already stays as it is: delete it to get the lesson anew.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
COPIES = FOLDER.parent / "my-lessons"  # beside docs and experiments, as this folder is: links lead to the same places


def main(options: Sequence[str]) -> int:
    """Copy the lessons and open them; returns JupyterLab's exit code."""
    copy_lessons(FOLDER, COPIES)
    around = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(FOLDER), os.environ.get("PYTHONPATH"))))}
    command = [sys.executable, "-m", "jupyter", "lab", COPIES, *options]
    return subprocess.run(command, env=around, check=False).returncode


def copy_lessons(source: Path, target: Path) -> None:
    """Copy the lessons that are not there."""
    target.mkdir(exist_ok=True)
    for lesson in source.glob("[0-9][0-9]-*.ipynb"):
        if not (target / lesson.name).exists():
            shutil.copy(lesson, target)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
