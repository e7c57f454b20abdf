"""Studies: what the frames of a recorded game say of each seat, computed once and kept in the database.

The measures of `analyse` (docs page 9) over a game, its last frame, and its squares at half time.
"""

import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from engine import Replay
from engine.replay import ReplayError, parse
from experiments.laboratory.database import Database, DatabaseError, Ending
from experiments.recordings.events import Events, EventsError

AT_ONCE = 5  # games that are studied between two writes
DAMAGED = ReplayError, EventsError  # what a recording raises that does not unpack, or whose frames do not fit its moves

Courses = npt.NDArray[np.int32]

WAITING = "SELECT game FROM replays WHERE game NOT IN (SELECT game FROM studies) ORDER BY game DESC"
NUMBER = "SELECT id FROM games WHERE key = ?"
CONTENT = "SELECT content FROM replays WHERE game = ?"
COURSES = 3  # territory, production, strength


@dataclass(frozen=True, slots=True)
class SeatStudy:
    """One seat of a game; the columns of the table `studies` after its player."""

    contact: int | None
    opening: int | None
    openings: int
    cap_loss: int
    forgone: int
    damage_dealt: float
    damage_taken: int
    pieces: int
    still: int
    most_damage: float
    most_turn: int

    @classmethod
    def of(cls, replay: Replay, events: Events, seat: int) -> Self:
        """Study seat 1, 2 or a later one."""
        place = seat - 1
        dealt, openings = events.damage_dealt[:, place], events.wall_openings[:, place]
        met = events.first_contact[place]
        most = int(dealt.argmax()) if len(dealt) and dealt.max() > 0 else None
        return cls(
            contact=int(met[met > 0].min()) if met.any() else None,
            opening=int(np.flatnonzero(openings)[0]) + 1 if openings.any() else None,
            openings=int(openings.sum()),
            cap_loss=int(events.cap_loss[:, place].sum()),
            forgone=_forgone(replay, seat, events),
            damage_dealt=float(dealt.sum()),
            damage_taken=int(events.damage_taken[:, place].sum()),
            pieces=int(events.pieces[:, place].sum()),
            still=int(events.still[:, place].sum()),
            most_damage=0.0 if most is None else float(dealt[most]),
            most_turn=0 if most is None else most + 1,
        )


@dataclass(frozen=True, slots=True)
class GameStudy:
    """The study of one recording."""

    seats: tuple[SeatStudy, ...]
    courses: Courses
    ending: Ending

    @classmethod
    def of(cls, replay: Replay) -> Self:
        """Study every seat. Raises EventsError when the frames do not follow from the moves."""
        events = Events.of(replay)
        seats = range(1, len(replay.player_names) + 1)
        return cls(
            tuple(SeatStudy.of(replay, events, seat) for seat in seats), courses_of(replay), Ending.of_recording(replay)
        )


def courses_of(replay: Replay) -> Courses:
    """(3, players, frames) territory, production and strength of every seat, in every frame."""
    held = [replay.owner == number for number in range(1, len(replay.player_names) + 1)]
    layers = (1, replay.production.astype(np.int64), replay.strength.astype(np.int64))
    return np.array([[(each * layer).sum(axis=(1, 2)) for each in held] for layer in layers], np.int32)


def course(packed: bytes) -> Courses:
    """(3, frames) of one seat, as the table keeps it. ValueError for a damaged one."""
    try:
        return np.frombuffer(zlib.decompress(packed), np.int32).reshape(COURSES, -1)
    except zlib.error as error:
        raise ValueError(f"a course is damaged: {error}") from None


def study(database: Database) -> None:
    """Study every recorded game that was not, the newest first; damaged recordings are left out.

    database   can be written to
    """
    games = [game for (game,) in database.query(WAITING)]
    for start in range(0, len(games), AT_ONCE):
        keep(database, dict(_read(database, games[start : start + AT_ONCE])))


def study_recording(path: Path, key: str, recording: bytes) -> GameStudy:
    """Study a recording, and store the study where the database at `path` can be written to.

    Raises what is in DAMAGED for a damaged recording.
    """
    made = GameStudy.of(parse(recording))
    with suppress(DatabaseError), Database.open(path, create=False) as database:
        keep(database, dict.fromkeys((game for (game,) in database.query(NUMBER, bytes.fromhex(key))), made))
    return made


def keep(database: Database, made: Mapping[int, GameStudy]) -> None:
    """Store studies by the numbers of their games."""
    database.keep_studies((game, _rows(each), each.ending) for game, each in made.items())


def _rows(made: GameStudy) -> list[tuple[tuple[Any, ...], bytes]]:
    packed = [zlib.compress(made.courses[:, place].tobytes()) for place in range(len(made.seats))]
    return [(astuple(seat), course) for seat, course in zip(made.seats, packed, strict=True)]


def _read(database: Database, games: list[int]) -> Iterator[tuple[int, GameStudy]]:
    for game in games:
        content: Any = database.query(CONTENT, game)[0][0]
        with suppress(*DAMAGED):
            yield game, GameStudy.of(parse(content))


def _forgone(replay: Replay, seat: int, events: Events) -> int:
    """Return the production its squares lost on the turns on which they moved; the turn of an ejection is left out."""
    held = (replay.owner[:-1] == seat) * replay.production.astype(np.int64)
    turns = events.ejected_strength[:, seat - 1] == 0
    return int((held.sum(axis=(1, 2)) - events.realised_production[:, seat - 1])[turns].sum())
