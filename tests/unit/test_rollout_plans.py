"""War planner and online parameter search: what a candidate is worth by rollouts, and that a stopped one goes on."""

import itertools

import numpy as np
import pytest

from bot import View, kernels, override, preset
from bot.board.board import SEATS, WAR
from bot.search import rollout, turn
from bot.search.champion import Champion
from bot.search.game_state import BELIEVED_SEED, OPPONENT, OPPONENT_SEED
from bot.search.parameter_search import LEAST, MOST_A_TURN, OUR_SEED, PARTS
from bot.search.state import CANDIDATE, CHECKPOINTS, CHOSEN, DONE, FIGHT_RANGE, PLAYING, RANGES
from bot.search.war_planner import STRENGTH_SHARE
from tests.support.watching import play_out


def later(view, turns):
    return View(view.owner, view.strength, view.production, view.me, view.turn + turns)


HEIGHT, WIDTH = 10, 24
SETTINGS = override(preset("v26"), {"pact_heads_up": False, "war_every": 10, "war_horizon": 20, "seed": 3})
WAR_LIMIT = int((HEIGHT * WIDTH) ** 0.5 * 10)
WEAK, STRONG = 2, 3


def world(turn=WAR_LIMIT - 100):
    """Three countries round the torus, a wall between each two: player 2 is weak, player 3 is strong."""
    owner, strength, production = np.zeros((3, HEIGHT, WIDTH), np.uint8)
    for player, first, end, strong, rich in ((1, 1, 11, 200, 1), (WEAK, 12, 15, 3, 2), (STRONG, 16, 24, 255, 1)):
        owner[:, first:end], strength[:, first:end], production[:, first:end] = player, strong, rich
    strength[owner == 0], production[owner == 0] = 20, 1
    for column in (4, 6, 19, 21):  # land that is worth mining: without it every player would go for the walls
        owner[:, column], strength[:, column], production[:, column] = 0, 255, 1
    return View(owner, strength, production, 1, turn)


def planner():
    return Champion(SETTINGS, HEIGHT, WIDTH)


def considered(champion):
    """What its plans are worth, by whom they would fight."""
    plans = champion.kernels.memory.game.plans[: champion.state["considered"]]
    return {int(war): float(worth) for war, worth in plans}


def planned(view):
    """A planner that was asked on three turns; the board stands still meanwhile."""
    champion = planner()
    for turns in range(3):
        champion.moves(later(view, turns))
    return champion


def worth(war, view):
    """What a plan is worth, in plain words: our shares at the end of a rollout; at the end of the game our place."""
    table, end = rollout.table(HEIGHT, WIDTH), min(view.turn + SETTINGS.war_horizon, WAR_LIMIT)
    seats = np.array([kernels.values(override(preset("v26"), {"seed": BELIEVED_SEED}))] * SEATS, kernels.VALUES)
    seats[view.me] = kernels.values(SETTINGS)
    rollout.reset_table(kernels.grids(view), table)
    table.memories[view.me, WAR] = war
    play_out(view.turn, end, seats, kernels.scratch(HEIGHT, WIDTH), table)
    ours, everybody = table.grids.owner == view.me, table.grids.owner > 0
    land, production, strength = (
        layer[ours].sum(dtype=int) / layer[everybody].sum(dtype=int)
        for layer in (np.ones_like(table.grids.owner), table.grids.production, table.grids.strength)
    )
    if end < WAR_LIMIT:
        return production + STRENGTH_SHARE * strength
    squares = [np.count_nonzero(table.grids.owner == player) for player in range(1, SEATS)]
    return land - sum(each > squares[view.me - 1] for each in squares) / (view.players - 1)


@pytest.mark.parametrize("turn", [WAR_LIMIT - 100, WAR_LIMIT - 20])
def test_a_plan_is_worth_what_a_rollout_of_it_says(turn):
    found = considered(planned(world(turn)))
    assert found == {war: worth(war, world(turn)) for war in (0, 1 << WEAK, 1 << STRONG)}
    assert len(set(found.values())) > 1


