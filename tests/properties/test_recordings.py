"""Events balance: all strength is accounted for; and the combat database loses nothing but the position."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Replay, rules
from experiments.recordings.combat.database import count, squares
from experiments.recordings.combat.neighbourhood import DIAMOND, OWN, STEPS, SYMMETRIES, fold, kinds_of, pattern_of
from experiments.recordings.events import Events
from tests.support.boards import grids, moves, replays, states, turns

NAMES = ("a", "b", "c", "d", "e", "f")


def replay_of(states, orders):
    frames = (np.array([getattr(state, layer) for state in states]) for layer in ("owner", "strength"))
    return Replay(*frames, states[0].production, np.array(orders, np.int32), NAMES)


def territory_before(replay):
    return np.array([replay.state(turn).territory(len(NAMES)) for turn in range(replay.turns)])


@st.composite
def games(draw):
    boards, orders = [draw(states())], []
    for _ in range(draw(st.integers(1, 3))):
        orders.append(rules.effective_orders(boards[-1], draw(moves(boards[0].owner.shape))))
        boards.append(rules.step(boards[-1], orders[-1]))
    return replay_of(boards, orders)


@given(turns())
def test_strength_balances_on_every_board(turn):
    """Before + production - cap loss - damage = after, for every player, ejected ones and standing enemies included."""
    state, orders, ejected = turn
    after = rules.step(state, orders, ejected)
    Events.of(replay_of([state, after], [rules.effective_orders(state, orders, ejected)])).check()


@given(games())
def test_what_some_lose_others_destroy_and_squares_balance(replay):
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


@st.composite
def neighbourhoods(draw):
    many = draw(st.integers(1, 5))
    kinds = draw(grids((many, len(DIAMOND)), range(4), np.int64))
    kinds[:, DIAMOND.index((0, 0))] = OWN
    return kinds, draw(grids((many,), range(5), np.int64))


@st.composite
def square_replays(draw):
    state = draw(states(most_players=2))
    side = min(state.owner.shape)
    owner, strength, production = (layer[:side, :side] for layer in (state.owner, state.strength, state.production))
    orders = draw(moves((1, side, side), largest=4))
    return Replay(np.array([owner] * 2), np.array([strength] * 2), production, orders, ("one", "two"))


def laid(array, mirror, quarters):
    return np.rot90(array[..., ::-1] if mirror else array, -quarters, (-2, -1))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_eight_different_symmetries_take_what_lies_in_a_direction_to_where_it_goes(symmetry):
    for direction, (y, x) in enumerate(STEPS):
        assert symmetry.source[DIAMOND.index(STEPS[symmetry.turned[direction]])] == DIAMOND.index((y, x))
    assert len({tuple(symmetry.source) for symmetry in SYMMETRIES}) == 8
    assert SYMMETRIES[0].source.tolist() == list(range(13))


@given(neighbourhoods())
def test_folding_only_turns(diamond):
    kinds, direction = fold(*diamond)
    for before, chosen, after, turned in zip(*diamond, kinds, direction, strict=True):
        assert any(
            (before[s.source] == after).all() and s.turned[chosen] == turned for s in SYMMETRIES
        )  # the same symmetry for both
        np.testing.assert_array_equal(kinds_of(pattern_of(after)), after)
    np.testing.assert_array_equal(fold(kinds, direction)[0], kinds)


@given(square_replays(), st.booleans(), st.integers(0, 3))
def test_a_turned_game_gives_the_same_database(replay, mirror, quarters):
    (turned,) = (s for s in SYMMETRIES if _is(s, mirror, quarters))
    orders = laid(turned.turned[replay.moves], mirror, quarters)
    boards = (laid(array, mirror, quarters) for array in (replay.owner, replay.strength, replay.production))
    other = Replay(*boards, orders, replay.player_names)
    assert count([squares(other, "game")]).equals(count([squares(replay, "game")]))


@given(replays())
def test_every_square_in_contact_is_counted_once(replay):
    assert len(squares(replay, "game")) == sum(
        _is_in_contact(replay, turn, y, x)
        for turn in range(replay.turns)
        for y, x in np.argwhere(replay.owner[turn] > 0).tolist()
    )


def _is(symmetry, mirror, quarters):
    board = np.zeros((5, 5), int)
    for number, (y, x) in enumerate(DIAMOND):
        board[y + 2, x + 2] = number
    turned = laid(board, mirror, quarters)
    return [turned[y + 2, x + 2] for y, x in DIAMOND] == symmetry.source.tolist()


def _is_in_contact(replay, turn, y, x):
    owner, (height, width) = replay.owner[turn], replay.production.shape
    around = {int(owner[(y + down) % height, (x + right) % width]) for down, right in DIAMOND}
    acts = replay.strength[turn, y, x] > 0 and replay.moves[turn, y, x] <= 4
    return bool(acts and around - {0, int(owner[y, x])})
