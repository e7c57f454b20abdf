"""The ideas of the school `unifier`, by hand on small boards; its search: test_unifier_search.py."""

import numpy as np
import pytest

from bot import View, changed
from engine.rules import step
from experiments.arena.players import player
from experiments.opponents.unifier import SCHOOL, Unifying, chambers, minefield
from experiments.opponents.unifier.currency import income
from experiments.opponents.unifier.hypotheses import NAMES, STANDS, trusted
from experiments.opponents.unifier.play import Unifier
from tests.support.schools import board, shifted
from tests.support.unifying import asked, bare, drawn

STILL, NORTH, EAST, SOUTH, WEST = range(5)


# The currency


def test_income_is_discounted_and_production_worth_less_than_land_near_the_end():
    """1 + 0.9 + 0.81; two turns before the end production has two turns left, land almost its full worth."""
    assert income(3, 0.9) == pytest.approx(2.71)
    assert income(7, 1.0) == 7
    assert income(0, 0.95) == 0
    view = drawn(1)
    early, late = (View(view.owner, view.strength, view.production, 1, turn) for turn in (5, 72))
    assert asked(late).knobs.search_worth < asked(early).knobs.search_worth
    worth = asked(late, horizon=0.0, land=100.0).front.squares["worth"]
    assert set(worth) == {round(100 * 0.95**2)}


# The minefield


def test_strength_spreads_towards_the_other_side():
    """Of 100 with boldness 0.5, half has made the one step that leads nearer."""
    view = bare([[1, 0, 0, 0, 2]] + [[0] * 5] * 3, [[9, 0, 0, 0, 100]] + [[255] * 5] * 3)
    mover = asked(view, reach=8, answer=0.0)
    theirs = mover.desk.theirs.reshape(-1, 4, 5)
    assert theirs[0, 0].tolist() == [0, 0, 0, 0, 100]
    assert theirs[1, 0].tolist() == [50, 0, 0, 0, 50], "on the torus we are its neighbour on the other side"
    assert theirs.sum(axis=(1, 2)) == pytest.approx(100)


def cheapest(mover, view, square, ply):
    """The twin: every way of four more steps from `square` after ply `ply` - 1, walked one by one."""
    if ply > minefield.PLIES:
        return 0.0
    owner, strength, production = (layer.ravel() for layer in (view.owner, view.strength, view.production))
    height, width = view.owner.shape
    y, x = divmod(square, width)
    best, worth = np.inf, mover.settings.discount ** (ply - 1)
    for down, right in ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1)):
        n = (y + down) % height * width + (x + right) % width
        if n != square and owner[n] == 0 and strength[n] > 0:
            continue
        cost = worth * min(mover.desk.mine[ply, n], mover.size_of_stack)
        cost += worth * production[square] if n != square else 0
        best = min(best, cost + cheapest(mover, view, n, ply + 1))
    return best


@pytest.mark.parametrize("seed", range(3))
def test_the_way_through_the_minefield_is_the_cheapest_of_all(seed):
    """Brute force: five to the power of four ways from every place where a stack can be after this turn."""
    view = drawn(seed)
    mover = asked(view, answer=0.3)
    for c in mover.front.free[: mover.free]:
        mover.size_of_stack = int(mover.front.squares["strength"][c])
        for option, n in enumerate(mover.front.squares["around"][c]):
            cost = min(cheapest(mover, view, int(n), 2), mover.size_of_stack)
            assert mover.desk.future[c, option] == pytest.approx(cost)


def test_the_minefield_is_the_same_on_a_mirrored_and_on_a_shifted_board():
    """No corner and no side of the board is special."""
    view = drawn(5)
    plain, moved = asked(view), asked(shifted(view, 3, 5))
    mirrored = asked(View(*(layer[:, ::-1].copy() for layer in (view.owner, view.strength, view.production)), 1, 20))
    for name in ("danger", "mine"):
        grid = getattr(plain.desk, name).reshape(-1, *view.owner.shape)
        other = getattr(moved.desk, name).reshape(grid.shape)
        np.testing.assert_allclose(np.roll(grid, (3, 5), (1, 2)), other)
        np.testing.assert_allclose(grid[:, :, ::-1], getattr(mirrored.desk, name).reshape(grid.shape))
    swapped = mirrored.desk.future[:, [STILL, NORTH, WEST, SOUTH, EAST]].reshape(*view.owner.shape, 5)[:, ::-1]
    for c in plain.front.free[: plain.free]:
        np.testing.assert_allclose(plain.desk.future[c], swapped.reshape(-1, 5)[c])


