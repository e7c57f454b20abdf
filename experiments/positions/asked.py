"""Asked: what a player of this process answers on a position."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from experiments.arena import families
from experiments.arena.players import Player, PlayerError, player

from .position import Position, Verdict


@dataclass(frozen=True, slots=True)
class PositionAnswer:
    """A player's answer on one position."""

    position: Position
    player: str  # in the notation of experiments.arena.players
    chosen: str  # the moves of the squares that matter, in words
    verdict: Verdict


def answer(position: Position, who: Player) -> PositionAnswer:
    """Ask a player for its moves on a position; the same player answers alike every time.

    It comes new to the game: the potential-field bot remembers what the position says, and no player has watched the
    others before.
    """
    moves = moves_of(position, who)
    return PositionAnswer(position, who.notation, position.chosen(moves), position.verdict(moves))


def moves_of(position: Position, who: Player) -> npt.NDArray[np.uint8]:
    """Return its moves, (H, W)."""
    mover = families.mover(who.parameters, position.state.height, position.state.width, position.memory)
    moves: npt.NDArray[np.uint8] = mover.moves(position.view)
    return moves


def players(notations: Sequence[str]) -> list[Player]:
    """Return the players of these names. Raises PlayerError, also for a program: it cannot be asked about one frame."""
    asked = list(map(player, notations))
    for who in asked:
        if who.parameters is None:
            raise PlayerError(f"{who.notation} is a program: it cannot be asked about a frame in the middle of a game")
    return asked
