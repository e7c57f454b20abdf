"""The matcher's ideas, one at a time, on boards small enough to check by hand."""

import numpy as np
import pytest

from bot import View
from bot.ground.board import torus
from experiments.opponents.matcher import Matching, enemies, grids, resolve, scores, tiles
from experiments.opponents.matcher.play import Matcher
from experiments.opponents.matcher.terrain import Terrain

STILL, NORTH, EAST, SOUTH, WEST = range(5)


def land(owner, strength, production=2, habit=None):
    """A Terrain from nested lists, we being player 1; enemies stay where they are."""
    owner, strength = np.array(owner), np.array(strength)
    size = owner.size
    chance = np.zeros((size, 5))
    chance[owner.ravel() > 1, STILL] = 1.0
    for square, direction in (habit or {}).items():
        chance[square] = np.eye(5)[direction]
    return Terrain(
        1, np.array(torus(*owner.shape).around), owner.ravel(), strength.ravel(), np.full(size, production),
        price=np.ones(size), potential=np.ones(size), distance=np.zeros(size, np.int64), closed=np.zeros(size, bool),
        habit=chance,
    )  # fmt: skip


def resolved(board, net, **knobs):
    """The moves for these net scores."""
    danger = np.zeros(board.owner.size)
    enemies.dangerous(board, danger)
    return resolve.resolve(board, np.array(net, float), danger, Matching(**{"name": "", "meld": False, **knobs}))


def row(*squares):
    """A board of one row: (owner, strength) of each square."""
    return land([[owner for owner, _ in squares]], [[strength for _, strength in squares]])


def test_stacks_take_a_tile_now_alone_or_together():
    """Strength 10 beside 5: one turn."""
    plan = matched(row((1, 10), (0, 5), (0, 200), (0, 200)), [0, 50, 50, 50])
    assert plan.target.tolist() == [1, -1, -1, -1]
    assert plan.due[1] == 1
    board = row((1, 6), (0, 11), (1, 6), (0, 250), (0, 250))
    together = matched(board, [0, 80, 0, 0, 0])
    assert (together.due[1], together.target[0], together.target[2]) == (1, 1, 1)
    assert matched(board, [0, 80, 0, 0, 0], reach=0).due[1] == 4  # 6 + 3 turns of 2 = 12


def test_a_tile_behind_a_forecast_capture_is_planned_before_its_front_exists():
    """Square 1 is forecast to be ours in one turn: strength two steps off sets out for square 2."""
    board = row((1, 60), (0, 5), (0, 20), (0, 255), (0, 255), (0, 255))
    forecast = np.array([0, 1, 0, 0, 0, 0])
    assert matched(board, [0, 0, 90, 0, 0, 0]).due[2] == 0
    assert matched(board, [0, 0, 90, 0, 0, 0], forecast=forecast).due[2] == 2


def served(board, worth, choice=1.0, reach=4, forecast=None):
    """The plan and the tile scores, (N, 5), of a board on which every tile may be taken."""
    size = board.owner.size
    plan, desk, tile = tiles.plan(size), tiles.desk(size), np.zeros((size, 5))
    terms, worth = tiles.Terms(20, reach, 0.0, 0.0, choice), np.array(worth, float)
    forecast = np.zeros(size, np.int64) if forecast is None else forecast
    tiles.match(board, worth, np.ones(size, bool), forecast, terms, desk, plan)
    scores.tile_scores(board, worth, terms, plan, desk, tile)
    return plan, tile


def matched(*asked, **terms):
    """The plan alone."""
    return served(*asked, **terms)[0]


def test_a_stack_scores_every_tile_within_four_steps_or_staying():
    """It is matched with the tile to the west, and could also take the one to the east; a match takes one tile only."""
    board = row((0, 200), (0, 9), (1, 60), (0, 19), (0, 200), (0, 200))
    worth = [0, 69, 0, 59, 0, 0]
    plan, tile = served(board, worth)
    assert plan.target[2] == 1
    rates = (tile[2, WEST], tile[2, EAST])
    # Each pays what it is worth beyond its strength and the two points of a step that are lost, a turn from now.
    assert rates == (tiles.SCALE * (69 - 9 - 2), tiles.SCALE * (59 - 19 - 2))
    assert served(board, worth, choice=0.5)[1][2, EAST] == rates[1] / 2
    assert served(board, worth, choice=0.0)[1][2, EAST] == 0
    plan, tile = served(row((0, 200), (0, 9), (1, 14), (0, 19), (0, 200), (0, 200)), [0, 90, 0, 80, 0, 0])
    assert plan.target[2] == 1
    assert tile[2, EAST] == 0
    assert tile[2, STILL] == pytest.approx(tiles.SCALE * (80 - 19 - 2) / 4)


