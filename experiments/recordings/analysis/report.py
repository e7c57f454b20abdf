"""The command `analyse`: reads the games, prints the tables, writes the files."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from engine import writing
from engine.errors import UserError
from engine.names import shown_in_full
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


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of `analyse`."""

    by: Sequence[str] = ("fifth",)  # fifth, size, seat: a table for each player and each of these
    out: Path | None = None  # folder for tables and figures
    combat: Path | None = None  # where the combat database goes
    page: Path | None = None  # where the combat database goes as a page


@dataclass(slots=True)
class Gathered:
    """The results so far."""

    fifths: list[pd.DataFrame] = field(default_factory=list)
    contacts: list[pd.DataFrame] = field(default_factory=list)
    counts: list[pd.DataFrame] = field(default_factory=list)  # of squares in contact, game by game
    squares: list[pd.DataFrame] = field(default_factory=list)  # in contact, for the page
    unreadable: int = 0


def analyse(paths: Sequence[Path], wishes: Wishes) -> int:
    """Analyse games; returns the exit code. Tables go to stdout, unreadable files are named on stderr and left out."""
    if wishes.combat:
        combat.check_replaced(wishes.combat)
    if wishes.out:
        wishes.out.mkdir(parents=True, exist_ok=True)  # now: reading may take minutes
    gathered = gather(recordings(paths), needs_combat=bool(wishes.combat), has_page=bool(wishes.page))
    if not gathered.fifths:
        raise UserError("No game could be read.")
    _print(gathered, wishes)
    return SOME_UNREADABLE if gathered.unreadable else DONE


def gather(recorded: Iterable[Recorded | Unreadable], needs_combat: bool = False, has_page: bool = False) -> Gathered:
    """Read everything once, a game at a time; a game that is named twice counts once."""
    gathered, seen, console = Gathered(), set(), Console(stderr=True)
    with console.status("reading games ...") as status:
        for number, game in enumerate(recorded, start=1):
            if game.name in seen:
                continue
            seen.add(game.name)
            status.update(f"{number} games, reading on ...")
            if (
                trouble := game.reason
                if isinstance(game, Unreadable)
                else _take(game, gathered, needs_combat, has_page)
            ):
                gathered.unreadable += 1
                print(shown_in_full(f"{game.name}: {trouble}"), file=sys.stderr)
    return gathered


def _take(game: Recorded, gathered: Gathered, needs_combat: bool, has_page: bool) -> str | None:
    try:
        events = Events.of(game.replay)
    except EventsError as error:
        return str(error)
    gathered.fifths.append(fifths(game.name, game.replay, events))
    gathered.contacts.append(contacts(game.name, game.replay, events))
    squares = combat.squares(game.replay, game.name) if needs_combat or has_page else None
    if squares is not None and needs_combat:
        gathered.counts.append(combat.counted([squares]))
    if squares is not None and has_page:
        gathered.squares.append(squares)
    return None


def _print(gathered: Gathered, wishes: Wishes) -> None:
    """Write files, then print: they are there even if the reader of the tables leaves early (`| head`)."""
    import pandas as pd

    table, meetings = (pd.concat(parts, ignore_index=True) for parts in (gathered.fifths, gathered.contacts))
    written = _write(table, meetings, wishes.out) if wishes.out else []
    if wishes.combat:
        wishes.combat.parent.mkdir(parents=True, exist_ok=True)
        save_table(combat.counted(gathered.counts), wishes.combat)
        written.append(wishes.combat)
    if wishes.page:
        writing.write(wishes.page, combat_page(gathered.squares))
        written.append(wishes.page)
    console = Console()
    for part in terminal.tables(table, wishes.by):
        console.print(part)
    console.print(terminal.contact_line(meetings))
    for path in written:
        console.print(f"wrote {shown_in_full(path)}", soft_wrap=True, highlight=False, markup=False)


def _write(table: pd.DataFrame, meetings: pd.DataFrame, folder: Path) -> list[Path]:
    """Write both tables, and a figure for each thing that more than one of was seen."""
    written = []
    for name, frame in (("fifths", table), ("contacts", meetings)):
        written.append(folder / f"{name}.csv")
        save_table(frame, written[-1])
    for across, name in (("fifth", "by-fifth.png"), ("size", "by-size.png")):
        if table[across].nunique() > 1:
            written.append(folder / name)
            save_figure(figures.drawn(table, across), written[-1])
    return written
