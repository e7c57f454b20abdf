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
    return Events.of(played(board, *turns))


GO, NONE = {(0, 0): rules.EAST}, [[0, 0]]
COUNTED = {
    "a capture costs what stood there, here 4": (strip("a10 .4 #"), [GO], {
        "captures_of_neutral": [[1, 0]], "neutral_damage": [[4, 0]], "failed_captures": NONE, "damage_taken": NONE,
        "territory": [[2, 0]]}),
    "10 onto 10 leaves an empty neutral square": (strip("a10 .10 #"), [GO], {
        "failed_captures": [[1, 0]], "neutral_damage": [[10, 0]], "captures_of_neutral": NONE}),
    "10 onto 30 leaves 20": (strip("a10 .30 #"), [GO], {
        "failed_captures": [[1, 0]], "neutral_damage": [[10, 0]], "captures_of_neutral": NONE}),
    "what a fight left behind costs nothing": (strip("a10 .0 #"), [GO], {
        "captures_of_empty": [[1, 0]], "captures_of_neutral": NONE}),
    "200 + 100 loses 45 by merging, 254 producing 3 loses 2; production is realised before the cap": (
        strip("a200 a100/0 # a254/3"), [GO], {
            "cap_loss_by_merge": [[45, 0]], "cap_loss_by_production": [[2, 0]], "cap_loss": [[47, 0]],
            "realised_production": [[3, 0]]}),
    "100 step between two 60s: 120 die for 100, so 20 are overkill": (BETWEEN_TWO, [{(0, 1): rules.SOUTH}], {
        "damage_taken": [[100, 120]], "damage_dealt": [[120, 100]], "overkill": [[20, 0]],
        "overkill_suffered": [[0, 20]], "self_inflicted_overkill": NONE}),
    "two 50s against two 50s, each in reach of both: neither side gains": (
        "# a50/0 b50/0 #\n# b50/0 a50/0 #\n# # # #", [{}], {"damage_taken": [[100, 100]], "overkill": NONE}),
    "two 60s step beside 100 that stand: the victims asked for it": (
        strip("b60/0 .0 a100/0 .0 b60/0 #"), [{(0, 0): rules.EAST, (0, 4): rules.WEST}], {
            "overkill": [[20, 0]], "self_inflicted_overkill": [[0, 20]]}),
    "8 of the 10 go to the neutral, the last 2 to the enemy, who loses all 6": (strip("a10/0 .8 b6/0 #"), [GO], {
        "neutral_damage": [[8, 0]], "damage_taken": [[2, 6]]}),
    "breaking the last neutral between two opens a wall, even if it stays neutral; they touch on that turn": (
        strip("a10/0 .8 b6/0 #"), [{}, GO], {"wall_openings": [[0, 0], [1, 0]], "first_contact": [[0, 2], [2, 0]]}),
    "a wall may stand before an empty that touches the enemy": (strip("a10/0 .8 .0 b6/0 #"), [GO], {
        "wall_openings": [[1, 0]], "first_contact": [[0, 0], [0, 0]]}),
    "behind a neutral stands another with strength: no wall": (strip("a10/0 .8 .1 b6/0 #"), [GO], {
        "wall_openings": NONE}),
    "one of two stands; strength 0 that moves moves nothing, and counts as nothing else": (
        strip("a10 # a5 # a0 a1 #"), [{(0, 2): rules.EAST, (0, 4): rules.EAST}], {
            "pieces": [[3, 0]], "still": [[2, 0]], "moves_of_nothing": [[1, 0]]}),
    "east and back is a flip-flop": (strip("a10 a5 a5 #"), [GO, {(0, 1): rules.WEST}], {
        "flip_flops": [[0, 0], [1, 0]]}),
    "east and on is none": (strip("a10 a5 a5 #"), [GO, {(0, 1): rules.EAST}], {"flip_flops": [[0, 0], [0, 0]]}),
    "two squares that change places on one turn are none": (strip("a10 a5 a5 #"), [GO | {(0, 1): rules.WEST}], {
        "flip_flops": NONE}),
}  # fmt: skip


@pytest.mark.parametrize("what", COUNTED)
def test_what_happened_on_a_small_board_is_counted(what):
    """Every measure by hand, named by its sentence; a row for each turn, a column for each player."""
    board, turns, expected = COUNTED[what]
    counted = events(board, *turns)
    assert {name: getattr(counted, name).tolist() for name in expected} == {
        name: [pytest.approx(row) for row in rows] for name, rows in expected.items()
    }


def test_frames_that_do_not_follow_from_the_moves_are_refused():
    replay = played(strip("a10 .4 #"), {(0, 0): rules.EAST})
    replay.strength[1, 0, 1] += 7
    with pytest.raises(EventsError, match=r"turn 1: player 1 should have 6 strength left, .* holds 13; .*verify`"):
        Events.of(replay)


def test_every_measure_has_a_title_and_a_unit_and_no_rows_in_a_game_without_turns():
    assert all(measure.title and measure.unit for measure in MEASURES.values())
    assert len({measure.title for measure in MEASURES.values()}) == len(MEASURES)
    counted = events(strip("a10 b5 #"))
    assert all(values.shape == (0, 2) for values in counted.measures().values())
    assert counted.first_contact.sum() == 0
