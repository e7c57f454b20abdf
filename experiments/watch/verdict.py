"""Which of two futures is better for a player: its place first, then when games end, then land at the last turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.ranking import ranks
from experiments.stats import Interval, of_mean
from experiments.stats.paired import chance_if_equal


@dataclass(frozen=True, slots=True)
class Ending:
    """How one whole game ended."""

    ranks: list[int]  # the place of every player, 1 = best
    lived: list[int]  # frames on which every player had a square: for the eliminated, the turn of their elimination
    squares: list[int]  # on the last frame
    turn: int  # turns played
    is_full: bool  # whether the last turn was reached

    @property
    def is_alive(self) -> list[bool]:
        """Which players own squares at the end."""
        return [squares > 0 for squares in self.squares]


def ending(territory: npt.NDArray[np.int64], limit: int) -> Ending:
    """The end of a game of at most `limit` turns; territory (frames, players) from the map on."""
    turn = len(territory) - 1
    lived = np.count_nonzero(territory, axis=0)
    return Ending(ranks(territory), lived.tolist(), territory[-1].tolist(), turn, turn == limit)


def verdict(pairs: Sequence[tuple[Ending, Ending]], seat: int, confidence: float = 0.95) -> dict[str, Any]:
    """Is the second game of each pair better for this player (0 is the first) than the first one?

    In each pair the better place decides. At equal places a winner does better by winning sooner, another player by
    living longer, and only players who saw the last turn are compared by their squares there: before it, squares say
    who was hunted down late and not who won.
    Returns   counts of pairs, the two-sided chance of so uneven counts if both were equally good (Fisher's exact
              sign test), and by how much, each over the pairs in which that can be said:
              `sooner` turns where both games were won, one at least before the last turn, `longer` turns where
              both were lost by elimination,
              `squares` where both games reached the last turn
    """
    signs = np.array([_sign(_merit(before, seat), _merit(after, seat)) for before, after in pairs])
    worse, better = (min(1.0, 2 * chance_if_equal(way, 2)) for way in (signs, -signs))
    return {
        "better": int((signs > 0).sum()),
        "worse": int((signs < 0).sum()),
        "same": int((signs == 0).sum()),
        "chance": min(worse, better),
        "sooner": _mean([one.turn - two.turn for one, two in pairs if _won_early(one, two, seat)], confidence),
        "longer": _mean([two.lived[seat] - one.lived[seat] for one, two in pairs if _died(one, two, seat)], confidence),
        "squares": _mean(
            [two.squares[seat] - one.squares[seat] for one, two in pairs if one.is_full and two.is_full], confidence
        ),
    }


def summary(endings: Sequence[Ending], seat: int, confidence: float = 0.95) -> dict[str, Any]:
    """How one player fared in these games: wins, mean place, eliminations, squares where the last turn was reached."""
    deaths = [game.lived[seat] for game in endings if not game.is_alive[seat]]
    return {
        "wins": sum(game.ranks[seat] == 1 for game in endings),
        "rank": float(np.mean([game.ranks[seat] for game in endings])),
        "eliminated": len(deaths),
        "elimination": float(np.mean(deaths)) if deaths else None,
        "squares": _mean([game.squares[seat] for game in endings if game.is_full], confidence),
    }


def _merit(game: Ending, seat: int) -> tuple[int, int, int]:
    """The numbers compared, in this order; more is better."""
    is_won = game.ranks[seat] == 1
    return -game.ranks[seat], -game.turn if is_won else game.lived[seat], game.squares[seat] if game.is_full else 0


def _sign(before: tuple[int, int, int], after: tuple[int, int, int]) -> int:
    return (after > before) - (after < before)


def _won_early(one: Ending, two: Ending, seat: int) -> bool:
    """Whether both were won, and not both by the squares of the last turn."""
    return one.ranks[seat] == two.ranks[seat] == 1 and not (one.is_full and two.is_full)


def _died(one: Ending, two: Ending, seat: int) -> bool:
    return not one.is_alive[seat] and not two.is_alive[seat]


def _mean(values: Sequence[int], confidence: float) -> dict[str, Any] | None:
    """Mean and interval over these pairs; None where there is no pair, no interval where there is one."""
    if not values:
        return None
    mean: Interval = of_mean(values, confidence)
    return {
        "mean": mean.value,
        "low": finite(mean.low),
        "high": finite(mean.high),
        "games": len(values),
    }


def finite(value: float) -> float | None:
    """None for what one game cannot tell: JSON has no word for it."""
    return value if np.isfinite(value) else None