def test_velocity_is_density_and_our_stacks_seen_from_near():
    """Square 2 pays 8 until the horizon and costs 4, two steps away; 60 there are 30, whatever the land pays."""
    board = land([[1, 1, 0, 1, 1, 1, 1]], [[0, 0, 4, 0, 0, 0, 0]])
    density, velocity = np.zeros(7), np.zeros(7)
    grids.sums(board, 4.0, density, velocity)
    assert (density[0], velocity[0], density[2], velocity[2]) == (4.0, 2.0, 4.0, 4.0)
    board = row((1, 0), (1, 0), (1, 60), (0, 250), (0, 250), (0, 250))
    density, velocity = np.zeros(6), np.zeros(6)
    grids.sums(board, 4.0, density, velocity)
    assert (density[0], velocity[0]) == (0.0, 30.0)


def test_a_strike_beside_two_enemies_is_overkill():
    """40 between two enemies of 30 destroys 60 and can lose 40: 20 more. Beside one it is even: 0."""
    board = row((1, 40), (0, 0), (2, 30), (0, 99), (0, 99), (2, 30))
    theirs, kill = np.ones(6), np.zeros((6, 5))
    enemies.kills(board, theirs, 1.0, kill)
    assert kill[0, EAST] == 0
    two = land([[0, 2, 0], [1, 0, 2], [0, 0, 0]], [[9, 30, 9], [40, 0, 30], [9, 9, 9]])
    kill = np.zeros((9, 5))
    enemies.kills(two, np.ones(9), 1.0, kill)
    assert kill[3, EAST] == 20


def test_a_weak_stack_fears_a_strike_that_hits_a_stronger_one_too_unless_it_joins_another():
    """Both would stand beside the square that 50 may enter; joined, the blow falls on that square anyway."""
    board = land([[1, 0, 1], [0, 2, 0], [0, 0, 0]], [[80, 0, 20], [9, 50, 9], [9, 9, 9]])
    danger, wish, influence = np.zeros(9), np.zeros(9), np.zeros((9, 5))
    enemies.dangerous(board, danger)
    wish[0], wish[2] = 80, 20
    enemies.influences(board, np.zeros(9), np.full(9, 50.0), 1.0, 1.5, danger, wish, influence)
    assert influence[2, STILL] < 0 == influence[0, STILL]
    danger, influence = np.zeros(9), np.zeros((9, 5))
    enemies.dangerous(board, danger)
    for joined in (0, 90):
        wish = np.array([80.0, 0, joined, 0, 0, 0, 0, 0, 0])
        enemies.influences(board, np.zeros(9), np.full(9, 50.0), 1.0, 1.5, danger, wish, influence)
        assert (influence[2, STILL] < 0) == (joined == 0)


def test_the_sum_of_the_scores_decides_and_not_the_greed_of_one():
    """The example of CowZow's account: both want the same square for 30; the second has a good alternative at 20."""
    board = land([[1, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]], [[200, 0, 200, 9], [9, 0, 9, 9], [9, 9, 9, 9]])
    net = np.zeros((12, 5))
    net[0, EAST], net[2, WEST], net[2, EAST] = 30, 30, 20
    moves, report = resolved(board, net)
    assert (moves[0], moves[2]) == (EAST, EAST)
    assert report.rounds == 1


@pytest.mark.parametrize(("strength", "meet"), [(80, True), (200, False)])
def test_stacks_meet_where_the_cap_allows_it(strength, meet):
    """Two of 80 fit on one square, two of 200 do not."""
    board = land([[1, 1, 1, 0]], [[strength, 0, strength, 9]])
    net = np.zeros((4, 5))
    net[0, EAST], net[2, WEST] = 30, 29
    moves, _ = resolved(board, net)
    assert (moves[0] == EAST, moves[2] == WEST) == (True, meet)


def test_released_strength_goes_where_the_field_advises_and_to_an_enemy_weighs_by_war():
    """90 is advised to go east the magic ratio times 90, divided by one turn and the account's four."""
    board = row((1, 90), (1, 0), (0, 200), (0, 200))
    release = np.full((4, 5), 7.0)
    scores.release_scores(board, np.array([EAST, 0, 0, 0]), Matching(ratio=0.5), release)
    assert release[0].tolist() == [0, 0, 9, 0, 0]
    assert not release[1:].any()
    board = row((1, 90), (1, 0), (0, 200), (0, 200))
    for price, score in ((1.0, 9.0), (-1.0, 180.0)):
        board.price[:] = price
        release = np.zeros((4, 5))
        scores.release_scores(board, np.array([EAST, 0, 0, 0]), Matching(ratio=0.5, war=10.0), release)
        assert release[0, EAST] == pytest.approx(score)


def scored(board, weight=1.0, bold=100.0):
    """Kill and influence of every direction, (N, 5) each."""
    size = board.owner.size
    ours, theirs, danger, wish = np.zeros((4, size))
    kill, influence = np.zeros((2, size, 5))
    enemies.forces(board, 2, ours, theirs)
    enemies.dangerous(board, danger)
    enemies.kills(board, theirs, weight, kill)
    enemies.wishes(board, np.zeros((size, 5)), wish)
    enemies.influences(board, ours, theirs, weight, bold, danger, wish, influence)
    return kill, influence


