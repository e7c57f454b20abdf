"""The figures that need no other program: turns of v26, the rules, and games in this process."""

import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from bot import Memory, View, decide, preset
from bot.kernels import Decider
from engine import Replay, generate, kernels
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


def grown(side: int, count: int) -> list[View]:
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
    views = grown(effort.side, effort.frames)
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
