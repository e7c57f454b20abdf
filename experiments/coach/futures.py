"""Futures: the rest of a recorded game from one of its frames, played many times with other luck.

Luck breaks ties, and with `hesitant` it makes a piece of each player hesitate on the first turns: on a board without
ties all futures would be one game. Compiled games release Python's lock, so threads share the work.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, replace
from math import inf
from threading import local
from time import perf_counter
from typing import Self

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters, View
from bot.board.board import Board
from bot.kernels import Decider
from bot.parameters.declaration import ParameterSet
from bot.search.player import Player as Mover
from engine import State
from engine import kernels as stepping
from engine.ranking import ranks
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.arena import NO_MOVERS, Arena, Outcome
from experiments.arena.players import Player
from experiments.recordings.watched import Watched

from .journal import Journal
from .procedure import Purpose

MOST_FUTURES = 1 << 16  # futures of one line and purpose: their seeds lie side by side
HESITANT = 3  # turns on which a piece of each player, drawn by lot, stands still instead of its move
CALM = 8  # the lot has at least so many tickets: with few pieces mostly none hesitates, for it would cost too much
BATCH = 20  # futures that are kept together at most
LEAD = 1.75  # a duel is decided, and not played on, once a player has so many times what the other has


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Line:
    """A board to continue from, and the players who continue."""

    name: str  # what its futures are kept under, together with the frame
    frame: int
    state: State
    players: tuple[ParameterSet, ...]


@dataclass(slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Opened:
    """The first turns of a future."""

    states: list[State]  # before each of them
    moves: list[npt.NDArray[np.uint8]]  # (H, W) of all players
    state: State  # after them
    memories: list[Memory]  # what each player remembers by then


class Futures:
    """Plays the futures of one game, or finds them in the journal. Use it with `with`.

    Args:
        watched: The game, which knows what everybody remembers.
        players: Who plays each seat.
        seat: Whose places are counted (1 is the first player).
        advance: Told of the futures that were played, and of those that were found: frame, played, found.
        hesitant: Turns at the beginning on which pieces hesitate: HESITANT, or 0 where the ties are known to differ.

    `goal` is the place that counts as won; `Coach` asks for less than the first where that is out of reach.
    """

    def __init__(
        self, watched: Watched, players: Sequence[ParameterSet], seat: int, journal: Journal, workers: int,
        advance: Callable[[int, int, int], object] = lambda frame, played, found: None, hesitant: int = 0,
    ):  # fmt: skip
        self.watched, self.players, self.seat, self.goal = watched, tuple(players), seat, 1
        self.workers, self.hesitant = workers, hesitant
        self._journal, self._advance = journal, advance
        self._pool, self._tables, self._asked = ThreadPoolExecutor(workers), local(), dict[str, int]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)  # after Ctrl-C only what is being played is waited for

    def recorded(self, frame: int) -> Line:
        """Return the recorded game from a frame on."""
        return Line("recorded", frame, self.watched.replay.state(frame), self.players)

    def won(self, frame: int, purpose: Purpose, first: int, count: int) -> list[bool]:
        """Return which of these futures of the recorded game reach the goal: what the procedure asks."""
        return self.reached(self.places(self.recorded(frame), purpose, first, count))

    def reached(self, places: Sequence[int]) -> list[bool]:
        """Return which of these places are the goal or better."""
        return [place <= self.goal for place in places]

    def places(self, line: Line, purpose: Purpose, first: int, count: int) -> list[int]:
        """Return the places of `seat` in the futures number `first` to `first + count - 1` of a line."""
        return [ranking[self.seat - 1] for ranking in self.rankings(line, purpose, first, count)]

    def rankings(self, line: Line, purpose: Purpose, first: int, count: int) -> list[list[int]]:
        """Return the place of every player in these futures. Those that were played before are found again."""
        who = hashlib.sha256("".join(Player("", values).identity for values in line.players).encode()).hexdigest()[:12]
        key = f"{purpose.name} {line.frame} {line.name} by {who} hesitant {self.hesitant}"
        known, end = self._journal.rankings(key), first + count
        found = min(len(known), end) - self._asked.get(key, 0)
        if found > 0:
            self._advance(line.frame, 0, found)
        while len(known) < end:
            batch = range(len(known), min(end, len(known) + BATCH))
            seeds = [_lowest_seed(line, purpose) + number for number in batch]
            self._journal.note(key, self._played(line, seeds))
            self._advance(line.frame, len(batch), 0)
        self._asked[key] = max(end, self._asked.get(key, 0))
        return known[first:end]

    def _played(self, line: Line, seeds: Sequence[int]) -> list[list[int]]:
        return list(self._pool.map(lambda seed: self._ranking(line, seed), seeds))

    def seconds(self, frame: int) -> float:
        """Return how long a future takes from this frame on while all workers play; its futures are not counted."""
        self._ranking(self.recorded(frame), 0)  # what is not compiled yet is compiled now
        began = perf_counter()
        self._played(self.recorded(frame), range(self.workers))
        return (perf_counter() - began) / self.workers

    def _ranking(self, line: Line, seed: int) -> list[int]:
        opened, rest = self._outcome(line, seed)
        seats = range(1, len(line.players) + 1)
        before = [[np.count_nonzero(state.owner == seat) for seat in seats] for state in opened.states]
        return ranks(np.array([*before, *rest.territory]))

    def _outcome(self, line: Line, seed: int) -> tuple[Opened, Outcome]:
        """Return the first turns of a future, and the rest of it."""
        if not hasattr(self._tables, "arena"):  # one for each thread
            self._tables.arena, self._tables.deciders = Arena(line.state.height, line.state.width), {}
        memories = [self.watched.memory(line.frame, seat) for seat in range(1, len(self.players) + 1)]
        players = [_lucky(who, seed) for who in line.players]
        seated = {
            seat: self.watched.player(line.frame, seat, who)
            for seat, who in enumerate(self.players, 1)
            if not isinstance(who, Parameters)  # an opponent keeps its own memory of the game
        }
        begin = seated | self._deciders(players, memories)
        opened = hesitantly(line, players, memories, self.hesitant, np.random.default_rng(seed), begin)
        outcome: Outcome = self._tables.arena.play(
            players, opened.state, turn=line.frame + len(opened.moves), memories=opened.memories,
            seated=seated, lead=LEAD if len(players) == 2 else inf,
        )  # fmt: skip
        return opened, outcome

    def _deciders(self, players: Sequence[ParameterSet], memories: Sequence[Memory]) -> dict[int, Mover]:
        """Seat the greedy players, by number; each thread makes them once."""
        known: dict[int, Decider] = self._tables.deciders
        height, width = self.watched.replay.production.shape
        for seat, (who, memory) in enumerate(zip(players, memories, strict=True), 1):
            if not isinstance(who, Parameters) or who.tables or who.has_search:
                continue
            if seat in known:
                known[seat].seat(who, memory)
            else:
                known[seat] = Decider(who, height, width, memory)
        return dict(known)


def hesitantly(
    line: Line,
    players: Sequence[ParameterSet],
    memories: Sequence[Memory],
    turns: int,
    lots: np.random.Generator,
    seated: Mapping[int, Mover] = NO_MOVERS,
) -> Opened:
    """Return the first turns of a line; fewer where the game ends before.

    seated   by number (1 is the first): players who watched the turns before, such as an opponent's
    """
    state, height, width = line.state, line.state.height, line.state.width
    movers = [
        seated.get(seat) or families.mover(who, height, width, memory)
        for seat, (who, memory) in enumerate(zip(players, memories, strict=True), 1)
    ]
    opened, work = Opened([], [], state, list(memories)), stepping.memory_for(height, width)
    for turn in range(line.frame, min(line.frame + turns, turn_limit(width, height))):
        alive = set(state.owner[state.owner > 0].tolist())
        if len(alive) < 2:
            break
        views = [View(state.owner, state.strength, state.production, seat, turn) for seat in range(1, len(movers) + 1)]
        opened.states.append(state)
        opened.moves.append(_hesitant(movers, views, lots))
        opened.memories = [_after(*known, alive) for known in zip(opened.memories, views, movers, strict=True)]
        owner, strength = state.owner.copy(), state.strength.copy()
        stepping.step(owner, strength, state.production, opened.moves[-1], work)
        opened.state = state = State(owner, strength, state.production)
    return opened


def _after(memory: Memory, view: View, mover: Mover, alive: set[int]) -> Memory:
    """Return the memory with what this frame adds: nothing where all who are alive were met before.

    A greedy player that has just moved noted it, which is quicker than to look at the board in Python.
    """
    if memory.starting_players and alive <= memory.met | {view.me}:
        return memory
    if isinstance(mover, Decider) and view.me in alive:
        starting, met, _ = mover.memory.tolist()
        now = {seat for seat in alive if met >> seat & 1}
        return replace(memory, starting_players=starting, met=memory.met | now)
    return memory.after(Board(view))


def _hesitant(movers: Sequence[Mover], views: Sequence[View], lots: np.random.Generator) -> npt.NDArray[np.uint8]:
    """(H, W) the moves of all players; one piece of each, or none, stands still."""
    moves = np.zeros(views[0].owner.shape, np.uint8)
    for player, view in zip(movers, views, strict=True):
        ours = view.owner == view.me
        pieces = np.flatnonzero(ours & (view.strength > 0))
        lot = int(lots.integers(max(len(pieces), CALM)))
        if ours.any():
            moves[ours] = player.moves(view)[ours]
        if lot < len(pieces):
            moves.flat[pieces[lot]] = 0
    return moves


def _lucky(who: ParameterSet, seed: int) -> ParameterSet:
    """Return a player whose ties are broken by this seed; an opponent's luck is in the pieces that hesitate.

    `dataclasses.replace` would check every parameter again, for each future.
    """
    if not isinstance(who, Parameters):
        return who
    lucky = copy(who)
    object.__setattr__(lucky, "seed", seed)
    object.__setattr__(lucky, "ties", "seeded")
    return lucky


def _lowest_seed(line: Line, purpose: Purpose) -> int:
    """Seeds of different purposes differ in their highest bits: what one has seen, no other one sees again."""
    lot = hashlib.sha256(f"{line.frame} {line.name}".encode()).digest()
    return (int(purpose) + 1 << 58) + int.from_bytes(lot[:5], "big") * MOST_FUTURES
