"""War and peace: when each forecast is made, and that we attack a weak neighbour and not a strong one."""

import numpy as np
import pytest

from bot import View, changed, kernels, preset
from bot.board.board import SEATS, WAR
from bot.search import rollout
from bot.search.champion import Champion
from bot.search.game_state import BELIEVED_SEED
from bot.search.state import DONE
from bot.search.war_planner import STRENGTH_SHARE
from tests.support.watching import play_out

HEIGHT, WIDTH = 10, 24
SETTINGS = changed(preset("v26"), {"pact_heads_up": False, "war_every": 10, "war_horizon": 20, "seed": 3})
LIMIT = int((HEIGHT * WIDTH) ** 0.5 * 10)
WEAK, STRONG = 2, 3


def world(turn=LIMIT - 100):
    """Three countries round the torus, a wall between each two: player 2 is weak, player 3 is strong."""
    owner, strength, production = np.zeros((3, HEIGHT, WIDTH), np.uint8)
    for player, first, end, strong, rich in ((1, 1, 11, 200, 1), (WEAK, 12, 15, 3, 2), (STRONG, 16, 24, 255, 1)):
        owner[:, first:end], strength[:, first:end], production[:, first:end] = player, strong, rich
    strength[owner == 0], production[owner == 0] = 20, 1
    for column in (4, 6, 19, 21):  # land that is worth mining: without it every player would go for the walls
        owner[:, column], strength[:, column], production[:, column] = 0, 255, 1
    return View(owner, strength, production, 1, turn)


def council(**changes):
    return Champion(changed(SETTINGS, changes), HEIGHT, WIDTH)


def considered(sitting):
    """What its plans are worth, by whom they would fight."""
    return {int(war): float(worth) for war, worth in sitting.kernels.memory.game.plans[: sitting.state["considered"]]}


def after(view, turns=3, **changes):
    """The council after it was asked on so many turns; the board stands still meanwhile."""
    sitting = council(**changes)
    for turn in range(turns):
        sitting.moves(View(view.owner, view.strength, view.production, view.me, view.turn + turn))
    return sitting


def worth(war, view):
    """What a plan is worth, in plain words: our shares at the end of a forecast; at the end of the game our place."""
    table, end = rollout.table(HEIGHT, WIDTH), min(view.turn + SETTINGS.war_horizon, LIMIT)
    seats = np.array([kernels.values(changed(preset("v26"), {"seed": BELIEVED_SEED}))] * SEATS, kernels.VALUES)
    seats[view.me] = kernels.values(SETTINGS)
    rollout.begin(kernels.grids(view), table)
    table.memories[view.me, WAR] = war
    play_out(view.turn, end, seats, kernels.scratch(HEIGHT, WIDTH), table)
    ours, everybody = table.grids.owner == view.me, table.grids.owner > 0
    land, production, strength = (
        layer[ours].sum(dtype=int) / layer[everybody].sum(dtype=int)
        for layer in (np.ones_like(table.grids.owner), table.grids.production, table.grids.strength)
    )
    if end < LIMIT:
        return production + STRENGTH_SHARE * strength
    squares = [np.count_nonzero(table.grids.owner == player) for player in range(1, SEATS)]
    return land - sum(each > squares[view.me - 1] for each in squares) / (view.players - 1)


@pytest.mark.parametrize("turn", [LIMIT - 100, LIMIT - 20])
def test_a_plan_is_worth_what_a_forecast_of_it_says(turn):
    view = world(turn)
    found = considered(after(view))
    assert found == {war: worth(war, view) for war in (0, 1 << WEAK, 1 << STRONG)}
    assert len(set(found.values())) > 1


def test_a_weak_neighbour_is_worth_a_war_and_a_strong_one_is_not():
    sitting = after(world())
    assert sitting.report()["war"] == [WEAK]
    worth = considered(sitting)
    assert worth[1 << WEAK] > worth[0]
    assert worth[1 << WEAK] > worth[1 << STRONG]
    view = world()
    view.production[:] = 0
    assert np.isfinite([*considered(after(view)).values()]).all()


def test_a_forecast_that_the_clock_stopped_goes_on_where_it_was_from_the_same_frame():
    sitting, view = council(), world()
    for turn in range(9):  # before the next council is due
        looks = iter([False, False, False])
        now = View(view.owner, view.strength, view.production, view.me, view.turn + turn)
        sitting.receive(now)
        sitting.work(DONE - 1, lambda looks=looks: next(looks, True))
        assert len(considered(sitting)) == (turn + 1) // 2 if turn < 4 else True
    assert considered(sitting) == considered(after(view))
    assert sitting.report()["war"] == [WEAK]
    sitting, view = council(), world()
    sitting.moves(view)
    view.owner[:] = 1
    view.owner[0] = 2, *[3] * (WIDTH - 1)
    for turn in range(1, 3):
        sitting.moves(View(view.owner, view.strength, view.production, 1, view.turn + turn))
    assert considered(sitting) == considered(after(world()))
