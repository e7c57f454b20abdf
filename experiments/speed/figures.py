"""The figures, each with its unit and its target."""

import os
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
import numpy.typing as npt

from bot import Memory, View, decide, preset
from bot.kernels import Decider
from engine import Game, Program, State, generate, kernels, map_kernels, rules
from experiments.arena.arena import Arena

from . import boards

ROOT = Path(__file__).resolve().parent.parent.parent
V26 = preset("v26")
GAMES = 200  # full boards of a measurement of the rules
FULL_SIDE = 30  # of the board on which the rules are timed

CHILDREN_COUNT = os.name == "posix"  # whether the system says how much CPU the bots of a game took; Windows answers 0
Spent = npt.NDArray[np.float64]  # (2,)


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
    game_side: int  # of the board on which whole games are compared
    blocks: int  # of the match that the laboratory plays


WHOLE = Effort(frames=40, rounds=5, side=50, game_side=30, blocks=100)
QUICK = Effort(frames=4, rounds=1, side=20, game_side=14, blocks=4)


def turns(effort: Effort) -> Iterator[Figure]:
    """Measure a v26 turn on large grown boards, plain and compiled, the same frames one after the other."""
    for players in (2, 4):
        views = boards.grown(effort.side, effort.frames, players)
        plain, compiled = turn_times(views, effort.rounds)
        board = f"{effort.side} x {effort.side}, {players} players"
        yield Figure("owned land, mean", board, 100 * statistics.mean(map(boards.owned, views)), "%")
        targets = ("35 or less", "75 or less", "20 or more")
        yield Figure("plain turn, mean", board, 1e3 * statistics.mean(plain), "ms CPU", targets[0])
        yield Figure("plain turn, worst", board, 1e3 * max(plain), "ms CPU", targets[1])
        yield Figure("compiled turn, mean", board, 1e6 * statistics.mean(compiled), "µs CPU")
        yield Figure("compiled turn, worst", board, 1e6 * max(compiled), "µs CPU")
        yield Figure("plain / compiled turn", board, sum(plain) / sum(compiled), "times", targets[2])


def turn_times(views: list[View], rounds: int) -> tuple[list[float], list[float]]:
    """Return seconds of CPU for a v26 turn on each view, plain and compiled: medians over rounds that alternate.

    The moves are compared as well: a fast path that chose differently would be worth nothing.
    """
    deciders = {view.owner.shape: Decider(V26, view.height, view.width) for view in views}

    def plain(view: View) -> np.ndarray:
        return decide(view, Memory(), V26).moves

    def compiled(view: View) -> np.ndarray:
        decider = deciders[view.owner.shape]
        decider.memory[:] = 0
        return decider.moves(view)

    for view in views[:3]:  # tables of this size, machine code, processor caches
        assert np.array_equal(plain(view), compiled(view))
    times = [[(cost(plain, view), cost(compiled, view)) for _ in range(rounds)] for view in views]
    assert all(np.array_equal(plain(view), compiled(view)) for view in views)
    return [median(pair[0] for pair in each) for each in times], [median(pair[1] for pair in each) for each in times]


def cost(work: Callable[..., object], asked: object) -> float:
    """Return seconds of CPU that one call takes."""
    begun = process_time()
    work(asked)
    return process_time() - begun


def median(values: Iterator[float]) -> float:
    """Return the middle value, which one interruption by another process does not move."""
    return statistics.median(values)


def steps(effort: Effort) -> Iterator[Figure]:
    """Measure one turn of the rules on full 30 x 30 boards: compiled, and against the readable rules."""
    compiled, readable = step_times(FULL_SIDE, effort.rounds)
    board = f"full {FULL_SIDE} x {FULL_SIDE}"
    yield Figure("compiled rules", board, 1 / compiled, "turns/s CPU", "20000 or more")
    yield Figure("readable / compiled rules", board, readable / compiled, "times")


def step_times(side: int, rounds: int) -> tuple[float, float]:
    """Return seconds of CPU for a turn on a full board, compiled and readable: medians over rounds that alternate."""
    owner, strength, production, moves = boards.full(side, GAMES)
    memory = kernels.memory_for(side, side)
    kernels.step_many(owner.copy(), strength.copy(), production, moves, memory)
    compiled, readable = [], []
    for _ in range(rounds):
        after = owner.copy(), strength.copy()
        begun = process_time()
        kernels.step_many(*after, production, moves, memory)
        compiled.append((process_time() - begun) / GAMES)
        begun = process_time()
        for game in range(10):
            rules.step(State(owner[game], strength[game], production[game]), moves[game])
        readable.append((process_time() - begun) / 10)
    return statistics.median(compiled), statistics.median(readable)


def maps(effort: Effort) -> Iterator[Figure]:
    """Measure the compiled map generator against the readable one, on the same seeds."""
    side = effort.side
    ways = [partial(make, side, side, 2) for make in (generate, map_kernels.generate)]
    ways[1](boards.SEED)  # machine code
    times = [[cost(make, seed) for make in ways] for seed in range(effort.frames)]
    readable, compiled = np.median(times, axis=0)
    yield Figure("readable / compiled map", f"{side} x {side}", readable / compiled, "times")


def games(effort: Effort) -> Iterator[Figure]:
    """Measure a whole v26-v26 game, in process and compiled, against the same game through pipes with the plain bot.

    By the wall clock the two bots behind pipes think at the same time, each on a core of its own if there are two;
    of CPU the game costs what both of them and the referee take. A laboratory that plays on all cores pays that.
    """
    state = generate(effort.game_side, effort.game_side, 2, boards.SEED)
    arena = Arena(state.height, state.width)
    arena.play([V26] * 2, state)
    piped, inside = [], []
    for _ in range(effort.rounds):
        begun = spent()
        through_pipes = _piped_game(state)
        piped.append(spent() - begun)
        begun = spent()
        arena.play([V26] * 2, state)
        inside.append(spent() - begun)
    recorded = arena.play([V26] * 2, state, record=True).replay
    assert recorded is not None
    assert np.array_equal(recorded.moves, through_pipes), "not the same game"
    board = f"{state.width} x {state.height}, {len(through_pipes)} turns"
    targets = {"": "50 or more", " CPU": ""}
    for clock, kind in enumerate(targets if CHILDREN_COUNT else [""]):
        pipes, within = np.array(piped)[:, clock], np.array(inside)[:, clock]
        yield Figure("game through pipes, plain", board, float(np.median(pipes)), f"s{kind}")
        yield Figure("game in process, compiled", board, 1e3 * float(np.median(within)), f"ms{kind}")
        ratio = float(np.median(pipes / within))
        yield Figure("through pipes / in process", board, ratio, f"times{kind}", targets[kind])


def spent() -> Spent:
    """Return seconds by the wall clock; seconds of CPU of this process and of those that it has waited for."""
    times = os.times()
    return np.array([perf_counter(), process_time() + times.children_user + times.children_system])


def _piped_game(state: State) -> np.ndarray:
    here = os.getcwd()
    os.chdir(ROOT)
    try:
        seats = [Program(f'"{sys.executable}" MyBot.py --preset {V26.name}') for _ in range(2)]
        return Game(seats, state).play().replay.moves
    finally:
        os.chdir(here)


GROUPS: dict[str, Callable[[Effort], Iterator[Figure]]] = {"turns": turns, "steps": steps, "maps": maps, "games": games}
