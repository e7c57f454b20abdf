"""Records: the best of all games, for each number of players and board."""

from dataclasses import dataclass

import pandas as pd

from .season import Season


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of record."""

    title: str
    unit: str
    note: str
    column: str  # of the values
    is_least: bool  # whether the smallest value is the record


KINDS = (
    Kind("Fastest conquest", "turns", "The winner took all land of the others.", "conquest", is_least=True),
    Kind("Closest finish", "squares apart", "Between the first two, both with land at the end.", "gap", is_least=True),
    Kind("Longest game", "turns", "Up to the turn limit of its board.", "turns", is_least=False),
    Kind("Most territory", "squares", "Of one player, at the end.", "territory", is_least=False),
)


def records(season: Season) -> pd.DataFrame:
    """Return kind (a place in KINDS), players, width, height, game, value; of equal games the first one stands."""
    land = season.seats.pivot(index="game", columns="rank", values="territory")
    games = season.games.merge(land.reindex(columns=[1, 2]), left_on="game", right_index=True)
    games["conquest"] = games["turns"].where((games[2] == 0) & (games[1] > 0))
    games["gap"] = (games[1] - games[2]).where(games[2] > 0)
    games["territory"] = games["game"].map(land.max(axis=1))
    return pd.concat([_best(games, number, kind) for number, kind in enumerate(KINDS)], ignore_index=True)


def _best(games: pd.DataFrame, number: int, kind: Kind) -> pd.DataFrame:
    board = ["players", "width", "height"]
    named = games.dropna(subset=[kind.column]).assign(kind=number, value=lambda rows: rows[kind.column])
    ordered = named.sort_values("value", ascending=kind.is_least, kind="stable")
    return ordered.drop_duplicates(board).sort_values(board)[["kind", *board, "game", "value"]]
