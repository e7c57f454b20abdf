"""History: the ratings at moments of the season, each from all games up to then."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from experiments.laboratory.database.counting import MISSING, turned, word

from .ratings import Kinds, kinds, kinds_of, rated
from .season import Season
from .standings import rounded

POINTS = 12
RESAMPLES = 200

STORED = (
    "SELECT epoch, stored, (SELECT sum(games) FROM epochs AS before WHERE before.epoch <= epochs.epoch) FROM epochs"
)
GAMES = """
SELECT games.id, stored, map_seed, width, height, engine, player, rank
FROM games JOIN seats ON seats.game = games.id ORDER BY games.id, seat
"""


@dataclass(frozen=True, slots=True)
class Moment:
    """The season at some time in it."""

    stored: int  # in seconds since 1970 UTC
    games: int
    kinds: Kinds


def moments(season: Season) -> list[Moment]:
    """The season after parts of its games, as even as there are; a young one has fewer epochs than points."""
    return _by_epochs(season) if len(season.epochs) > POINTS else _by_games(season)


def history(moments: list[Moment], anchor: str | None = None) -> dict[str, Any]:
    """The ratings at these moments, all above one player: the `anchor`, or who has played most by the end."""
    points = []
    zero = anchor
    for moment in reversed(moments):
        rating = rated(moment.kinds, zero, resamples=RESAMPLES)
        if rating:
            zero = zero or rating.anchor
            elo = {name: rounded(interval, 1) for name, interval in rating.elo.items()}
            points.append({"stored": moment.stored, "games": moment.games, "elo": elo})
    return {"points": points[::-1], "resamples": RESAMPLES}


def _by_epochs(season: Season) -> list[Moment]:
    epochs = season.epochs
    when = {epoch: (stored, games) for epoch, stored, games in season.database.query(STORED)}
    chosen = [epochs[end - 1] for end in _ends(len(epochs))]
    return [Moment(*when[epoch], kinds(season, until=epoch + 1)) for epoch in chosen]


def _by_games(season: Season) -> list[Moment]:
    """By reading the games, of which there are few."""
    rows = groupby(season.database.query(GAMES), key=itemgetter(0))
    games = [list(seats) for _, seats in rows]
    ends, found = set(_ends(len(games))), []
    blocks: dict[tuple[Any, ...], list[str]] = {}
    for number, seats in enumerate(games, 1):
        _, stored, *place = seats[0][:6]
        lineup, turn, period = turned(tuple(seat[6] for seat in seats))
        words = blocks.setdefault((lineup, *place), [MISSING] * period)
        words[turn] = word([seat[7] for seat in seats], turn)
        if number in ends:
            ended = Counter((block[0], " ".join(words)) for block, words in blocks.items())
            found.append(Moment(stored, number, kinds_of(season, ended)))
    return found


def _ends(parts: int) -> list[int]:
    """After how many of the parts there is a point, the last one among them."""
    return sorted({parts * point // POINTS for point in range(1, POINTS + 1)} - {0})
