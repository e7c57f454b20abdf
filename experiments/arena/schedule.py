"""The schedule: maps drawn from a named mix, each played from every seat; development seeds and held-out seeds."""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import count
from typing import Self

import numpy as np

from engine import State, mapgen
from engine.errors import UserError
from engine.names import printable
from engine.state import MOST_PLAYERS

from .players import Player

RULES = "1"  # raised when the rules of a turn or the maps change: stored results belong to it
FEWEST_PLAYERS = 2  # of a scored game
HELD_OUT_FROM = 2**31  # map seeds have 32 bits; no sweep and no search plays those from here on


class ScheduleError(UserError, ValueError):
    """A schedule that cannot be played; the message says why."""


class Seeds(StrEnum):
    """Which half of the map seeds, HELD_OUT_FROM each. Nothing that was tuned on one half has seen the other."""

    DEVELOPMENT = "development"
    HELD_OUT = "held-out"

    @classmethod
    def of(cls, seed: int) -> Self:
        """Return the half that a map seed belongs to."""
        return cls(cls.HELD_OUT if seed >= HELD_OUT_FROM else cls.DEVELOPMENT)


@dataclass(frozen=True, slots=True)
class Map:
    """A map of the official generator."""

    width: int  # squares asked for; the board may have a few less, see mapgen.generate
    height: int
    seed: int
    players: int

    def state(self) -> State:
        """Return the first frame."""
        from engine.kernels import maps  # here, because numba loads slowly and a refusal should not wait

        return mapgen.generate(self.width, self.height, self.players, self.seed, kernels=maps)


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a block: player i + 1 is seats[i]."""

    map: Map
    seats: tuple[Player, ...]
    key: str  # under which the result is stored: 32 characters that change with all that can change the result

    def __str__(self) -> str:
        """Name the game in a message: who plays, and where."""
        players = " against ".join(printable(player.notation) for player in self.seats)
        return f"{players} on map {self.map.seed} of {self.map.width} x {self.map.height}"

    @property
    def is_deterministic(self) -> bool:
        """Whether it ends the same way each time: programs may have dice or run out of time."""
        return all(player.parameters is not None for player in self.seats)


@dataclass(frozen=True)
class Block:
    """One map, played once from every rotation of the seats, so that no player profits from a seat."""

    map: Map
    lineup: tuple[Player, ...]

    def seat(self, place: int, rotation: int) -> int:
        """Return where (0 = player 1) place `place` of the line-up sits in game `rotation`."""
        return (place + rotation) % len(self.lineup)

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """A game for each rotation."""
        board, found = self.map, []
        for rotation in range(len(self.lineup)):
            seats = self.lineup[len(self.lineup) - rotation :] + self.lineup[: len(self.lineup) - rotation]
            parts = [board.width, board.height, board.seed, board.players, [player.identity for player in seats]]
            key = hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()[:32]
            found.append(Game(board, seats, key))
        return tuple(found)


# Ranked games of the 2016 contest drew one of these sides. From memory of the contest's manager: no recording here
# shows the weights, and the rules do not depend on them.
CONTEST_SIDES = (20, 25, 25, 30, 30, 30, 35, 35, 35, 35, 40, 40, 40, 45, 45, 50)
# The same in an order of which any ten in a row have nearly their part.
DEALT_SIDES = (35, 25, 40, 30, 45, 20, 35, 30, 40, 35, 25, 50, 45, 30, 35, 40)
BOARD = re.compile(r"(\d{1,9})x(\d{1,9})")  # Python refuses numbers of thousands of digits with an error of its own
SIDES = {"contest": CONTEST_SIDES, "evenly": DEALT_SIDES}
MIXES = {name: [(side, side) for side in sides] for name, sides in SIDES.items()}  # each as likely as often listed


def maps(mix: str, players: int | None, seeds: Seeds, first: int = 0, most: int = MOST_PLAYERS) -> Iterator[Map]:
    """Yield maps without end, the same every time: entry i is the map of the half's seed number first + i.

    Args:
        mix: `30x30`, several with commas (each as likely as it is often named), `contest`, or `evenly`, whose boards
            come in turn: as many maps in a row as it has boards have each as often as listed
        players: 2..6 for all maps, None for a number drawn for each map
        most: players where their number is drawn

    Raises:
        ScheduleError: there is no such mix, or a board is too small for the players
    """
    if players is not None and not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise ScheduleError(f"{players} players; a game that is scored has {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    named = [BOARD.fullmatch(part.strip().lower()) for part in mix.split(",")]
    boards = MIXES.get(mix) or [(int(board[1]), int(board[2])) for board in named if board]
    if mix not in MIXES and not all(named):
        raise ScheduleError(
            f"{printable(mix)!r} is not a mix of boards; expected WIDTHxHEIGHT such as 30x30, several with commas "
            f"such as 20x20,30x30, or one of: {', '.join(MIXES)}"
        )
    for number in count(first):
        if not 0 <= number < HELD_OUT_FROM:
            raise ScheduleError(f"seed number {number} is outside 0..{HELD_OUT_FROM - 1}")
        seed = number + HELD_OUT_FROM * (seeds is Seeds.HELD_OUT)
        # A generator of its own, not the map generator's first word: that one decides the map's layout.
        dice = np.random.default_rng([seed, 0x4D6978])
        lot = int(dice.integers(len(boards)))
        width, height = boards[seed % len(boards) if mix == "evenly" else lot]
        seats = players or FEWEST_PLAYERS + int(dice.integers(most - 1))
        try:
            mapgen.check_size(width, height, seats, seed)
        except ValueError as error:
            raise ScheduleError(f"{mix} cannot be played by {seats}: {error}") from None
        yield Map(width, height, seed, seats)
