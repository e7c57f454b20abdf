"""Tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from experiments.recordings.events import MEASURES

from .tables import grouped

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

SHOWN = (
    "realised_production",
    "cap_loss",
    "neutral_damage",
    "damage_taken",
    "damage_dealt",
    "overkill",
    "overkill_suffered",
    "self_inflicted_overkill",
    "captures_of_neutral",
    "failed_captures",
    "captures_of_empty",
    "squares_lost",
    "wall_openings",
    "flip_flops",
    "moves_of_nothing",
)
"""Rows of the terminal's tables; the files hold all measures."""

SIDE_BY_SIDE = 5  # columns of numbers that a terminal of 80 characters has room for; the rest follows below


def tables(rows: pd.DataFrame, by: Sequence[str]) -> Iterator[Table]:
    """Averages of the rows of `tables.fifths`: the players side by side, then one table a player for each of `by`."""
    yield from _parts("Averages per game and seat", grouped(rows, ["player"]), "player")
    for column in by:
        for player, averages in grouped(rows, ["player", column]).groupby("player"):
            yield from _parts(f"{player} by {column}", averages, column)


def _parts(title: str, averages: pd.DataFrame, across: str) -> Iterator[Table]:
    for start in range(0, len(averages), SIDE_BY_SIDE):
        yield _table(title, averages[start : start + SIDE_BY_SIDE], across)


def _table(title: str, averages: pd.DataFrame, across: str) -> Table:
    """Measures downwards, the values of the column `across` side by side."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, title=Text(title), title_justify="left")
    table.add_column(Text(across, justify="right"), no_wrap=True)
    table.add_column(no_wrap=True)
    for value in averages[across]:
        table.add_column(Text(str(value)), justify="right", overflow="fold")  # as Text: a name may look like markup
    table.add_row("games and seats", "", *map(str, averages["games"]))
    table.add_row("stood still", "%", *map(_number, averages["still_percentage"]))
    for name in SHOWN:
        measure = MEASURES[name]
        table.add_row(measure.title, measure.unit, *map(_number, averages[name]))
    return table


def contact_line(contacts: pd.DataFrame) -> str:
    """Return the pairs that met, and when, in a line."""
    met = contacts["first_contact"].dropna()
    if not len(met):
        return f"First contact: none of {len(contacts)} pairs of players ever touched."
    share = (met / contacts.loc[met.index, "turns"]).median()
    return (
        f"First contact: {len(met)} of {len(contacts)} pairs of players touched, the median on turn {met.median():.0f} "
        f"({met.min()} to {met.max()}), after {100 * share:.0f} % of the game."
    )


def _number(value: float) -> str:
    """Short, so that columns stay narrow."""
    import pandas as pd

    if pd.isna(value):
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}"
