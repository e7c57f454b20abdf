"""Standings: the leaderboard, who beats whom, and how ratings came about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from experiments.stats import Interval

from . import scores
from .ratings import Kinds, Rated, kinds, rated
from .scores import Score
from .season import EVERYTHING, Season, View

POINTS = 12  # of a history
HISTORY_RESAMPLES = 200
LONGEST_CYCLE = 3
CYCLES = 20  # that are named

STORED = (
    "SELECT epoch, stored, (SELECT sum(games) FROM epochs AS before WHERE before.epoch <= epochs.epoch) FROM epochs"
)


def leaderboard(season: Season, view: View, ratings: Rated | None) -> dict[str, Any]:
    """A row for each player, the best first; without ratings by share of opponents beaten."""
    table = scores.table(season.blocks(view), season.lineups)
    rows = [_row(season, player, score, ratings) for player, score in table.players.items()]
    rows.sort(key=lambda row: (-(row["elo"] or [0, 0, 0])[1], -row["score"][1], row["name"]))
    return {
        "rows": rows,
        "anchor": ratings.anchor if ratings else None,
        "rated": ratings.games if ratings else 0,
    }


def matrix(season: Season, view: View, ratings: Rated | None) -> dict[str, Any]:
    """Every pair that met, players in the order of the leaderboard, and the cycles among them."""
    table = scores.table(season.blocks(view), season.lineups)
    order = [row["id"] for row in leaderboard(season, view, ratings)["rows"]]
    met = [[*pair, *rounded(score.interval), score.games] for pair, score in table.pairs.items()]
    return {
        "players": [[number, season.contestants[number].name] for number in order],
        "met": met,
        "cycles": [[season.contestants[number].name for number in cycle] for cycle in cycles(table.pairs)[:CYCLES]],
        "cycleCount": len(cycles(table.pairs)),
    }


def cycles(pairs: Mapping[tuple[int, int], Score]) -> list[tuple[int, ...]]:
    """Three who beat each other in a circle, each beyond its interval: a beats b, b beats c, c beats a."""
    beats: dict[int, set[int]] = {}
    for (player, opponent), score in pairs.items():
        if score.interval.low > 0.5:
            beats.setdefault(player, set()).add(opponent)
    return sorted(
        (a, b, c)
        for a, beaten in beats.items()
        for b in beaten
        for c in beats.get(b, ())
        if a in beats.get(c, ()) and a == min(a, b, c)
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """The season at some time in it."""

    stored: int  # in seconds since 1970 UTC
    games: int
    kinds: Kinds


def moments(season: Season, view: View = EVERYTHING) -> list[Moment]:
    """The season after parts of its games, each with all games up to there."""
    epochs = season.epochs
    ends = {len(epochs) * point // POINTS - 1 for point in range(1, POINTS + 1)}
    when = {epoch: (stored, games) for epoch, stored, games in season.database.query(STORED)}
    chosen = [epochs[end] for end in sorted(ends) if end >= 0]
    return [Moment(*when[epoch], kinds(season, view, until=epoch + 1)) for epoch in chosen]


def history(moments: list[Moment], anchor: str | None = None) -> dict[str, Any]:
    """The ratings at these moments, all above one player: the `anchor`, or who has played most by the end."""
    points = []
    zero = anchor
    for moment in reversed(moments):
        rating = rated(moment.kinds, zero, resamples=HISTORY_RESAMPLES)
        if rating:
            zero = zero or rating.anchor
            elo = {name: rounded(interval, 1) for name, interval in rating.elo.items()}
            points.append({"stored": moment.stored, "games": moment.games, "elo": elo})
    return {"points": points[::-1], "resamples": HISTORY_RESAMPLES}


def rounded(interval: Interval, digits: int = 6) -> list[float]:
    """An interval as a document holds it: low, value, high."""
    return [round(end, digits) for end in (interval.low, interval.value, interval.high)]


def _row(season: Season, player: int, score: Score, ratings: Rated | None) -> dict[str, Any]:
    contestant = season.contestants[player]
    elo = ratings.elo.get(contestant.name) if ratings else None
    return {
        "id": player,
        "name": contestant.name,
        "program": contestant.is_program,
        "elo": rounded(elo, 3) if elo else None,
        "games": score.games,
        "blocks": score.blocks,
        "score": rounded(score.interval),
    }
