"""The matcher's ideas, one at a time, on boards small enough to check by hand."""

import numpy as np
import pytest

from bot.ground.board import torus
from experiments.opponents.matcher import enemies, resolve, scores, terrain, tiles

STILL, NORTH, EAST, SOUTH, WEST = range(5)


def land(owner, strength, production=2):
    """A Terrain from nested lists, we being player 1; enemies stay where they are."""
    owner, strength = np.array(owner).ravel(), np.array(strength)
    size, near = owner.size, np.array(torus(*strength.shape).around)
    return terrain.Terrain(
        1, near, owner, strength.ravel(), np.full(size, production), price=np.ones(size),
        distance=np.zeros(size, np.int64), closed=np.zeros(size, bool), goes=np.where(owner > 1, np.arange(size), -1),
    )  # fmt: skip


def row(*squares):
    """A board of one row: (owner, strength) of each square."""
    return land([[owner for owner, _ in squares]], [[strength for _, strength in squares]])


def served(board, worth, choice=1.0, reach=4):
    """The plan and the tile scores, (N, 5), of a board on which every tile may be taken."""
    size = board.owner.size
    plan, desk, tile = tiles.plan(size), tiles.desk(size), np.zeros((size, 5))
    terms, worth = tiles.Terms(20, reach, 0.0, 0.0, choice), np.array(worth, float)
    tiles.match(board, worth, np.ones(size, bool), terms, desk, plan)
    scores.tile_scores(board, worth, terms, plan, desk, tile)
    return plan, tile


def test_stacks_take_a_tile_now_alone_or_together():
    """Strength 10 beside 5: one turn; 6 and 6 take 11 at once, one of them in four turns."""
    plan, _ = served(row((1, 10), (0, 5), (0, 200), (0, 200)), [0, 50, 50, 50])
    assert plan.target.tolist() == [1, -1, -1, -1]
    assert plan.due[1] == 1
    together, _ = served(row((1, 6), (0, 11), (1, 6), (0, 250), (0, 250)), [0, 80, 0, 0, 0])
    assert (together.due[1], together.target[0], together.target[2]) == (1, 1, 1)
    alone, _ = served(row((1, 6), (0, 11), (0, 250), (0, 250)), [0, 80, 0, 0])
    assert alone.due[1] == 4  # 6 + 3 turns of 2 = 12


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
    terrain.sums(board, 4.0, density, velocity)
    assert (density[0], velocity[0], density[2], velocity[2]) == (4.0, 2.0, 4.0, 4.0)
    board = row((1, 0), (1, 0), (1, 60), (0, 250), (0, 250), (0, 250))
    density, velocity = np.zeros(6), np.zeros(6)
    terrain.sums(board, 4.0, density, velocity)
    assert (density[0], velocity[0]) == (0.0, 30.0)


def resolved(board, net):
    """The moves for these net scores."""
    return resolve.resolve(board, np.array(net, float))


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


def test_the_kill_score_is_the_damage_beyond_the_loss_times_its_weight():
    """50 between two of 40 destroys 80 and loses 50, less what a capture takes; nothing where they walk away."""

    def killed(weight=1.0, neutral=0, goes=None):
        board = land(
            [[0, 0, 2, 0, 0], [0, 1, 0, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
            [[9, 9, 40, 9, 9], [9, 50, neutral, 9, 9], [9, 9, 40, 9, 9], [9, 9, 9, 9, 9], [9, 9, 9, 9, 9]],
        )
        board.goes[[2, 12]] = [2, 12] if goes is None else goes
        kill = np.zeros((25, 5))
        enemies.kills(board, weight, kill)
        return kill[6, EAST]

    assert [killed(weight) for weight in (0.0, 1.0, 4.0)] == [0, 30, 120]
    assert [killed(neutral=neutral) for neutral in (0, 20, 40)] == [30, 30, 10]
    assert killed(goes=[3, 13]) == 0
