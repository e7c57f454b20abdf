"""Both halves of the protocol: each reads what the other writes, and what a strange bot or environment may write."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import View
from bot.board.board import MOST_PLAYERS
from bot.program import protocol
from bot.program.protocol import GameOver, ProtocolError
from engine import State, wire
from engine.wire import MoveError
from tests.support.boards import NAMES, moves, states
from tests.support.bots import conversation

# Player 1 owns the first two columns of three; rows are y, columns are x.
BOARD = State(np.array([[1, 1, 2], [1, 1, 0]], np.uint8), np.zeros((2, 3), np.uint8), np.zeros((2, 3), np.uint8))


def orders(line):
    return wire.read_moves(line, BOARD, 1).tolist()


def test_an_order_is_x_y_direction_for_a_square_of_ours():
    assert orders("") == orders("   ") == [[0, 0, 0], [0, 0, 0]]
    assert orders("0 0 1 1 0 3 0 0 2 1 1") == [[2, 3, 0], [0, 0, 0]]
    assert orders("2 0 1 2 1 1 0 1 4") == [[0, 0, 0], [4, 0, 0]]
    assert orders("0 0 5 0 1 2147483647 1 0 0003") == [[5, 3, 0], [2147483647, 0, 0]]
    for bad in ("3 0 1", "0 2 1", "1 0 2147483648"):  # off the board, or no C int holds it: reading ends there
        assert orders(f"0 0 1 {bad} 0 1 1") == [[1, 0, 0], [0, 0, 0]], bad


OTHER = "did the bot print something else?"


@pytest.mark.parametrize(("line", "character", "place", "cause"), [
    ("0 0 -1", "'-'", 5, OTHER), ("1 2 north", "'n'", 5, OTHER), ("\t", r"'\t'", 1, OTHER),
    ("0 0 ²", "'²'", 5, OTHER), ("0 0 1\r", r"'\r'", 6, "as on Windows"),
])  # fmt: skip
def test_any_other_character_is_an_error_that_names_it_and_the_likely_cause(line, character, place, cause):
    with pytest.raises(MoveError) as caught:
        wire.read_moves(line, BOARD, 1)
    assert f"character {place} is {character}" in str(caught.value)
    assert cause in str(caught.value)


HANDSHAKE = "2\n3 2 \n1 2 3 4 5 6 \n2 0 1 1 3 2 10 20 30 40 50 60 \n"
LINES = HANDSHAKE.encode().splitlines(keepends=True)
WORDS = st.one_of(
    st.integers(0, 12).map(str), st.sampled_from(["255", "256", "-1", "x", "2147483648", "9" * 19, "9" * 5000])
)


def start(text):
    return protocol.read_start(io.BytesIO(text if isinstance(text, bytes) else text.encode()))


def test_the_opening_is_read_row_by_row():
    handshake = start(HANDSHAKE)
    assert (handshake.me, handshake.production.tolist()) == (2, [[1, 2, 3], [4, 5, 6]])
    assert handshake.owner.tolist() == [[0, 0, 1], [2, 2, 2]]
    assert handshake.strength.tolist() == [[10, 20, 30], [40, 50, 60]]
    assert start(HANDSHAKE.replace("\n", "\r\n")).me == 2, "a carriage return is white space"


def test_moves_are_x_y_direction_of_our_squares_that_move():
    layer = np.array([[2, 2, 1], [2, 0, 2]], np.uint8)
    view = View(layer, layer, layer, me=2, turn=0)
    assert protocol.write_moves(view, np.array([[0, 4, 1], [2, 3, 1]], np.uint8)) == b"1 0 4 0 1 2 2 1 1\n"
    assert protocol.write_moves(view, np.zeros((2, 3), np.uint8)) == b"\n"


@pytest.mark.parametrize("place", range(4))
def test_a_conversation_that_ends_between_two_lines_is_a_farewell_and_within_one_an_error(place):
    with pytest.raises(GameOver):
        start(b"".join(LINES[:place]))
    with pytest.raises(ProtocolError, match="ends in the middle of a line"):
        start(b"".join(LINES[:place]) + LINES[place].rstrip())


@given(st.lists(st.lists(WORDS, max_size=16).map(" ".join), min_size=3, max_size=4))
def test_any_lines_are_an_opening_or_a_protocol_error(lines):
    text = "\n".join(lines) + "\n"
    try:
        handshake = start(text)
    except (ProtocolError, GameOver):
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


LETTERS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=31, max_size=60)


def assert_same(view, state):
    for name in ("owner", "strength", "production"):
        np.testing.assert_array_equal(getattr(view, name), getattr(state, name), err_msg=name)
        assert getattr(view, name).dtype == np.uint8


@given(states(), states(), st.integers(1, 6))
def test_the_bot_reads_the_opening_and_the_frames_that_the_environment_writes(state, later, player):
    later = State(
        np.resize(later.owner, state.owner.shape), np.resize(later.strength, state.owner.shape), state.production
    )
    stream = io.BytesIO(conversation(player, state, later).encode())
    start = protocol.read_start(stream)
    assert (start.me, start.turn, start.height, start.width) == (player, 0, state.height, state.width)
    assert_same(start, state)
    assert_same(protocol.read_view(stream, start, 0), state)
    view = protocol.read_view(stream, start, 1)
    assert_same(view, later)
    assert (view.me, view.turn) == (player, 1)
    with pytest.raises(protocol.GameOver):
        protocol.read_view(stream, start, 2)


@given(st.data(), st.integers(1, 6))
def test_the_environment_reads_the_moves_that_the_bot_writes(data, player):
    state = data.draw(states())
    orders = data.draw(moves(state.owner.shape, largest=4))
    view = View(state.owner, state.strength, state.production, player, turn=0)
    line = protocol.write_moves(view, orders.astype(np.uint8)).decode("ascii")
    assert line.endswith("\n")
    expected = np.where(state.owner == player, orders, 0)
    np.testing.assert_array_equal(wire.read_moves(line[:-1], state, player), expected)
    assert len(line.split()) == 3 * np.count_nonzero(expected)


@given(st.one_of(NAMES, LETTERS))
def test_a_name_is_cut_to_30_bytes_between_two_letters(name):
    """The environment counts bytes; it was cut by letters once, and half a letter arrived in the replay."""
    line = protocol.write_name(name)
    kept = line[:-1].decode("utf-8")
    assert len(line) <= protocol.NAME_LENGTH + 1
    assert name.startswith(kept)
    assert len((kept + name[len(kept) : len(kept) + 1]).encode()) > protocol.NAME_LENGTH or kept == name
