"""What holds for the bot's answer to any frame and for its potential field, for every preset and every setting."""

import itertools
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import PRESETS, Memory, Parameters, Reason, View, decide, effective, override
from bot.board.board import Board
from bot.greedy import potential, tie_break
from bot.greedy.trees import FREE, GREEN, RED
from bot.parameters.presets import DEFINITIONS
from tests.support.boards import SIDES, assert_same_squares
from tests.support.views import conversations, parameters, presets, views

ANY = st.one_of(presets(), parameters())


def answers(frames, settings, **options):
    memory = Memory()
    for view in frames:
        decision = decide(view, memory, settings, **options)
        memory = decision.memory
        yield decision


def assert_legal(view, moves):
    assert moves.shape == view.owner.shape
    assert moves.dtype == np.uint8
    assert (moves <= 4).all()
    assert (moves[(view.owner != view.me) | (view.strength == 0)] == 0).all()


@given(conversations(), ANY)
def test_every_square_gets_one_legal_move_explained_or_not(frames, settings):
    before = [(view.owner.copy(), view.strength.copy(), view.production.copy()) for view in frames]
    plain, explained = answers(frames, settings), answers(frames, settings, explain=True)
    for view, one, other in zip(frames, plain, explained, strict=True):
        assert_legal(view, one.moves)
        assert_same_squares(one.moves, other.moves)
        assert one.memory == other.memory
        assert one.explanation is None
        assert_same_squares(other.explanation.move, other.moves)
    for view, layers in zip(frames, before, strict=True):
        assert_same_squares((view.owner, view.strength, view.production), layers)


@pytest.mark.parametrize("name", PRESETS)
@given(SIDES, SIDES, st.sampled_from([0, 1, 255]), st.sampled_from([0, 1, 255]), st.sampled_from([0, 1, 2]))
def test_boards_of_one_kind_are_answered_too(name, height, width, strength, production, owner):
    layers = (np.full((height, width), value, np.uint8) for value in (owner, strength, production))
    view = View(*layers, me=1, turn=0)
    assert_legal(view, decide(view, Memory(), PRESETS[name]).moves)


@given(conversations(), ANY)
def test_what_tells_nothing_changes_no_move(frames, settings):
    """A player is its effective parameters: all others off, or at their defaults, make the same moves."""
    rest = {name: spec.metadata["off"] for name, spec in DEFINITIONS.items() if spec.metadata["off"] is not None}
    other = Parameters(**(rest | effective(settings)))
    assert effective(other) == effective(settings)
    for one, same in zip(answers(frames, settings), answers(frames, other), strict=True):
        assert_same_squares(one.moves, same.moves)


@given(conversations(), ANY, st.permutations(range(1, 7)))
def test_players_can_swap_numbers(frames, settings, numbers):
    renamed = np.array([0, *numbers], np.uint8)
    other = [replace(view, owner=renamed[view.owner], me=int(renamed[view.me])) for view in frames]
    for mine, theirs in zip(answers(frames, settings), answers(other, settings), strict=True):
        assert_same_squares(mine.moves, theirs.moves)


@given(views(), ANY)
def test_the_explanation_tells_who_chose_in_which_order_and_what_was_booked_before(view, settings):
    """From 0, strongest first; each adds its strength to its target, and in v26 a square that stays its production."""
    why = decide(view, Memory(), settings, explain=True).explanation
    chose = (view.owner == view.me) & (view.strength > 0)
    assert sorted(why.order[chose].tolist()) == list(range(np.count_nonzero(chose)))
    assert (why.order[~chose] == -1).all()
    assert_same_squares(why.reason != Reason.NONE, chose)
    strengths = view.strength[chose][np.argsort(why.order[chose])].astype(int)
    assert (np.diff(strengths) <= 0).all()
    booked = np.zeros(view.owner.shape, int)
    for y, x in sorted(np.argwhere(why.order >= 0).tolist(), key=lambda place: why.order[*place]):
        assert why.booked[y, x] == booked[y, x]
        down, right = [(0, 0), (-1, 0), (0, 1), (1, 0), (0, -1)][why.move[y, x]]
        gain = view.production[y, x] if why.move[y, x] == 0 and settings.traits.books_production else 0
        booked[(y + down) % view.height, (x + right) % view.width] += int(view.strength[y, x]) + int(gain)


