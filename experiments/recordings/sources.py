"""Where recorded games come from: files, folders of them, and the replays that a laboratory kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine import Replay
from engine.names import shown_in_full
from engine.replay import ReplayError, parse, read
from experiments.laboratory.database import Database, DatabaseError
from experiments.laboratory.exports import in_table

SQLITE = b"SQLite format 3\0"  # how every database file begins
REPLAYS = "SELECT lower(hex(key)), replays.game FROM replays JOIN games ON games.id = replays.game ORDER BY games.id"
SEATED = "SELECT notation FROM seats JOIN players ON players.id = seats.player WHERE game = ? ORDER BY seat"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game that could be read."""

    name: str  # the file, or the game's key in its laboratory
    replay: Replay


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file, or a game of a laboratory, that could not."""

    name: str
    reason: str


def recordings(paths: Iterable[Path]) -> Iterator[Recorded | Unreadable]:
    """Read games one after the other: .hlt and .hlt.gz files, folders of them, laboratories with replays.

    Players of a laboratory go by their notation, which tells apart what replays call by one name.
    """
    for path in paths:
        if path.is_dir():
            files = sorted([*path.rglob("*.hlt"), *path.rglob("*.hlt.gz")])
            nothing = Unreadable(shown_in_full(path), "no .hlt or .hlt.gz in this folder")
            yield from map(_file, files) if files else [nothing]
        elif _is_database(path):
            yield from _kept(path)
        else:
            yield _file(path)


def refusals(paths: Iterable[Path]) -> list[str]:
    """Return why none of these games can be read; empty as soon as one can.

    Asked before pandas and matplotlib are loaded, so that a mistyped name is told at once.
    """
    said = []
    for game in recordings(paths):
        if isinstance(game, Recorded):
            return []
        said.append(f"{game.name}: {game.reason}")
    return said


def _file(path: Path) -> Recorded | Unreadable:
    try:
        replay = read(path)
    except ReplayError as error:
        return Unreadable(shown_in_full(path), str(error).removeprefix(f"{path}: "))
    return _recorded(shown_in_full(path), replay, replay.player_names)


def _is_database(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(SQLITE)) == SQLITE
    except OSError:
        return False  # the replay reader says why it cannot be read


def _kept(path: Path) -> Iterator[Recorded | Unreadable]:
    try:
        with Database.open(path, read_only=True) as database:
            games = database.query(REPLAYS)
            if not games:
                yield Unreadable(shown_in_full(path), "no replays in this laboratory; play with --replays to keep them")
            for key, game in games:
                yield _game(database, f"{shown_in_full(path)}: {key}", game)
    except DatabaseError as error:
        yield Unreadable(shown_in_full(path), str(error).removeprefix(f"{path}: "))


def _game(database: Database, name: str, game: object) -> Recorded | Unreadable:
    content: Any = database.query("SELECT content FROM replays WHERE game = ?", game)[0][0]
    names = tuple(str(notation) for (notation,) in database.query(SEATED, game))
    try:
        replay = parse(content)
    except ReplayError as error:
        return Unreadable(name, f"the stored replay is damaged: {error}")
    return _recorded(name, replay, names)


def _recorded(name: str, replay: Replay, players: tuple[str, ...]) -> Recorded:
    """Return the game under names that tables, figures and files can show."""
    return Recorded(name, replace(replay, player_names=tuple(map(in_table, players))))
