"""Copies the games of one database into another: to merge two, to start from the published games, to publish."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from . import counting, integrity
from .connection import address, require, transaction
from .failures import DatabaseError, explained

NAMED = 5  # contradictions that a message lists; the others are counted

# Games with the same key and another result, though only players of this process took part.
CONTRADICTIONS = """
SELECT lower(hex(key)), mine.turns, theirs.turns, group_concat(ours.rank), group_concat(others.rank),
       group_concat(ours.territory), group_concat(others.territory)
FROM main.games AS mine JOIN other.games AS theirs USING (key)
JOIN main.seats AS ours ON ours.game = mine.id
JOIN other.seats AS others ON others.game = theirs.id AND others.seat = ours.seat
JOIN main.players ON players.id = ours.player
GROUP BY key
HAVING min(players.in_process) = 1 AND max(
    mine.turns <> theirs.turns OR ours.rank <> others.rank OR ours.territory <> others.territory
    OR ours.last_frame_alive <> others.last_frame_alive
)
"""

# :players is a JSON list of players' numbers in `other`, NULL for all; a game comes along when all of its are listed.
COPY = (
    """
    CREATE TEMP TABLE chosen AS
    SELECT theirs.id AS id FROM other.games AS theirs WHERE :players IS NULL OR NOT EXISTS (
        SELECT 1 FROM other.seats
        WHERE seats.game = theirs.id AND player NOT IN (SELECT value FROM json_each(:players))
    )
    """,
    """
    INSERT INTO main.players (identity, notation, in_process)
    SELECT identity, notation, in_process FROM other.players
    WHERE id IN (SELECT player FROM other.seats WHERE game IN (SELECT id FROM chosen)) ORDER BY id
    ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO main.engines (version)
    SELECT version FROM other.engines
    WHERE id IN (SELECT engine FROM other.games WHERE id IN (SELECT id FROM chosen)) ORDER BY id
    ON CONFLICT DO NOTHING
    """,
    """
    CREATE TEMP TABLE fresh AS
    SELECT id, key FROM other.games WHERE id IN (SELECT id FROM chosen) AND key NOT IN (SELECT key FROM main.games)
    """,
    """
    INSERT INTO main.games (key, width, height, map_seed, players, engine, turns, stored)
    SELECT theirs.key, width, height, map_seed, players, mine.id, turns, stored
    FROM fresh JOIN other.games AS theirs ON theirs.id = fresh.id
    JOIN other.engines ON engines.id = theirs.engine JOIN main.engines AS mine USING (version) ORDER BY theirs.id
    """,
    """
    INSERT INTO main.seats
    SELECT mine.id, seat, ours.id, rank, territory, last_frame_alive, fault, mean_answer, worst_answer
    FROM fresh JOIN main.games AS mine ON mine.key = fresh.key JOIN other.seats ON seats.game = fresh.id
    JOIN other.players AS theirs ON theirs.id = seats.player JOIN main.players AS ours USING (identity)
    ORDER BY mine.id, seat
    """,
    """
    INSERT INTO main.endings SELECT mine.id, halfway, endings.width, owners
    FROM fresh JOIN main.games AS mine ON mine.key = fresh.key JOIN other.endings ON endings.game = fresh.id
    """,
    """
    INSERT INTO main.words SELECT mine.id, seat, text
    FROM fresh JOIN main.games AS mine ON mine.key = fresh.key JOIN other.words ON words.game = fresh.id
    """,
)
# What was seen of a game belongs to the one that was kept: of programs' games, which may end in two ways, only when the
# game came with it.
SAME = """
CREATE TEMP TABLE same AS
SELECT mine.id AS mine, theirs.id AS theirs FROM chosen JOIN other.games AS theirs ON theirs.id = chosen.id
JOIN main.games AS mine USING (key)
WHERE theirs.id IN (SELECT id FROM fresh) OR NOT EXISTS (
    SELECT 1 FROM main.seats JOIN main.players ON players.id = seats.player
    WHERE seats.game = mine.id AND in_process = 0
)
"""
UNSEEN = "SELECT mine FROM same JOIN other.endings ON game = theirs WHERE mine NOT IN (SELECT game FROM main.endings)"
COPY_ENDING = """
INSERT INTO main.endings SELECT mine, halfway, width, owners
FROM same JOIN other.endings ON game = theirs WHERE mine = ?
"""
COPY_SEEN = (
    """
    INSERT INTO main.replays SELECT mine, content FROM same JOIN other.replays ON game = theirs
    WHERE true ORDER BY mine ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO main.studies
    SELECT mine, studies.seat, ours.player, contact, opening, openings, cap_loss, forgone, damage_dealt, damage_taken,
           pieces, still, most_damage, most_turn
    FROM same JOIN other.studies ON studies.game = theirs
    JOIN main.seats AS ours ON ours.game = mine AND ours.seat = studies.seat
    WHERE true ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO main.courses SELECT mine, seat, course FROM same JOIN other.courses ON game = theirs
    WHERE true ON CONFLICT DO NOTHING
    """,
)


@contextlib.contextmanager
def together(connection: sqlite3.Connection, path: Path, source: Path) -> Iterator[None]:
    """Open a transaction in the laboratory at `path`, with the one at `source` attached as `other`, only to be read."""
    if not source.is_file():
        kind = "is a folder; expected a database file" if source.is_dir() else "is not there; expected a database"
        raise DatabaseError(f"{source} {kind} such as laboratory.db.")
    with contextlib.ExitStack() as afterwards, transaction(connection, path):
        _detach(connection)  # a question that failed may have held on to the last one
        # Attached before the transaction began, `source` would be locked for writing as well. Detached it can only be
        # after the end.
        with explained(source):
            connection.execute("ATTACH ? AS other", (address(source, "rw"),))
        afterwards.callback(_detach, connection)
        require(connection, source, name="other")
        yield


def _detach(connection: sqlite3.Connection) -> None:
    """Let go of `other`, if there is one. A question that failed holds it until its error is forgotten."""
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute("DETACH other")


def require_sound(connection: sqlite3.Connection, path: Path) -> None:
    """Raise DatabaseError when the attached `other` from `path` is damaged or contradicts itself."""
    troubles = list(islice(integrity.problems(connection, "other", counts=False), NAMED + 1))
    if troubles:
        listed = "".join(f"\n  {line}" for line in troubles[:NAMED])
        rest = "\n  and more, which `database check` lists" if len(troubles) > NAMED else ""
        raise DatabaseError(f"{path} contradicts itself, so nothing was taken from it:{listed}{rest}")


def require_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Check the pages of a file of this project; tests have checked its games."""
    if troubles := integrity.of_pages(connection, "other"):
        raise DatabaseError(f"{path} is damaged, so no laboratory can begin with it: {troubles[0]}")


