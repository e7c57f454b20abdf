"""Where recorded games come from: files, folders of them, and the replays that a laboratory kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine import Replay
from engine.names import printable_in_full
from engine.replay import ReplayError, parse, read
from experiments.laboratory.database import Database, DatabaseError
from experiments.laboratory.exports import in_table

REPLAYS = "SELECT lower(hex(key)), replays.game FROM replays JOIN games ON games.id = replays.game ORDER BY games.id"
SEATED = "SELECT notation FROM seats JOIN players ON players.id = seats.player WHERE game = ? ORDER BY seat"


@dataclass(frozen=True, slots=True)
class Source:
    """A game, or why there is none."""

    name: str  # the file, or the game's key in its laboratory
    replay: Replay | None
    reason: str = ""  # why it cannot be read


def recordings(paths: Iterable[Path]) -> Iterator[Source]:
    """Read games one after the other: .hlt and .hlt.gz files, folders of them, laboratories with replays.

    Players of a laboratory go by their notation, which tells apart what replays call by one name.
    """
    for path in paths:
        if path.is_dir():
            files = sorted([*path.rglob("*.hlt"), *path.rglob("*.hlt.gz")])
            nothing = Source(printable_in_full(path), None, "no .hlt or .hlt.gz in this folder")
            yield from map(_file, files) if files else [nothing]
        elif path.name.endswith((".hlt", ".hlt.gz")):
            yield _file(path)
        else:
            yield from _database_sources(path)


def _file(path: Path) -> Source:
    try:
        replay = read(path)
    except ReplayError as error:
        return Source(printable_in_full(path), None, str(error).removeprefix(f"{path}: "))
    return _source(printable_in_full(path), replay, replay.player_names)


def _database_sources(path: Path) -> Iterator[Source]:
    try:
        with Database.open(path, read_only=True) as database:
            games = database.query(REPLAYS)
            if not games:
                nothing = "no replays in this laboratory; play with --replays to keep them"
                yield Source(printable_in_full(path), None, nothing)
            for key, game in games:
                yield _game(database, f"{printable_in_full(path)}: {key}", game)
    except DatabaseError as error:
        yield Source(printable_in_full(path), None, str(error).removeprefix(f"{path}: "))


def _game(database: Database, name: str, game: object) -> Source:
    content: Any = database.query("SELECT content FROM replays WHERE game = ?", game)[0][0]
    names = tuple(str(notation) for (notation,) in database.query(SEATED, game))
    try:
        replay = parse(content)
    except ReplayError as error:
        return Source(name, None, f"the stored replay is damaged: {error}")
    return _source(name, replay, names)


def _source(name: str, replay: Replay, players: tuple[str, ...]) -> Source:
    """Return the game under names that tables, figures and files can show."""
    return Source(name, replace(replay, player_names=tuple(map(in_table, players))))
