"""The bot's half of the protocol, and its errors for frames that it cannot read."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import View
from bot.board.view import MOST_PLAYERS
from bot.program import protocol
from bot.program.protocol import Farewell, ProtocolError

HANDSHAKE = "2\n3 2 \n1 2 3 4 5 6 \n2 0 1 1 3 2 10 20 30 40 50 60 \n"
LINES = HANDSHAKE.encode().splitlines(keepends=True)
WORDS = st.one_of(
    st.integers(0, 12).map(str), st.sampled_from(["255", "256", "-1", "x", "2147483648", "9" * 19, "9" * 5000])
)


def read(text):
    return protocol.read_start(io.BytesIO(text if isinstance(text, bytes) else text.encode()))


def test_the_opening_is_read_row_by_row():
    handshake = read(HANDSHAKE)
    assert handshake.me == 2
    assert handshake.production.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert handshake.owner.tolist() == [[0, 0, 1], [2, 2, 2]]
    assert handshake.strength.tolist() == [[10, 20, 30], [40, 50, 60]]
    assert read(HANDSHAKE.replace("\n", "\r\n")).me == 2, "a carriage return is white space"


@pytest.mark.parametrize("me", [1, 6])
def test_the_ends_of_every_range_are_read(me):
    handshake = read(f"{me}\n1 1 \n255 \n1 6 255 \n")
    assert (handshake.me, handshake.production, handshake.owner, handshake.strength) == (me, [[255]], [[6]], [[255]])


def test_moves_are_x_y_direction_of_our_squares_that_move():
    layer = np.array([[2, 2, 1], [2, 0, 2]], np.uint8)
    line = protocol.write_moves(View(layer, layer, layer, me=2, turn=0), np.array([[0, 4, 1], [2, 3, 1]], np.uint8))
    assert line == b"1 0 4 0 1 2 2 1 1\n"
    assert protocol.write_moves(View(layer, layer, layer, me=2, turn=0), np.zeros((2, 3), np.uint8)) == b"\n"


@pytest.mark.parametrize("place", range(4))
def test_a_conversation_that_ends_between_two_lines_is_a_farewell_and_within_one_an_error(place):
    with pytest.raises(Farewell):
        read(b"".join(LINES[:place]))
    with pytest.raises(ProtocolError, match="ends in the middle of a line"):
        read(b"".join(LINES[:place]) + LINES[place].rstrip())


@given(st.lists(st.lists(WORDS, max_size=16).map(" ".join), min_size=3, max_size=4))
def test_any_lines_are_an_opening_or_a_protocol_error(lines):
    """Never a traceback: no count wraps, no board is made that is not there."""
    text = "\n".join(lines) + "\n"
    try:
        handshake = read(text)
    except (ProtocolError, Farewell):
        return
    assert handshake.owner.shape == handshake.strength.shape == handshake.production.shape


@given(st.lists(WORDS, max_size=30), st.binary(max_size=3))
def test_any_line_is_a_frame_or_a_protocol_error(words, rest):
    line = " ".join(words).encode() + rest
    try:
        owner, strength = protocol.read_frame(line, 2, 3)
    except ProtocolError:
        return
    assert owner.shape == strength.shape == (2, 3)
    assert owner.max() <= MOST_PLAYERS