def test_a_plan_is_worth_a_number_where_nothing_produces():
    view = world()
    view.production[:] = 0
    assert np.isfinite([*considered(planned(view)).values()]).all()


def test_a_plan_that_the_clock_stopped_goes_on_where_it_was_from_the_same_frame():
    champion, view, whole = planner(), world(), considered(planned(world()))
    for turns in range(9):  # before the next plan is due
        looks = iter([False, False, False])
        champion.receive(later(view, turns))
        champion.run(DONE - 1, lambda looks=looks: next(looks, True))
        assert len(considered(champion)) == (turns + 1) // 2 if turns < 4 else True
    assert considered(champion) == whole
    assert champion.report()["war"] == [WEAK]
    champion = planner()
    champion.moves(view)
    view.owner[:] = 1
    view.owner[0] = 2, *[3] * (WIDTH - 1)
    for turns in (1, 2):
        champion.moves(later(view, turns))
    assert considered(champion) == whole


SIZE = 16
LIMIT = SIZE * 10
CHAMPION = override(
    preset("champion"), {"opening_search": 0, "campaign_search": 4, "campaign_horizon": 10, "campaign_every": 12}
)
TURN = 58  # with the luck of this turn some candidate is better than our own parameters
DRAWN = [known.name for known in (*RANGES, FIGHT_RANGE)]


def fight(turn=TURN):
    owner, strength = np.zeros((2, SIZE, SIZE), np.uint8)
    owner[4:12, 2:6], owner[4:12, 7:11] = 1, 2
    strength[owner > 0] = 40
    strength[owner == 0] = 30
    strength[4:12, 6] = 0
    return View(owner, strength, np.full((SIZE, SIZE), 3, np.uint8), 1, turn)


class Searcher:
    """A champion whose candidates are written down as they are judged."""

    def __init__(self, changes):
        self.champion = Champion(override(CHAMPION, changes), SIZE, SIZE)
        self.state = self.champion.state
        self.judged = []  # the parameters of each candidate
        self.turns = []  # how many each was simulated

    def attend(self, view, out_of_time=lambda: False):
        self.champion.receive(view)
        while self.state["phase"] != DONE:
            before = self.state["scored"]
            turn.run(1, out_of_time(), self.champion.kernels.memory)
            if self.state["scored"] == before + 1:
                self.judged.append(self.champion.kernels.memory.game.players[CANDIDATE].copy())
                self.turns.append(int(self.state["reached"] - self.state["since"]))


def searched(view, turns=1, out_of_time=lambda: False, **changes):
    """A search that was asked on so many turns; the board stands still meanwhile."""
    one = Searcher(changes)
    for number in range(turns):
        one.attend(later(view, number), out_of_time)
    return one


def course(candidate, view, parameters):
    """What a candidate is worth, in plain words: our share at each checkpoint of a rollout, and at its end."""
    horizon = min(view.turn + parameters.campaign_horizon, LIMIT) - view.turn
    seats = np.array([kernels.values(override(OPPONENT, {"seed": OPPONENT_SEED}))] * SEATS, kernels.VALUES)
    seats[view.me] = candidate
    seats[view.me]["seed"] = OUR_SEED
    table, scratch, shares, now = rollout.table(SIZE, SIZE), kernels.scratch(SIZE, SIZE), [], view.turn
    rollout.reset_table(kernels.grids(view), table)
    for part in (*range(1, CHECKPOINTS + 1), PARTS):
        end = view.turn + horizon * part // PARTS
        play_out(now, end, seats, scratch, table)
        have, now = np.zeros(SEATS), end
        for player in range(1, SEATS):
            ours = table.grids.owner == player
            strength, production = table.grids.strength[ours].sum(), table.grids.production[ours].sum()
            have[player] = strength + parameters.campaign_worth * production
        shares.append(have[view.me] / max(have.sum(), 1))
    return shares