def surrounded():
    """A stack of ours with two of the enemy two steps off, on both sides of one empty square."""
    return land(
        [[0, 0, 2, 0, 0], [0, 1, 0, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
        [[9, 9, 40, 9, 9], [9, 50, 0, 9, 9], [9, 9, 40, 9, 9], [9, 9, 9, 9, 9], [9, 9, 9, 9, 9]],
    )


def test_the_kill_score_is_the_damage_beyond_the_loss_times_its_weight():
    """50 between two of 40 destroys 80 and loses 50, less what a capture takes; nothing where they walk away."""
    for weight in (0.0, 1.0, 4.0):
        kill, _ = scored(surrounded(), weight)
        assert kill[6, EAST] == pytest.approx(30 * weight)
    for neutral, score in ((0, 30), (20, 30), (40, 10)):
        board = surrounded()
        board.strength[7] = neutral
        kill, _ = scored(board)
        assert kill[6, EAST] == min(score, 50 - neutral)
    board = surrounded()
    board.habit[:] = 0
    board.habit[[2, 12], EAST] = 1.0
    kill, _ = scored(board)
    assert kill[6, EAST] == 0


def test_a_front_is_dense_and_fast_land_beside_ours():
    """Both thresholds count."""
    board = row((1, 60), (0, 9), (0, 9), (0, 250))
    density, velocity = np.array([0, 9, 1, 0.0]), np.array([0, 9, 1, 0.0])
    assert grids.fronts(board, density, velocity, 1.2, 1.2).tolist() == [False, True, False, False]
    assert not grids.fronts(board, density, velocity, 9.0, 1.2).any()
    assert not grids.fronts(board, density, velocity, 1.2, 9.0).any()


def played(board, moves_of):
    """A player of the school on its first frame of a board, with the fronts and forecasts that it keeps."""
    owner, strength = (np.array(board[name], np.uint8) for name in ("owner", "strength"))
    mover = Matcher(Matching(**moves_of), *owner.shape)
    mover.moves(View(owner, strength, np.full(owner.shape, 3, np.uint8), 1, 20))
    return mover


OPEN = {
    "owner": [[1, 1, 0, 0, 0, 0], [0] * 6, [0] * 6, [0] * 6],
    "strength": [[60, 9, 5, 9, 99, 99], *([[99] * 6] * 3)],
}


def test_a_front_is_saved_until_it_is_captured_and_captures_due_soon_are_forecast():
    """Of two saved ones the neutral one stays; what is due now, or too late, is no forecast."""
    mover = played(OPEN, {"dense": 20.0})
    assert not mover.saved.any()
    mover.saved[[0, 15]] = True
    mover.moves(
        View(*(np.array(OPEN[name], np.uint8) for name in ("owner", "strength")), np.full((4, 6), 3, np.uint8), 1, 21)
    )
    assert np.flatnonzero(mover.saved).tolist() == [15]
    mover = played(OPEN, {"forecast": 2})
    mover.plan.due[:] = 0
    mover.plan.due[[2, 3, 4, 5]] = 1, 2, 3, 4
    mover._expect()
    assert mover.forecast[2:6].tolist() == [0, 1, 2, 0]


@pytest.mark.parametrize(("behind", "waits"), [(100, False), (40, True)])
def test_a_stack_waits_for_a_stronger_one_only_if_both_fit(behind, waits):
    """200 comes to 100 or to 40."""
    board = land([[1, 1, 0, 0]], [[200, behind, 9, 9]])
    net = np.zeros((4, 5))
    net[0, EAST], net[1, EAST] = 30, 20
    moves, report = resolved(board, net, meld=True)
    assert (bool(report.melts[1]), moves[1] == STILL) == (waits, waits)


def test_a_tile_pays_for_the_turns_that_are_left():
    """Three a turn repay a tile of 9 in twenty turns, and not in the last two."""
    last = 1 + int(10 * (4 * 6) ** 0.5) - 2
    for turn, takes in ((20, True), (last, False)):
        mover = Matcher(Matching(behind=0.0), 4, 6)
        owner, strength = np.array(OPEN["owner"], np.uint8), np.array(OPEN["strength"], np.uint8)
        strength[0, 2] = 9
        mover.moves(View(owner, strength, np.full((4, 6), 3, np.uint8), 1, turn))
        assert mover.plan.due.any() == takes


def test_tiles_within_two_steps_of_a_front_are_worth_more():
    """Of a saved front in a corner of neutral land: the rate of the tile two steps away rises, three steps away not."""
    for front, rises in ((4, True), (5, False)):
        rates = []
        for bonus in (0.0, 1.0):
            mover = Matcher(Matching(front_bonus=bonus, dense=20.0, choice=0.0), 1, 12)
            mover.saved[front] = True
            owner = np.array([[1, 1] + 10 * [0]], np.uint8)
            strength = np.array([[60, 60, 5] + 9 * [99]], np.uint8)
            mover.moves(View(owner, strength, np.full((1, 12), 3, np.uint8), 1, 20))
            rates.append(mover.plan.rate[2])
        assert (rates[1] > rates[0]) == rises
