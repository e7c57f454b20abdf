"""The command `analyse`: reads the games, prints the tables, writes the files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from engine import writing
from engine.errors import UserError
from engine.names import shown_in_full
from engine.replay import Replay
from experiments.laboratory.exports import save_figure, save_table
from experiments.recordings import combat
from experiments.recordings.combat.page import page as combat_page
from experiments.recordings.events import Events, EventsError
from experiments.recordings.sources import Recorded, Unreadable, recordings

from . import figures, terminal
from .tables import contacts, fifths

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

DONE, SOME_UNREADABLE = 0, 1  # exit codes
TABLES = (".csv", ".parquet")


def analyse(
    paths: Sequence[Path], by: Sequence[str] = ("fifth",), out: Path | None = None, database: Path | None = None,
    page: Path | None = None,
) -> int:  # fmt: skip
    """Analyse games; returns the exit code. Tables go to stdout, unreadable files are named on stderr and left out.

    Args:
        paths: Replays, folders of them, laboratories.
        by: A table for each player and each of these: fifth, size, seat.
        out: The folder for tables and figures.
        database: The file for the combat database.
        page: The file for the combat database as a page.
    """
    import pandas as pd

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
            counts.append(combat.counted([near]))
            if page:
                squares.append(near)
    if not rows:
        raise UserError("No game could be read.")
    table, met = (pd.concat(parts, ignore_index=True) for parts in (rows, meetings))
    # First the files: they are there even if the reader of the tables leaves early (`| head`).
    written = _write(table, met, out) if out else []
    if database:
        database.parent.mkdir(parents=True, exist_ok=True)
        save_table(combat.counted(counts), database)
    if page:
        writing.write(page, combat_page(squares))
    console = Console()
    for part in terminal.tables(table, by):
        console.print(part)
    console.print(terminal.contact_line(met))
    for path in (*written, database, page):
        if path:
            console.print(f"wrote {shown_in_full(path)}", soft_wrap=True, highlight=False, markup=False)
    return SOME_UNREADABLE if unreadable else DONE


def _games(recorded: Iterable[Recorded | Unreadable], unreadable: list[str]) -> Iterator[tuple[str, Replay, Events]]:
    """Yield what can be read, a game at a time; a game that is named twice counts once."""
    seen, console = set[str](), Console(stderr=True)
    with console.status("reading games ...") as status:
        for number, game in enumerate(recorded, start=1):
            if game.name in seen:
                continue
            seen.add(game.name)
            status.update(f"{number} games, reading on ...")
            try:
                events = Events.of(game.replay) if isinstance(game, Recorded) else None
                reason = game.reason if isinstance(game, Unreadable) else ""
            except EventsError as error:
                events, reason = None, str(error)
            if events and isinstance(game, Recorded):
                yield game.name, game.replay, events
            else:
                unreadable.append(game.name)
                print(shown_in_full(f"{game.name}: {reason}"), file=sys.stderr)


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
