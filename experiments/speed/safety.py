"""How soon the champion answers on a large board, while every core is busy with something else.

`python -m experiments.speed.safety` plays frames of one game to MyBot.py, on this machine as it is, and as one that has
compiled nothing yet; it prints the table of docs/2-speed.md.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, sleep

from bot.program import warm
from engine import State
from engine.state import MOST_PLAYERS
from engine.wire import frame, handshake

from . import boards
from .figures import ROOT

PACE = 0.05  # s between an answer and the next frame: what the others and the environment take
TARGETS = {"name sent, s": "12 or less", "worst answer, ms": "900 or less", "median answer, ms": ""}

Row = dict[str, float]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--side", type=int, default=50, help="of the board (default: %(default)s)")
    parser.add_argument(
        "--players",
        type=int,
        default=MOST_PLAYERS,
        help="of the game (default: %(default)s)",
    )
    parser.add_argument("--frames", type=int, default=200, help="frames of the game (default: %(default)s)")
    asked = parser.parse_args()
    if asked.side < MOST_PLAYERS or asked.frames < 1 or not 2 <= asked.players <= MOST_PLAYERS:
        parser.error(f"expected 2 to {MOST_PLAYERS} players, a side of {MOST_PLAYERS} or more and at least one frame")
    states = chosen(asked.side, asked.players, asked.frames)
    warm.compile_here(lambda text: print(text, file=sys.stderr))
    # What still compiles when the bot ends may write there while the folder is cleared away.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, busy(os.cpu_count() or 1):
        rows = {
            "compiled before": answers(states, {}),
            "compiled nothing": answers(states, {"NUMBA_CACHE_DIR": folder}),
        }
    print(
        f"| {asked.side} x {asked.side}, {asked.players} players, {len(states)} frames | {' | '.join(rows)} | target |"
    )
    print("| --- |" + " ---: |" * len(rows) + " --- |")
    for name, target in TARGETS.items():
        print(f"| {name} | {' | '.join(f'{row[name]:.4g}' for row in rows.values())} | {target} |")
    return 0


def chosen(side: int, players: int, count: int) -> list[State]:
    """This many frames of a game of v26 against itself, over its whole length."""
    replay = boards.game(side, players, boards.SEED)
    turns = sorted({round(k * (replay.turns - 1) / max(count - 1, 1)) for k in range(count)})
    return [State(replay.owner[turn], replay.strength[turn], replay.production) for turn in turns]


def answers(states: list[State], environment: dict[str, str]) -> Row:
    """How long player 1 takes, by the clock, from its start to its name, and for the answer to each frame."""
    command = [sys.executable, str(ROOT / "MyBot.py"), "--log", os.devnull]
    begun = perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=os.environ | environment
    ) as bot:
        name = _answer(bot, handshake(states[0], 1), begun)
        seconds = []
        for state in states:
            text = frame(state)
            sleep(PACE)
            seconds.append(_answer(bot, text, perf_counter()))
        bot.communicate()
    return dict(zip(TARGETS, (name, 1e3 * max(seconds), 1e3 * statistics.median(seconds)), strict=True))


def _answer(bot: "subprocess.Popen[bytes]", text: str, since: float) -> float:
    """Seconds from `since` until the bot has answered `text`."""
    assert bot.stdin is not None
    assert bot.stdout is not None
    bot.stdin.write(text.encode())
    bot.stdin.flush()
    if not bot.stdout.readline():
        raise SystemExit("The bot ended in the middle of the game; `./play` shows what it does.")
    return perf_counter() - since


@contextmanager
def busy(cores: int) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Inside, this many processes of the usual priority do nothing but count."""
    counters = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    try:
        yield counters
    finally:
        for counter in counters:
            counter.kill()
            counter.wait()


if __name__ == "__main__":
    sys.exit(main())
