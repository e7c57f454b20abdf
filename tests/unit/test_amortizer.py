"""The ideas of the school `amortizer`, each on a board small enough to be counted by hand."""

from dataclasses import replace

import numpy as np
import pytest

from bot import View
from bot.kernels import Decider
from experiments.arena.players import player
from experiments.opponents.amortizer import SCHOOL, Amortizing, assignment, exchange, modes, stays, steps
from experiments.opponents.school import Thought
from tests.support.schools import battles

HEIGHT, WIDTH = 9, 12


def view(owner=(), strength=(), production=3, neutral=60, turn=0):
    """A board of neutral land with these squares, each as ((y, x), number)."""
    owners, strengths = np.zeros((HEIGHT, WIDTH), np.uint8), np.full((HEIGHT, WIDTH), neutral, np.uint8)
    for square, number in owner:
        owners[square] = number
    for square, number in strength:
        strengths[square] = number
    return View(owners, strengths, np.full((HEIGHT, WIDTH), production, np.uint8), 1, turn)


def seated(notation="amortizer"):
    """A player of the school on that board."""
    return SCHOOL.open(player(notation).parameters, HEIGHT, WIDTH)


def layer(mover, name) -> np.ndarray:
    """A grid that it thought of on the last turn."""
    thought: Thought = mover.thought()
    return thought.layers[name]


def test_the_best_stay_is_longer_for_a_longer_way_unless_the_table_is_off():
    """By hand with decay 3/4: (1 - 0.75^t) / (d + t) is largest at t = 2 for d = 1 and at t = 5 for d = 5."""
    stay, weight = stays.tables(Amortizing(decay=0.75, walk=1))
    assert (stay[1], stay[5]) == (2, 5)
    assert (np.diff(stay) >= 0).all()
    assert (np.diff(weight[1:]) < 0).all()
    stay, _ = stays.tables(Amortizing(best_stay=False, stay=6))
    assert set(stay) == {6}


def test_dominance_is_lowest_at_an_enemy_and_whole_far_from_him():
    """Of five steps that are all alike one leads to a neighbour, then one of five more comes back there or stays."""
    mover = seated()
    mover.moves(view([((4, 1), 1), ((4, 6), 2)], [((4, 1), 10), ((4, 6), 40)]))
    safe = layer(mover, "dominance")
    assert safe[4, 6] == pytest.approx(1 - 0.36)
    assert safe[4, 7] == pytest.approx(1 - 0.24)
    assert safe[4, 8] == pytest.approx(1 - 0.04)
    assert safe[3, 7] == pytest.approx((1 - 0.04) ** 2)
    assert safe[0, 0] == 1


def test_the_land_behind_a_target_counts_in_its_price():
    """Two squares of the same price: the one before rich land is worth more, unless `cluster` is off."""
    board = view([((4, 4), 1)], [((4, 4), 20), ((2, 4), 1)])
    for notation, is_better in (("amortizer", True), ("amortizer?cluster=0", False)):
        mover = seated(notation)
        mover.moves(board)
        worth = layer(mover, "worth")
        assert (worth[3, 4] > worth[5, 4]) == is_better


def test_the_next_target_of_one_stack_is_worth_less_to_the_others_and_no_more_stacks_gather_than_are_needed():
    """Another stack is there one step ahead; two of 40 take a square of 60, a third one is of no use to it."""
    mover = seated("amortizer?follow_up=0.5")
    mover.moves(view([((4, 4), 1)], [((4, 4), 100), ((3, 4), 10)]))
    crowding = mover.desk.crowding[: mover.targets]
    assert sorted(set(crowding)) == [0.5, 1]
    mover = seated("amortizer?follow_up=1")
    mover.moves(view([((4, 4), 1)], [((4, 4), 100), ((3, 4), 10)]))
    assert set(mover.desk.crowding[: mover.targets]) == {1}
    squares = [((4, 4), 1), ((4, 3), 1), ((4, 5), 1)]
    board = view(squares, [((4, 4), 40), ((4, 3), 40), ((4, 5), 40), ((3, 4), 60)], neutral=250)
    mover = seated()
    mover.moves(board)
    arrows = mover.thought().arrows["mining targets"]
    assert (arrows[:, 1] == 3 * WIDTH + 4).sum() == 2


