"""The season of docs/extras/season.md: its friends' programs, and the commands of the page."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.project import ROOT, blocks

PAGE = ROOT / "docs" / "extras" / "season.md"
OPPONENTS = ROOT / "experiments" / "opponents"
MODULE = f"""
import runpy, sys
sys.path[0] = {str(ROOT)!r}
sys.argv = sys.argv[2:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""`python -m NAME` as if the folder were this project's own. PYTHONPATH would reach the programs as well, and below
another path than ours numba would compile every kernel again."""

COPIED = {"ben1": ("greedy",), "cleo1": ("tiny",)}  # the first is the program


def season(folder: Path) -> Path:
    """The page's folders; returns `project`, where its commands run."""
    for version in ("anna1", "anna2"):
        target = folder / "season" / version
        target.mkdir(parents=True)
        (target / "MyBot.py").write_text(_walker(version), encoding="utf-8")
    for version, names in COPIED.items():
        target = folder / "season" / version
        target.mkdir()
        shutil.copy(OPPONENTS / "starter" / "hlt.py", target)
        for name in names:
            text = (OPPONENTS / f"{name}.py").read_text(encoding="utf-8").replace("from starter.hlt", "from hlt")
            (target / ("MyBot.py" if name == names[0] else f"{name}.py")).write_text(text, encoding="utf-8")
    project = folder / "project"
    project.mkdir()
    install(folder / "programs", sys.executable)
    return project


def install(folder: Path, interpreter: str) -> None:
    """Write the program `python` that runs MODULE; a `#!` line cannot name an interpreter whose path has a space."""
    folder.mkdir()
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(interpreter)} -c {shlex.quote(MODULE)} "$@"\n', encoding="utf-8")
    python.chmod(0o755)


def commands(word: str) -> list[str]:
    """The commands of the page that begin `python -m WORD`, each on one line."""
    lines = "\n".join(blocks(PAGE.read_text(encoding="utf-8"), "sh")).replace("\\\n", " ")
    return [" ".join(line.split()) for line in lines.splitlines() if re.match(rf"python -m {word}\b", line)]


def shorter(command: str) -> str:
    """The same on boards on which a game takes a fraction of the time."""
    return command.replace("16x16,20x20", "8x8").replace("16x16", "8x8")


def run(command: str, project: Path) -> subprocess.CompletedProcess[str]:
    """One of them, as typed in the project's folder, by this Python."""
    programs = project.parent / "programs", Path(sys.executable).parent
    here = os.environ | {"PATH": os.pathsep.join([*map(str, programs), os.environ["PATH"]])}
    return subprocess.run(command, shell=True, cwd=project, env=here, capture_output=True, text=True, timeout=900)


def _walker(version: str) -> str:
    """The bot of docs/play.md; the second version gathers less before it walks."""
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    (text,) = (block for block in blocks(page, "python") if "input()" in block)
    return text if version == "anna1" else text.replace("> 5 *", "> 3 *")
