"""Questions to the combat database: which places fit a pattern, and what was done there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .neighbourhood import ANY, DIAMOND, DIRECTIONS, SYMMETRIES, Kinds, Pattern

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class PatternAnswer:
    """The places that fit, turned so that they lie as the question does."""

    question: Pattern
    players: tuple[str, ...]  # one entry a place and player
    places: tuple[Pattern, ...]
    counts: Counts  # (entries, 5) squares that chose this direction

    def by_player(self) -> dict[str, Counts]:
        """Return squares by direction, (5,), for each player."""
        names = sorted(set(self.players))
        return {name: self.counts[[player == name for player in self.players]].sum(axis=0) for name in names}

    def commonest(self, most: int) -> list[tuple[Pattern, dict[str, Counts]]]:
        """Return the places seen most often, over all players, with every player's squares by direction (5,)."""
        counts_by_place: dict[Pattern, dict[str, Counts]] = {}
        for player, place, counts in zip(self.players, self.places, self.counts, strict=True):
            counts_by_place.setdefault(place, {})[player] = counts
        return sorted(counts_by_place.items(), key=lambda item: (-_total(item[1].values()), str(item[0])))[:most]


def asked(table: pd.DataFrame, question: Pattern) -> PatternAnswer:
    """Find the rows of a combat table whose place fits the question in one of its eight positions.

    A place that fits in several is turned into the first; the directions that this mixes are those in
    `question.alike`, unless `?` hides an asymmetry of the place.
    """
    kinds = _kinds(table["pattern"])
    way = _first_fit(kinds, np.array(question.kinds))
    fits = np.flatnonzero(way >= 0)
    counts = table[list(DIRECTIONS)].to_numpy()
    turned = np.zeros((len(fits), len(DIRECTIONS)), np.int64)
    places = []
    for place, row in enumerate(fits.tolist()):
        symmetry = SYMMETRIES[way[row]]
        turned[place, symmetry.turned] = counts[row]
        places.append(Pattern(tuple(kinds[row, symmetry.source].tolist())))
    return PatternAnswer(question, tuple(table["player"].iloc[fits]), tuple(places), turned)


def alike(counts: Counts, pattern: Pattern) -> list[tuple[str, int]]:
    """Return names and squares of the directions, those that the pattern makes the same added up: NORTH or SOUTH."""
    return [
        (" or ".join(DIRECTIONS[direction] for direction in group), int(counts[list(group)].sum()))
        for group in pattern.alike
    ]


def _kinds(patterns: Iterable[str]) -> Kinds:
    """(M, 13) from texts."""
    rows = [Pattern.parse(text).kinds for text in patterns]
    return np.array(rows, np.int64).reshape(-1, len(DIAMOND))


def _first_fit(kinds: Kinds, question: Kinds) -> Counts:
    """Return the first symmetry in which each place fits, -1 for none: (M,)."""
    way = np.full(len(kinds), -1)
    for number, symmetry in reversed(list(enumerate(SYMMETRIES))):
        way[((kinds[:, symmetry.source] == question) | (question == ANY)).all(axis=1)] = number
    return way


def _total(parts: Iterable[Counts]) -> int:
    return sum(int(part.sum()) for part in parts)
