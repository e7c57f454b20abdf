"""What holds for the potential field on any board: the torus has no edge and no direction."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import Memory, View, decide
from bot.board.board import Board
from bot.greedy import potential, tie_break
from tests.support.boards import assert_same_squares
from tests.support.views import parameters, presets, views

ANY = st.one_of(presets(alpha="0.1234567", potential_degradation_step="0.1987"), parameters(ties="seeded"))


def field_of(view, settings, draws):
    """Value, distance and potential (H, W) of the field without a pact, where ties are broken by `draws` (H, W)."""
    board = Board(view)
    wall = np.zeros(view.owner.shape, bool)
    with patch.object(tie_break, "queue_draws", lambda beginning, squares: draws.ravel()):
        field = potential.spread(board, wall, settings, settings.potential_degradation_step)
    return [np.reshape(layer, view.owner.shape) for layer in (field.value, field.distance, field.potential)]


@pytest.mark.parametrize("change", [lambda layer: np.roll(layer, (5, 3), (0, 1)), np.rot90, np.fliplr])
@given(views(), ANY)
def test_a_shifted_turned_or_mirrored_board_has_the_field_changed_alike(change, view, settings):
    draws = tie_break.queue_draws(tie_break.base(settings, view.turn), view.owner.size).reshape(view.owner.shape)
    other = View(change(view.owner), change(view.strength), change(view.production), view.me, view.turn)
    for old, new in zip(field_of(view, settings, draws), field_of(other, settings, change(draws)), strict=True):
        assert_same_squares(new, change(old))


@given(views(), st.one_of(presets(), parameters()))
def test_every_square_looks_at_a_lower_one_unless_nothing_is_worth_anything(view, settings):
    board = Board(view)
    wall = np.zeros(view.owner.shape, bool)
    field = potential.spread(board, wall, settings, max(settings.potential_degradation_step, 1e-3))
    for c, target in potential.downhill(board, field).items():
        assert field.potential[target] < field.potential[c] or field.potential[c] == np.inf


@given(views(), presets())
def test_distance_counts_squares_of_ours_on_the_way(view, settings):
    why = decide(view, Memory(), settings, explain=True).explanation
    ours = view.owner == view.me
    reached = np.isfinite(why.value)
    assert (why.distance[ours & reached] >= 1).all()
    assert (why.distance <= np.count_nonzero(ours)).all()
