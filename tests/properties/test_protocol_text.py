"""What holds for any text a bot may send and any frame it may be sent."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import State, wire
from engine.wire import MoveError
from tests.support.boards import assert_same_squares, moves, states

# Mostly answers of the right characters, with small numbers; sometimes anything at all.
TOKENS = st.one_of(st.integers(0, 13).map(str), st.from_regex("[0-9]{1,12}", fullmatch=True), st.just("0" * 5000 + "7"))
ANSWERS = st.lists(TOKENS, max_size=30).flatmap(
    lambda tokens: st.lists(st.sampled_from([" ", "  "]), min_size=len(tokens), max_size=len(tokens)).map(
        lambda gaps: "".join(token + gap for token, gap in zip(tokens, gaps, strict=True))
    )
)


def read_frame(line, height, width):
    """Owner and strength (H, W) from a frame, read the slow and obvious way."""
    numbers = [int(token) for token in line.split()]
    owner = []
    while len(owner) < height * width:
        count, player, *numbers = numbers
        owner += [player] * count
    assert len(owner) == len(numbers) == height * width
    return np.reshape(owner, (height, width)), np.reshape(numbers, (height, width))


def read_moves_slowly(line, state, player):
    """The rule as prose has it: token by token, stopping at the first that cannot count."""
    orders = np.zeros(state.owner.shape, int)
    tokens = iter(line.split())
    for x, y, direction in zip(tokens, tokens, tokens, strict=False):
        if any(len(token.lstrip("0")) > 10 or int(token.lstrip("0") or 0) >= 2**31 for token in (x, y, direction)):
            break
        x, y, direction = (int(token.lstrip("0") or 0) for token in (x, y, direction))
        if x >= state.width or y >= state.height:
            break
        if state.owner[y, x] == player:
            orders[y, x] = direction
    return orders


@given(states())
def test_a_frame_reads_back_as_the_board(state):
    line = wire.frame(state)
    assert line.endswith(" \n")
    assert line.count("\n") == 1
    owner, strength = read_frame(line, state.height, state.width)
    assert_same_squares(owner, state.owner)
    assert_same_squares(strength, state.strength)


@given(states(), st.integers(1, 6))
def test_an_opening_is_four_lines_of_number_size_productions_and_map(state, player):
    number, size, productions, board, rest = wire.handshake(state, player).split("\n")
    assert (number, size, rest) == (str(player), f"{state.width} {state.height} ", "")
    assert [int(token) for token in productions.split()] == state.production.ravel().tolist()
    assert board + "\n" == wire.frame(state)


@given(st.data(), st.integers(1, 6))
def test_orders_that_are_sent_are_the_orders_that_are_read(data, player):
    """read(write(x)) = x on the squares of the player who sends."""
    state = data.draw(states())
    orders = data.draw(moves(state.owner.shape))
    line = " ".join(f"{x} {y} {orders[y, x]}" for y, x in np.ndindex(orders.shape))
    read = wire.read_moves(line, state, player)
    assert_same_squares(read, np.where(state.owner == player, orders, 0))
    assert read.dtype == np.int32


@given(states(), st.integers(1, 6), ANSWERS)
def test_answers_are_read_as_the_slow_reader_reads_them(state, player, line):
    """Including numbers too large for C++, squares off the board, repeated orders and dangling tokens."""
    assert_same_squares(wire.read_moves(line, state, player), read_moves_slowly(line, state, player))


@given(st.text())
def test_any_text_is_legal_moves_or_a_move_error(line):
    state = State(*(np.ones((3, 4), np.uint8) for _ in range(3)))
    foreign = next((character for character in line if character not in "0123456789 "), None)
    if foreign is None:
        read = wire.read_moves(line, state, 1)
        assert read.shape == (3, 4)
        assert (read >= 0).all()
    else:
        with pytest.raises(MoveError, match=re.escape(repr(foreign))):
            wire.read_moves(line, state, 1)
