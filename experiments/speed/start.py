"""How soon MyBot.py answers on a large board: alone, and while sixteen processes keep every core busy."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter, sleep

from engine import State
from engine.state import MOST_PLAYERS
from engine.wire import frame, handshake

from .figures import ROOT, Effort, Figure, game

BUSY = 16  # processes beside the game, on any number of cores
PACE = 0.05  # s between an answer and the next frame: what the others and the environment take
DENSITY = 5  # frames for each one of a sample of turns: every answer counts, the slowest most


def start(effort: Effort) -> Iterator[Figure]:
    """Play frames of a game of six players to MyBot.py, alone and beside busy processes; by the clock."""
    states = chosen(effort.side, MOST_PLAYERS, DENSITY * effort.frames)
    board = f"{effort.side} x {effort.side}, {MOST_PLAYERS} players"
    for others in (0, BUSY):
        beside = f"beside {others} processes" if others else "alone"
        with busy(others):
            named, _ = _answers(states[:1])
            ready, seconds = _answers(states, "--opening_search", "0")  # its name is sent when it is ready to decide
        yield Figure(f"ready to decide, {beside}", board, ready, "s", "1 or less")
        yield Figure(f"name sent, {beside}", board, named, "s", "12 or less")
        yield Figure(f"worst answer, {beside}", board, 1e3 * max(seconds), "ms", "900 or less")


def chosen(side: int, players: int, count: int) -> list[State]:
    """Return this many frames of a game of v26 against itself, over its whole length."""
    replay = game(side, players)
    turns = sorted({round(k * (replay.turns - 1) / max(count - 1, 1)) for k in range(count)})
    return [State(replay.owner[turn], replay.strength[turn], replay.production) for turn in turns]


def _answers(states: Sequence[State], *words: str) -> tuple[float, list[float]]:
    """Return the seconds from the start of player 1 until its name, and those for the answer to each frame."""
    command = [sys.executable, str(ROOT / "MyBot.py"), "--log", os.devnull, *words]
    begun = perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as bot:
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
def busy(processes: int) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Inside, this many processes of ordinary priority do nothing but count."""
    counters = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield counters
    finally:
        for counter in counters:
            counter.kill()
            counter.wait()
