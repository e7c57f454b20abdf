"""Every event, computed by hand on small boards."""

import numpy as np
import pytest

from engine import Replay, State, rules
from experiments.recordings.events import MEASURES, Events, EventsError
from tests.support.drawings import drawn, strip

BETWEEN_TWO = """
    #      a100/0  #
    b60/0  .0      b60/0
    #      #       #
"""


def played(board, *turns):
    """The replay of a drawn board under these orders, each {(y, x): direction}; everybody else is STILL."""
    view = drawn(board)
    states, moves = [State(view.owner, view.strength, view.production)], []
    for orders in turns:
        moves.append(np.zeros(view.owner.shape, np.int32))
        for square, direction in orders.items():
            moves[-1][square] = direction
        states.append(rules.step(states[-1], moves[-1]))
    frames = (np.array([getattr(state, layer) for state in states]) for layer in ("owner", "strength"))
    moves = np.array(moves, np.int32).reshape(-1, *view.owner.shape)
    return Replay(*frames, view.production, moves, ("one", "two"))


def events(board, *turns):
    """The events of that replay."""
    return Events.of(played(board, *turns))


def test_a_capture_costs_what_stood_there():
    """10 onto 4: the square is ours, 4 are lost to the neutral, none to enemies."""
    counted = events(strip("a10 .4 #"), {(0, 0): rules.EAST})
    assert counted.captures_of_neutral.tolist() == [[1, 0]]
    assert counted.neutral_damage.tolist() == [[4, 0]]
    assert counted.failed_captures.sum() == counted.damage_taken.sum() == 0
    assert counted.territory.tolist() == [[2, 0]]


@pytest.mark.parametrize("garrison", [10, 30])
def test_a_capture_fails_against_as_much_or_more(garrison):
    """10 onto 10 leaves an empty neutral square; 10 onto 30 leaves 20."""
    counted = events(strip(f"a10 .{garrison} #"), {(0, 0): rules.EAST})
    assert counted.failed_captures.tolist() == [[1, 0]]
    assert counted.neutral_damage.tolist() == [[10, 0]]
    assert counted.captures_of_neutral.sum() == 0


def test_taking_an_empty_is_no_capture_of_a_neutral():
    """What a fight left behind costs nothing, and is counted by itself."""
    counted = events(strip("a10 .0 #"), {(0, 0): rules.EAST})
    assert counted.captures_of_empty.tolist() == [[1, 0]]
    assert counted.captures_of_neutral.sum() == 0


def test_the_cap_takes_from_merging_and_from_producing():
    """200 + 100 loses 45 by merging; 254 producing 3 loses 2 by production; production is realised before the cap."""
    counted = events(strip("a200 a100/0 # a254/3"), {(0, 0): rules.EAST})
    assert counted.cap_loss_by_merge.tolist() == [[45, 0]]
    assert counted.cap_loss_by_production.tolist() == [[2, 0]]
    assert counted.cap_loss.tolist() == [[47, 0]]
    assert counted.realised_production.tolist() == [[3, 0]]


def test_overkill_is_what_a_piece_destroys_beyond_its_own_strength():
    """100 step between two 60s: 120 die for 100, so 20 are overkill; the 60s destroyed 100 with 120."""
    counted = events(BETWEEN_TWO, {(0, 1): rules.SOUTH})
    assert counted.damage_taken.tolist() == [[100, 120]]
    assert counted.damage_dealt == pytest.approx(np.array([[120, 100]]))
    assert counted.overkill == pytest.approx(np.array([[20, 0]]))
    assert counted.overkill_suffered == pytest.approx(np.array([[0, 20]]))
    assert counted.self_inflicted_overkill == pytest.approx(0)


def test_two_blows_on_two_pieces_are_no_overkill():
    """Two 50s against two 50s, each in reach of both: each side loses what it had, neither gains."""
    counted = events("# a50/0 b50/0 #\n# b50/0 a50/0 #\n# # # #", {})
    assert counted.damage_taken.tolist() == [[100, 100]]
    assert counted.overkill == pytest.approx(0)


