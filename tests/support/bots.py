"""The fixture bots as shell commands, and the environment's command line as a process."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.processes import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures"


def bot(name: str, *arguments: object) -> str:
    """The command that runs tests/fixtures/NAME_bot.py; -S because site-packages cost half of the start."""
    words = [sys.executable, "-S", str(FIXTURES / f"{name}_bot.py"), *map(str, arguments)]
    return " ".join(f'"{word}"' for word in words)


def start_engine(*words: str, folder: Path, **options: object) -> "subprocess.Popen[str]":
    """`python -m engine WORDS` in this folder, both outputs piped unless the options say otherwise."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    streams: dict[str, object] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    command = [sys.executable, "-m", "engine", *words]
    return subprocess.Popen(command, cwd=folder, env=environment, text=True, encoding="utf-8", **streams)


def engine(*words: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """The same, run to its end."""
    process = start_engine(*words, folder=folder)
    out, err = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(words, process.returncode, out, err)
