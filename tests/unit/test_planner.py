"""The planner's ideas, each on a board small enough to check by hand."""

from dataclasses import replace

import numpy as np
import pytest

from bot import View
from bot.ground.board import turns_left
from experiments.opponents.planner import Planning, flow, opening, policy, prices, regions, schedule, war, wave
from experiments.opponents.planner.desk import UNDECIDED, desk, load
from experiments.opponents.planner.play import KernelKnobs, Planner
from experiments.opponents.planner.reasons import CAPTURES, GATHERS

EAST, WEST = 2, 4


def knobs_of(**changes):
    """The knobs as the kernels read them."""
    settings = Planning(**changes)
    return KernelKnobs(**{name: getattr(settings, name) for name in KernelKnobs._fields})


def laid(owner, strength, production):
    """A desk with this board, given as rows."""
    grids = [np.array(rows, np.uint8) for rows in (owner, strength, production)]
    table = desk(*grids[0].shape)
    load(*grids, table)
    return table


def row(owner, strength, production):
    """A desk with one row of land in a sea of dear, barren squares."""
    width = len(owner)
    sea, dear, barren = [0] * width, [255] * width, [0] * width
    return laid([sea, owner, sea], [dear, strength, dear], [barren, production, barren])


def at(table, x):
    """The square x of the middle row."""
    return table.owner.size // 3 + x


def scheduled(table, **knobs):
    """The desk after captures were scheduled."""
    known = knobs_of(slack=50.0, **knobs)
    prices.induce(known, False, table)
    table.filled[:] = 0
    flow.reach_out(1, known, table)
    schedule.capture_all(1, known, table)
    return table


def test_squares_leave_so_that_they_arrive_together():
    """Not beyond the rings; waiting is cheaper than walking over good land; patience bounds how far ahead."""
    table = scheduled(row([1, 1, 0, 0, 0, 0], [15, 20, 30, 255, 255, 255], [1, 1, 5, 0, 0, 0]))
    assert (table.move[at(table, 0)], table.move[at(table, 1)]) == (EAST, 0)
    assert (table.why[at(table, 0)], table.why[at(table, 1)]) == (CAPTURES, GATHERS)
    assert table.target[at(table, 1)] == at(table, 2)
    table = scheduled(row([1, 1, 0, 0, 0, 0], [15, 20, 30, 255, 255, 255], [1, 1, 5, 0, 0, 0]), rings=1, patience=30)
    assert table.target[at(table, 0)] == -1
    assert table.target[at(table, 1)] == at(table, 2)
    table = scheduled(row([1, 1, 0, 0, 0, 0], [15, 20, 25, 255, 255, 255], [9, 3, 1, 0, 0, 0]))
    assert table.target[at(table, 0)] == -1
    assert table.why[at(table, 1)] == GATHERS
    board = ([1, 0, 0, 0, 0, 0], [20, 30, 255, 255, 255, 255], [1, 5, 0, 0, 0, 0])
    assert scheduled(row(*board), patience=4).move[at(row(*board), 0)] == UNDECIDED
    assert scheduled(row(*board), patience=12).move[at(row(*board), 0)] == 0


def test_a_price_falls_with_what_lies_behind():
    """Two equal squares; behind one lies a bargain."""
    table = row([0, 0, 1, 0, 0, 0], [10, 100, 9, 100, 255, 255], [10, 5, 1, 5, 0, 0])
    prices.induce(knobs_of(), False, table)
    assert table.price[at(table, 1)] < table.price[at(table, 3)]


def wide(owner, strength):
    """A row among others of its own kind, so that no sea is needed; production 1 everywhere."""
    return row(owner, strength, [1] * len(owner))


def test_two_players_fight_who_reach_one_empty_square():
    """Four empty squares lie between them; then a wall does."""
    table = wide([1, 0, 0, 0, 0, 2, 0, 0], [9, 0, 0, 0, 0, 9, 255, 255])
    assert war.survey(1, -1, knobs_of(), table) == 1 << 2
    table = wide([1, 0, 0, 0, 0, 2, 0, 0], [9, 0, 0, 5, 0, 9, 255, 255])
    assert war.survey(1, -1, knobs_of(), table) == 0


def test_a_capture_that_would_begin_a_war_is_closed_among_three():
    """Among three: the square between us and player 2 is closed, and open again when we are strong enough."""
    owner, strength = [1, 0, 2, 0, 0, 0, 3, 0, 0, 0], [9, 50, 90, 255, 255, 255, 90, 255, 255, 255]
    table = wide(owner, strength)
    war.survey(1, -1, knobs_of(), table)
    assert table.closed[at(table, 1)] == 1
    table = wide(owner, [255, 50, 9, 255, 255, 255, 9, 255, 255, 255])
    war.survey(1, -1, knobs_of(), table)
    assert table.closed[at(table, 1)] == 0
    owner, strength = [1, 0, 2, 0, 0, 0], [9, 50, 90, 255, 255, 255]
    for pact, closed in ((False, 0), (True, 1)):
        table = wide(owner, strength)
        war.survey(1, -1, knobs_of(pact_in_duels=pact), table)
        assert table.closed[at(table, 1)] == closed


