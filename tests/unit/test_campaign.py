"""The campaign: parameters for a fight between two, chosen by forecasts; resumable, and off when it should be."""

import itertools

import numpy as np

from bot import View, changed, kernels, preset
from bot.board.board import SEATS
from bot.search import rollout, turn
from bot.search.champion import Champion
from bot.search.game_state import OPPONENT, OPPONENT_SEED
from bot.search.parameter_search import LEAST, MOST_A_TURN, OUR_SEED, PARTS
from bot.search.state import CANDIDATE, CHECKPOINTS, CHOSEN, DONE, FIGHT_RANGE, RANGES
from tests.support.watching import play_out

SIZE = 16
SEARCH = 4
CHAMPION = changed(
    preset("champion"), {"opening_search": 0, "campaign_search": SEARCH, "campaign_horizon": 10, "campaign_every": 12}
)
LIMIT = SIZE * 10
TURN = 58
"""With the luck of this turn some candidate is better than our own parameters."""

DRAWN = [known.name for known in (*RANGES, FIGHT_RANGE)]


def fight(turn=TURN):
    owner, strength = np.zeros((2, SIZE, SIZE), np.uint8)
    production = np.full((SIZE, SIZE), 3, np.uint8)
    owner[4:12, 2:6], owner[4:12, 7:11] = 1, 2
    strength[owner > 0] = 40
    strength[owner == 0] = 30
    strength[4:12, 6] = 0
    return View(owner, strength, production, 1, turn)


class Campaigner:
    """A champion whose candidates are written down as they are judged."""

    def __init__(self, **changes):
        self.champion = Champion(changed(CHAMPION, changes), SIZE, SIZE)
        self.judged = []  # the parameters of each candidate
        self.turns = []  # how many each was simulated

    def attend(self, view, out_of_time=lambda: False):
        game = self.champion.kernels.memory.game
        self.champion.receive(view)
        while self.champion.state["phase"] != DONE:
            before = self.champion.state["scored"]
            turn.work(1, out_of_time(), self.champion.kernels.memory)
            if self.champion.state["scored"] == before + 1:
                self.judged.append(game.players[CANDIDATE].copy())
                self.turns.append(int(self.champion.state["reached"] - self.champion.state["since"]))

    def values(self, place):
        return [self.champion.kernels.memory.game.players[place][name] for name in DRAWN]


def after(view, turns=1, out_of_time=lambda: False, **changes):
    """A campaign that was asked on so many turns; the board stands still meanwhile."""
    one = Campaigner(**changes)
    for number in range(view.turn, view.turn + turns):
        one.attend(View(view.owner, view.strength, view.production, view.me, number), out_of_time)
    return one


def course(candidate, view, parameters=CHAMPION):
    """What a candidate is worth, in plain words: our share at each look of a forecast, and at its end."""
    horizon = min(view.turn + parameters.campaign_horizon, LIMIT) - view.turn
    seats = np.array([kernels.values(changed(OPPONENT, {"seed": OPPONENT_SEED}))] * SEATS, kernels.VALUES)
    seats[view.me] = candidate
    seats[view.me]["seed"] = OUR_SEED
    table, scratch, shares, now = rollout.table(SIZE, SIZE), kernels.scratch(SIZE, SIZE), [], view.turn
    rollout.begin(kernels.grids(view), table)
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
    """Which of these wins, and at which look each is given up; CHECKPOINTS where it is not."""
    best, ends = 0, []
    for number, shares in enumerate(courses):
        behind = [look for look in range(CHECKPOINTS) if shares[look] < courses[best][look]]
        ends.append(behind[0] if behind else CHECKPOINTS)
        if not behind and shares[-1] > courses[best][-1]:
            best = number
    return best, ends


def values_of(candidate):
    return [candidate[name] for name in DRAWN]


def test_the_choice_wins_the_race_and_who_is_behind_the_best_is_given_up_at_the_next_look():
    most = {"campaign_search": 40, "campaign_horizon": 24}
    one, parameters = after(fight(), 6, **most), changed(CHAMPION, most)
    courses = [course(candidate, fight(), parameters) for candidate in one.judged]
    best, ends = race(courses)
    assert len(ends) == 1 + 40
    assert best > 0
    assert one.values(CHOSEN) == values_of(one.judged[best])
    assert one.champion.state["expected"].tolist() == [courses[best][-1], courses[0][-1]]
    assert set(ends) == set(range(CHECKPOINTS + 1)), "each kind of end is in this race"
    horizon = parameters.campaign_horizon
    turns = [horizon * (look + 1) // PARTS if look < CHECKPOINTS else horizon for look in ends]
    assert one.turns == turns
    assert sum(turns) < 0.6 * horizon * len(turns)


def test_a_forecast_that_the_clock_stopped_goes_on_where_it_was_from_the_same_frame():
    looks, whole = itertools.count(), after(fight())
    hurried = after(fight(), 12, lambda: next(looks) % 7 == 6)
    assert hurried.judged == whole.judged
    assert hurried.champion.state["expected"].tolist() == whole.champion.state["expected"].tolist()
    assert after(fight(), 3, lambda: True).judged == []
    one, view = Campaigner(campaign_search=MOST_A_TURN), fight()
    one.attend(view)
    view.owner[:] = 1
    one.attend(View(view.owner, view.strength, view.production, 1, view.turn + 1))
    whole = after(fight(), 2, campaign_search=MOST_A_TURN).champion.state
    for name in ("best_score", "own_score"):
        assert one.champion.state[name] == whole[name]


def test_before_contact_at_the_end_among_three_and_switched_off_nothing_is_asked():
    for neutral in ({"campaign_search": 0}, {"combat_search": 0}):
        assert after(fight(), **neutral).judged == []
    view = fight()
    view.owner[view.owner == 2] = 0
    view.owner[0, 14] = 2
    assert after(view).judged == []
    assert after(fight(turn=LIMIT - LEAST + 1)).judged == []
    assert after(fight(turn=LIMIT - LEAST)).judged != []
    view = fight()
    view.owner[0, 15] = 3
    assert after(view).judged == []


def test_seating_other_parameters_keeps_the_chosen_ones_and_ends_what_was_thought_of_the_old_ones():
    """A slider changes one parameter; candidates that still wait were drawn around some that no longer play."""
    champion = after(fight(), 2, campaign_margin=0.0).champion
    alpha = champion.playing.alpha
    assert alpha != champion.parameters.alpha
    champion.seat(changed(champion.parameters, {"search_keep": 0.2}))
    assert (champion.playing.alpha, champion.playing.search_keep) == (alpha, 0.2)
    chosen = champion.kernels.memory.game.players[CHOSEN]
    assert (chosen["alpha"], chosen["search_keep"]) == (alpha, 0.2)
    one = after(fight(), campaign_search=MOST_A_TURN)
    assert one.champion.state["scored"] < one.champion.state["candidates"]
    one.champion.seat(changed(one.champion.parameters, {"search_keep": 0.2}))
    assert one.champion.state["scored"] == one.champion.state["candidates"]
    one.attend(fight(turn=TURN + 1))
    assert len(one.judged) == MOST_A_TURN