# The hypotheses


def watched(policy, turns=30, **knobs):
    """A player who has looked at an enemy of this policy for so many turns of a real game, and that enemy's number."""
    state, mover = board(12, 12, 2, 5), Unifier(Unifying(openings=0, **knobs), 12, 12)
    rival = policy(12, 12)
    for turn in range(turns + 60):
        ours = mover.moves(View(state.owner, state.strength, state.production, 1, turn))
        theirs = rival(View(state.owner, state.strength, state.production, 2, turn))
        if not np.all(np.isin([1, 2], state.owner)):
            break
        state = step(state, np.where(state.owner == 2, theirs, ours).astype(np.int32))
    return mover


def test_the_policy_of_an_enemy_is_recognised_and_one_whom_none_predicts_not_trusted():
    """One who plays v17 is predicted by v17; nine of ten squares came out differently."""

    def v17(height, width):
        from experiments.arena.families import mover

        return mover(player("v17").parameters, height, width).moves

    known = watched(v17, combat=True).known
    assert known.trials[2] > 0
    assert NAMES[known.right[2].argmax()] in ("v17", "v26 without pact", "keeps the pact")
    still = watched(lambda height, width: lambda view: np.zeros((height, width), np.uint8)).known
    assert still.right[2].argmax() == STANDS
    mover = Unifier(Unifying(), 8, 8)
    assert trusted(2, 0.6, mover.known)
    mover.known.trials[2], mover.known.right[2] = 10.0, 1.0
    assert not trusted(2, 0.6, mover.known)


def test_a_respected_enemy_does_not_walk_into_overkill_and_rash_ones_are_remembered():
    """His 20 stands beside an empty square that 255 strike; who took land, which costs strength, was not rash."""
    owner = [[1, 1, 0, 2, 0, 0]] + [[0] * 6] * 3
    strength = [[255, 255, 0, 20, 255, 255]] + [[255] * 6] * 3
    replies = asked(bare(owner, strength)).front.reply[:, 3]
    assert (replies != WEST).all()
    rash = Unifier(Unifying(openings=0), 4, 6)
    rash.known.rash[2] = 1
    rash.moves(bare(owner, strength))
    assert (rash.front.reply[:, 3] == WEST).any()
    mover = asked(bare(owner, strength), combat=True)
    mover.known.tempted[3], mover.known.tempter[3] = 20, 2
    gone = [[235, 255, 0, 0, 255, 255]] + [[255] * 6] * 3
    mover.moves(bare(owner, gone, turn=21))
    assert mover.known.rash[2] == 1
    strength = [[255, 255, 0, 20, 6, 255]] + [[255] * 6] * 3
    mover = asked(bare(owner, strength))
    mover.known.tempted[3], mover.known.tempter[3] = 20, 2
    moved = [[1, 1, 0, 2, 2, 0]] + [[0] * 6] * 3
    mover.moves(bare(moved, [[255, 255, 0, 0, 14, 255]] + [[255] * 6] * 3, turn=21))
    assert mover.known.rash[2] == 0


# The last retreat and the chambers


def test_land_behind_an_enemy_is_walled_off():
    """In the first row the near end is ours and the far end his; the square in the ring of his is walled off."""
    owner, strength = np.zeros((4, 10), np.uint8), np.full((4, 10), 255, np.uint8)
    owner[0, 0], owner[0, 5], strength[0] = 1, 2, 9
    for y, x in ((1, 8), (3, 8), (2, 7), (2, 9)):
        owner[y, x] = 2
    chamber = asked(bare(owner, strength)).desk.chamber.reshape(4, 10)
    assert (chamber[0, 1], chamber[0, 4], chamber[2, 8]) == (chambers.OURS, chambers.THEIRS, chambers.WALLED)


