"""A bot's answers: moves that count, moves that are dropped, and text that ejects."""

import numpy as np
import pytest

from engine import State, wire
from engine.wire import MoveError

# Player 1 owns the first two columns of three; rows are y, columns are x.
BOARD = State(np.array([[1, 1, 2], [1, 1, 0]], np.uint8), np.zeros((2, 3), np.uint8), np.zeros((2, 3), np.uint8))


def read(line):
    return wire.read_moves(line, BOARD, 1).tolist()


def test_an_order_is_x_y_direction_for_a_square_of_ours():
    assert read("") == read("   ") == [[0, 0, 0], [0, 0, 0]]
    assert read("0 0 1 1 0 3 0 0 2 1 1") == [[2, 3, 0], [0, 0, 0]]
    assert read("2 0 1 2 1 1 0 1 4") == [[0, 0, 0], [4, 0, 0]]
    assert read("0 0 5 0 1 2147483647 1 0 0003") == [[5, 3, 0], [2147483647, 0, 0]]


LARGE = "2147483648", "99999999999", "1" + "0" * 5000


@pytest.mark.parametrize("bad", ["3 0 1", "0 2 1", *(f"1 0 {number}" for number in LARGE)])
def test_reading_ends_at_the_first_square_off_the_board_or_number_that_no_c_int_holds(bad):
    """What came before it counts, what follows is ignored; it is no reason to eject."""
    assert read(f"0 0 1 {bad} 0 1 1") == [[1, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("line", "character", "place"),
    [("0 0 -1", "'-'", 5), ("1 2 north", "'n'", 5), ("\t", r"'\t'", 1), ("0 0 ²", "'²'", 5)],
)
def test_any_other_character_is_an_error_that_names_it(line, character, place):
    with pytest.raises(MoveError) as caught:
        wire.read_moves(line, BOARD, 1)
    assert f"character {place} is {character}" in str(caught.value)
    assert "did the bot print something else?" in str(caught.value)


def test_a_windows_line_end_is_named_as_the_likely_cause():
    with pytest.raises(MoveError, match="as on Windows"):
        wire.read_moves("0 0 1\r", BOARD, 1)
