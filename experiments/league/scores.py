"""Scores and ratings of a season, the numbers that a match and a ladder print for the same games.

A block is one map played from every seat of a line-up; one that is not complete counts with the games there are.
A view is a part of the games: by number of players, by size of board, or all.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import pandas as pd

from experiments.laboratory.progress import bar
from experiments.stats import Fit, Interval, of_counts
from experiments.stats.ratings import Kind

from .season import Season

SEED, RESAMPLES = 1, 1000  # of the intervals of all games' ratings, as a ladder has them
FEW_RESAMPLES = 200  # of the ratings of a part of the games
POINTS = 12  # of the history
OWN_GAMES = 50  # before so many games of its own a player has no point in the history
DIGITS = 9  # of a share: 0.1 + 0.2 is not 0.3 in binary
ALL = "all"

Kinds = dict[Kind, int]
Ratings = dict[str, Interval]


def with_blocks(season: Season) -> pd.DataFrame:
    """Return the season's games with a number for their block, and the players' names, best first."""
    games, seats = season.games.copy(), season.seats
    lineups = games["game"].map(_group_values(seats["game"], seats["player"]))
    turned = {each: min(each[turn:] + each[:turn] for turn in range(len(each))) for each in set(lineups)}
    games["lineup"] = lineups.map(turned).map({lineup: number for number, lineup in enumerate(set(turned.values()))})
    names = seats["player"].map(season.players.set_index("player")["name"])
    ranked = seats.assign(name=names).sort_values(["game", "rank"])
    games["order"] = games["game"].map(_group_values(ranked["game"], ranked["name"]))
    games["block"] = games.groupby(["lineup", "seed", "width", "height"]).ngroup()
    return games


def players(season: Season, games: pd.DataFrame) -> pd.DataFrame:
    """Return how each player did in each view: the share of opponents beaten with its interval, games and blocks."""
    seats = season.seats.merge(games[["game", "block", "players", "size"]])
    seats["share"] = (seats["players"] - seats["rank"]) / (seats["players"] - 1)
    return _mean_shares(seats, ["player"])


def pairs(season: Season, games: pd.DataFrame) -> pd.DataFrame:
    """Return how often each player finished ahead of each other one, in each view, with the interval."""
    seats = season.seats[["game", "player", "rank"]].merge(games[["game", "block", "players", "size"]])
    met = seats.merge(season.seats[["game", "player", "rank"]], on="game", suffixes=("", "_other"))
    met = met[met["player"] != met["player_other"]].rename(columns={"player_other": "opponent"})
    met["share"] = (met["rank"] < met["rank_other"]).astype(float)
    return _mean_shares(met, ["player", "opponent"])


def ratings(games: pd.DataFrame, anchor: str | None) -> Iterator[tuple[str, str, str, Ratings]]:
    """Yield ratings: all games', those of a number of players, and those of a size; with these two and the anchor."""
    blocks = _blocks(games)
    for (number, size), chosen in bar(list(_in_views(blocks).groupby(["players", "size"])), "Ratings"):
        if ALL in (number, size):
            resamples = RESAMPLES if number == size else FEW_RESAMPLES
            yield number, size, *_rate(Counter(chosen["kind"]), anchor, resamples)


def history(games: pd.DataFrame, anchor: str | None) -> pd.DataFrame:
    """Return ratings after even parts of the season: stored, played, name, low, elo, high.

    A player has none before OWN_GAMES games of its own, and nobody has before those of the anchor.
    """
    rows = []
    for point in bar(range(POINTS, 0, -1), "History"):
        then = games.iloc[: len(games) * point // POINTS]
        own = then[["game", "order"]].explode("order").drop_duplicates()["order"].value_counts()
        if len(own) and own.max() >= OWN_GAMES:
            anchor, rated = _rate(Counter(_blocks(then)["kind"]), anchor, FEW_RESAMPLES)
            when = then["stored"].iloc[-1], len(then)
            shown = rated if own.get(anchor, 0) >= OWN_GAMES else {}
            rows += [(*when, name, *_ends(each)) for name, each in shown.items() if own[name] >= OWN_GAMES]
    return pd.DataFrame(rows[::-1], columns=["stored", "played", "name", "low", "elo", "high"])


def _blocks(games: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each block: number of players, size, and its games' finishing orders, sorted."""
    played = games.sort_values("block")
    kinds = {block: tuple(sorted(orders)) for block, orders in _group_values(played["block"], played["order"]).items()}
    blocks = played.groupby("block")[["players", "size"]].first()
    return blocks.assign(kind=[kinds[block] for block in blocks.index])


def _group_values(groups: pd.Series, values: pd.Series) -> dict[int, tuple[Any, ...]]:
    """Return the values of each group, which stand together; pandas takes ten times as long for many small groups."""
    rows = groupby(zip(groups, values, strict=True), key=itemgetter(0))
    return {group: tuple(value for _, value in pairs) for group, pairs in rows}


def _in_views(rows: pd.DataFrame) -> pd.DataFrame:
    """Return every row once for each view that has it."""
    exact = rows.assign(players=rows["players"].astype(str))
    both = [exact, exact.assign(size=ALL)]
    return pd.concat([*both, *(each.assign(players=ALL) for each in both)])


def _mean_shares(seats: pd.DataFrame, who: list[str]) -> pd.DataFrame:
    """Return the mean share of each of `who` over its blocks, in each view."""
    measured = seats.groupby(["block", *who]).agg({"share": "mean", "players": "first", "size": "first"}).reset_index()
    games = seats.drop_duplicates(["game", *who]).groupby(["block", *who]).size()
    measured["games"] = games.reset_index(drop=True)
    measured["share"] = measured["share"].round(DIGITS)
    by = ["players", "size", *who]
    views = _in_views(measured)
    found = views.groupby(by).agg(games=("games", "sum"), blocks=("block", "size"))
    tables: dict[object, dict[float, int]] = {key: {} for key in found.index}
    for (*key, share), blocks in views.groupby([*by, "share"]).size().items():
        tables[tuple(key)][share] = blocks
    found[["low", "score", "high"]] = [_ends(each) for each in of_counts(list(tables.values()))]
    return found.reset_index()


def _rate(kinds: Kinds, anchor: str | None, resamples: int) -> tuple[str, Ratings]:
    """Return who has 0 Elo, and the ratings; without the anchor's games it is the player with the most."""
    fit = Fit.of(kinds, seed=SEED, resamples=resamples)
    zero = anchor if anchor and anchor in fit.games else max(fit.games, key=lambda name: (fit.games[name], name))
    return zero, {rating.name: rating.elo for rating in fit.ratings(zero)}


def _ends(interval: Interval) -> tuple[float, float, float]:
    return interval.low, interval.value, interval.high
