"""The bot reads what the environment writes, and the other way round: the two halves share no code."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import View
from bot.program import protocol
from engine import State, wire
from engine.program import Program
from tests.support.boards import NAMES, moves, states
from tests.support.bots import bot

LETTERS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=31, max_size=60)


def heard(text):
    return io.BytesIO(text.encode())


def assert_same(view, state):
    for name in ("owner", "strength", "production"):
        np.testing.assert_array_equal(getattr(view, name), getattr(state, name), err_msg=name)
        assert getattr(view, name).dtype == np.uint8


@given(states(), st.integers(1, 6))
def test_the_bot_reads_the_opening_that_the_environment_writes(state, player):
    """Number, size, productions and map, on boards of 1 x 1 to 12 x 12 with 1 to 6 players."""
    stream = heard(wire.handshake(state, player))
    view = protocol.read_start(stream)
    assert (view.me, view.turn, view.height, view.width) == (player, 0, state.height, state.width)
    assert_same(view, state)
    assert stream.read() == b""


@given(states(), states(), st.integers(1, 6))
def test_the_bot_reads_the_frames_that_the_environment_writes(state, later, player):
    later = State(
        np.resize(later.owner, state.owner.shape), np.resize(later.strength, state.owner.shape), state.production
    )
    stream = heard(wire.handshake(state, player) + wire.frame(state) + wire.frame(later))
    start = protocol.read_start(stream)
    assert_same(protocol.read_view(stream, start, 0), state)
    view = protocol.read_view(stream, start, 1)
    assert_same(view, later)
    assert (view.me, view.turn) == (player, 1)
    with pytest.raises(protocol.Farewell):
        protocol.read_view(stream, start, 2)


@given(st.data(), st.integers(1, 6))
def test_the_environment_reads_the_moves_that_the_bot_writes(data, player):
    """The same order for every square of ours; nothing is said about squares that stay or are not ours."""
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


@pytest.mark.parametrize("name", ["v26", "thirty bytes are kept, not more of them", "ö" * 20, "", "a b"])
def test_the_environment_keeps_the_name_that_the_bot_sends(name):
    """Not a byte is lost on the way, and none that the bot sends is cut off."""
    said = protocol.write_name(name)
    seat = Program(bot("named", said[:-1].decode()))
    seat.open()
    try:
        seat.greet(State(*(np.ones((1, 1), np.uint8) for _ in range(3))), 1)
        assert seat.name(10) == said[:-1].decode()
    finally:
        seat.close()