def test_a_front_is_opened_on_the_weaker_neighbour_far_from_the_third():
    """We hold much vacant strength, no players are at war, and we are not the largest."""
    owner = [1, 0, 2, 0, 0, 0, 0, 3, 3, 3, 0, 0]
    strength = [255, 50, 9, 255, 255, 255, 255, 90, 90, 90, 255, 255]
    table = wide(owner, strength)
    wars = war.survey(1, -1, knobs_of(war_ratio=100.0), table)
    known = knobs_of(vacant_to_open=100.0, victim_share=0.5)
    assert war.choose_front(1, 200, wars, known, table) == at(table, 1)
    assert war.choose_front(1, 50, wars, known, table) == -1, "not enough is vacant"


def test_the_end_wave_runs_under_the_field_as_far_as_the_game_is_long():
    """On the last turns but five an inner stack runs to the border; with more turns left it stays and grows."""
    owner, strength = np.ones((7, 13), np.uint8), np.zeros((7, 13), np.uint8)
    owner[:, 0], strength[:, 0], strength[3, 6] = 0, 255, 9
    view = View(owner, strength, np.full((7, 13), 9, np.uint8), 1, 90)
    turn = turns_left(7, 13, 0) - 5
    for wave_on, runs in ((True, True), (False, False)):
        planner = Planner(Planning(plans=0, combat=False, end_wave=wave_on), 7, 13)
        assert (planner.moves(replace(view, turn=turn))[3, 6] > 0) == runs
    owner = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    table = wide(owner, [255, *([10] * 12)])
    table.owner[: len(owner)] = table.owner[-len(owner) :] = 1  # ours above and below, and nothing on it
    table.strength[: len(owner)] = table.strength[-len(owner) :] = 0
    wave.measure(1, table)
    middle = at(table, 6)
    steps = table.steps[middle]
    for left, runs in ((steps + 5, False), (steps, True)):
        table.move[:] = UNDECIDED
        size = flow.sort_ours(1, table)
        wave.run(1, left, size, knobs_of(), table)
        assert (table.move[middle] != UNDECIDED) == runs


def test_regions_gather_like_worth_and_the_plan_begins_with_the_fastest():
    """A rich field of twelve squares in poor land is a region; the plan leads to it, its squares in order of price."""
    owner, strength, production = (np.zeros((12, 12), np.uint8) for _ in range(3))
    strength[:], production[:] = 100, 1
    strength[4:7, 4:8], production[4:7, 4:8] = 20, 10
    owner[5, 1], owner[11, 11] = 1, 2
    table = laid(owner, strength, production)
    region, count = regions.cut(regions.usable(1, table), 24.0, 60.0, table)
    assert count >= 1
    assert set(region.reshape(12, 12)[4:7, 4:8].ravel().tolist()) == {1}
    placed = regions.rank(1, region, count, 1, table)
    rich = table.rank.reshape(12, 12)[4:7, 4:8]
    assert np.isfinite(rich).all()
    assert placed == np.isfinite(table.rank).sum()


@pytest.fixture(scope="module")
def start():
    """The first frame of a real map."""
    from engine import generate

    state = generate(16, 16, 2, 4)
    return View(state.owner, state.strength, state.production, 1, 0)


def test_the_plan_is_never_worse_than_the_field_and_ends_where_the_board_is_not_as_foreseen(start):
    """What beats the field has more production and strength; here a square is stronger than expected."""
    planner = Planner(Planning(plans=6), 16, 16)
    planner.moves(start)
    worths = [worth for _, worth in planner.plan.tried]
    assert worths[0] == 1000
    assert planner.plan.worth == max(worths) >= 1000
    assert len(worths) == 6
    planner = Planner(Planning(plans=6), 16, 16)
    planner.moves(start, lambda: True)
    assert len(planner.plan.tried) == 1, "without time it is the field"
    planner = Planner(Planning(plans=2), 16, 16)
    assert np.array_equal(planner.moves(start), planner.plan.moves[0])
    other = start.strength.copy()
    other[start.owner == 1] += 1
    changed = View(start.owner, other, start.production, 1, 0)
    assert planner.plan.at(changed) is None
    near = np.zeros((16, 16), np.uint8)
    near[5, 5], near[5, 8] = 1, 2
    assert opening.enemies_near(View(near, start.strength, start.production, 1, 0))
    near[5, 8], near[5, 10] = 0, 2
    assert not opening.enemies_near(View(near, start.strength, start.production, 1, 0))


