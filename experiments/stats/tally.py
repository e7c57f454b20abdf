"""Tally: counts of blocks by score, the only input of a match's statistics."""

from dataclasses import dataclass
from functools import cache
from typing import Self

import numpy as np
import numpy.typing as npt

from .elo import Floats

Counts = npt.NDArray[np.int64]


def shares(ranks: npt.ArrayLike) -> Floats:
    """Return the share 0..1 of its opponents that each player beat, by the places (..., players), 1 = best.

    A tie is half a win, so the mean over the players is one half in every game.
    """
    place = np.asarray(ranks)
    if place.ndim == 0 or place.shape[-1] < 2:
        raise ValueError(f"ranks have shape {place.shape}, expected (..., players) with at least 2 players")
    mine, theirs = place[..., :, None], place[..., None, :]
    beaten = (mine < theirs).sum(axis=-1) + ((mine == theirs).sum(axis=-1) - 1) / 2  # a player does not tie with itself
    return np.asarray(beaten / (place.shape[-1] - 1))


@cache
def support(players: int) -> Floats:
    """Return (outcomes,) every score a block can have, from 0 to 1: 0, 1/4, 1/2, 3/4, 1 for two players.

    A block has `players` games, and each of the other `players - 1` is lost to, tied with or beaten.
    """
    scores = np.linspace(0, 1, 2 * players * (players - 1) + 1)
    scores.flags.writeable = False  # all who ask share it
    return scores


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's block scores, counted.

    A block is one map played once from every seat, its score the mean share of opponents beaten; for two players a
    pair, whose counts fishtest calls pentanomial or Ptnml(0-2). Games of one block are not independent, blocks are.
    """

    players: int  # 2..6, of a game; also the games of a block
    counts: tuple[int, ...]  # blocks with each score of `support(players)`, worst first

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 6:
            raise ValueError(f"{self.players} players; a game that is scored has 2 to 6")
        expected = len(support(self.players))
        if len(self.counts) != expected or min(self.counts) < 0:
            raise ValueError(f"counts {self.counts} for {self.players} players; expected {expected} whole numbers >= 0")

    @classmethod
    def empty(cls, players: int) -> Self:
        """Return the tally before the first block."""
        return cls(players, (0,) * len(support(players)))

    @classmethod
    def pairs(cls, *counts: int) -> Self:
        """Return the tally of two players: pairs in which the first made 0, 1/2, 1, 1 1/2 and 2 points."""
        return cls(2, counts)

    @classmethod
    def of_games(cls, scores: npt.ArrayLike) -> Self:
        """Count blocks by one player's shares of opponents beaten, (blocks, players): one game from each seat."""
        games = np.asarray(scores, dtype=np.float64)
        if games.ndim != 2:
            raise ValueError(f"scores have shape {games.shape}, expected (blocks, players): a row is one block")
        players = games.shape[1]
        halves = games * 2 * (players - 1)
        if not np.allclose(halves, np.rint(halves)) or np.any((games < 0) | (games > 1)):
            raise ValueError(
                f"a score is not a share of {players - 1} opponents; is a block with a missing game among them?"
            )
        counts = np.bincount(np.rint(halves.sum(axis=1)).astype(np.int64), minlength=len(support(players)))
        return cls(players, tuple(counts.tolist()))

    def __add__(self, other: Self) -> Self:
        if self.players != other.players:
            raise ValueError(f"blocks of {self.players} and of {other.players} players cannot be counted together")
        return type(self)(self.players, tuple(np.add(self.counts, other.counts).tolist()))

    @property
    def blocks(self) -> int:
        """How many blocks were counted."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games they hold."""
        return self.blocks * self.players

    @property
    def varies(self) -> bool:
        """Whether two blocks had different scores."""
        return sum(map(bool, self.counts)) > 1

    @property
    def score(self) -> float:
        """The mean 0..1; one half before the first block."""
        return float(np.dot(self.counts, support(self.players)) / self.blocks) if self.blocks else 0.5

    @property
    def deviation(self) -> float:
        """The standard deviation of a block's score, as maximum likelihood has it (divided by n); 0 when empty."""
        return float(np.sqrt(self.moment(2)))

    def moment(self, power: int) -> float:
        """Return the mean of (score - mean) ** power over the blocks; 0 when empty."""
        centred = support(self.players) - self.score
        return float(np.dot(self.counts, centred**power) / max(self.blocks, 1))

    @property
    def below_even_above(self) -> tuple[int, int, int]:
        """Blocks with a score under, at and over one half; for two players the pairs lost, even and won."""
        middle = len(self.counts) // 2
        return sum(self.counts[:middle]), self.counts[middle], sum(self.counts[middle + 1 :])
