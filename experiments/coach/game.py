"""A recorded game, and the player of it who is coached."""

import hashlib
from pathlib import Path

import numpy as np

from bot import PLAY
from engine import Replay
from engine.errors import UserError
from engine.names import printable
from engine.ranking import ranks
from engine.replay import as_bytes, read
from experiments.recordings.events import ejections
from experiments.recordings.watched import Watched

FOLDER = "laboratory-coach"  # where journals are kept, beside the laboratory's database


class CoachedGame(Watched):
    """A recorded game, seen by the player `seat` (1 is the first), who has an opponent.

    Attributes:
        places: of every player in the recorded game, 1 = best
        ejected: players, and the turn on which each was ejected
        last: the last frame from which the game can go on: the player lives, and so does another
    """

    def __init__(self, replay: Replay, seat: int):
        super().__init__(replay)
        seats = range(1, len(replay.player_names) + 1)
        territory = np.stack([(replay.owner == each).sum(axis=(1, 2)) for each in seats], axis=-1)
        is_open = (territory[:-1, seat - 1] > 0) & (np.count_nonzero(territory[:-1], axis=1) > 1)
        if not is_open.any():
            raise UserError(f"player {seat} never moved against a living opponent: there is nothing to coach")
        self.seat, self.places, self.ejected = seat, ranks(territory), ejections(replay)
        self.last = int(np.flatnonzero(is_open)[-1])

    @property
    def place(self) -> int:
        """The recorded place of the player who is coached."""
        return self.places[self.seat - 1]

    def journal(self, database: Path) -> Path:
        """Return where the rollouts of this game are kept: the name changes with the game, the player and PLAY."""
        digest = hashlib.sha256(as_bytes(self.replay)).hexdigest()[:16]
        return database.parent / FOLDER / f"{digest}-{self.seat}-play{PLAY}.jsonl"


def read_game(path: Path, seat: int | None) -> CoachedGame:
    """Return the game in this file; without a seat the loser of a duel is coached. Raises UserError."""
    replay = read(path)
    players = len(replay.player_names)
    names = ", ".join(f"{number} {printable(name)}" for number, name in enumerate(replay.player_names, 1))
    if seat is None and players > 2:
        raise UserError(f"{path} has {players} players ({names}); say whose game it is with --player")
    if seat is not None and not 1 <= seat <= players:
        raise UserError(f"there is no player {seat} in {path}, only {names}")
    try:
        return CoachedGame(replay, seat or CoachedGame(replay, 1).places.index(players) + 1)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
