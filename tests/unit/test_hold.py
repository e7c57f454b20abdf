"""hold_until and the hurdle, computed by hand."""

import pytest

from bot import PRESETS, Memory, changed
from bot.greedy.assign import degradation_step, hold, hurdle_place
from tests.support.drawings import board, explained, strip

PEACE, COMBAT = strip("# a9 .5 b9 #"), strip("# a9 .0 b9 #")


def holding(name, text, players=2, **changes):
    """Turns of production asked on this board."""
    return hold(board(text), Memory(starting_players=players), changed(PRESETS[name], changes))


def test_v26_holds_longer_while_an_empty_square_touches_it_unless_it_is_fixed():
    """A natural square of strength 0 counts too."""
    assert holding("v26", PEACE) == 5
    assert holding("v26", COMBAT) == 7
    assert holding("v26", strip("# a9 .5 .0 b9 #")) == 5
    assert holding("v26", strip("# a9 .0 .5 #")) == 7
    assert holding("v26", COMBAT, fixed_hold="on", hold_until=4) == 4
    assert holding("v17", COMBAT) == holding("v12", COMBAT) == 5


@pytest.mark.parametrize(("shape", "players", "crowded"), [
    ((30, 30), 3, False), ((30, 30), 4, True), ((20, 30), 2, True), ((30, 20), 2, True), ((19, 19), 2, False),
])  # fmt: skip
def test_v12_plays_small_or_crowded_boards_with_other_numbers(shape, players, crowded):
    """A side of exactly 20, or four players at the start, however many are left."""
    ground = board("\n".join(["# " * shape[1]] * shape[0]))  # all rock
    memory = Memory(starting_players=players)
    for name in PRESETS:
        other = crowded and name == "v12"
        assert hold(ground, memory, PRESETS[name]) == (6 if other else 5)
        assert degradation_step(ground, memory, PRESETS[name]) == (0.4 if other else 0.5 if name == "v12" else 0.2)


@pytest.mark.parametrize(
    ("interior", "stronger"),
    [(1, 0), (2, 0), (3, 1), (10, 4), (100, 43), (1000, 274), (2499, 25), (2500, 25), (2600, 0)],
)  # fmt: skip
def test_the_share_that_may_move_shrinks_with_the_interior(interior, stronger):
    """floor(n * ((1 - n / 2500) * 0.44 + 0.01)): 45 % of a small interior, 1 % of 2500 squares, never past the last."""
    assert hurdle_place(interior, PRESETS["v26"]) == min(interior - 1, stronger)


def test_the_hurdle_is_the_strength_at_that_place_among_the_interior():
    """The place is inside also if all squares may move."""
    everybody = changed(PRESETS["v26"], {"int_max": 1, "int_min": 1})
    assert [hurdle_place(interior, everybody) for interior in (1, 2, 3)] == [0, 1, 2]
    squares = strip("# a7 a50 a30 a0 a20 .9 #")  # interior 50, 30, 7, 0: a20 looks at .9
    assert explained(squares, PRESETS["v26"]).hurdle == 30
    assert explained(squares, PRESETS["v17"]).hurdle == 30
    assert explained(squares, PRESETS["v12"]).hurdle == 0
    assert explained(strip("# a20 .9 #"), PRESETS["v26"]).hurdle == 0