def test_targets_that_are_passed_over_change_nothing():
    """Best, second best and goal are those of all targets weighed one by one, in frames of a real game."""
    frames, weighed = battles(), 0
    mover = SCHOOL.open(player("amortizer").parameters, *frames[0].owner.shape)
    for board in frames:
        mover.moves(board)
        desk, common = mover.desk, (mover.stay, mover.weight, mover.knobs, mover.desk)
        for c in desk.rank[: mover.stacks].copy():
            for mode in (assignment.MINING, assignment.ATTACKING):
                desk.mode[c] = mode
                worths = np.array([assignment.worth_of(c, number, *common) for number in range(mover.targets)])
                same = desk.kind[: mover.targets] == mode
                chosen = np.where(same, worths, 0.0) if (worths * same).max() > 0 else worths
                second, best = np.sort(chosen)[-2:]
                assert assignment.loss_of(c, mover.targets, *common) == best - second
                assert desk.value[c] == best
                assert best == 0 or chosen[desk.goal[c]] == best
                weighed += 1
    assert weighed > 100


def front(ours, theirs, turn=0):
    """Our stack and one of the enemy with an empty square between them, land of each behind."""
    squares = [((4, x), 1) for x in range(4)] + [((4, x), 2) for x in range(5, 9)]
    return view(squares, [((4, x), 2) for x in range(9)] + [((4, 3), ours), ((4, 4), 0), ((4, 5), theirs)], turn=turn)


def test_danger_is_of_stronger_enemies_counted_over_three_turns_and_forgotten():
    """Two steps away counts once, as long as the memory goes; 90 does not fear 20, helpers count against it."""
    mover = seated()
    mover.moves(front(20, 90))
    assert np.nanmax(layer(mover, "danger")) > 0
    for turn in range(1, 5):
        mover.moves(view([((4, x), 1) for x in range(4)], [((4, x), 20) for x in range(4)], turn=turn))
    assert np.isnan(layer(mover, "danger")).all()
    mover = seated()
    mover.moves(front(90, 20))
    assert np.isnan(layer(mover, "danger")).all()
    desk, c = mover.desk, 4 * WIDTH + 3
    desk.threat[:, c], desk.strength[c] = 300, 20
    for helper, fears in ((0, True), (200, False)):
        desk.strength[c - 1] = helper
        assert modes.is_in_danger(c, 1, mover.knobs, desk) == fears
    desk.foes[c + 1], desk.strength[c + 2] = 0, 0
    for beside, threat in ((15, 0), (30, 60)):  # of a stack of 20; beside it strength counts twice
        desk.strength[c + 1] = beside
        modes.count_danger(1, desk)
        assert desk.threat[0, c] == threat


def test_prediction_goes_on_as_the_last_moves_went():
    """An enemy who marched west through a square is expected to march on; without prediction all ways are alike."""
    for notation, is_west in (("amortizer", True), ("amortizer?prediction=off", False)):
        mover = seated(notation)
        for turn, x in enumerate((9, 8, 7)):
            squares = [((4, 1), 1)] + [((4, at), 2) for at in range(x, 10)]
            mover.moves(view(squares, [((4, at), 0) for at in range(x, 10)] + [((4, x), 80), ((4, 1), 9)], turn=turn))
        chance = mover.desk.chance[4 * WIDTH + 7]
        assert (chance[4] > 1.5 * chance[2]) == is_west


def test_a_full_stack_is_released_and_none_moves_where_the_cap_would_take_its_strength():
    """It goes also if its target is due later; of 200 and 200 on one square the later one stays."""
    board = view([((4, 4), 1), ((4, 5), 1)], [((4, 4), 250), ((4, 5), 0), ((4, 6), 10)], neutral=254)
    mover = seated()
    assert mover.moves(board)[4, 4] == 2
    assert SCHOOL.reasons[mover.thought().reason[4, 4]].name == "RELEASE"
    squares = [((4, 4), 1), ((4, 5), 1)]
    mover = seated()
    mover.moves(view(squares, [((4, 4), 200), ((4, 5), 200)], neutral=254))
    desk, west, east = mover.desk, 4 * WIDTH + 4, 4 * WIDTH + 5
    desk.move[west], desk.move[east] = 2, 0
    steps.keep_below_cap(1, mover.stacks, desk)
    assert desk.move[west] == 0
    assert SCHOOL.reasons[desk.reason[west]].name == "CAP"


def test_a_far_target_needs_the_turns_of_the_way_as_well():
    """A square of 90 beside the land is repaid in 30 turns, one of 9 five steps away in 3: the farther, the slower."""
    squares = [((4, x), 1) for x in range(3, 8)]
    board = view(squares, [((4, x), 90) for x in range(4, 8)] + [((4, 2), 90), ((4, 3), 95), ((4, 8), 9)], neutral=250)
    for pace, direction in ((1, 2), (20, 4)):
        mover = seated(f"amortizer?cluster=0&pace={pace}")
        mover.moves(board)
        turns = mover.desk.turns.reshape(HEIGHT, WIDTH)
        assert turns[4, 3] == pytest.approx(min(90 / 3 + pace, 9 / 3 + 5 * pace))
        mover.desk.goal[:] = -1
        steps.plan(1, mover.stacks, mover.stay, mover.knobs, mover.desk)
        assert mover.desk.move[4 * WIDTH + 3] == direction


