"""Places: what players did in each neighbourhood and what happened next, with intervals over games.

A game says one thing of a place, a share: a piece that waits there for ten turns is ten squares of one decision.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import Replay
from experiments.stats import of_counted

from .database import seen
from .neighbourhood import RADII, Kinds, alike, diamond, fold, texts

WITHIN = 3  # turns after which the strength around a square is compared
MOST = 40  # places that are told for each look
EXAMPLES = 3  # for each choice

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Look:
    """How much of a neighbourhood is told apart."""

    radius: int
    has_strengths: bool  # whether a square is at least as strong as the one in the centre


LOOKS = tuple(Look(radius, has_strengths) for radius in RADII for has_strengths in (False, True))


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Moved:
    """The squares in contact of one player in one game."""

    game: int
    player: str
    squares: Kinds  # (N, 3) turn, row, column
    after: Floats  # (N,) 1 where the balance of strength around rose within WITHIN turns, 0 where it fell, else 0.5
    folded: dict[Look, tuple[npt.NDArray[np.bytes_], Kinds]]  # (N,) the place as a text, (N,) the direction there


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Squares of many games, in columns."""

    game: Kinds
    player: npt.NDArray[np.str_]
    square: Kinds  # (N, 3)
    after: Floats
    direction: Kinds

    def where(self, mask: npt.NDArray[np.bool_]) -> "Squares":
        """Return those that the mask names."""
        return Squares(self.game[mask], self.player[mask], self.square[mask], self.after[mask], self.direction[mask])


def moved(replay: Replay, game: int) -> Iterator[Moved]:
    """Yield what each player of a game did with its squares in contact."""
    last = replay.turns
    for seat, player in enumerate(replay.player_names, start=1):
        around = balance(replay, seat)
        squares, folded = np.zeros((0, 3), np.int64), {}
        for look in LOOKS:
            squares, kinds, direction = seen(replay, seat, replay.moves, look.radius, look.has_strengths)
            places, turned = fold(kinds, direction)
            folded[look] = texts(places), turned
        turn, y, x = squares.T
        gained = np.sign(around[np.minimum(turn + WITHIN, last), y, x] - around[turn, y, x])
        yield Moved(game, player, squares, (gained + 1) / 2, folded)


def balance(replay: Replay, seat: int) -> Floats:
    """Return (T, H, W) how much more strength a player has than the others in the diamond around every square."""
    layer = np.where(replay.owner == seat, 1.0, np.where(replay.owner > 0, -1.0, 0.0)) * replay.strength
    summed: Floats = np.zeros(layer.shape)
    for step in diamond(2):
        summed += np.roll(layer, step, (1, 2))
    return summed


def told(games: Sequence[Moved], look: Look, examples: int, most: int = MOST) -> list[dict[str, Any]]:
    """Return the places seen in most games, as the page reads them, with squares of the games `examples`."""
    games = [each for each in games if len(each.squares)]
    if not games:
        return []
    places = np.concatenate([each.folded[look][0] for each in games])
    squares = Squares(
        np.repeat([each.game for each in games], [len(each.squares) for each in games]),
        np.repeat([each.player for each in games], [len(each.squares) for each in games]),
        np.concatenate([each.squares for each in games]),
        np.concatenate([each.after for each in games]),
        np.concatenate([each.folded[look][1] for each in games]),
    )
    names, inverse, counts = np.unique(places, return_inverse=True, return_counts=True)
    pairs = np.unique(np.column_stack([inverse, squares.game]), axis=0)
    in_games = np.bincount(pairs[:, 0], minlength=len(names))
    order = np.lexsort((names, -counts, -in_games))[:most]
    found = [_place(names[place], squares.where(inverse == place), examples) for place in order.tolist()]
    over_games([choice for place in found for said in place["said"].values() for choice in said])
    return found


def _place(name: bytes, squares: Squares, examples: int) -> dict[str, Any]:
    kinds = np.frombuffer(name, np.uint8).astype(np.int64) - 1
    groups = alike(kinds)
    asked = {"": squares} | {player: squares.where(squares.player == player) for player in np.unique(squares.player)}
    chosen = {player: choices(each, groups, examples) for player, each in asked.items()}
    return {
        "kinds": kinds.tolist(),
        "games": len(np.unique(squares.game)),
        "squares": len(squares.game),
        "said": chosen,
    }


def choices(squares: Squares, groups: Sequence[tuple[int, ...]], examples: int) -> list[dict[str, Any]]:
    """Return each direction that was chosen: its share, what happened next, and squares to look at.

    Share and what happened next are the means of each game; `over_games` puts their intervals in their place.
    """
    mine = [np.isin(squares.direction, group) for group in groups]
    return [
        {
            "directions": list(group), "squares": int(mask.sum()), "games": len(np.unique(squares.game[mask])),
            "chosen": _once_a_game(squares.game, mask.astype(float)),
            "after": _once_a_game(squares.game[mask], squares.after[mask]),
            "examples": _examples(squares.where(mask), examples),
        }
        for group, mask in zip(groups, mine, strict=True)
        if mask.any()
    ]  # fmt: skip


def over_games(said: Sequence[dict[str, Any]]) -> None:
    """Replace the means of each game by low end, mean and high end over games, of all choices at once.

    The ends are those of means in whole per cent.
    """
    for name in ("chosen", "after"):
        means = [choice[name] for choice in said]
        intervals = of_counted([Counter(each.round(2).tolist()) for each in means])
        for choice, interval, each in zip(said, intervals, means, strict=True):
            choice[name] = [round(end, 3) for end in (interval.low, float(each.mean()), interval.high)]


def _once_a_game(game: Kinds, values: Floats) -> Floats:
    """Return (games,) the mean of each game."""
    _, place = np.unique(game, return_inverse=True)
    means: Floats = np.bincount(place, values) / np.bincount(place)
    return means


def _examples(squares: Squares, examples: int) -> list[list[int]]:
    """Return game, turn, x and y of the first square of each of the first games."""
    _, first = np.unique(squares.game, return_index=True)
    rows = [(int(squares.game[place]), *squares.square[place].tolist()) for place in first[:EXAMPLES]]
    return [[game, turn, x, y] for game, turn, y, x in rows if game < examples]
