"""Events balance: they account for every point of strength that the rules leave on the board."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Replay, rules
from experiments.recordings.events import Events
from tests.support.boards import moves, states, turns

NAMES = ("a", "b", "c", "d", "e", "f")


def replay_of(states, orders):
    frames = (np.array([getattr(state, layer) for state in states]) for layer in ("owner", "strength"))
    return Replay(*frames, states[0].production, np.array(orders, np.int32), NAMES)


def territory_before(replay):
    """Squares before every turn: (T - 1, players)."""
    return np.array([replay.state(turn).territory(len(NAMES)) for turn in range(replay.turns)])


@st.composite
def games(draw):
    boards, orders = [draw(states())], []
    for _ in range(draw(st.integers(1, 3))):
        orders.append(rules.applied(boards[-1], draw(moves(boards[0].owner.shape))))
        boards.append(rules.step(boards[-1], orders[-1]))
    return replay_of(boards, orders)


@given(turns())
def test_strength_balances_on_every_board(turn):
    """Before + production - cap loss - damage = after, for every player, ejected ones and standing enemies included."""
    state, orders, ejected = turn
    after = rules.step(state, orders, ejected)
    Events.of(replay_of([state, after], [rules.applied(state, orders, ejected)])).check()


@given(games())
def test_what_some_lose_others_destroy_and_squares_balance(replay):
    """Damage and overkill leave no rest; before + captures - squares lost = after, if none is ejected."""
    events = Events.of(replay)
    assert events.damage_dealt.sum(axis=1) == pytest.approx(events.damage_taken.sum(axis=1))
    assert events.overkill.sum(axis=1) == pytest.approx(events.overkill_suffered.sum(axis=1))
    assert (events.overkill <= events.damage_dealt + 1e-9).all()
    assert (events.overkill_suffered <= events.damage_taken + 1e-9).all()
    assert (events.self_inflicted_overkill <= events.overkill_suffered + 1e-9).all()
    gained = events.captures_of_neutral + events.captures_of_empty + events.captures_of_enemy
    kept = events.ejected_strength.sum() == 0
    if kept:
        np.testing.assert_array_equal(territory_before(replay) + gained - events.squares_lost, events.territory)


@given(games(), st.integers(0, 11), st.integers(0, 11))
def test_events_do_not_know_where_the_board_begins(replay, down, right):
    owner, strength, orders = (
        np.roll(array, (down, right), (1, 2)) for array in (replay.owner, replay.strength, replay.moves)
    )
    production = np.roll(replay.production, (down, right), (0, 1))
    events, moved = Events.of(replay), Events.of(Replay(owner, strength, production, orders, NAMES))
    for name, values in events.measures().items():
        np.testing.assert_allclose(getattr(moved, name), values, atol=1e-9, err_msg=name)
    np.testing.assert_array_equal(moved.first_contact, events.first_contact)
