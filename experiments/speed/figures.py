"""What is measured: turns of v26, the rules and games in this process, and how soon MyBot.py answers."""

import os
import shlex
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any

import numpy as np

from bot import Memory, View, decide, preset
from bot.kernels import Decider
from engine import Program, Replay, State, generate, kernels
from engine.seats import Frame
from engine.state import MOST_PLAYERS
from experiments.arena.arena import Arena, record
from experiments.arena.players import player
from experiments.recordings.watched import Watched

ROOT = Path(__file__).resolve().parent.parent.parent
V26 = preset("v26")
SEED = 1
STRIDE = 10  # turns between two frames of a game, so that they differ
GAMES_SIDE = 30
LINEUPS = (("v26", "v17", "160000 or more"), ("champion", "champion", "10000 or more"))
HOUR = 3600.0  # s
BUSY = 16  # processes beside the game, on any number of cores
PACE = 0.05  # s between an answer and the next frame: what the others and the environment take
DENSITY = 5  # frames for each one of a sample of turns: every answer counts, the slowest most


@dataclass(frozen=True, slots=True)
class Figure:
    """One number."""

    name: str
    board: str
    value: float
    unit: str
    target: str = ""  # what the project set out to reach; empty where it is only interesting

    @property
    def text(self) -> str:
        """The value to four digits, and never as a power of ten."""
        return f"{self.value:.4g}" if self.value < 10_000 else f"{float(f'{self.value:.4g}'):.0f}"


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to measure."""

    frames: int  # boards in a sample
    rounds: int  # times each measurement is repeated
    side: int  # of the large board
    games: int  # maps on which each line-up plays


WHOLE = Effort(frames=40, rounds=5, side=50, games=20)
QUICK = Effort(frames=4, rounds=1, side=20, games=1)


@lru_cache
def game(side: int, players: int, seed: int = SEED) -> Replay:
    """Return a whole game of v26 against itself on a square board."""
    return record([V26] * players, generate(side, side, players, seed))


def full_frames(side: int, count: int) -> list[View]:
    """Return the `count` fullest frames of games between two players who live, each seen by its larger player."""
    views = []
    for seed in range(SEED, SEED + 6):  # on some, both stay behind their own walls
        replay = game(side, 2, seed)
        for turn in range(0, replay.turns, STRIDE):
            squares = np.bincount(replay.owner[turn].ravel(), minlength=3)[1:]
            if squares.all():
                views.append(Watched(replay).view(turn, int(squares.argmax()) + 1))
    return sorted(views, key=lambda view: np.count_nonzero(view.owner), reverse=True)[:count]


def turns(effort: Effort) -> Iterator[Figure]:
    """Measure a v26 turn on large grown boards, plain and compiled, one after the other on each frame.

    The moves are compared as well: a fast path that chose differently would be worth nothing.
    """
    views = full_frames(effort.side, effort.frames)
    decider = Decider(V26, effort.side, effort.side)

    def plain(view: View) -> np.ndarray:
        return decide(view, Memory(), V26).moves

    def compiled(view: View) -> np.ndarray:
        decider.memory[:] = 0
        return decider.moves(view)

    assert all(np.array_equal(plain(view), compiled(view)) for view in views)
    times = np.array([[[cost(way, view) for way in (plain, compiled)] for _ in range(effort.rounds)] for view in views])
    slow, fast = np.median(times, axis=1).T
    board = f"{effort.side} x {effort.side}, 2 players"
    yield Figure("plain turn of v26, mean", board, 1e3 * float(slow.mean()), "ms CPU", "35 or less")
    yield Figure("plain turn of v26, worst", board, 1e3 * float(slow.max()), "ms CPU", "75 or less")
    yield Figure("compiled turn of v26, mean", board, 1e6 * float(fast.mean()), "µs CPU", "250 or less")
    yield Figure("plain / compiled turn", board, float(slow.sum() / fast.sum()), "times", "20 or more")


def steps(effort: Effort) -> Iterator[Figure]:
    """Measure a turn of the compiled rules on full boards of which every square moves."""
    random, shape = np.random.default_rng(SEED), (200, GAMES_SIDE, GAMES_SIDE)
    owner, strength = np.ones(shape, np.uint8), random.integers(0, 256, shape, np.uint8)
    owner[:, :, GAMES_SIDE // 2 :] = 2
    production, moves = random.integers(1, 11, shape, np.uint8), random.integers(1, 5, shape, np.uint8)
    memory = kernels.memory_for(GAMES_SIDE, GAMES_SIDE)

    def step(boards: Any) -> None:
        for n, order in enumerate(moves):
            kernels.step(boards[0][n], boards[1][n], production[n], order, memory)

    step((owner.copy(), strength.copy()))  # compiles
    seconds = statistics.median(cost(step, (owner.copy(), strength.copy())) for _ in range(effort.rounds))
    board = f"full {GAMES_SIDE} x {GAMES_SIDE}"
    yield Figure("compiled rules", board, len(owner) / seconds, "turns/s CPU", "100000 or more")


def games(effort: Effort) -> Iterator[Figure]:
    """Measure whole games on the development maps, by processor time, without a database; game 0 compiles.

    The line-ups take turns on each map, so that their figures can be compared.
    """
    lineups = [[player(name).parameters for name in lineup[:2]] for lineup in LINEUPS]
    arena = Arena(GAMES_SIDE, GAMES_SIDE)

    def seconds(players: Any, number: int) -> float:
        return cost(lambda state: arena.play(players, state), generate(GAMES_SIDE, GAMES_SIDE, len(players), number))

    spent = [[seconds(players, number) for players in lineups] for number in range(effort.games + 1)]
    for (one, other, target), each in zip(LINEUPS, np.mean(spent[1:], axis=0), strict=True):
        board = f"{GAMES_SIDE} x {GAMES_SIDE}"
        yield Figure(f"{one} against {other}", board, 2 * HOUR / float(each), "games/hour, CPU of 2 cores", target)


def cost(work: Callable[[Any], object], argument: object) -> float:
    """Return seconds of processor time that one call takes."""
    before = process_time()
    work(argument)
    return process_time() - before


def start(effort: Effort) -> Iterator[Figure]:
    """Play frames of a game of six players to MyBot.py, alone and beside busy processes; by the clock."""
    states = sample_frames(effort.side, MOST_PLAYERS, DENSITY * effort.frames)
    board = f"{effort.side} x {effort.side}, {MOST_PLAYERS} players"
    for others in (0, BUSY):
        beside = f"beside {others} processes" if others else "alone"
        with busy(others):
            named, _ = _answers(states[:1])
            ready, seconds = _answers(states, "--opening_search", "0")  # its name is sent when it is ready to decide
        yield Figure(f"ready to decide, {beside}", board, ready, "s", "1 or less")
        yield Figure(f"name sent, {beside}", board, named, "s", "12 or less")
        yield Figure(f"worst answer, {beside}", board, 1e3 * max(seconds), "ms", "900 or less")


def sample_frames(side: int, players: int, count: int) -> list[State]:
    """Return this many frames of a game of v26 against itself, over its whole length."""
    replay = game(side, players)
    return [replay.state(turn) for turn in sorted(set(np.linspace(0, replay.turns - 1, count).astype(int).tolist()))]


def _answers(states: Sequence[State], *words: str) -> tuple[float, list[float]]:
    """Return the seconds from the start of player 1 until its name, and those for the answer to each frame."""
    command = shlex.join([sys.executable, str(ROOT / "MyBot.py"), "--log", os.devnull, *words])
    seconds, begun = [], perf_counter()
    with closing(Program(command)) as bot:
        bot.open()
        bot.greet(states[0], 1)
        bot.name(inf)
        named = perf_counter() - begun
        for turn, state in enumerate(states, 1):
            sleep(PACE)
            bot.ask(Frame(state, turn))
            bot.answer(inf)
            seconds.append(bot.answer_time)
    return named, seconds


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
