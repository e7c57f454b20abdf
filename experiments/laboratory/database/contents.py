"""What a database holds, as tables for the terminal."""

import os
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from rich.console import Group
from rich.table import Column, Table
from rich.text import Text

from . import schema
from .database import Database

LINES = 20  # of a table; the rest is counted

FACTS = """
SELECT count(*), count(DISTINCT engine), (SELECT count(*) FROM players), (SELECT count(*) FROM seats WHERE fault <> ''),
       (SELECT count(*) FROM replays), (SELECT coalesce(sum(length(content)), 0) FROM replays),
       date(min(stored), 'unixepoch'), date(max(stored), 'unixepoch')
FROM games
"""
SEATED = "SELECT game, player FROM seats ORDER BY game"
BOARDS = """
SELECT players || ' players, ' || width || ' x ' || height, count(*) FROM games
GROUP BY players, width, height ORDER BY players, width * height
"""


def report(database: Database) -> Group:
    """Return the file, and its games by who played and on which boards."""
    names = database.names()
    lineups = Counter(
        " · ".join(sorted(names.get(player, f"player {player}, who is missing") for _, player in seats))
        for _, seats in groupby(database.query(SEATED), key=itemgetter(0))
    )
    boards = database.query(BOARDS)
    return Group(
        Text("\n".join(_facts(database))),
        _table("who played, in any order", lineups.most_common()),
        _table("board", boards),
    )


def _facts(database: Database) -> list[str]:
    games, engines, players, faults, replays, replay_bytes, first, last = database.query(FACTS)[0]
    return [
        f"{database.path}",
        f"size       {_size(os.path.getsize(database.path))}, schema {schema.VERSION}",
        f"games      {games}" + (f", stored from {first} to {last} (UTC)" if games else ""),
        f"players    {players}",
        f"engines    {engines}",
        f"ejections  {faults}",
        f"replays    {replays}, {_size(replay_bytes)}",
    ]


def _table(title: str, rows: Sequence[tuple[str, int]]) -> Table:
    """Make a table of two columns; its last row counts the rows that were cut."""
    table = Table(title, Column("games", justify="right"))
    for name, games in rows[:LINES]:
        table.add_row(Text(f"{name}"), str(games))  # as Text, because a notation may hold what rich takes for markup
    if rest := rows[LINES:]:
        table.add_row(f"{len(rest)} more", str(sum(games for _, games in rest)))
    return table


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB"
