"""Names of players. A file keeps the notation that came first, which may be a longer one for `v26`."""

import sqlite3
from collections.abc import Sequence

from experiments.arena.players import PlayerError, plain_name, player

from .failures import DatabaseError

PLAYERS = "SELECT id, identity, notation FROM players ORDER BY notation, id"


def names(connection: sqlite3.Connection) -> dict[int, str]:
    """Return each player's name in tables, by its number in this file.

    It is the name of the preset or school with the same parameters, else the notation.
    """
    there = connection.execute(PLAYERS).fetchall()
    return {number: plain_name(f"{notation}", f"{identity}") for number, identity, notation in there}


def numbers(connection: sqlite3.Connection, wanted: Sequence[str]) -> list[int]:
    """Return the numbers in this file of the `wanted` players; DatabaseError when one of them never played here.

    wanted   each means the player it would be in a match; if that one never played here, those with this name in
             `names`, or with this notation in the file, such as an older v26
    """
    there, called = connection.execute(PLAYERS).fetchall(), names(connection)
    players: list[int] = []
    for name in wanted:
        same = [number for number, identity, _ in there if identity == _identity(name)]
        fitting = same or [number for number, _, notation in there if name in (called[number], notation)]
        if not fitting:
            known = ", ".join(sorted(set(called.values()))) or "no players"
            raise DatabaseError(f"there are no games of {name} here, only of {known}.")
        players += fitting
    return players


def _identity(name: str) -> str | None:
    """Return the identity; None for a player that cannot play any more, such as a file that is gone."""
    try:
        return player(name).identity
    except PlayerError:
        return None
