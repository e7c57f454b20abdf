"""Rollouts: the rest of a recorded game from one of its frames, played many times with other tie-breaks.

On the first turns a piece of each player also hesitates now and then: on a board without ties all rollouts would be one
game. Compiled games release Python's lock, so threads share the work.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from typing import Self

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters, View, override
from bot.board.board import Board
from bot.parameters.declaration import ParameterSet
from bot.search.player import Player as Mover
from engine import State, step
from engine.ranking import ranks
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.arena import NO_MOVERS, Arena
from experiments.arena.players import Player

from .game import CoachedGame
from .journal import Journal
from .procedure import Purpose

MOST_ROLLOUTS = 1 << 16  # rollouts of one line and purpose: their seeds lie side by side
HESITANT = 3  # turns on which a piece of each player, chosen at random, stands still instead of its move
CALM = 8  # it is chosen among at least so many: with few pieces mostly none hesitates, for it would cost too much
BATCH = 20  # rollouts that are kept together at most
LEAD = 1.75  # a duel is decided, and not played on, once a player has so many times what the other has


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Line:
    """A board to continue from, and the players who continue."""

    name: str  # what its rollouts are kept under, together with the frame
    frame: int
    state: State
    players: tuple[ParameterSet, ...]


class Rollouts:
    """Plays the rollouts of one game, or finds them in the journal. Use it with `with`.

    `goal` is the place that counts as won; `Coach` asks for less than the first where that is out of reach.

    Args:
        game: the places of its player are counted
        advance: called with how many rollouts were played
        hesitant: turns at the beginning on which pieces hesitate; 0 where there are ties enough, as in the lessons
    """

    def __init__(
        self, game: CoachedGame, players: Sequence[ParameterSet], journal: Journal, workers: int,
        advance: Callable[[int], object] = lambda played: None, hesitant: int = HESITANT,
    ):  # fmt: skip
        self.game, self.players, self.goal, self.hesitant = game, tuple(players), 1, hesitant
        self._journal, self._advance, self._pool = journal, advance, ThreadPoolExecutor(workers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)  # after Ctrl-C only what is being played is waited for

    def line_at(self, frame: int) -> Line:
        """Return the recorded game from a frame on."""
        return Line("recorded", frame, self.game.replay.state(frame), self.players)

    def wins(self, line: Line | int, purpose: Purpose, first: int, count: int) -> list[bool]:
        """Return which of these rollouts of a line, or of the recorded game from a frame on, reach the goal."""
        line = self.line_at(line) if isinstance(line, int) else line
        return [ranking[self.game.seat - 1] <= self.goal for ranking in self.rankings(line, purpose, first, count)]

    def rankings(self, line: Line, purpose: Purpose, first: int, count: int) -> list[list[int]]:
        """Return the place of every player in the rollouts number `first` to `first + count - 1` of a line.

        Those that were played before are found again.
        """
        who = hashlib.sha256("".join(Player("", values).identity for values in line.players).encode()).hexdigest()[:12]
        key = f"{purpose.name} {line.frame} {line.name} by {who} hesitant {self.hesitant}"
        rankings, end = self._journal.rankings(key), first + count
        while len(rankings) < end:
            numbers = range(len(rankings), min(end, len(rankings) + BATCH))
            seeds = [_lowest_seed(line, purpose) + number for number in numbers]
            self._journal.note(key, list(self._pool.map(lambda seed: self._ranking(line, seed), seeds)))
            self._advance(len(numbers))
        return rankings[first:end]

    def _ranking(self, line: Line, seed: int) -> list[int]:
        seats = range(1, len(line.players) + 1)
        memories = [self.game.memory(line.frame, seat) for seat in seats]
        # An opponent keeps its own memory of the game, and has no ties: its luck is in the pieces that hesitate.
        opponents = [(seat, who) for seat, who in enumerate(self.players, 1) if not isinstance(who, Parameters)]
        seated = {seat: self.game.player(line.frame, seat, who) for seat, who in opponents}
        tie_breaks = {"seed": seed, "ties": "seeded"}
        players = [override(who, tie_breaks) if isinstance(who, Parameters) else who for who in line.players]
        opened, memories = play_first_turns(line, players, memories, self.hesitant, np.random.default_rng(seed), seated)
        rest = Arena(line.state.height, line.state.width).play(
            players, opened[-1], turn=line.frame + len(opened) - 1, memories=memories,
            seated=seated, lead=LEAD if len(players) == 2 else inf,
        )  # fmt: skip
        before = [[np.count_nonzero(state.owner == seat) for seat in seats] for state in opened[:-1]]
        return ranks(np.array([*before, *rest.territory]))


def play_first_turns(
    line: Line, players: Sequence[ParameterSet], memories: Sequence[Memory], turns: int, random: np.random.Generator,
    seated: Mapping[int, Mover] = NO_MOVERS,
) -> tuple[list[State], list[Memory]]:  # fmt: skip
    """Return the boards of the first turns of a line, and what each player remembers after them.

    Args:
        turns: fewer where the game ends before
        seated: by number (1 is the first): players who watched the turns before, such as an opponent's
    """
    state, height, width = line.state, line.state.height, line.state.width
    movers = [
        seated.get(seat) or families.mover(who, height, width, memory)
        for seat, (who, memory) in enumerate(zip(players, memories, strict=True), 1)
    ]
    states = [state]
    for turn in range(line.frame, min(line.frame + turns, turn_limit(width, height))):
        if len(np.unique(state.owner[state.owner > 0])) < 2:
            break
        views = [View(state.owner, state.strength, state.production, seat, turn) for seat in range(1, len(movers) + 1)]
        state = step(state, _moves(movers, views, random))
        memories = [memory.after(Board(view)) for memory, view in zip(memories, views, strict=True)]
        states.append(state)
    return states, list(memories)


def _moves(movers: Sequence[Mover], views: Sequence[View], random: np.random.Generator) -> npt.NDArray[np.uint8]:
    """(H, W) the moves of all players; one piece of each, or none, stands still."""
    moves = np.zeros(views[0].owner.shape, np.uint8)
    for mover, view in zip(movers, views, strict=True):
        ours = view.owner == view.me
        pieces = np.flatnonzero(ours & (view.strength > 0))
        hesitates = int(random.integers(max(len(pieces), CALM)))
        if ours.any():
            moves[ours] = mover.moves(view)[ours]
        if hesitates < len(pieces):
            moves.flat[pieces[hesitates]] = 0
    return moves


def _lowest_seed(line: Line, purpose: Purpose) -> int:
    """Seeds of different purposes differ in their highest bits: what one has seen, no other one sees again."""
    place = hashlib.sha256(f"{line.frame} {line.name}".encode()).digest()
    return (int(purpose) + 1 << 58) + int.from_bytes(place[:5], "big") * MOST_ROLLOUTS
