"""How one game ended, as the laboratory remembers it."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from engine import Replay
from engine.mapgen import MOST_SQUARES

PlayedResult = tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
Grid = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game stood half way, and how its last frame looks; kept of every game that is played."""

    halfway: tuple[int, ...]  # squares of every seat after half of the turns, rounded down
    width: int  # of the board that was played on, which may be smaller than the one that was asked for
    owners: bytes  # zlib of who owns each square in the last frame, row by row, a byte each

    @classmethod
    def of(cls, territory: Sequence[Sequence[int]] | npt.NDArray[np.int64], owner: npt.NDArray[np.integer]) -> Self:
        """Make it from the squares of every seat in every frame, the map first, and the last frame's owners (H, W)."""
        middle = territory[(len(territory) - 1) // 2]
        packed = zlib.compress(owner.astype(np.uint8).tobytes(), 9)
        return cls(tuple(int(squares) for squares in middle), owner.shape[1], packed)

    @classmethod
    def of_recording(cls, replay: Replay) -> Self:
        """Return the same from all frames."""
        players = range(1, len(replay.player_names) + 1)
        territory = np.stack([np.count_nonzero(replay.owner == player, axis=(1, 2)) for player in players], axis=1)
        return cls.of(territory, replay.owner[-1])

    def last(self) -> Grid:
        """Return the last frame's owners (H, W). ValueError for what no game left behind."""
        unpacking = zlib.decompressobj()
        try:
            squares = np.frombuffer(unpacking.decompress(self.owners, MOST_SQUARES), np.uint8)
        except zlib.error as error:
            raise ValueError(f"the last frame is damaged: {error}") from None
        if not unpacking.eof or self.width < 1 or len(squares) % self.width:
            raise ValueError(f"the last frame has {len(squares)} squares, which make no rows of {self.width}")
        return squares.reshape(-1, self.width)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game; entry i of every tuple belongs to seat i, which is player i + 1."""

    key: str  # of the schedule.Game: 32 hexadecimal digits
    ranks: tuple[int, ...]  # places, 1 = best
    territory: tuple[int, ...]  # squares at the end
    last_frames_alive: tuple[int, ...]  # turns played when alive at the end, else one less than the turn of its death
    turns: int  # turns played
    faults: tuple[str | None, ...]  # why a player was ejected; None when it was not
    mean_answer: tuple[float | None, ...]  # s; None where the player was asked in this process
    worst_answer: tuple[float | None, ...]  # s; as above
    replay: bytes | None = None  # the .hlt.gz file; None when it was not asked for or not kept
    last_words: tuple[tuple[str, ...], ...] = ()  # what each ejected player printed last; empty for stored games
    ending: Ending | None = field(default=None, compare=False)  # None for stored games, which are equal to these

    def __post_init__(self) -> None:
        lengths = {name: len(getattr(self, name)) for name in _OF_SEATS}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"a result has an entry for every seat in every tuple; got {lengths}")

    @property
    def result(self) -> PlayedResult:
        """All that a game without programs must give again whenever it is played."""
        return self.turns, self.ranks, self.territory, self.last_frames_alive


_OF_SEATS = ("ranks", "territory", "last_frames_alive", "faults", "mean_answer", "worst_answer")
