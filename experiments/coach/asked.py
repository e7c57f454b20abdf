"""Asked: a recorded game and the player to coach, checked before anything slow is loaded."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine import Replay, ReplayError
from engine.errors import UserError
from engine.names import shown
from engine.ranking import ranks
from engine.replay import read

HOPE = 0.25  # a chance that was never as high was lost on no turn; a place without it in the first pass is out of reach


class AskedError(UserError, ValueError):
    """There is nothing to say about this; the message says why."""


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Asked:
    """A game, and the player (1 is the first) who asks."""

    replay: Replay
    seat: int
    name: str  # of the game's file

    @property
    def players(self) -> int:
        """How many sat at the table."""
        return len(self.replay.player_names)

    @property
    def places(self) -> list[int]:
        """The place of every player in the recorded game, 1 = best."""
        return _places(self.replay)

    @property
    def last(self) -> int:
        """The last frame from which the game can go on: the player lives, and so does another."""
        territory = _territory(self.replay)
        is_open = (territory[:, self.seat - 1] > 0) & (np.count_nonzero(territory, axis=1) > 1)
        return min(int(np.flatnonzero(is_open)[-1]), self.replay.turns - 1)

    @property
    def fingerprint(self) -> str:
        """Sixteen characters that change with the game: frames, moves, names; not with how the file is packed."""
        replay = self.replay
        layers = (replay.owner, replay.strength, replay.production, replay.moves)
        content = b"".join(np.ascontiguousarray(layer).tobytes() + str(layer.shape).encode() for layer in layers)
        names = "\0".join(replay.player_names).encode("utf-8", "surrogateescape")
        return hashlib.sha256(content + names).hexdigest()[:16]


def asked(game: Path, seat: int | None) -> Asked:
    """Return the game in this file, and the player who asks; without a seat the loser of a duel. Raises AskedError."""
    try:
        replay = read(game)
    except ReplayError as error:
        raise AskedError(str(error)) from None
    players = len(replay.player_names)
    names = ", ".join(f"{number} {shown(name)}" for number, name in enumerate(replay.player_names, 1))
    if players < 2:
        raise AskedError(f"{game} has one player: there is no opponent to lose to")
    if replay.turns < 1:
        raise AskedError(f"{game} has no turns: it ended before the first move")
    if seat is None and players > 2:
        raise AskedError(f"{game} has {players} players ({names}); say whose game it is with --player")
    seat = _places(replay).index(2) + 1 if seat is None else seat
    if not 1 <= seat <= players:
        raise AskedError(f"there is no player {seat} in {game}, only {names}")
    if not (replay.owner[0] == seat).any():
        raise AskedError(f"player {seat} owns nothing on the first frame of {game}: it never played")
    if np.unique(replay.owner[0][replay.owner[0] > 0]).size < 2:
        raise AskedError(f"player {seat} is alone on the first frame of {game}: there is no opponent to lose to")
    return Asked(replay, seat, game.name)


def _territory(replay: Replay) -> np.ndarray:
    """(frames, players) squares owned."""
    seats = range(1, len(replay.player_names) + 1)
    return np.stack([(replay.owner == seat).sum(axis=(1, 2)) for seat in seats], axis=-1)


def _places(replay: Replay) -> list[int]:
    return ranks(_territory(replay))
