"""Starts MyBot.py as a process in a folder, and the input that it gets."""

import os
import subprocess
import sys

from engine import wire
from tests.support.bots import ROOT
from tests.support.processes import PATIENCE

MYBOT = str(ROOT / "MyBot.py")


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
    """The handshake with the first board, and a frame for every board."""
    return wire.handshake(states[0], player) + "".join(map(wire.frame, states))


def log_of(folder):
    """What the bot wrote into its log, line by line; empty without one."""
    path = folder / "MyBot.log"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
