"""Tables of events: a row for each game, seat and fifth of the game, and sums of such rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from engine import Replay
from engine.ranking import ranks
from experiments.recordings.events import MEASURES, Events
from experiments.recordings.events.planes import by_owner

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

FIFTHS = 5
# Measures that are a state, nothing that happened: their average over turns means something, their sum does not.
STATES = ("territory", "production", "strength", "strength_before")

KEYS = ("game", "size", "players", "seat", "player", "rank", "fifth", "turns")


def fifths(name: str, replay: Replay, events: Events) -> pd.DataFrame:
    """Return a row for each seat and fifth: KEYS, then the sums of every measure, of STATES the averages.

    A fifth begins at turn T * i / 5, rounded up; a game of fewer than five turns has fewer fifths.
    """
    import pandas as pd

    height, width = replay.production.shape
    fifth = np.arange(replay.turns) * FIFTHS // max(replay.turns, 1) + 1
    players, measures, rows = len(replay.player_names), events.measures(), []
    places = ranks(by_owner(replay.owner > 0, replay.owner, players))
    for seat, (player, rank) in enumerate(zip(replay.player_names, places, strict=True)):
        for part in np.unique(fifth).tolist():
            turns = fifth == part
            numbers = (
                values[turns, seat].mean() if measure in STATES else values[turns, seat].sum()
                for measure, values in measures.items()
            )
            game = name, f"{width}x{height}", players, seat + 1, player, rank
            rows.append((*game, part, np.count_nonzero(turns), *numbers))
    return pd.DataFrame(rows, columns=[*KEYS, *MEASURES])


def contacts(name: str, replay: Replay, events: Events) -> pd.DataFrame:
    """Return a row for each pair of seats: the turn on which they first touched, and the squares that both held then.

    All three are empty when they never touched.
    """
    import pandas as pd

    names, rows = replay.player_names, []
    for one, other in combinations(range(len(names)), 2):
        turn = events.first_contact[one, other]
        met = (turn, *events.territory[turn - 1, [one, other]]) if turn else (None, None, None)
        rows.append((name, one + 1, names[one], other + 1, names[other], *met, replay.turns))
    met_at = ["first_contact", "squares", "other_squares"]
    columns = ["game", "seat", "player", "other_seat", "other_player", *met_at, "turns"]
    return pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(met_at, "Int64"))


def averages_by(table: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """Return averages over games and seats of the rows of `fifths`, for each combination of the columns, sorted.

    Over a game's fifths events are summed, states averaged. `games` counts the games and seats behind a row;
    `still_percentage` is 100 * still / pieces over all of them.
    """
    happened = [measure for measure in MEASURES if measure not in STATES]
    unique = list(dict.fromkeys(["game", "seat", *columns]))
    seats = table.groupby(unique, as_index=False)[happened].sum()
    groups = seats.groupby(list(columns))
    result = groups[happened].mean()
    result.insert(0, "games", groups.size())
    result["still_percentage"] = 100 * result["still"] / result["pieces"].where(result["pieces"] > 0)
    return result.join(_states(table, columns)).reset_index().sort_values(list(columns), key=_in_order)


def _states(table: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    weighed = table[list(columns)].copy()
    for measure in STATES:
        weighed[measure] = table[measure] * table["turns"]
    return weighed.groupby(list(columns)).sum().div(table.groupby(list(columns))["turns"].sum(), axis=0)


def _in_order(column: pd.Series) -> pd.Series:
    """Sizes by their area, then by their width, not as texts: 9x9, 8x12, 12x8."""
    if column.name != "size":
        return column
    sides = column.str.split("x", expand=True).astype(int)
    return sides[0] * sides[1] * 1000 + sides[0]