def copy(connection: sqlite3.Connection, players: Sequence[int] | None = None, seen: bool = True) -> int:
    """Add the games of the attached `other` that are not here, in the caller's transaction; returns how many.

    players   numbers in `other`; only games between these; None for all
    seen      also recordings, and what was read from them, of games that are here already too
    Raises    DatabaseError when a game without programs has two results
    """
    _refuse_contradictions(connection)
    listed = {"players": None if players is None else json.dumps(list(players))}
    for statement in COPY:
        connection.execute(statement, listed if ":players" in statement else {})
    counting.count(connection)
    if seen:
        _copy_seen(connection)
    (added,) = connection.execute("SELECT count(*) FROM fresh").fetchone()
    connection.execute("DROP TABLE chosen")
    connection.execute("DROP TABLE fresh")
    return int(added)


def _copy_seen(connection: sqlite3.Connection) -> None:
    connection.execute(SAME)
    for (game,) in connection.execute(UNSEEN).fetchall():
        connection.execute(COPY_ENDING, (game,))
        counting.count_ending(connection, game)
    for statement in COPY_SEEN:
        connection.execute(statement)
    connection.execute("DROP TABLE same")


def _refuse_contradictions(connection: sqlite3.Connection) -> None:
    contradictions = connection.execute(CONTRADICTIONS).fetchall()
    if contradictions:
        listed = "".join(f"\n  {_contradiction(*row)}" for row in contradictions[:NAMED])
        rest = f"\n  and {len(contradictions) - NAMED} more" if len(contradictions) > NAMED else ""
        raise DatabaseError(
            f"{len(contradictions)} games have one result here and another there, though no program took part:"
            f"{listed}{rest}\nOne of the two was made by other code or a computer's mistake. Nothing was merged"
        )


def _contradiction(key: str, turns: int, their_turns: int, *lists: str) -> str:
    ranks, their_ranks, territory, their_territory = lists
    return (
        f"{key}: here ranks {ranks}, territory {territory} after {turns} turns; "
        f"there ranks {their_ranks}, territory {their_territory} after {their_turns}"
    )