def test_the_field_of_a_turn_sees_foreign_land_as_dear_and_not_beside_us():
    """With a detour of 2 two squares in the enemy's chamber look twice as strong; what we can take now is no detour."""
    owner, strength = [[1, 0, 0, 0, 2, 2, 2]] + [[0] * 7] * 3, [[9, 200, 40, 40, 9, 9, 9]] + [[255] * 7] * 3
    seen = []
    for detour in (1.0, 2.0):
        mover = asked(bare(owner, strength), detour=detour)
        mover.field.moves = lambda view: seen.append(view.strength[0].tolist()) or np.zeros((4, 7), np.uint8)
        mover.moves(bare(owner, strength, turn=21))
    assert seen == [[9, 200, 40, 40, 9, 9, 9], [9, 200, 80, 80, 9, 9, 9]]
    owner, strength = np.zeros((4, 7), np.uint8), np.full((4, 7), 40, np.uint8)
    owner[0, 0] = 1
    mover = asked(bare(owner, strength))
    mover.desk.chamber[:] = chambers.THEIRS
    seen = strength.copy()
    chambers.reprice(1, 2.0, mover.front.squares, mover.desk, seen)
    assert (seen[0, 1], seen[1, 0], seen[0, 2], seen[1, 1]) == (40, 40, 80, 80)


def test_a_retreat_onto_strength_that_does_not_fit_is_none():
    """All around is in danger but the square to the west."""
    board = drawn(5)
    mover = asked(board)
    c = int(mover.front.free[0])
    west = int(mover.front.squares["around"][c, WEST])
    mover.desk.danger[:], mover.desk.danger[1, west] = 9, 0
    mover.desk.away[west] = 2
    mover.front.squares["strength"][c], mover.front.squares["owner"][west] = 50, 1
    for held, price in ((10, 0.0), (240, 50 * mover.settings.retreat)):
        mover.front.squares["strength"][west] = held
        assert minefield.last_retreat(c, STILL, mover.knobs, mover.front.squares, mover.desk) == price


def test_the_opening_is_forgotten_at_contact():
    """Its parameters lead until an enemy is near."""
    owner, strength = np.zeros((12, 12), np.uint8), np.full((12, 12), 100, np.uint8)
    owner[2, 2], owner[8, 8] = 1, 2
    mover = asked(bare(owner, strength))
    mover._follow(changed(mover.standard, {"alpha": 0.3}))
    mover.moves(bare(owner, strength, turn=21))
    assert mover.led is not mover.standard
    owner[2, 4], owner[8, 8] = 2, 0
    mover.moves(bare(owner, strength, turn=22))
    assert mover.led is mover.standard


def test_a_front_takes_neutral_squares_between_two_players_only():
    """A third one far away would profit from what the capture costs."""
    open_to = []
    for third in (0, 3):
        owner, strength = np.zeros((11, 11), np.uint8), np.full((11, 11), 250, np.uint8)
        owner[2, 2], owner[2, 4], owner[8, 8] = 1, 2, third
        strength[2, 2:5], strength[1, 2] = (60, 0, 30), 10
        mover = asked(bare(owner, strength))
        bonus = mover.front.squares["bonus"][2 * 11 + 2]
        assert mover.field_moves[2, 2] != NORTH
        open_to.append(bonus[NORTH] > -np.inf)
    assert open_to == [True, False]


@pytest.mark.parametrize("seed", range(6))
def test_the_front_nearest_to_the_enemy_is_searched_first(seed):
    """It begins with the nearest stack."""
    mover = asked(drawn(seed))
    nearest = mover.desk.away[mover.front.free[: mover.free]].min()
    assert mover.desk.away[mover.desk.members[0]] == nearest


# Its words


def test_reasons_name_what_a_stack_did():
    """A kill that costs nothing is a strike; nothing is said of squares that are not ours."""
    owner = [[0] * 7 for _ in range(7)]
    owner[3][1], owner[3][3] = 1, 2
    strength = np.zeros((7, 7), int)
    strength[3, 1], strength[3, 3] = 200, 5
    mover = asked(bare(owner, strength))
    thought = mover.thought()
    named = SCHOOL.reasons[thought.reason[3, 1]].name
    agrees = mover.chosen[3, 1] == mover.field_moves[3, 1]
    assert named == ("AGREES" if agrees else "STRIKES")
    assert mover.chosen[3, 1] == EAST
    assert (thought.reason[np.array(owner) != 1] == 0).all()