def test_the_search_of_exchanges_finds_a_fight():
    """A strong stack beside a weak enemy strikes, with any set of futures."""
    for notation in ("amortizer", "amortizer?strategy=0", "amortizer?strategy=8", "amortizer?prediction=off"):
        assert seated(notation).moves(front(200, 20))[4, 3] == 2, notation


def test_in_some_futures_enemies_play_a_known_strategy_and_every_second_one_of_the_others_is_predicted():
    """All eight know it here; without one, an enemy that retreats for certain does so in four of eight."""
    mover, board = seated("amortizer?strategy=8"), front(100, 50)
    mover.moves(board)
    known = Decider(exchange.HABIT, HEIGHT, WIDTH).moves(replace(board, me=2)).ravel()
    theirs = board.owner.ravel() == 2
    assert known[theirs].any()
    for reply in mover.exchange.front.reply:
        np.testing.assert_array_equal(reply[theirs], known[theirs])
    mover, board, theirs = seated("amortizer?strategy=0"), front(100, 50), 4 * WIDTH + 5
    mover.moves(board)
    mover.desk.chance[:] = (0, 0, 1, 0, 0)
    mover.exchange.improve(board, mover.desk)
    assert (mover.exchange.front.reply[1::2, theirs] == 2).all()
    assert not (mover.exchange.front.reply[::2, theirs] == 2).all()


def weighed(notation, board, square, target):
    """The amortised value of a target for the stack on a square."""
    mover = seated(notation)
    mover.moves(board)
    at = target[0] * WIDTH + target[1]
    (number,) = np.flatnonzero(mover.desk.target[: mover.targets] == at)
    mover.desk.due[number], mover.desk.crowding[number], mover.desk.against[:] = 255, 1.0, 0
    mover.desk.gathered[number] = 0
    return mover, number, square[0] * WIDTH + square[1]


def worth(mover, number, c):
    """What `assignment.worth_of` says of it."""
    return assignment.worth_of(c, number, mover.stay, mover.weight, mover.knobs, mover.desk)


def beside(theirs, ours=100):
    """A stack of ours two steps from one of the enemy, neutral land between and around."""
    squares = [((4, 3), 1), ((4, 5), 2)]
    return view(squares, [((4, 3), ours), ((4, 4), 10), ((4, 5), theirs)], neutral=200)


def test_land_where_enemies_come_by_is_worth_less_and_stronger_ones_are_feared_more():
    """Weight 1 takes off the whole probability, 0 nothing; stronger stacks weigh three times as much as all."""
    none, some, full = (
        worth(*weighed(f"amortizer?dominance={weight}", beside(200), (4, 3), (4, 4))) for weight in (0, 0.5, 1)
    )
    assert some == pytest.approx((none + full) / 2)
    assert full < 0.8 * none
    weak, strong = (worth(*weighed("amortizer?dominance=1", beside(each), (4, 3), (4, 4))) for each in (20, 200))
    assert strong < weak
    alike = [
        worth(*weighed("amortizer?dominance=1&own_dominance=0", beside(each), (4, 3), (4, 4))) for each in (20, 200)
    ]
    assert alike[0] == pytest.approx(alike[1])


def test_value_is_for_each_turn_that_the_capture_takes():
    """A target that falls three turns later is worth as much as one three steps farther away."""
    mover, number, c = weighed(
        "amortizer", view([((4, 4), 1)], [((4, 4), 12), ((3, 4), 10)], neutral=250), (4, 4), (3, 4)
    )
    at_once = worth(mover, number, c)
    mover.desk.strength[3 * WIDTH + 4] = 12 + 2 * 3  # three turns of production are missing
    assert assignment.capture(c, number, mover.stay, mover.knobs, mover.desk) == 4
    assert worth(mover, number, c) == pytest.approx(at_once * mover.weight[4] / mover.weight[1])


