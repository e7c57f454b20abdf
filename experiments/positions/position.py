"""A tagged position: a frame of a real game, the squares that matter on it, and the moves that win or lose there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from bot import Memory, View
from engine import State
from engine.errors import UserError
from engine.rules import turn_limit

from .evidence import Evidence

DIRECTIONS = ("STILL", "NORTH", "EAST", "SOUTH", "WEST")

THEMES: Mapping[str, str] = {
    "overkill": "strike several enemy pieces at once",
    "dodge": "do not stand where one enemy move strikes several of our pieces",
    "breakthrough": "get through the enemy's line, or hold our own",
    "retreat": "draw back, or wait, instead of throwing a piece away",
    "last turn": "take as much land as the last turns allow",
    "pact": "open the wall to a neighbour, or leave it closed",
}
"""The themes of the champion's suite; a position may have any other one."""


class Verdict(StrEnum):
    """The verdict on an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"  # neither: not tagged, or the futures could not tell


class PositionError(UserError, ValueError):
    """This is no tagged position; the message names the file and the field."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A square of the player, and what is known of its five moves."""

    x: int
    y: int
    right: tuple[int, ...] = ()  # directions 0..4
    wrong: tuple[int, ...] = ()

    def verdict(self, move: int) -> Verdict:
        """Judge a move.

        Where only right moves are named the others are wrong; where only wrong ones are, the others are right; where
        both are, the rest is open.
        """
        if move in self.right or not (self.right or move in self.wrong):
            return Verdict.RIGHT
        return Verdict.WRONG if move in self.wrong or not self.wrong else Verdict.OPEN


@dataclass(frozen=True, slots=True)
class Source:
    """The game that a position comes from."""

    game: str  # a file's name, or the board and the seed of its map
    players: tuple[str, ...]  # their names, the first player first


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Position:
    """A frame as one player receives it, with what is known about its moves."""

    name: str  # of its file, without .toml
    theme: str
    note: str
    player: int  # 1 is the first
    turn: int  # turns played before the frame
    state: State
    memories: tuple[Memory, ...]  # of every player, as each receives this frame
    choices: tuple[Choice, ...]
    source: Source
    tags: tuple[str, ...] = ()  # free words
    evidence: tuple[Evidence, ...] = ()  # what futures say, the deciding ones first; empty where a person says so

    @property
    def view(self) -> View:
        """The frame as the player receives it."""
        return View(self.state.owner, self.state.strength, self.state.production, self.player, self.turn)

    @property
    def memory(self) -> Memory:
        """The player's memory."""
        return self.memories[self.player - 1]

    @property
    def living(self) -> int:
        """Players that own a square."""
        return len(np.unique(self.state.owner[self.state.owner > 0]))

    @property
    def size(self) -> str:
        """WIDTHxHEIGHT."""
        return f"{self.state.width}x{self.state.height}"

    def called(self, name: str) -> "Position":
        """Return the same position under this name."""
        return replace(self, name=name)

    def verdict(self, moves: npt.NDArray[np.uint8]) -> Verdict:
        """Return the verdict on these (H, W) moves: wrong if one square is, right if every square is."""
        verdicts = {choice.verdict(int(moves[choice.y, choice.x])) for choice in self.choices}
        return next(each for each in (Verdict.WRONG, Verdict.OPEN, Verdict.RIGHT) if each in verdicts)

    def chosen(self, moves: npt.NDArray[np.uint8]) -> str:
        """Return the moves of the squares that matter, in words."""
        return ", ".join(DIRECTIONS[int(moves[choice.y, choice.x])] for choice in self.choices)


def check(position: Position) -> None:
    """Raise PositionError, naming the field, where a position contradicts itself."""
    owner, players = position.state.owner, len(position.memories)
    _expect(2 <= players <= 6, "memory.met", f"an entry for each of 2 to 6 players expected, it has {players}")
    highest = int(owner.max())
    _expect(
        highest <= players,
        "board.owner",
        f"player {_letter(highest)} is on the board, memory.met has {players} players",
    )
    _expect(1 <= position.player <= players, "player", f"a letter of a..{_letter(players)} expected")
    _expect(bool((owner == position.player).any()), "player", f"{_letter(position.player)} owns no square")
    limit = turn_limit(position.state.width, position.state.height)
    _expect(
        0 <= position.turn < limit,
        "turn",
        f"0..{limit - 1} expected on a board of {position.size}, it is {position.turn}",
    )
    for memory in position.memories:
        started = memory.starting_players
        _expect(1 <= started <= players, "memory.started", f"1..{players} expected, it is {started}")
    _expect(bool(position.theme.strip()), "theme", "a word or two expected, it is empty")
    _expect(bool(position.choices), "square", "at least one expected")
    _check_choices(position)
    for number, evidence in enumerate(position.evidence):
        moves = len(evidence.moves)
        is_whole = moves > 0 and (len(evidence.scores), len(evidence.losses)) == (moves, moves - 1)
        _expect(is_whole, f"evidence[{number}]", "moves, a score of each, and a loss of each but the first expected")


def _check_choices(position: Position) -> None:
    seen = set[tuple[int, int]]()
    for number, choice in enumerate(position.choices):
        field = f"square[{number}]"
        inside = 0 <= choice.x < position.state.width and 0 <= choice.y < position.state.height
        _expect(inside, field, f"x {choice.x} y {choice.y} lies outside the board of {position.size}")
        _expect((choice.x, choice.y) not in seen, field, f"x {choice.x} y {choice.y} is named twice")
        seen.add((choice.x, choice.y))
        owner, strength = (
            int(position.state.owner[choice.y, choice.x]),
            int(position.state.strength[choice.y, choice.x]),
        )
        _expect(
            owner == position.player, field, f"x {choice.x} y {choice.y} does not belong to {_letter(position.player)}"
        )
        _expect(strength > 0, field, f"x {choice.x} y {choice.y} has strength 0, so its move means nothing")
        both = set(choice.right) & set(choice.wrong)
        _expect(not both, field, f"{_words(both)} cannot be both right and wrong")
        _expect(bool(choice.right or choice.wrong), field, "right or wrong moves expected, both are empty")


def _expect(is_so: bool, field: str, sentence: str) -> None:
    if not is_so:
        raise PositionError(f"{field}: {sentence}")


def _letter(player: int) -> str:
    return ".abcdef"[player] if 0 <= player <= 6 else str(player)


def _words(directions: Sequence[int] | set[int]) -> str:
    return ", ".join(DIRECTIONS[direction] for direction in sorted(directions))
