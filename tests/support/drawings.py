"""Boards drawn as text, see experiments.recordings.sketch, and what the bot thinks on them."""

from bot import Explanation, Memory, Parameters, decide
from bot.board.board import Board
from experiments.recordings.sketch import sketch

__all__ = ["asked", "board", "explained", "sketch", "strip"]


def explained(text: str, parameters: Parameters, memory: Memory | None = None) -> Explanation:
    """Why everybody on this board does what they do."""
    explanation = decide(sketch(text), memory or Memory(), parameters, explain=True).explanation
    assert explanation is not None
    return explanation


def board(text: str) -> Board:
    """The drawn board, prepared for walking."""
    return Board(sketch(text))


def asked(text: str) -> tuple[int, int]:
    """Row and column of the square drawn as A."""
    words = [line.split() for line in text.strip().splitlines()]
    ((y, x),) = [(y, x) for y, line in enumerate(words) for x, word in enumerate(line) if word.startswith("A")]
    return y, x


def strip(words: str) -> str:
    """Return a corridor: these squares in a row, with rock north and south of them."""
    return f"{words}\n{' '.join('#' for _ in words.split())}"
