"""Random boards, moves, replays and parameters for property tests, and boards drawn as text."""

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bot import PRESETS, Parameters, View, override
from bot.parameters.greedy import RULESETS
from bot.parameters.presets import DEFINITIONS
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


EDGES = [0, 1, 2, 10, 100, 254, 255]


@st.composite
def countries(draw):
    """Boards of connected lands with fronts of empty squares, from a seed: independent squares have no interior."""
    height, width = draw(SIDES), draw(SIDES)
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    capitals = draw(st.lists(st.integers(0, 6), min_size=1, max_size=8))
    owner = _nearest(capitals, height, width, random)
    strength = np.where(random.random((height, width)) < 0.3, random.choice(EDGES, (height, width)),
                        random.integers(0, draw(st.sampled_from([20, 256])), (height, width)))  # fmt: skip
    empty = random.random((height, width)) < draw(st.sampled_from([0, 0.05, 0.3]))
    owner[empty] = strength[empty] = 0
    production = random.integers(0, draw(st.sampled_from([1, 3, 17])), (height, width))
    return State(*(layer.astype(np.uint8) for layer in (owner, strength, production)))


def _nearest(capitals, height, width, random):
    rows, columns = np.indices((height, width))
    away = []
    for _ in capitals:
        down, right = abs(rows - random.integers(height)), abs(columns - random.integers(width))
        away.append(np.minimum(down, height - down) + np.minimum(right, width - right))
    return np.array(capitals)[np.argmin(away, axis=0)]


def boards():
    """All kinds: countries, and squares that know nothing of one another."""
    return st.one_of(countries(), states())


def view_of(state, me, turn=0):
    return View(state.owner, state.strength, state.production, me, turn)


@st.composite
def views(draw):
    """One frame for a player who may own everything or nothing."""
    return view_of(draw(boards()), draw(st.integers(1, 6)), draw(st.integers(0, 500)))


@st.composite
def conversations(draw):
    """Some frames of one size and production for one player. They need not follow from one another."""
    first, me = draw(boards()), draw(st.integers(1, 6))
    frames = [view_of(first, me)]
    for turn in range(1, draw(st.integers(1, 4))):
        random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
        down, right = int(random.integers(first.height)), int(random.integers(first.width))
        owner, strength = (np.roll(layer, (down, right), (0, 1)) for layer in (first.owner, first.strength))
        taken = random.random(owner.shape) < 0.2
        owner[taken], strength[taken] = random.integers(0, 7), random.integers(0, 256)
        frames.append(View(owner, strength, first.production, me, turn))
    return frames


def _values(spec):
    """Any value that a parameter may have, its extremes and defaults more often."""
    low, high = spec.metadata["low"], spec.metadata["high"]
    usual = [getattr(parameters, spec.name) for parameters in PRESETS.values()]
    if isinstance(spec.default, bool):
        return st.booleans()
    if spec.metadata["choices"]:
        return st.sampled_from(spec.metadata["choices"])
    if isinstance(spec.default, str):
        return st.text(st.characters(codec="ascii", categories=["L", "N"]), max_size=40)
    if isinstance(spec.default, int):
        return st.one_of(st.sampled_from(usual), st.integers(low, min(high, low + 40)), st.integers(low, high))
    return st.one_of(st.sampled_from(usual), st.floats(low, min(high, low + 40)), st.floats(low, high))


def parameters(**fixed):
    """Any parameters there can be, in all generations. New parameters join by themselves."""
    definitions = {name: _values(spec) for name, spec in DEFINITIONS.items()}
    return st.fixed_dictionaries(definitions).map(lambda drawn: Parameters(**(_possible(drawn | fixed))))


def _possible(values):
    """The values without the ideas that their generation does not have, which Parameters refuses to switch on."""
    idle = {
        name: spec.metadata["off"]
        for name, spec in DEFINITIONS.items()
        if spec.metadata["off"] is not None and values["generation"] not in (spec.metadata["rulesets"] or RULESETS)
    }
    return values | idle


def presets(**changes):
    return st.sampled_from([override(parameters, changes) for parameters in PRESETS.values()])


def strip(words: str) -> str:
    """Return a corridor: these squares in a row, with rock north and south of them."""
    return f"{words}\n{' '.join('#' for _ in words.split())}"
