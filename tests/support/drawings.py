"""Boards drawn as text, see experiments.recordings.sketch, and what the bot thinks on them."""

from bot import Explanation, Memory, Parameters, decide
from bot.board.board import Board
from experiments.recordings.sketch import asked, drawn, strip

__all__ = ["asked", "board", "drawn", "explained", "strip"]


def explained(text: str, parameters: Parameters, memory: Memory | None = None) -> Explanation:
    """Why everybody on this board does what they do."""
    explanation = decide(drawn(text), memory or Memory(), parameters, explain=True).explanation
    assert explanation is not None
    return explanation


def board(text: str) -> Board:
    """The drawn board, prepared for walking."""
    return Board(drawn(text))