def test_an_attack_counts_by_the_chance_of_capture_and_by_its_turns():
    """A stack half as strong as what it meets destroys it half as often and later; without it both count alike."""
    values = {}
    for notation in ("amortizer", "amortizer?capture=off"):
        mover, number, c = weighed(notation, front(100, 50), (4, 3), (4, 4))
        mover.desk.expected[:] = 0
        mover.desk.expected[4 * WIDTH + 5] = 200
        for strength in (100, 200):
            mover.desk.strength[c] = strength
            values[notation, strength] = worth(mover, number, c)
    assert values["amortizer", 100] < 0.5 * values["amortizer", 200]
    assert values["amortizer?capture=off", 100] == values["amortizer?capture=off", 200]


def test_a_stack_counts_on_its_own_target_when_it_weighs_the_modes():
    """Others find it closed; the stack that has it does not."""
    mover = seated("amortizer?stickiness=1")
    mover.moves(view([((4, 4), 1)], [((4, 4), 100), ((3, 4), 10)], neutral=250))
    desk, c = mover.desk, 4 * WIDTH + 4
    assert desk.goal[c] >= 0
    desk.mode[c] = assignment.ATTACKING
    modes.choose(mover.stacks, mover.targets, mover.stay, mover.weight, mover.knobs, desk)
    assert desk.mode[c] == assignment.MINING


def test_a_stack_in_danger_steps_back_where_the_cap_takes_nothing():
    """20 goes west to 100, and stays before 250."""
    for behind, direction in ((100, 4), (250, 0)):
        mover = seated()
        mover.moves(front(20, 200))
        desk, c = mover.desk, 4 * WIDTH + 3
        desk.threat[:, c], desk.strength[c - 1] = 3000, behind
        exchange.retreat(1, mover.knobs, desk)
        assert (SCHOOL.reasons[desk.reason[c]].name, desk.move[c]) == ("RETREAT", direction)


def test_land_that_is_repaid_late_counts_a_little_and_in_war_nothing():
    """A price of 20 turns, 15 of which count: three quarters of a twentieth."""
    mover = seated("amortizer?cluster=0")
    mover.moves(view([((4, 4), 1)], [((4, 4), 20)]))
    assert layer(mover, "worth")[3, 4] == pytest.approx(0.05 * 15 / 20)
    mover.moves(front(60, 60))
    assert layer(mover, "worth")[3, 3] == 0


def test_a_stack_without_a_target_does_not_drift_into_land_that_it_cannot_take():
    """50 among squares of 60 stays; 70 goes."""
    for strength, moves in ((50, False), (70, True)):
        mover = seated("amortizer?stay=0")
        mover.moves(view([((4, 4), 1)], [((4, 4), strength)]))
        mover.desk.goal[:] = -1
        steps.plan(1, mover.stacks, mover.stay, mover.knobs, mover.desk)
        assert (mover.desk.move[4 * WIDTH + 4] > 0) == moves


def crossing(notation):
    """Two neighbours with targets on the far side of one another, due when they can be there."""
    mover = seated(notation)
    mover.moves(view([((4, 4), 1), ((4, 5), 1)], [((4, 4), 100), ((4, 5), 100)]))
    desk, west, east = mover.desk, 4 * WIDTH + 4, 4 * WIDTH + 5
    number = {square: place for place, square in enumerate(desk.target[: mover.targets])}
    desk.goal[west], desk.goal[east] = number[east + 1], number[west - 1]
    desk.due[: mover.targets] = 2
    return mover, west, east


def test_stacks_that_would_pass_through_one_another_swap_targets_or_both_stay():
    """Either then has its target beside it, and waits for its turn; targets of different modes are not for swapping."""
    mover, west, east = crossing("amortizer?swap=off")
    steps.plan(1, mover.stacks, mover.stay, mover.knobs, mover.desk)
    assert mover.desk.move[[west, east]].tolist() == [2, 4]
    mover, west, east = crossing("amortizer")
    goals = mover.desk.goal[[west, east]].tolist()
    steps.plan(1, mover.stacks, mover.stay, mover.knobs, mover.desk)
    assert mover.desk.goal[[west, east]].tolist() == goals[::-1]
    assert mover.desk.move[[west, east]].tolist() == [0, 0]
    mover.desk.due[: mover.targets] = 1
    steps.plan(1, mover.stacks, mover.stay, mover.knobs, mover.desk)
    assert mover.desk.move[[west, east]].tolist() == [4, 2], "due now, without the other"
    mover, west, east = crossing("amortizer?meld=off")
    mover.desk.kind[mover.desk.goal[east]] = assignment.ATTACKING
    steps.plan(1, mover.stacks, mover.stay, mover.knobs, mover.desk)
    assert mover.desk.move[[west, east]].tolist() == [0, 0]
    assert {SCHOOL.reasons[reason].name for reason in mover.desk.reason[[west, east]]} == {"SWAP"}
