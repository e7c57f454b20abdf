"""Ratings of parts of the games, as a ladder of the same blocks has them."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from experiments.stats import Fit, Interval
from experiments.stats.ratings import Kind

from . import scores
from .season import EVERYTHING, Season, View

SEED = 1  # of the intervals' random weights; a ladder's default
RESAMPLES = 1000

Kinds = dict[Kind, int]


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings of all players in some games."""

    games: int  # of the season, when they were computed
    anchor: str  # name of the player at 0 Elo
    elo: dict[str, Interval]  # by name


def gathered(season: Season, view: View = EVERYTHING) -> Callable[[], Kinds]:
    """Return a function that returns the blocks by their finishing orders, by names, which takes long.

    It may run while the season is refreshed.
    """
    blocks, lineups, names = season.blocks(view), dict(season.lineups), names_in(season)
    return lambda: kinds_of(names, {(lineups[ended[0]], ended[1]): number for ended, number in blocks.items()})


def names_in(season: Season) -> dict[int, str]:
    """Return the players' names on the pages, by their numbers."""
    return {number: each.name for number, each in season.contestants.items()}


def kinds_of(names: Mapping[int, str], blocks: Mapping[tuple[tuple[int, ...], str], int]) -> Kinds:
    """Return the kinds of any blocks: how many of a line-up ended so."""
    counts: Counter[Kind] = Counter()
    for (lineup, outcome), number in blocks.items():
        orders = scores.read(lineup, outcome).orders
        counts[tuple(sorted(tuple(names[player] for player in order) for order in orders))] += number
    return dict(counts)


def rated(orders: Kinds, anchor: str | None = None, games: int = 0, resamples: int = RESAMPLES) -> Rated | None:
    """Return the ratings that a ladder of these blocks prints; None without blocks.

    anchor   who has 0 Elo; where it did not play, and without one, it is who played most
    """
    if not orders:
        return None
    fit = Fit.of(orders, seed=SEED, resamples=resamples)
    zero = anchor if anchor and anchor in fit.games else max(fit.games, key=lambda name: (fit.games[name], name))
    return Rated(games, zero, {rating.name: rating.elo for rating in fit.ratings(zero)})
