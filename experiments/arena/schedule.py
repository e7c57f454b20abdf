"""The schedule: maps drawn from a named mix, each played from every seat; development seeds and held-out seeds."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import count
from typing import Self

import numpy as np

from engine import State, mapgen
from engine.errors import UserError
from engine.names import shown
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
    """One game: player i + 1 is seats[i]."""

    map: Map
    seats: tuple[Player, ...]

    def __str__(self) -> str:
        """Name the game in a message: who plays, and where."""
        players = " against ".join(shown(player.notation) for player in self.seats)
        return f"{players} on map {self.map.seed} of {self.map.width} x {self.map.height}"

    @property
    def key(self) -> str:
        """A hash under which the result is stored, 32 characters: it changes with all that can change the result."""
        map_, identities = self.map, [player.identity for player in self.seats]
        parts = [map_.width, map_.height, map_.seed, map_.players, identities]
        return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()[:32]

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
        seats = len(self.lineup)
        return tuple(
            Game(self.map, tuple(self.lineup[(seat - rotation) % seats] for seat in range(seats)))
            for rotation in range(seats)
        )


@dataclass(frozen=True, slots=True)
class Mix:
    """A named distribution of board sizes, and of player counts where none is given."""

    name: str
    sides: tuple[tuple[int, int], ...]  # (width, height), each as likely as it is often listed
    counts: tuple[int, ...] = (2, 3, 4, 5, 6)  # as above, for players
    is_dealt: bool = False  # sides come in turn: as many maps in a row as there are sides have each as often as listed

    @classmethod
    def parse(cls, text: str) -> "Mix":
        """Read `30x30`, several with commas (each as likely as it is often named), or the name of a mix."""
        if text in MIXES:
            return MIXES[text]
        sides = [part.strip().lower().partition("x") for part in text.split(",")]
        if not all(side.isdecimal() and len(side) <= _DIGITS for width, _, height in sides for side in (width, height)):
            raise ScheduleError(
                f"{shown(text)!r} is not a mix of boards; expected WIDTHxHEIGHT such as 30x30, several with commas "
                f"such as 20x20,30x30, or one of: {', '.join(MIXES)}"
            )
        return cls(text, tuple((int(width), int(height)) for width, _, height in sides))

    def draw(self, seed: int, players: int | None = None) -> Map:
        """Return the map that belongs to this seed; ScheduleError when the mix has boards too small for the players."""
        # A generator of its own, not the map generator's first word: that one decides the map's layout.
        dice = np.random.default_rng([seed, 0x4D6978])
        lot = int(dice.integers(len(self.sides)))
        width, height = self.sides[seed % len(self.sides) if self.is_dealt else lot]
        drawn = Map(width, height, seed, players or self.counts[dice.integers(len(self.counts))])
        try:
            mapgen.check_size(width, height, drawn.players, seed)
        except ValueError as error:
            raise ScheduleError(f"{self.name} cannot be played by {drawn.players}: {error}") from None
        return drawn


# Ranked games of the 2016 contest drew one of these sides. From memory of the contest's manager: no recording here
# shows the weights, and the rules do not depend on them.
CONTEST_SIDES = (20, 25, 25, 30, 30, 30, 35, 35, 35, 35, 40, 40, 40, 45, 45, 50)
# The same in an order of which any ten in a row have nearly their part.
DEALT_SIDES = (35, 25, 40, 30, 45, 20, 35, 30, 40, 35, 25, 50, 45, 30, 35, 40)
_DIGITS = 9  # of a side; Python refuses numbers of thousands of digits with an error of its own
MIXES = {
    "contest": Mix("contest", tuple((side, side) for side in CONTEST_SIDES)),
    "evenly": Mix("evenly", tuple((side, side) for side in DEALT_SIDES), is_dealt=True),
}


def maps(mix: Mix, players: int | None, seeds: Seeds, first: int = 0) -> Iterator[Map]:
    """Yield maps without end, the same every time: entry i is the map of the half's seed number first + i.

    Args:
        mix: of board sizes.
        players: 2..6 for all maps, None for a number drawn by the mix.
        seeds: the half.
        first: number of the first seed.
    """
    if players is not None and not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise ScheduleError(f"{players} players; a game that is scored has {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    for number in count(first):
        if not 0 <= number < HELD_OUT_FROM:
            raise ScheduleError(f"seed number {number} is outside 0..{HELD_OUT_FROM - 1}")
        yield mix.draw(number + HELD_OUT_FROM * (seeds is Seeds.HELD_OUT), players)


def blocks(lineup: Sequence[Player], drawn: Iterator[Map]) -> Iterator[Block]:
    """Yield the line-up on each of these maps."""
    for each in drawn:
        if len(lineup) != each.players:
            raise ScheduleError(f"{len(lineup)} players for a map of {each.players}")
        yield Block(each, tuple(lineup))
