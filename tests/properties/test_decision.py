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
from bot.parameters.presets import DEFINITIONS
from experiments.recordings.sketch import sketch
from tests.support.boards import assert_same_squares, conversations, parameters, presets, views

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
        assert all(other.explanation.sentence(*place).endswith(".") for place in np.ndindex(view.owner.shape))
    for view, layers in zip(frames, before, strict=True):
        assert_same_squares((view.owner, view.strength, view.production), layers)


@given(conversations(), ANY)
def test_what_tells_nothing_changes_no_move(frames, settings):
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


# How ties are broken, and the way to a root.


@given(st.integers(0, 2**64 - 1), st.integers(1, 40))
def test_the_queue_draws_for_all_squares_what_draw_draws_for_one(beginning, squares):
    one_by_one = [tie_break.draw(beginning, square, tie_break.QUEUE) for square in range(squares)]
    assert tie_break.queue_draws(beginning, squares).tolist() == one_by_one


def test_no_two_options_of_a_game_draw_the_same_number_and_fixed_ties_draw_none():
    """Squares, options, the queue and turns count apart; mixed as the program of splitmix64's authors does from 0."""
    beginnings = [tie_break.base(PRESETS["v26"], turn) for turn in (0, 1, 499)]
    drawn = [tie_break.draw(start, square, option) for start in beginnings for square in (0, 1, 2499)
             for option in range(tie_break.DRAWS)]  # fmt: skip
    assert len(set(drawn)) == len(drawn)
    assert tie_break.base(override(PRESETS["v26"], {"ties": "fixed"}), 7) is None
    assert tie_break.draw(None, 3, 4) == 0
    np.testing.assert_array_equal(tie_break.queue_draws(None, 3), [0, 0, 0])
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [tie_break.splitmix64(n * tie_break.GOLDEN & (2**64 - 1)) for n in range(3)] == published


CROSSROADS = """
    #  #   .5 #   #
    #  #   a1 #   #
    .5 a1  A9 a1 .5
    #  #   a1 #   #
    #  #   .5 #   #
"""


@pytest.mark.parametrize("name", PRESETS)
def test_another_seed_or_turn_takes_another_way_where_all_are_equal(name):
    settings = override(PRESETS[name], {"hold_until": 0, "red_green": False})
    for each, ways in (({}, {1, 2, 3, 4}), ({"ties": "fixed"}, {1})):
        players = [override(settings, {"seed": seed} | each) for seed in range(8)]
        boards = [sketch(CROSSROADS, turn=turn) for turn in range(8)]
        assert {int(decide(board, Memory(), player).moves[2, 2]) for board in boards for player in players} == ways