def race(courses):
    """Which of these wins, and at which checkpoint each is given up; CHECKPOINTS where it is not."""
    best, ends = 0, []
    for number, shares in enumerate(courses):
        behind = [look for look in range(CHECKPOINTS) if shares[look] < courses[best][look]]
        ends.append(behind[0] if behind else CHECKPOINTS)
        if not behind and shares[-1] > courses[best][-1]:
            best = number
    return best, ends


def test_the_choice_wins_the_race_and_who_is_behind_the_best_is_given_up_at_the_next_checkpoint():
    most = {"campaign_search": 40, "campaign_horizon": 24}
    one, parameters, horizon = searched(fight(), 6, **most), override(CHAMPION, most), 24
    courses = [course(candidate, fight(), parameters) for candidate in one.judged]
    best, ends = race(courses)
    assert len(ends) == 1 + 40
    assert best > 0
    chosen = one.champion.kernels.memory.game.players[CHOSEN]
    assert [chosen[name] for name in DRAWN] == [one.judged[best][name] for name in DRAWN]
    assert one.state["expected"].tolist() == [courses[best][-1], courses[0][-1]]
    assert set(ends) == set(range(CHECKPOINTS + 1)), "each kind of end is in this race"
    assert one.turns == [horizon * (look + 1) // PARTS if look < CHECKPOINTS else horizon for look in ends]
    assert sum(one.turns) < 0.6 * horizon * len(one.turns)


def test_a_rollout_that_the_clock_stopped_goes_on_where_it_was_from_the_same_frame():
    looks, whole = itertools.count(), searched(fight())
    hurried = searched(fight(), 12, lambda: next(looks) % 7 == 6)
    assert hurried.judged == whole.judged
    assert hurried.state["expected"].tolist() == whole.state["expected"].tolist()
    assert searched(fight(), 3, lambda: True).judged == []
    one, view = Searcher({"campaign_search": MOST_A_TURN}), fight()
    one.attend(view)
    view.owner[:] = 1
    one.attend(later(view, 1))
    whole = searched(fight(), 2, campaign_search=MOST_A_TURN)
    for name in ("best_score", "own_score"):
        assert one.state[name] == whole.state[name]


def with_owner(square, owner, lonely=False):
    """The fight, with this owner on a far square; lonely: instead of the enemy."""
    view = fight()
    view.owner[view.owner == 2] *= not lonely
    view.owner[square] = owner
    return view


@pytest.mark.parametrize(("view", "changes", "is_searched"), [
    (fight(), {"campaign_search": 0}, False), (fight(), {"combat_search": 0}, False),
    (with_owner((0, 14), 2, lonely=True), {}, False),  # before contact
    (with_owner((0, 15), 3), {}, False),  # among three
    (fight(LIMIT - LEAST + 1), {}, False), (fight(LIMIT - LEAST), {}, True),
])  # fmt: skip
def test_before_contact_at_the_end_among_three_and_switched_off_nothing_is_searched(view, changes, is_searched):
    assert bool(searched(view, **changes).judged) == is_searched


def test_seating_other_parameters_keeps_the_chosen_ones_and_ends_what_was_searched_for_the_old_ones():
    """A slider changes one parameter; candidates that still wait were drawn around some that no longer play."""
    champion = searched(fight(), 2, campaign_margin=0.0).champion
    playing, chosen = (champion.kernels.memory.game.players[place] for place in (PLAYING, CHOSEN))
    alpha = float(playing["alpha"])
    assert alpha != champion.parameters.alpha
    champion.change_parameters(override(champion.parameters, {"search_keep": 0.2}))
    for plays in (playing, chosen):
        assert (plays["alpha"], plays["search_keep"]) == (alpha, 0.2)
    one = searched(fight(), campaign_search=MOST_A_TURN)
    assert one.state["scored"] < one.state["candidates"]
    one.champion.change_parameters(override(one.champion.parameters, {"search_keep": 0.2}))
    assert one.state["scored"] == one.state["candidates"]
    one.attend(fight(turn=TURN + 1))
    assert len(one.judged) == MOST_A_TURN
