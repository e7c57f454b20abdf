"""The ideas of the school `unifier`: by hand on small boards, and its front search against brute force."""

import itertools

import numpy as np
import pytest

from bot import View, fronts
from engine import State
from engine.rules import step
from experiments.arena.players import player
from experiments.opponents.unifier import SCHOOL, Unifying, chambers, minefield, retaliation
from experiments.opponents.unifier.currency import income
from experiments.opponents.unifier.hypotheses import NAMES, STANDS, trusted
from experiments.opponents.unifier.play import Unifier
from tests.schools import board, shifted

STILL, NORTH, EAST, SOUTH, WEST = range(5)
PURE = {
    "openings": 0, "detour": 1.0, "retaliation": 0.0, "manoeuvre": 0.0, "retreat": 0.0, "guide": 0.0, "slope": 0.0,
    "land": 0.0,
}  # fmt: skip
"""Nothing but the strike."""


def asked(view, **knobs):
    """A player that has answered this frame."""
    mover = Unifier(Unifying(**{"openings": 0, **knobs}), *view.owner.shape)
    mover.moves(view)
    return mover


def drawn(seed, stacks=3, height=7, width=8):
    """A front of so many stacks of ours and three of the enemy, on land of both with empty squares between."""
    dice = np.random.default_rng(seed)
    owner, strength = np.zeros((height, width), np.uint8), np.full((height, width), 250, np.uint8)
    owner[1:6, 1:3], owner[1:6, 5:7] = 1, 2
    strength[1:6, 1:7] = 0
    for side, columns, count in ((1, (1, 3), stacks), (2, (5, 7), 3)):
        for cell in dice.choice(10, count, replace=False):
            y, x = 1 + cell // 2, columns[0] + cell % 2
            assert owner[y, x] == side
            strength[y, x] = dice.integers(5, 120)
    return View(owner, strength, dice.integers(0, 8, owner.shape).astype(np.uint8), 1, 20)


def bare(owner, strength, production=1, turn=20):
    """A board from rows; we are player 1."""
    owner, strength = np.array(owner, np.uint8), np.array(strength, np.uint8)
    return View(owner, strength, np.full(owner.shape, production, np.uint8), 1, turn)


# The currency


def test_income_is_the_sum_of_discounted_turns():
    """1 + 0.9 + 0.81; without discount a turn is a turn; no turns are worth nothing."""
    assert income(3, 0.9) == pytest.approx(2.71)
    assert income(7, 1.0) == 7
    assert income(0, 0.95) == 0


def test_a_square_is_worth_less_production_and_more_land_near_the_end():
    """Two turns before the end production has two turns left; the land itself is almost its full worth."""
    view = drawn(1)
    early, late = (View(view.owner, view.strength, view.production, 1, turn) for turn in (5, 72))
    assert asked(late).numbers.search_worth < asked(early).numbers.search_worth
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


def test_our_own_strength_answers_danger():
    """A mine is what is left of it; at answer = 0 all of it."""
    view = drawn(3)
    alone, helped = asked(view, answer=0.0), asked(view, answer=1.0)
    assert (alone.desk.mine == alone.desk.danger).all()
    assert (helped.desk.mine <= alone.desk.mine).all()
    assert helped.desk.mine.sum() < alone.desk.mine.sum()


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
            assert mover.desk.future[c, option] == pytest.approx(cheapest(mover, view, int(n), 2))


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


# The search


def value(mover, view, moves):
    """The twin of a front's score: our survivors less theirs over the samples, by the referee's own rules."""
    state, total = State(view.owner, view.strength, view.production), 0
    worth = mover.front.squares["worth"].reshape(view.owner.shape)
    for reply in mover.front.reply:
        orders = np.where(view.owner == 1, moves.reshape(view.owner.shape), reply.reshape(view.owner.shape))
        after = step(state, np.where(view.owner > 0, orders, 0).astype(np.int32))
        counts = after.strength.astype(int) + worth
        total += counts[after.owner == 1].sum() - counts[after.owner == 2].sum()
    return total / fronts.SAMPLES


def every_joint_move(mover):
    """All that the search may choose from, as whole boards of moves."""
    free, usual = mover.front.free[: mover.free], mover.field_moves.ravel()
    choices = [np.flatnonzero(mover.front.squares["bonus"][c] > -np.inf) for c in free]
    for options in itertools.product(*choices):
        moves = usual.copy()
        moves[free] = options
        yield moves


