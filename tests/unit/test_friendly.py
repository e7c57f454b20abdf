"""Friendly's ideas, one at a time, on boards small enough to check by hand."""

import numpy as np
import pytest

from bot import View
from bot.ground.board import torus
from experiments.opponents.friendly import Friendship, costs, edges, navigation
from experiments.opponents.friendly.play import Friendly
from experiments.opponents.friendly.position import Position, friendliness
from tests.support.schools import battles

STILL, NORTH, EAST, SOUTH, WEST = range(5)


def position(owner, strength, production=2):
    """A Position from nested lists, we being player 1."""
    owner, strength = np.array(owner), np.array(strength)
    near, size = np.array(torus(*owner.shape).around), owner.size
    enemy, empty = owner.ravel() > 1, (owner.ravel() == 0) & (strength.ravel() == 0)
    danger = np.where(enemy, strength.ravel(), 0)[near].sum(axis=1) * (empty | enemy)
    return Position(
        1, near, owner.ravel(), strength.ravel(), np.full(size, production), np.ones(size), np.ones(size),
        np.zeros(size, np.int64), np.zeros(size, bool), enemy, empty & enemy[near].any(axis=1), danger,
        np.zeros(size, np.int64),
    )  # fmt: skip


def settled(board, cost, swaps=200, overkill=0.5):
    """The options that navigation chooses, strongest first."""
    movers = np.flatnonzero((board.owner == 1) & (board.strength > 0))
    movers = movers[np.argsort(-board.strength[movers], kind="stable")]
    option = np.zeros(board.owner.size, np.int64)
    navigation.settle(board, movers, cost, overkill, swaps, np.ones(1, np.uint64), option)
    return option


def closed(size):
    """Costs of options of which only staying is open."""
    cost = np.full((size, 5), navigation.NEVER)
    cost[:, STILL] = 0
    return cost


def test_friendliness_fades_with_every_step():
    """A full stack of ours counts 1 where it stands and 0.7 beside; one of an enemy counts against us."""
    owner, strength = np.zeros((11, 11), np.uint8), np.zeros((11, 11), np.uint8)
    owner[5, 5], strength[5, 5] = 1, 255
    mood = friendliness(View(owner, strength, owner, 1, 0), 0.7).reshape(11, 11)
    assert mood[5, 5] == pytest.approx(1)
    assert (mood[5, 6], mood[6, 6]) == (pytest.approx(0.7), pytest.approx(0.49))
    theirs = friendliness(View(owner * 2, strength, owner, 1, 0), 0.7).reshape(11, 11)
    np.testing.assert_allclose(theirs, -mood)


def test_a_target_takes_stacks_until_it_has_enough_and_is_an_option_once_they_are_strong_enough():
    """30 needs both of 20; 10 and 20 wait; without joint captures one is enough for the list."""
    board = position([[1, 0, 1, 0]], [[20, 30, 20, 250]])
    stacks, goals, profit = np.array([0, 2]), np.array([1]), np.full(4, 5.0)
    both = edges.assign(board, (1, 4), stacks, goals, profit, Friendship(name=""))
    assert both.target[[0, 2]].tolist() == [1, 1]
    one = edges.assign(board, (1, 4), stacks, goals, profit, Friendship(name="", joint=False))
    assert sorted(one.target[[0, 2]].tolist()) == [-1, 1]
    for weaker, opens in ((20, True), (10, False)):
        board = position([[1, 0, 1, 0]], [[20, 30, weaker, 250]])
        tasks = edges.Tasks(np.array([1, -1, 1, -1]), np.zeros(4, np.int64), np.zeros(4))
        cost = costs.options(board, (1, 4), np.ones(4), 0.0, np.ones(4, bool), tasks, Friendship(name=""))
        assert (cost[0, EAST] < navigation.NEVER, cost[2, WEST] < navigation.NEVER) == (opens, opens)


