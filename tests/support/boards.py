"""Random boards, moves and replays for property tests: small, with many edge cases."""

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine import Replay, State

SIDES = st.integers(1, 12)
# Half of the strengths are the ones at which rules change: nothing, one point, one below the cap, the cap.
STRENGTHS = (0, 1, 254, 255) * 64 + tuple(range(256))
PRODUCTIONS = (0, 1, 255) * 17 + tuple(range(17)) * 3  # half of them nothing, one point, more than any map has
NAMES = st.text(
    st.characters(exclude_categories=["Cs"]), max_size=30
)  # Cs: halves of characters, which no bot can send


@st.composite
def grids(draw, shape, values, kind=np.uint8):
    """Arrays of this shape whose squares are any of `values`; those named more often come more often.

    One draw of two bytes a square: a draw for each square took most of the time of the properties. Shrinking ends
    at the first of the values.
    """
    count = int(np.prod(shape))
    places = np.frombuffer(draw(st.binary(min_size=2 * count, max_size=2 * count)), ">u2")
    return np.array(values, kind)[places % len(values)].reshape(shape)


@st.composite
def states(draw, most_players=6):
    """Boards of 1..12 x 1..12 on which enemies may stand side by side, which real games never reach."""
    shape = draw(SIDES), draw(SIDES)
    owner = draw(grids(shape, range(draw(st.integers(1, most_players)) + 1)))
    return State(owner, draw(grids(shape, STRENGTHS)), draw(grids(shape, PRODUCTIONS)))


def moves(shape, largest=6):
    """Orders for every square: mostly directions, some 5 and 6, which neither move nor produce."""
    return grids(shape, range(largest + 1), np.int32)


@st.composite
def turns(draw):
    """A board, the orders for it, and the players that are ejected before they are carried out."""
    state = draw(states())
    ejected = draw(st.one_of(st.just(frozenset()), st.frozensets(st.integers(1, 6), max_size=3)))
    return state, draw(moves(state.owner.shape)), ejected


@st.composite
def replays(draw):
    """Consistent files that need not be possible games."""
    frames, height, width, players = (draw(st.integers(1, most)) for most in (4, 5, 5, 6))
    any_orders = {"elements": st.integers(0, 2**31 - 1), "fill": st.nothing()}  # a file holds what no player can answer
    return Replay(
        owner=draw(grids((frames, height, width), range(players + 1))),
        strength=draw(grids((frames, height, width), STRENGTHS)),
        production=draw(grids((height, width), PRODUCTIONS)),
        moves=draw(arrays(np.int32, (frames - 1, height, width), **any_orders)),
        player_names=tuple(draw(st.lists(NAMES, min_size=players, max_size=players))),
    )


def assert_same_squares(found, expected, what="board"):
    """Boards (H, W), or several one behind the other, are equal; the first square that differs is named as (x, y)."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape, f"{what}: expected {expected.shape}, found {found.shape}"
    wrong = np.argwhere((found != expected) & ~((found != found) & (expected != expected)))  # nan is nan
    if len(wrong):
        *frame, y, x = first = tuple(wrong[0].tolist())
        where = f"({x}, {y})" + "".join(f" of frame {number}" for number in frame)
        said = f"expected {expected[first]}, found {found[first]}"
        pytest.fail(f"{what}: {len(wrong)} squares differ, first {where}: {said}")
