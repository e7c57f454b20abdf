"""Standings: the leaderboard, and who beats whom."""

from collections.abc import Mapping
from typing import Any

from experiments.stats import Interval

from .ratings import Rated
from .scores import Score
from .season import Season, View

CYCLES = 20  # that are named


def leaderboard(season: Season, view: View, ratings: Rated | None) -> dict[str, Any]:
    """Return a row for each player, the best first; without ratings by share of opponents beaten."""
    table = season.table(view)
    rows = [_row(season, player, score, ratings) for player, score in table.players.items()]
    rows.sort(key=lambda row: (-(row["elo"] or [0, 0, 0])[1], -row["score"][1], row["name"]))
    return {"rows": rows, "anchor": ratings.anchor if ratings else None, "rated": ratings.games if ratings else 0}


def matrix(season: Season, view: View, ratings: Rated | None) -> dict[str, Any]:
    """Return every pair that met, players in the order of the leaderboard, and the cycles among them."""
    table, found = season.table(view), cycles(season.table(view).pairs)
    order = [row["id"] for row in leaderboard(season, view, ratings)["rows"]]
    met = [[*pair, *rounded(score.interval), score.games] for pair, score in sorted(table.pairs.items())]
    return {
        "players": [[number, season.contestants[number].name] for number in order],
        "met": met,
        "cycles": [[season.contestants[number].name for number in cycle] for cycle in found[:CYCLES]],
        "cycleCount": len(found),
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


def rounded(interval: Interval, digits: int = 6) -> list[float]:
    """Return an interval as a document holds it: low, value, high."""
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
