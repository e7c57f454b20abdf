"""Random boards, moves and replays for property tests: small, and full of the cases that matter."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine import Replay, State

SIDES = st.integers(1, 12)
# Half of the strengths are the ones at which rules change: nothing, one point, one below the cap, the cap.
STRENGTHS = st.one_of(st.sampled_from([0, 1, 254, 255]), st.integers(0, 255))
PRODUCTIONS = st.one_of(st.sampled_from([0, 1, 255]), st.integers(0, 16))
NAMES = st.text(
    st.characters(exclude_categories=["Cs"]), max_size=30
)  # Cs: halves of characters, which no bot can send


def grids(shape, values):
    """uint8 arrays of this shape."""
    return arrays(np.uint8, shape, elements=values, fill=st.nothing())


@st.composite
def states(draw, most_players=6):
    """Boards of 1..12 x 1..12 on which enemies may stand side by side, which real games never reach."""
    shape = draw(SIDES), draw(SIDES)
    owner = draw(grids(shape, st.integers(0, draw(st.integers(1, most_players)))))
    return State(owner, draw(grids(shape, STRENGTHS)), draw(grids(shape, PRODUCTIONS)))


def moves(shape, largest=6):
    """Orders for every square: mostly directions, some 5 and 6, which neither move nor produce."""
    return arrays(np.int32, shape, elements=st.integers(0, largest), fill=st.nothing())


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
    return Replay(
        owner=draw(grids((frames, height, width), st.integers(0, players))),
        strength=draw(grids((frames, height, width), STRENGTHS)),
        production=draw(grids((height, width), PRODUCTIONS)),
        moves=draw(moves((frames - 1, height, width), largest=2**31 - 1)),
        player_names=tuple(draw(st.lists(NAMES, min_size=players, max_size=players))),
    )
