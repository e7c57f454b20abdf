"""The command `analyse`: reads the games, prints the tables, writes the files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from engine import writing
from engine.errors import UserError
from engine.names import printable_in_full
from engine.replay import Replay
from experiments.laboratory.exports import save_figure, save_table
from experiments.recordings.combat import database as combat
from experiments.recordings.combat.page import page as combat_page
from experiments.recordings.events import MEASURES, Events, EventsError
from experiments.recordings.sources import Source, recordings

from . import figures
from .tables import averages_by, contacts, fifths

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

DONE, SOME_UNREADABLE = 0, 1  # exit codes
TABLES = (".csv", ".parquet")
# Rows of the terminal's tables; the files hold all measures.
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
ACROSS = 80  # characters of a terminal; columns that have no room follow below


def analyse(
    paths: Sequence[Path], by: Sequence[str] = ("fifth",), out: Path | None = None, database: Path | None = None,
    page: Path | None = None,
) -> int:  # fmt: skip
    """Analyse games; returns the exit code. Tables go to stdout, unreadable files are named on stderr and left out.

    Args:
        paths: replays, folders of them, laboratories
        by: a table for each player and each of these: fifth, size, seat, rank
        database, page: the files for the combat database, and for the same as a page
    """
    if database and database.suffix not in TABLES:  # it may be a replay, named by mistake
        raise UserError(f"{database}: a combat database is a table, and its name ends in {' or '.join(TABLES)}")
    if out:
        out.mkdir(parents=True, exist_ok=True)  # now: reading may take minutes
    rows, meetings, counts, squares = ([] for _ in range(4))
    unreadable: list[str] = []
    for name, replay, events in _games(recordings(paths), unreadable):
        rows.append(fifths(name, replay, events))
        meetings.append(contacts(name, replay, events))
        if database or page:
            near = combat.squares(replay, name)
            counts.append(combat.count([near]))
            if page:
                squares.append(near)
    if not rows:
        raise UserError("No game could be read.")
    import pandas as pd  # here: a mistyped name is refused at once

    table, met = (pd.concat(parts, ignore_index=True) for parts in (rows, meetings))
    # First the files: they are there even if the reader of the tables leaves early (`| head`).
    written = _write(table, met, out) if out else []
    if database:
        save_table(combat.count(counts), database)
    if page:
        writing.write(page, combat_page(squares))
    print("\n\n".join([*_tables(table, by), _contact_line(met)]))
    for path in filter(None, (*written, database, page)):
        print(f"wrote {printable_in_full(path)}")
    return SOME_UNREADABLE if unreadable else DONE


def _games(sources: Iterable[Source], unreadable: list[str]) -> Iterator[tuple[str, Replay, Events]]:
    """Yield what can be read, a game at a time; a game that is named twice counts once."""
    seen, console = set[str](), Console(stderr=True)
    with console.status("reading games ...") as status:
        for number, game in enumerate(sources, start=1):
            if game.name in seen:
                continue
            seen.add(game.name)
            status.update(f"{number} games, reading on ...")
            events, reason = None, game.reason
            try:
                events = Events.of(game.replay) if game.replay else None
            except EventsError as error:
                reason = str(error)
            if game.replay and events:
                yield game.name, game.replay, events
            else:
                unreadable.append(game.name)
                print(printable_in_full(f"{game.name}: {reason}"), file=sys.stderr)


def _write(table: pd.DataFrame, meetings: pd.DataFrame, folder: Path) -> list[Path]:
    """Write both tables, and a figure for each thing that more than one of was seen."""
    written = []
    for name, frame in (("fifths", table), ("contacts", meetings)):
        written.append(folder / f"{name}.csv")
        save_table(frame, written[-1])
    for across, name in (("fifth", "by-fifth.png"), ("size", "by-size.png")):
        if table[across].nunique() > 1:
            written.append(folder / name)
            save_figure(figures.figure(table, across), written[-1])
    return written


def _tables(rows: pd.DataFrame, by: Sequence[str]) -> Iterator[str]:
    """Averages of the rows of `tables.fifths`: the players side by side, then one table a player for each of `by`."""
    yield _table("Averages per game and seat", averages_by(rows, ["player"]), "player")
    for column in by:
        for player, averages in averages_by(rows, ["player", column]).groupby("player"):
            yield _table(f"{player} by {column}", averages, column)


def _table(title: str, averages: pd.DataFrame, across: str) -> str:
    """Measures downwards, the values of the column `across` side by side."""
    names = {"games": "games and seats", "still_percentage": "stood still, %"}
    names |= {name: f"{MEASURES[name].title}, {MEASURES[name].unit}" for name in SHOWN}
    shown = averages.set_index(across)[[*names]].rename(index=str, columns=names).map(_number).T
    return f"{title}\n{shown.to_string(line_width=ACROSS)}"


def _contact_line(contacts: pd.DataFrame) -> str:
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
    return f"{value:,.0f}" if abs(value) >= 100 or isinstance(value, int) else f"{value:.1f}"
