"""History: the ratings at moments of the season, each from all games up to then."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from experiments.laboratory.database.counting import MISSING, turned, word

from .ratings import Kinds, Rated, kinds_of, names_in, rated
from .season import Group, Season
from .standings import rounded

POINTS = 12
RESAMPLES = 200
OWN_GAMES = 50  # of a player, before which it has no point: its rating would be its first luck

STORED = "SELECT epoch, stored, games FROM epochs ORDER BY stored, epoch"  # published games are numbered in no order
GAMES = """
SELECT games.id, stored, map_seed, width, height, engine, player, rank
FROM games JOIN seats ON seats.game = games.id ORDER BY stored, games.id, seat
"""

Names = dict[int, str]
Numbers = tuple[int, ...]
Epochs = dict[int, dict[Group, int]]
When = list[tuple[int, int, int]]  # epoch, when its last game was stored, its games; in the order of time


@dataclass(frozen=True, slots=True)
class Moment:
    """The season at some time in it."""

    stored: int  # in seconds since 1970 UTC
    games: int
    kinds: Kinds


def gathered(season: Season) -> Callable[[], list[Moment]]:
    """Return a function that returns the season after even parts of its games, which takes long.

    It may run while the season is refreshed. Games are read where there are fewer epochs than points.
    """
    names, epochs = names_in(season), season.epochs
    if len(epochs) <= POINTS:
        return partial(_by_games, names, season.database.query(GAMES))
    when = [(epoch, stored, games) for epoch, stored, games in season.database.query(STORED) if epoch in epochs]
    return partial(_by_epochs, names, epochs, dict(season.lineups), when)


def history(
    moments: list[Moment], anchor: str | None = None, rate: Callable[..., Rated | None] = rated
) -> dict[str, Any]:
    """Return the ratings at these moments above the `anchor`, or above the player with the most games at the end.

    A player has none before its first OWN_GAMES games, and no player has before those of the anchor. `rate` as `rated`.
    """
    points = []
    zero = anchor
    for moment in reversed(moments):
        rating = rate(moment.kinds, zero, resamples=RESAMPLES)
        own = _own_games(moment.kinds)
        if rating and own[rating.anchor] >= OWN_GAMES:
            zero = zero or rating.anchor
            elo = {name: rounded(each, 1) for name, each in rating.elo.items() if own[name] >= OWN_GAMES}
            points.append({"stored": moment.stored, "games": moment.games, "elo": elo})
    return {"points": points[::-1], "resamples": RESAMPLES, "own": OWN_GAMES}


def _own_games(kinds: Kinds) -> Counter[str]:
    """Count the games of each player."""
    own: Counter[str] = Counter()
    for orders, blocks in kinds.items():
        for order in orders:
            own.update(dict.fromkeys(order, blocks))
    return own


def _by_epochs(names: Names, epochs: Epochs, lineups: dict[int, Numbers], when: When) -> list[Moment]:
    ends, found = set(_ends(len(when))), []
    total: Counter[tuple[Numbers, str]] = Counter()
    there = 0
    for number, (epoch, stored, games) in enumerate(when, 1):
        there += games
        for (lineup, _, _, outcome), blocks in epochs[epoch].items():
            total[lineups[lineup], outcome] += blocks
        if number in ends:
            # Below 0: a block that was begun in an epoch of a later time is taken from there.
            ended = {each: blocks for each, blocks in total.items() if blocks > 0}
            found.append(Moment(stored, there, kinds_of(names, ended)))
    return found


def _by_games(names: Names, rows: list[tuple[Any, ...]]) -> list[Moment]:
    games = [list(seats) for _, seats in groupby(rows, key=itemgetter(0))]
    ends, found = set(_ends(len(games))), []
    blocks: dict[tuple[Any, ...], list[str]] = {}
    for number, seats in enumerate(games, 1):
        _, stored, *place = seats[0][:6]
        lineup, turn, period = turned(tuple(seat[6] for seat in seats))
        words = blocks.setdefault((lineup, *place), [MISSING] * period)
        words[turn] = word([seat[7] for seat in seats], turn)
        if number in ends:
            ended = Counter((block[0], " ".join(words)) for block, words in blocks.items())
            found.append(Moment(stored, number, kinds_of(names, ended)))
    return found


def _ends(parts: int) -> list[int]:
    """After how many of the parts there is a point, the last one among them."""
    return sorted({parts * point // POINTS for point in range(1, POINTS + 1)} - {0})