def test_the_best_edge_is_handed_out_first_and_within_a_tie_the_nearer_one():
    """Both want the rich target; the nearer stack gets it, the other one takes what is left."""
    board = position([[1, 1, 0, 0, 0, 0, 0, 0]], [[50, 50, 10, 250, 250, 250, 250, 20]])
    profit = np.array([0, 0, 9.0, 0, 0, 0, 0, 4.0])
    tasks = edges.assign(board, (1, 8), np.array([0, 1]), np.array([2, 7]), profit, Friendship(name=""))
    assert tasks.target[:2].tolist() == [7, 2]
    board = position([[1, 0, 0, 1, 0, 0, 0, 0]], [[90, 80, 10, 90, 80, 80, 80, 80]])
    far = edges.distances(np.array([0, 3]), np.array([2]), (1, 8))
    assert far.ravel().tolist() == [2, 1]
    profit = np.full(8, 5.0)
    knobs = Friendship(name="", walk=0.1, toll=0.25, ties=1.0)
    assert edges.assign(board, (1, 8), np.array([0, 3]), np.array([2]), profit, knobs).target[3] == 2


def test_poor_dangerous_or_unfriendly_land_is_no_target():
    """It took any land nearby and lost by production; stacks that mined beside an enemy were taken one by one."""
    board = position([[1, 0, 0, 0]], [[90, 10, 250, 250]])
    board.potential[1] = 1.5  # turns to repay; the border to which the field leads repays after one
    for patience, is_taken in ((1.1, False), (2.0, True)):
        knobs = Friendship(name="", patience=patience)
        tasks = edges.assign(board, (1, 4), np.array([0]), np.array([1]), np.full(4, 5.0), knobs)
        assert (tasks.target[0] == 1) == is_taken
    board = position([[0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0]], [[9] * 12])
    mood = np.ones(12)
    for calm, goals in ((0, [0, 2]), (1, [0, 2]), (4, [2])):
        assert edges.targets(board, (1, 12), mood, Friendship(name="", calm=calm)).tolist() == goals
    board = position([[1, 0, 0, 0, 0]], [[20, 30, 30, 30, 30]])
    for mood, count in ((0.0, 2), (-3.0, 0)):
        goals = edges.targets(board, (1, 5), np.full(5, mood), Friendship(name="", should_mine=-2.0))
        assert len(goals) == count


def test_only_idle_stacks_have_an_edge():
    """With an edge for every stack that was ready, it lost the strength that the field was massing."""
    board = position([[1, 1, 0, 0]], [[90, 90, 10, 250]])
    board.advice[0] = EAST
    ready, goals = np.ones(4, bool), np.array([2])
    assert costs.miners(board, ready, goals, only_idle=True).tolist() == [False, True, False, False]
    assert costs.miners(board, ready, goals, only_idle=False).tolist() == [True, True, False, False]


def test_stacks_do_not_meet_beyond_the_cap_and_a_swap_makes_room():
    """Two of 200 want one square: one stays, though both ways cost -30."""
    board = position([[1, 1, 1, 0]], [[200, 0, 200, 9]])
    cost = closed(4)
    cost[0, EAST] = cost[2, WEST] = -30
    assert sorted(settled(board, cost)[[0, 2]].tolist()) == [STILL, min(EAST, WEST)]
    board = position([[1, 1, 0, 0]], [[190, 200, 9, 9]])
    cost = closed(4)
    cost[1, WEST], cost[0, EAST] = 5, -60
    assert settled(board, cost, swaps=0)[:2].tolist() == [STILL, STILL]
    assert settled(board, cost)[:2].tolist() == [EAST, WEST]


def test_a_strike_that_would_hit_two_has_a_price():
    """The enemy of 100 may strike both; the weaker one steps aside where overkill has a price."""
    board = position([[0, 1, 0, 2, 0, 0]] + [[1] * 6] + [[0] * 6] * 4, [[9, 80, 0, 100, 9, 9]] + [[0] * 6] * 5)
    assert navigation.shared(2, board, np.where(board.owner == 1, board.strength, 0).astype(float)) == 0
    load = np.zeros(36)
    load[[1, 8]] = 80, 30
    assert navigation.shared(2, board, load) == 30