def test_the_annealing_takes_a_kill_that_costs_nothing():
    """Their 5 stands beside an empty square next to our 200: a step kills it."""
    owner, strength, production = (np.zeros((7, 7), np.uint8) for _ in range(3))
    production[:] = 1
    owner[3, 1], strength[3, 1] = 1, 200
    owner[3, 3], strength[3, 3] = 2, 5
    planner = Planner(Planning(plans=0), 7, 7)
    moves = planner.moves(View(owner, strength, production, 1, 20))
    assert moves[3, 1] == EAST


@pytest.mark.parametrize(("theirs", "closed"), [(90, 1), (20, 0)])
def test_a_square_that_an_enemy_could_meet_by_a_capture_is_closed(theirs, closed):
    """The square of 30 between falls to 90 this turn, and not to 20."""
    table = wide([1, 0, 0, 2, 0, 0, 3, 0, 0, 0], [9, 50, 30, theirs, 255, 255, 90, 255, 255, 255])
    war.survey(1, -1, knobs_of(), table)
    assert table.closed[at(table, 1)] == closed


@pytest.mark.parametrize(("between", "closed"), [(0, 1), (255, 0)])
def test_a_war_concerns_those_whom_an_enemy_fights(between, closed):
    """100 are three times as strong as player 2 with 9, and not as the two together."""
    table = wide([1, 0, 2, 0, 3, 0, 0, 0, 0, 0], [100, 50, 9, between, 200, 255, 255, 255, 255, 255])
    war.survey(1, -1, knobs_of(), table)
    assert table.closed[at(table, 1)] == closed


def front_of(owner, strength, **knobs):
    """Where a front is opened with 9,999 vacant points."""
    table = wide(owner, strength)
    wars = war.survey(1, -1, knobs_of(war_ratio=100.0), table)
    known = knobs_of(**{"vacant_to_open": 100.0, "victim_share": 0.5, **knobs})
    return war.choose_front(1, 9999, wars, known, table) - at(table, 0)


def test_the_largest_opens_no_front_at_peace_and_the_smallest_against_anyone_weaker():
    """It does where the others fight; 62 are more than half of our 101, too much unless we are the smallest."""
    owner = [1, 1, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0]
    for between, square in ((255, -1 - 12), (0, 3)):
        strength = [255, 255, 255, 50, 9, between, 9, 255, 255, 255, 255, 255]
        assert front_of(owner, strength) == square
    strength = [100, 50, 30, 30, 255, 255, 255, 255, 255, 255, 255, 255]
    assert front_of([1, 0, 2, 2, 0, 0, 0, 3, 3, 0, 0, 0], strength) == 1
    strength[2], strength[3], strength[11] = 60, 255, 1
    assert front_of([1, 0, 2, 0, 0, 0, 0, 3, 3, 3, 0, 1], strength) == -1 - 12


def test_on_the_last_turns_a_square_counts_by_its_strength():
    """40 of production 4 cost ten turns, and 40 when no turn is left in which they pay."""
    grids = [np.full((5, 6), value, np.uint8) for value in (0, 40, 4)]
    grids[0][2, 2] = 1
    for left, ends, price in ((20, True, 10), (5, True, 40), (5, False, 10)):
        table = desk(5, 6)
        policy.decide(*grids, 1, left, -1, knobs_of(end_wave=ends), table)
        assert table.price[0] == pytest.approx(price)


def test_under_the_field_no_move_takes_a_closed_square():
    """Its other moves are played."""
    owner, strength = np.zeros((3, 10), np.uint8), np.full((3, 10), 255, np.uint8)
    owner[1, [0, 2, 6]], strength[1, [0, 1, 2, 6]] = (1, 2, 3), (90, 50, 90, 90)
    for closes, east in ((True, 0), (False, EAST)):
        planner = Planner(Planning(plans=0, combat=False, end_wave=False, war_graph=closes), 3, 10)
        planner.field.moves = lambda view: np.full((3, 10), EAST, np.uint8)
        moves = planner.moves(View(owner, strength, np.ones((3, 10), np.uint8), 1, 20))
        assert moves[1, 0] == east


def test_a_larger_stack_changes_places_with_a_smaller_one_in_its_way():
    """200 and 100 do not fit on one square; a larger one does not make room."""
    for front, moves in ((100, [EAST, WEST]), (220, [0, 0])):
        table = row([1, 1, 0, 0, 0, 0], [200, front, 255, 255, 255, 255], [1, 1, 9, 0, 0, 0])
        known = knobs_of()
        prices.induce(known, False, table)
        table.filled[:] = 0
        flow.reach_out(1, known, table)
        flow.walk(1, flow.sort_ours(1, table), known, table)
        assert table.move[[at(table, 0), at(table, 1)]].tolist() == moves


def test_a_capture_counts_what_the_cap_swallows():
    """245 alone take 250 in seven turns; with 200 more they would next turn, and lose 190."""
    table = scheduled(row([1, 0, 1, 0, 0, 0], [200, 250, 245, 255, 255, 255], [1, 5, 1, 0, 0, 0]), patience=30)
    assert table.target[at(table, 2)] == at(table, 1)
    assert table.target[at(table, 0)] != at(table, 1)
