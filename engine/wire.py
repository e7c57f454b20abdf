"""The environment's half of the protocol: State -> text, a bot's answer -> moves."""

import re

import numpy as np
import numpy.typing as npt

from .state import State

_NUMBER = tuple(f"{number} " for number in range(256))
_FOREIGN = re.compile(r"[^0-9 ]")
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_TOO_LONG = re.compile(r"[0-9]{11}")
_LARGEST_INT = 2**31 - 1


class MoveError(ValueError):
    """A bot's answer holds something that is neither a digit nor a space; its player is ejected."""


def handshake(state: State, player: int) -> str:
    """Return the four lines that start a bot: its number, the size, the productions, the map."""
    productions = "".join(_NUMBER[value] for value in state.production.ravel().tolist())
    return f"{player}\n{state.width} {state.height} \n{productions}\n{frame(state)}"


def frame(state: State) -> str:
    """Return one line with its newline: owners as runs `count owner `, then all strengths, row by row."""
    owner = state.owner.ravel()
    starts = np.concatenate(([0], np.flatnonzero(np.diff(owner)) + 1))
    lengths = np.diff(starts, append=owner.size)
    runs = (f"{length} {who} " for length, who in zip(lengths.tolist(), owner[starts].tolist(), strict=True))
    strengths = (_NUMBER[value] for value in state.strength.ravel().tolist())
    return "".join(runs) + "".join(strengths) + "\n"


def read_moves(line: str, state: State, player: int) -> npt.NDArray[np.int32]:
    """Return the orders in one answer (without its newline): (H, W), 0 where the player gave none.

    Triples `x y direction` count up to the first number that a C++ int cannot hold or the first
    square off the board. Of several orders for a square the last wins; orders for squares that the
    player does not own are dropped; a direction of 5 or more is kept as sent.

    Raises:
        MoveError: there is anything but digits and spaces; names the character and its place
    """
    if foreign := _FOREIGN.search(line):
        is_line_end = foreign.group() == "\r" and foreign.end() == len(line)
        cause = "did it end its line as on Windows, with \\r\\n" if is_line_end else "did the bot print something else"
        raise MoveError(
            f"an answer holds only digits and spaces, but character {foreign.start() + 1} is {foreign.group()!r} "
            f"(near {line[max(0, foreign.start() - 20) : foreign.end() + 20]!r}); {cause}?"
        )
    orders = _triples(line)
    x, y = orders[:, 0], orders[:, 1]
    off_board = np.flatnonzero((x >= state.width) | (y >= state.height))
    x, y, direction = orders[: off_board[0] if off_board.size else len(orders)].T
    moves = np.zeros((state.height, state.width), dtype=np.int32)
    moves[y, x] = direction  # of equal indices the last assignment stays
    moves[state.owner != player] = 0
    return moves


def _triples(line: str) -> npt.NDArray[np.int64]:
    """Return the whole triples before the first number that does not parse: (orders, 3) x, y, direction."""
    # Python refuses to convert thousands of digits, so cut the line there before converting anything.
    readable = _TOO_LONG.split(_LEADING_ZEROS.sub("", line), maxsplit=1)[0]
    numbers = np.array([int(token) for token in readable.split()], dtype=np.int64)
    overflow = np.flatnonzero(numbers > _LARGEST_INT)
    count = (overflow[0] if overflow.size else numbers.size) // 3
    return numbers[: 3 * count].reshape(-1, 3)