@pytest.mark.parametrize("stacks", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_a_small_front_is_searched_exhaustively(seed, stacks):
    """Brute force by the referee's rules: no joint move is worth more, and the search knows what it gained."""
    view = drawn(seed, stacks)
    mover = asked(view, **PURE, reach=8)
    assert mover.free == stacks
    best = max(value(mover, view, moves) for moves in every_joint_move(mover))
    chosen, field = value(mover, view, mover.chosen), value(mover, view, mover.field_moves)
    if mover.fronts == 1:
        assert chosen == pytest.approx(best)
    assert mover.gain == pytest.approx(chosen - field)


@pytest.mark.parametrize("seed", range(4))
def test_a_climbed_front_ends_where_no_single_move_gains(seed):
    """And knows what it gained; a climb is no proof of the best, a kick seldom hurts."""
    view = drawn(seed, 8)
    mover = asked(view, **PURE, reach=8, exhaustive=0)
    field = value(mover, view, mover.field_moves)
    chosen = value(mover, view, mover.chosen)
    assert mover.gain == pytest.approx(chosen - field)
    assert mover.gain >= 0
    if mover.fronts > 1:
        return
    for c in mover.front.free[: mover.free]:
        for option in np.flatnonzero(mover.front.squares["bonus"][c] > -np.inf):
            other = mover.chosen.ravel().copy()
            other[c] = option
            assert value(mover, view, other) <= chosen + 1e-6


def strikes(view, left, other, worth):
    """The twin of one side's retaliation: each stack's best step against the other side as it stands, summed."""
    height, width = view.owner.shape
    around = [(0, 0), (-1, 0), (0, 1), (1, 0), (0, -1)]
    total = 0
    for y, x in np.argwhere(left > 0):
        gains = [0]
        for down, right in around:
            ty, tx = (y + down) % height, (x + right) % width
            if (down or right) and view.owner[ty, tx] == 0 and view.strength[ty, tx] > 0:
                continue
            near = [other[(ty + a) % height, (tx + b) % width] for a, b in around]
            prize = sum(
                worth[(ty + a) % height, (tx + b) % width]
                for (a, b), victim in zip(around, near, strict=True)
                if 0 < victim <= left[y, x]
            )
            dealt = sum(min(left[y, x], victim) for victim in near)
            gains.append(dealt + prize - min(left[y, x], sum(near)))
        total += max(gains)
    return total


def retaliated(mover, view, moves):
    """The twin of what follows this turn: their strikes less ours, over the samples."""
    state, total = State(view.owner, view.strength, view.production), 0
    worth = mover.front.squares["worth"].reshape(view.owner.shape)
    for reply in mover.front.reply:
        orders = np.where(view.owner == 1, moves.reshape(view.owner.shape), reply.reshape(view.owner.shape))
        after = step(state, np.where(view.owner > 0, orders, 0).astype(np.int32))
        ours, theirs = (np.where(after.owner == side, after.strength, 0).astype(int) for side in (1, 2))
        total += strikes(view, theirs, ours, worth) - strikes(view, ours, theirs, worth)
    return total / fronts.SAMPLES


@pytest.mark.parametrize("seed", [0, 1, 4, 5, 6, 7])
def test_manoeuvre_strike_and_retaliation_are_weighed_in_one_sum(seed):
    """Brute force: with every idea on, and a pool as large as the front has joint moves, nothing is worth more."""
    view = drawn(seed, 2, height=7, width=7)
    # A board so small that all of it lies within two steps of the stacks; a weight that decides.
    mover = asked(view, reach=8, width=64, retaliation=1.0, manoeuvre=0.5)
    assert mover.fronts == 1, "another seed: these two stacks stand apart"

    def score(moves):
        bonus = sum(mover.front.squares["bonus"][c][moves[c]] for c in mover.front.free[: mover.free])
        return value(mover, view, moves) + bonus / fronts.SAMPLES - 0.95 * retaliated(mover, view, moves)

    best = max(score(moves) for moves in every_joint_move(mover))
    assert score(mover.chosen.ravel()) == pytest.approx(best)


def test_a_strike_between_two_is_worth_more_than_it_costs():
    """50 beside two of 30 deals 60 and takes 50; both die, each square being worth 4. Against one of 90: nothing."""
    view = bare([[0, 1, 0], [1, 0, 2], [0, 0, 0], [0, 0, 0]], [[9, 30, 9], [30, 0, 50], [9, 9, 9], [9, 9, 9]])
    mover = Unifier(Unifying(openings=0), 4, 3)
    mover.front.squares["owner"], mover.front.squares["strength"] = view.owner.ravel(), view.strength.ravel()
    mover.front.squares["worth"] = 4
    left = np.zeros(12, np.int64)
    left[[1, 3]] = 30
    assert retaliation.best_strike(5, 50, left, mover.front.squares) == 60 + 8 - 50
    left[:] = 0
    left[3] = 90
    assert retaliation.best_strike(5, 50, left, mover.front.squares) == 0


def test_two_fronts_are_searched_apart_and_no_stack_twice():
    """Four rows without a stack between them; a front takes no more stacks than it may."""
    owner, strength = np.zeros((14, 8), np.uint8), np.full((14, 8), 250, np.uint8)
    for top in (1, 8):
        owner[top : top + 2, 1:3], owner[top : top + 2, 4:6] = 1, 2
        strength[top : top + 2, 1:6] = 40
        strength[top : top + 2, 3] = 0
    mover = asked(bare(owner, strength))
    assert (mover.fronts, mover.free) == (2, 8)
    assert sorted(mover.desk.members[:8]) == sorted(mover.front.free[:8])
    assert len(set(mover.desk.front.reshape(14, 8)[1:3, 1:3].ravel())) == 1
    assert asked(bare(owner, strength), stacks=3).fronts == 4


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


def test_the_policy_of_an_enemy_is_recognised():
    """One who plays v17 is predicted by v17, and one who never moves by 'stands still'."""

    def v17(height, width):
        from experiments.arena.families import mover

        return mover(player("v17").parameters, height, width).moves

    known = watched(v17, combat=True).known
    assert known.trials[2] > 0
    assert NAMES[known.right[2].argmax()] in ("v17", "v26 without pact", "keeps the pact")
    still = watched(lambda height, width: lambda view: np.zeros((height, width), np.uint8)).known
    assert still.right[2].argmax() == STANDS


def test_an_enemy_whom_no_policy_predicts_is_not_trusted():
    """Nine of ten squares that came out differently; before anything was seen he is."""
    mover = Unifier(Unifying(), 8, 8)
    assert trusted(2, 0.6, mover.known)
    mover.known.trials[2], mover.known.right[2] = 10.0, 1.0
    assert not trusted(2, 0.6, mover.known)


def test_a_respected_enemy_does_not_walk_into_overkill():
    """His 20 stands beside an empty square that our 255 strike; one who did so before is expected to do it again."""
    owner = [[1, 1, 0, 2, 0, 0]] + [[0] * 6] * 3
    strength = [[255, 255, 0, 20, 255, 255]] + [[255] * 6] * 3
    replies = asked(bare(owner, strength)).front.reply[:, 3]
    assert (replies != WEST).all()
    rash = Unifier(Unifying(openings=0), 4, 6)
    rash.known.rash[2] = 1
    rash.moves(bare(owner, strength))
    assert (rash.front.reply[:, 3] == WEST).any()


def test_walking_into_overkill_is_remembered():
    """He stood there, was tempted, and is gone."""
    owner = [[1, 1, 0, 2, 0, 0]] + [[0] * 6] * 3
    strength = [[255, 255, 0, 20, 255, 255]] + [[255] * 6] * 3
    mover = asked(bare(owner, strength), combat=True)
    mover.known.tempted[3], mover.known.tempter[3] = 20, 2
    gone = [[235, 255, 0, 0, 255, 255]] + [[255] * 6] * 3
    mover.moves(bare(owner, gone, turn=21))
    assert mover.known.rash[2] == 1


class TestMovingOnIsNotRash:
    """An enemy who captured neutral land counted as one who had walked into overkill.

    The land costs his stack its strength, so nothing as strong as before stood beside its old square, and after one
    such capture he was not respected any more.
    """

    def test_a_tempted_stack_that_took_land_lives(self):
        """His 20 took the neutral 6 to the east and has 14 left."""
        owner = [[1, 1, 0, 2, 0, 0]] + [[0] * 6] * 3
        strength = [[255, 255, 0, 20, 6, 255]] + [[255] * 6] * 3
        mover = asked(bare(owner, strength))
        mover.known.tempted[3], mover.known.tempter[3] = 20, 2
        moved = [[1, 1, 0, 2, 2, 0]] + [[0] * 6] * 3
        mover.moves(bare(moved, [[255, 255, 0, 0, 14, 255]] + [[255] * 6] * 3, turn=21))
        assert mover.known.rash[2] == 0


# The last retreat and the chambers


def test_the_last_retreat_has_its_price():
    """The step into the bay leaves no safe square beside the stack, so it costs a share of it."""
    view = bare(
        [[0, 0, 0, 0, 0, 0], [0, 1, 0, 2, 2, 0], [0, 0, 0, 0, 0, 0]],
        [[250, 250, 250, 250, 250, 250], [250, 40, 0, 90, 90, 250], [250, 250, 250, 250, 250, 250]],
    )
    price = asked(view, retreat=0.5).desk.price[7]
    assert price[EAST] == 20
    assert asked(view, retreat=0.0).desk.price[7].tolist() == [0] * 5


def test_land_behind_an_enemy_is_walled_off():
    """In the first row the near end is ours and the far end his; the square in the ring of his is walled off."""
    owner, strength = np.zeros((4, 10), np.uint8), np.full((4, 10), 255, np.uint8)
    owner[0, 0], owner[0, 5], strength[0] = 1, 2, 9
    for y, x in ((1, 8), (3, 8), (2, 7), (2, 9)):
        owner[y, x] = 2
    chamber = asked(bare(owner, strength)).desk.chamber.reshape(4, 10)
    assert (chamber[0, 1], chamber[0, 4], chamber[2, 8]) == (chambers.OURS, chambers.THEIRS, chambers.WALLED)


def test_foreign_land_looks_dearer_to_the_field_but_not_beside_us():
    """Beside us the true strength counts, as the capture will."""
    owner, strength = [[1, 0, 0, 0, 2, 2, 2]] + [[0] * 7] * 3, [[9, 200, 40, 40, 9, 9, 9]] + [[255] * 7] * 3
    mover, seen = asked(bare(owner, strength)), np.array(strength, np.uint8)
    chambers.reprice(1, 2.0, mover.front.squares, mover.desk, seen)
    assert seen[0, 1:4].tolist() == [200, 80, 80]


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
