"""Frames of a recorded game as a player received them, and its memory at each."""

from bot import Memory, View
from bot.ground.board import Board
from engine import Replay


def view(replay: Replay, turn: int, seat: int) -> View:
    """Frame `turn` as `seat` (1 is the first) receives it."""
    return View(replay.owner[turn], replay.strength[turn], replay.production, seat, turn)


def memory(replay: Replay, turn: int, seat: int) -> Memory:
    """Return the memory of `seat` when it receives frame `turn`."""
    known = Memory()
    for before in range(turn):
        known = known.after(Board(view(replay, before, seat)))
    return known
