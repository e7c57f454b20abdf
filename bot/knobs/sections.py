"""Sections: values that hold in some games only, by the number of players and the size of the board."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from ..ground.view import MOST_PLAYERS


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers from `low` to `high`, both included."""

    low: int
    high: int

    def holds(self, other: "Span") -> bool:
        """Return whether every number of the other one is in this one."""
        return self.low <= other.low and other.high <= self.high

    def meets(self, other: "Span") -> bool:
        """Return whether they share a number."""
        return self.low <= other.high and other.low <= self.high


PLAYERS = Span(1, MOST_PLAYERS)
"""How many players a game may begin with."""

SIDES = Span(1, 10_000)
"""How long the longer side of a board may be, in squares."""

LARGEST = 50
"""The longest side of an official board."""


@dataclass(frozen=True, slots=True)
class Section:
    """Some games, and values that hold in them."""

    players: Span = PLAYERS  # at the start of the game
    size: Span = SIDES  # the longer side of the board, in squares
    values: tuple[tuple[str, Any], ...] = ()  # by the names of their knobs, in alphabetical order

    def __str__(self) -> str:
        """Return the name as in a file, without brackets: players.4.size.36-; empty where it holds in every game."""
        spans = (("players", self.players, PLAYERS), ("size", self.size, SIDES))
        return ".".join(f"{word}.{_text(span, whole)}" for word, span, whole in spans if span != whole)

    @property
    def rank(self) -> int:
        """Sections by players are 1, those by size 2, those by both 3; the higher one wins."""
        return (self.players != PLAYERS) + 2 * (self.size != SIDES)

    @property
    def share(self) -> int:
        """How many of the games are its own, where every number of players and every official size counts alike."""
        sides = max(min(self.size.high, LARGEST) - self.size.low + 1, 0)
        return sides * (self.players.high - self.players.low + 1)

    def holds(self, other: "Section") -> bool:
        """Return whether it holds in every game that the other one holds in."""
        return self.players.holds(other.players) and self.size.holds(other.size)

    def overlaps(self, other: "Section") -> bool:
        """Return whether there is a game in which both hold and neither wins."""
        meet = self.players.meets(other.players) and self.size.meets(other.size)
        return meet and self.rank == other.rank


def in_order(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Sort the sections so that those that win come last, whatever the order of the input."""
    return tuple(sorted(sections, key=lambda each: (each.rank, each.players.low, each.size.low)))


def overlap(sections: Iterable[Section]) -> tuple[Section, Section] | None:
    """Return two sections that overlap, or None."""
    return next(((one, other) for one, other in combinations(sections, 2) if one.overlaps(other)), None)


def in_games(sections: Iterable[Section], games: Section) -> dict[str, Any]:
    """Return the values that the sections, in order, give to all games of `games`, by name."""
    return {name: value for section in sections if section.holds(games) for name, value in section.values}


def cells(sections: Iterable[Section]) -> Iterator[Section]:
    """Cut all possible games into cells: each section holds in a whole cell or nowhere in it."""
    sizes = [section.size for section in sections]
    starts = sorted({SIDES.low, *(size.low for size in sizes), *(size.high + 1 for size in sizes)})
    ends = [*(start for start in starts if start <= SIDES.high), SIDES.high + 1]
    for players in range(PLAYERS.low, PLAYERS.high + 1):
        for low, end in pairwise(ends):
            yield Section(Span(players, players), Span(low, end - 1))


def _text(span: Span, whole: Span) -> str:
    if span.low == span.high:
        return str(span.low)
    low = "" if span.low == whole.low else span.low
    high = "" if span.high == whole.high else span.high
    return f"{low}-{high}"
