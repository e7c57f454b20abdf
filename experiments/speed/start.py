"""How soon the champion answers on a large board, while every core is busy with something else."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter, sleep

from bot.program import warm
from engine import State
from engine.state import MOST_PLAYERS
from engine.wire import frame, handshake

from .figures import ROOT, Effort, Figure, game

PACE = 0.05  # s between an answer and the next frame: what the others and the environment take
DENSITY = 5  # frames for each one of a sample of turns: every answer counts, the slowest most


def start(effort: Effort) -> Iterator[Figure]:
    """Play frames of a game to MyBot.py, on this machine as it is and as one that has compiled nothing; wall clock."""
    warm.compile_here(lambda _: None)
    for players in (MOST_PLAYERS, 2):
        states = chosen(effort.side, players, DENSITY * effort.frames)
        board = f"{effort.side} x {effort.side}, {players} players"
        # What still compiles when the bot ends may write there while the folder is cleared away.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, busy(os.cpu_count() or 1):
            for known, environment in (("compiled before", {}), ("compiled nothing", {"NUMBA_CACHE_DIR": folder})):
                named, seconds = answers(states, environment)
                yield Figure(f"name sent, {known}", board, named, "s", "12 or less")
                yield Figure(f"worst answer, {known}", board, 1e3 * max(seconds), "ms", "900 or less")
                yield Figure(f"median answer, {known}", board, 1e3 * statistics.median(seconds), "ms")


def chosen(side: int, players: int, count: int) -> list[State]:
    """Return this many frames of a game of v26 against itself, over its whole length."""
    replay = game(side, players)
    turns = sorted({round(k * (replay.turns - 1) / max(count - 1, 1)) for k in range(count)})
    return [State(replay.owner[turn], replay.strength[turn], replay.production) for turn in turns]


def answers(states: Sequence[State], environment: dict[str, str]) -> tuple[float, list[float]]:
    """Return the seconds that player 1 takes from its start to its name, and for the answer to each frame."""
    command = [sys.executable, str(ROOT / "MyBot.py"), "--log", os.devnull]
    begun = perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | environment
    ) as bot:
        named = _answer(bot, handshake(states[0], 1), begun)
        seconds = []
        for state in states:
            text = frame(state)
            sleep(PACE)
            seconds.append(_answer(bot, text, perf_counter()))
        bot.communicate()
    return named, seconds


def _answer(bot: "subprocess.Popen[bytes]", text: str, since: float) -> float:
    """Return the seconds from `since` until the bot has answered `text`."""
    assert bot.stdin is not None
    assert bot.stdout is not None
    bot.stdin.write(text.encode())
    bot.stdin.flush()
    if not bot.stdout.readline():
        raise SystemExit("The bot ended in the middle of the game; `./play` shows what it does.")
    return perf_counter() - since


@contextmanager
def busy(cores: int) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Inside, this many processes of ordinary priority do nothing but count."""
    counters = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    try:
        yield counters
    finally:
        for counter in counters:
            counter.kill()
            counter.wait()