BEST = [Reason.GREEN, Reason.CAPTURE, Reason.FLOW, Reason.DODGE]


@given(views(), presets())
def test_a_square_that_goes_downhill_goes_where_the_score_is_least(view, settings):
    """Of the options that were weighed. v17's dodge alone may take a worse one, because it looks for a safe one."""
    why = decide(view, Memory(), settings, explain=True).explanation
    reasons = BEST if settings.generation == "v26" else BEST[:-1]
    for y, x in np.argwhere(np.isin(why.reason, reasons)):
        assert why.score[y, x, why.move[y, x]] == np.nanmin(why.score[y, x])


@given(views(), st.one_of(presets(), parameters(generation="v26")))
def test_the_explanation_agrees_with_itself(view, settings):
    """Potential, lights, trees and wall are those that the moves were made from."""
    why = decide(view, Memory(), settings, explain=True).explanation
    ours = view.owner == view.me
    finite = np.isfinite(why.value)
    fade = why.potential[finite] - why.value[finite]
    np.testing.assert_array_equal(fade >= 0, True)
    assert (why.potential[finite & (why.distance == 0)] == why.value[finite & (why.distance == 0)]).all()
    assert (why.reason[(why.light == GREEN) & (view.strength > 0)] == Reason.GREEN).all()
    assert (why.light[why.reason == Reason.RED] == RED).all()
    assert (why.light[~ours] == FREE).all()
    assert (why.root[~ours] == -1).all()
    rooted = why.root[why.light != FREE]
    assert (view.owner.ravel()[rooted] == 0).all()
    assert (view.strength.ravel()[rooted] > 0).all()
    assert ((view.owner == 0) & (view.strength > 0))[why.wall].all()
    assert why.move[why.order < 0].max(initial=0) == 0
    assert all(why.sentence(y, x).endswith(".") for y, x in np.ndindex(ours.shape))


@given(views(), ANY, st.integers(0, 8))
def test_when_the_time_is_over_what_was_chosen_is_sent(view, settings, questions):
    whole = decide(view, Memory(), settings, explain=True)
    asked = itertools.count()
    cut = decide(view, Memory(), settings, explain=True, out_of_time=lambda: next(asked) >= questions)
    assert_legal(view, cut.moves)
    late = cut.explanation.reason == Reason.NO_TIME
    assert (cut.moves[late] == 0).all()
    if np.array_equal(cut.explanation.value, whole.explanation.value):  # the field had been finished
        np.testing.assert_array_equal(cut.moves[~late], whole.moves[~late])


@given(views(), presets(ties="fixed"), st.integers(0, 2**63 - 1))
def test_the_seed_only_breaks_ties(view, settings, seed):
    one, other = (decide(view, Memory(), override(settings, {"seed": value})) for value in (0, seed))
    assert_same_squares(one.moves, other.moves)


WITH_TIES = st.one_of(presets(alpha="0.1234567", potential_degradation_step="0.1987"), parameters(ties="seeded"))


def field_of(view, settings, draws):
    """Value, distance and potential (H, W) of the field without a pact, where ties are broken by `draws` (H, W)."""
    board = Board(view)
    wall = np.zeros(view.owner.shape, bool)
    with patch.object(tie_break, "queue_draws", lambda beginning, squares: draws.ravel()):
        field = potential.spread(board, wall, settings, settings.potential_degradation_step)
    return [np.reshape(layer, view.owner.shape) for layer in (field.value, field.distance, field.potential)]


@pytest.mark.parametrize("change", [lambda layer: np.roll(layer, (5, 3), (0, 1)), np.rot90, np.fliplr])
@given(views(), WITH_TIES)
def test_a_shifted_turned_or_mirrored_board_has_the_field_changed_alike(change, view, settings):
    draws = tie_break.queue_draws(tie_break.base(settings, view.turn), view.owner.size).reshape(view.owner.shape)
    other = View(change(view.owner), change(view.strength), change(view.production), view.me, view.turn)
    for old, new in zip(field_of(view, settings, draws), field_of(other, settings, change(draws)), strict=True):
        assert_same_squares(new, change(old))
