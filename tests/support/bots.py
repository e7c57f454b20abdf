"""Bots, the environment and the laboratory as programs, and what a bot is told."""

import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from engine import wire
from experiments.__main__ import laboratory
from tests.support.project import PATIENCE, ROOT

FIXTURES = ROOT / "tests" / "fixtures"
MYBOT = str(ROOT / "MyBot.py")


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
    process = start_engine(*words, folder=folder)
    out, err = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def start(folder, *words, command=(MYBOT, "--preset", "v26"), **environment):
    """MyBot.py as v26, which starts at once, or another program, in this folder."""
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    variables = {**os.environ, **environment}
    return subprocess.Popen([sys.executable, *command, *words], cwd=folder, env=variables, **streams)


def run(folder, said, *words, **options):
    """Exit code, stdout and stderr (bytes) of a bot to which all of `said` is sent at once."""
    process = start(folder, *words, **options)
    out, err = process.communicate(said.encode() if isinstance(said, str) else said, timeout=PATIENCE)
    return process.returncode, out, err


def conversation(player, *states):
    return wire.handshake(states[0], player) + "".join(map(wire.frame, states))


def log_of(folder):
    path = folder / "MyBot.log"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def run_command(folder: Path, *words: str) -> Any:
    """What a command answers that is typed in this folder."""
    with chdir(folder):
        return CliRunner().invoke(laboratory, list(words))


def complaint(answer: Any) -> str:
    """What it says on stderr, in one line and without the frame around it."""
    return " ".join(answer.stderr.replace("│", " ").split())