def test_parameters_are_a_cascade_of_players_and_size():
    """Among three the crowd's number is found last; on a small board the small hold."""
    board = np.zeros((20, 20), np.uint8)
    board[0, 0], board[9, 9], board[15, 15] = 1, 2, 3
    school = Friendly(Friendship(name="", crowd_attack=7.0, should_attack=1.0, small_hold=3.0), 20, 20)
    view = View(board, board, board, 1, 0)
    assert school.cascade(view) == (False, 7.0, 3.0)
    assert school.cascade(View(board % 3, board, board, 1, 0)).should_attack == 1.0


def front(width=9):
    """A line of ours, an empty square, a line of the enemy; neutral land of 30 around."""
    owner, strength = np.zeros((5, width), int), np.full((5, width), 30)
    owner[2, 1:4], owner[2, 5:8] = 1, 2
    strength[2, 1:8] = [60, 60, 60, 0, 200, 200, 200]
    return position(owner, strength)


def test_a_target_pays_for_its_region_its_friends_and_loses_by_a_crowd():
    """Enemy stacks count between two, ours among more; a region as rich as the mean adds its weight to any land."""
    board, mood = front(), np.linspace(-1, 1, 45)

    def profit(is_duel, **knobs):
        none = {"region": 0.0, "warmth": 0.0, "foes": 0.0, "allies": 0.0}
        return edges.profits(board, (5, 9), mood, is_duel, Friendship(name="", **{**none, **knobs}))

    plain = profit(True)
    np.testing.assert_allclose(profit(True, warmth=2.0) - plain, 2 * mood)
    assert (profit(True, region=1.0) > plain).any()
    assert (profit(True, foes=1.0) < plain).any()
    np.testing.assert_array_equal(profit(False, foes=1.0), plain)
    assert (profit(False, allies=1.0) < plain).any()
    np.testing.assert_array_equal(profit(True, allies=1.0), plain)
    for production in (2, 6):
        board = position([[1] + 11 * [0]], [[60] + 11 * [30]], production)
        knobs = Friendship(name="", region=1.5, warmth=0.0, foes=0.0)
        profit = edges.profits(board, (1, 12), np.zeros(12), True, knobs)
        np.testing.assert_allclose(profit[1:], production + 1.5)


def test_land_that_pays_nothing_or_is_fought_over_is_no_target():
    """Nothing would be repaid there; and where an enemy may step in, a capture is a fight."""
    board = front()
    assert 2 * 9 + 4 not in edges.targets(board, (5, 9), np.ones(45), Friendship(name="", calm=0))
    above = 1 * 9 + 2
    assert above in edges.targets(board, (5, 9), np.ones(45), Friendship(name="", calm=0))
    board.production[above] = 0
    assert above not in edges.targets(board, (5, 9), np.ones(45), Friendship(name="", calm=0))


def test_a_stack_that_is_led_to_an_enemy_has_no_edge():
    """However good the land beside it: attacks come before mining."""
    board = position([[1, 0, 0, 0, 0, 0]], [[90, 10, 250, 250, 250, 250]])
    board.potential[1] = -2.0
    mover = Friendly(Friendship(name=""), 1, 6)
    mover.reader.read = lambda view: board
    layers = (layer.reshape(1, 6).astype(np.uint8) for layer in (board.owner, board.strength, board.production))
    view = View(*layers, 1, 20)
    for price, target in ((5.0, 1), (-1.0, -1)):
        board.price[0] = price
        mover.moves(view)
        assert mover.tasks.target[0] == target


def test_the_strongest_stack_chooses_first():
    """In frames of a real game."""
    frames, movers = battles(), 0
    mover = Friendly(Friendship(name=""), *frames[0].owner.shape)
    for view in frames:
        mover.moves(view)
        assert (np.diff(mover.position.strength[mover.movers]) <= 0).all()
        movers += len(mover.movers)
    assert movers > 50