def test_overkill_is_walked_into_when_only_the_victim_moved():
    """Two 60s step beside 100 that stand: the same 20 are overkill, and the victims asked for it."""
    counted = events(strip("b60/0 .0 a100/0 .0 b60/0 #"), {(0, 0): rules.EAST, (0, 4): rules.WEST})
    assert counted.overkill == pytest.approx(np.array([[20, 0]]))
    assert counted.self_inflicted_overkill == pytest.approx(np.array([[0, 20]]))


def test_the_neutral_is_served_before_the_enemy():
    """10 onto 8 beside an enemy 6: 8 go to the neutral, the last 2 to the enemy, who loses all 6."""
    counted = events(strip("a10/0 .8 b6/0 #"), {(0, 0): rules.EAST})
    assert counted.neutral_damage.tolist() == [[8, 0]]
    assert counted.damage_taken.tolist() == [[2, 6]]


def test_breaking_the_last_neutral_between_two_players_opens_a_wall():
    """The player that moves onto it as it breaks has opened it, even if it stays neutral; they touch on that turn."""
    counted = events(strip("a10/0 .8 b6/0 #"), {}, {(0, 0): rules.EAST})
    assert counted.wall_openings.tolist() == [[0, 0], [1, 0]]
    assert counted.first_contact.tolist() == [[0, 2], [2, 0]]


def test_a_wall_may_stand_before_an_empty_that_touches_the_enemy():
    """Nothing is left between the two, though they do not touch yet."""
    counted = events(strip("a10/0 .8 .0 b6/0 #"), {(0, 0): rules.EAST})
    assert counted.wall_openings.tolist() == [[1, 0]]
    assert counted.first_contact.sum() == 0


def test_a_neutral_far_from_everybody_is_no_wall():
    """Behind it stands another neutral with strength."""
    assert events(strip("a10/0 .8 .1 b6/0 #"), {(0, 0): rules.EAST}).wall_openings.sum() == 0


def test_orders_are_counted_for_squares_with_strength():
    """One of two stands; a square of strength 0 that moves moves nothing, and counts as nothing else."""
    counted = events(strip("a10 # a5 # a0 a1 #"), {(0, 2): rules.EAST, (0, 4): rules.EAST})
    assert counted.pieces.tolist() == [[3, 0]]
    assert counted.still.tolist() == [[2, 0]]
    assert counted.moves_of_nothing.tolist() == [[1, 0]]


def test_a_flip_flop_goes_back_where_it_came_from():
    """East and back is one; east and on is none; two squares that change places on one turn are none."""
    there = {(0, 0): rules.EAST}
    assert events(strip("a10 a5 a5 #"), there, {(0, 1): rules.WEST}).flip_flops.tolist() == [[0, 0], [1, 0]]
    assert events(strip("a10 a5 a5 #"), there, {(0, 1): rules.EAST}).flip_flops.sum() == 0
    assert events(strip("a10 a5 a5 #"), there | {(0, 1): rules.WEST}).flip_flops.sum() == 0


def test_a_game_without_turns_has_no_events():
    """Arrays of no rows, one column a player."""
    counted = events(strip("a10 b5 #"))
    assert all(values.shape == (0, 2) for values in counted.measures().values())
    assert counted.first_contact.sum() == 0


def test_frames_that_do_not_follow_from_the_moves_are_refused():
    """The turn, the player and both sums are named, and who tells more."""
    replay = played(strip("a10 .4 #"), {(0, 0): rules.EAST})
    replay.strength[1, 0, 1] += 7
    with pytest.raises(EventsError, match=r"turn 1: player 1 should have 6 strength left, .* holds 13; .*verify games"):
        Events.of(replay)


def test_every_measure_has_a_title_and_a_unit():
    """Tables and figures take them from here."""
    assert all(measure.title and measure.unit for measure in MEASURES.values())
    assert len({measure.title for measure in MEASURES.values()}) == len(MEASURES)
