"""The last turns, on small boards by hand and against all joint moves."""

import itertools

import numpy as np
import pytest

from bot import PRESETS, Memory, changed, decide
from bot.greedy import last_turns
from bot.greedy.reasons import Reason
from bot.ground.board import torus
from bot.ground.view import EAST, STILL, WEST
from tests.support.drawings import drawn, strip

V26 = PRESETS["v26"]


def answer(text, left=1, **changes):
    """What we do when so many answers are left, and why."""
    view = drawn(text)
    turn = int((view.height * view.width) ** 0.5 * 10) - left
    view = type(view)(view.owner, view.strength, view.production, view.me, turn)
    decision = decide(view, Memory(), changed(V26, {"last_turns": 1, "ties": "fixed", **changes}), explain=True)
    return decision.moves[0].tolist(), decision.explanation.reason[0].tolist()


def test_on_the_last_turn_the_wall_is_land_like_any_other():
    """No player can strike back any more, and the square we leave stays ours."""
    board = strip("# .50 a9 .5 b1 # c9")
    assert answer(board)[0][2] == EAST
    assert answer(board, left=2)[0][2] == STILL
    assert answer(board, last_turns=0)[0][2] == STILL


def test_barren_land_counts_too():
    """A square that yields nothing is worth nothing until the game ends."""
    assert answer(strip("# # a9 .5/0 # # #"))[0][2] == EAST
    assert answer(strip("# # a9 .5/0 # # #"), last_turns=0)[0][2] == STILL


def test_a_stroke_that_kills_is_worth_a_piece():
    """a9 cannot take the wall of 20, but all its strength strikes b5 behind it; what it left is out of reach."""
    moves, reasons = answer(strip("# # a9 .20 b5 # #"))
    assert moves[2] == EAST
    assert reasons[2] == Reason.LAST_TURNS
    assert answer(strip("# # a9 .20 b50 # #"), last_part=0)[0][2] == STILL


def test_two_join_for_what_one_cannot_take():
    """Four and three are more than six."""
    moves, _ = answer(strip("# # a4 .6 a3 # #"))
    assert moves[2:5:2] == [EAST, WEST]


def settled(view, options, **weights):
    """What the stage's measure says of these options, (N,) 0..4 of our squares."""
    area = view.owner.size
    flat = [layer.ravel().astype(int).tolist() for layer in (view.owner, view.strength, view.production)]
    around = torus(view.height, view.width).around
    book = last_turns.books(*flat, around, list(options), lambda: [0] * area)
    last_turns.open_books(view.me, book)
    return sum(last_turns.worth(x, view.me, 1.0, weights.get("part", 0.0), 0.0, book) for x in range(area)), book


def boards(seed):
    """A small front: three of our squares, some neutral ones and two enemies."""
    random = np.random.default_rng(seed)
    owner = random.permutation([1, 1, 1, 2, 2] + [0] * 11).reshape(4, 4).astype(np.uint8)
    strength = random.integers(0, 60, (4, 4)).astype(np.uint8)
    view = drawn(strip("a9 # #"))
    return type(view)(owner, strength, np.ones((4, 4), np.uint8), 1, 39)


@pytest.mark.parametrize("seed", range(5))
def test_most_fronts_are_played_as_well_as_trying_every_joint_move_plays_them(seed):
    """Squares change their minds one by one, so some joint move may stay unseen; never worse than standing still."""
    gained, best = 0.0, 0.0
    for number in range(10):
        view = boards(100 * seed + number)
        ours = np.flatnonzero(view.owner.ravel() == 1)
        everything = []
        for joint in itertools.product(range(5), repeat=len(ours)):
            options = np.full(16, STILL)
            options[ours] = joint
            everything.append(settled(view, options)[0])
        still = settled(view, np.full(16, STILL))[0]
        book = settled(view, np.full(16, STILL))[1]
        last_turns.play(1, 1, 1.0, 0.2, 0.0, book)
        reached = settled(view, book.option)[0]
        assert still <= reached <= max(everything)
        gained, best = gained + reached - still, best + max(everything) - still
    assert gained >= 0.85 * best


def test_the_measure_does_not_change_with_the_torus():
    """Shifted or turned, the same moves are worth the same."""
    turned = {0: 0, 1: 4, 2: 1, 3: 2, 4: 3}  # an option after the board turned by a quarter, as np.rot90 turns it
    for seed in range(20):
        view = boards(seed)
        options = np.random.default_rng(seed).integers(0, 5, (4, 4))
        worth = settled(view, options.ravel())[0]
        layers = [np.roll(layer, (1, 2), (0, 1)) for layer in (view.owner, view.strength, view.production, options)]
        assert settled(type(view)(*layers[:3], 1, 39), layers[3].ravel())[0] == pytest.approx(worth)
        layers = [np.rot90(layer).copy() for layer in (view.owner, view.strength, view.production, options)]
        moved = np.vectorize(turned.get)(layers[3])
        assert settled(type(view)(*layers[:3], 1, 39), moved.ravel())[0] == pytest.approx(worth)


def test_a_clock_that_ran_out_leaves_the_moves_chosen_before():
    """The stage returns the moves chosen so far."""
    view = drawn(strip("# # a9 .20 b5 # #"))
    view = type(view)(view.owner, view.strength, view.production, 1, int(14**0.5 * 10) - 1)
    moves = decide(view, Memory(), changed(V26, {"last_turns": 1}), out_of_time=lambda: True).moves
    assert moves[0, 2] == STILL
