"""The campaign: numbers for a fight between two, chosen by forecasts; resumable, and off when it should be."""

import itertools

import numpy as np
import pytest

from bot import View, changed, preset
from bot.kernels import scratch
from bot.stages import campaign
from bot.stages.campaign import A_TURN, INVITATION, LEAST, Campaign
from bot.stages.champion import Champion
from engine import generate
from engine.rules import step

SIZE = 16
SEARCH = 4
CHAMPION = changed(
    preset("champion"), {"opening_search": 0, "campaign_search": SEARCH, "campaign_horizon": 10, "campaign_every": 12}
)
LIMIT = SIZE * 10
TURN = 60
"""With the luck of this turn some candidate is better than the usual numbers."""


def fight(turn=TURN, me=1):
    """Two countries, two squares apart; the land between them is empty."""
    owner, strength = np.zeros((2, SIZE, SIZE), np.uint8)
    production = np.full((SIZE, SIZE), 3, np.uint8)
    owner[4:12, 2:6], owner[4:12, 7:11] = 1, 2
    strength[owner > 0] = 40
    strength[owner == 0] = 30
    strength[4:12, 6] = 0
    return View(owner, strength, production, me, turn)


def after(view, turns=1, out_of_time=campaign.never, **changes):
    """A campaign that was asked on so many turns; the board stands still meanwhile."""
    one = Campaign(changed(CHAMPION, changes), SIZE, SIZE, scratch(SIZE, SIZE))
    for turn in range(view.turn, view.turn + turns):
        one.attend(View(view.owner, view.strength, view.production, view.me, turn), out_of_time)
    return one


def test_the_usual_numbers_are_always_judged_first():
    """A change is measured against them."""
    one = after(fight())
    assert one.considered[0].parameters == one.parameters
    assert len(one.considered) == SEARCH + 1


def test_the_best_candidate_is_chosen():
    """Without a margin nothing that was considered is worth more than what is chosen."""
    one = after(fight(), campaign_margin=0.0)
    worth = {prospect.worth: prospect.parameters for prospect in reversed(one.considered)}
    assert one.chosen == worth[max(worth)]
    assert one.chosen is not one.parameters


def test_a_margin_that_nothing_gains_leaves_the_usual_numbers():
    """The forecast is rough, so a small gain is no reason."""
    one = after(fight(), campaign_margin=1.0)
    assert one.chosen is one.parameters
    assert one.report() == {}


def test_candidates_invite_a_fight_within_the_range():
    """Each has a value of its own."""
    drawn = [prospect.parameters.enemy_ROI for prospect in after(fight()).considered[1:]]
    assert all(INVITATION.low <= value <= INVITATION.high for value in drawn)
    assert len(set(drawn)) == SEARCH


def test_only_a_few_candidates_are_thought_over_in_a_turn():
    """No turn gets long; until all are known the numbers in force stay."""
    one = after(fight(), campaign_search=A_TURN, campaign_margin=0.0)
    assert len(one.considered) == A_TURN
    assert one.chosen is one.parameters
    assert len(after(fight(), turns=2, campaign_search=A_TURN).considered) == A_TURN + 1


def test_a_forecast_that_the_clock_stopped_begins_again():
    """The candidates get the same worth, some turns later."""
    looks, whole = itertools.count(), after(fight())
    hurried = after(fight(), 12, lambda: next(looks) % 7 == 6)
    assert hurried.considered == whole.considered
    assert after(fight(), 3, lambda: True).considered == []


def test_all_candidates_of_an_agenda_start_from_one_frame():
    """The arrays that a view shows may be played on while the campaign still thinks."""
    one, view = after(fight(), 0, campaign_search=A_TURN), fight()
    one.attend(view)
    view.owner[:] = 1
    one.attend(View(view.owner, view.strength, view.production, 1, view.turn + 1))
    assert one.considered == after(fight(), 2, campaign_search=A_TURN).considered


def test_both_seats_of_a_mirrored_fight_have_the_same_choice():
    """What the numbers are worth does not depend on who is called player 1."""
    mine, swapped = after(fight()), fight(me=2)
    owner = np.where(swapped.owner > 0, 3 - swapped.owner, 0).astype(np.uint8)
    renamed = after(View(owner, swapped.strength, swapped.production, 2, swapped.turn))
    assert renamed.considered == mine.considered


@pytest.mark.parametrize(
    "changes", [{"campaign_search": 0}, {"combat_search": 0}], ids=["switched off", "without a combat search"]
)
def test_neutral_values_think_of_nothing(changes):
    """It belongs to the combat search."""
    assert after(fight(), **changes).considered == []


def test_a_war_of_three_is_for_the_council():
    """So is peace: the campaign begins when two are left."""
    view = fight()
    view.owner[0, 15] = 3
    assert after(view).considered == []


def test_before_contact_and_at_the_end_nothing_is_asked():
    """Until then the opening's numbers play; at the end no forecast is long enough."""
    view = fight()
    view.owner[view.owner == 2] = 0
    view.owner[0, 14] = 2
    assert after(view).considered == []
    assert after(fight(turn=LIMIT - LEAST + 1)).considered == []
    assert after(fight(turn=LIMIT - LEAST)).considered != []


def test_campaigns_come_every_so_many_turns():
    """Counted from the first."""
    one = after(fight(), 12)
    considered = one.considered
    one.attend(fight(turn=TURN + 12))
    assert one.considered is not considered


class TestThePromiseOfAnEarlierForecast:
    """When the same numbers won again, the report went on telling what the forecast before had promised."""

    def test_the_report_tells_the_latest_forecast(self):
        """What is still being thought over does not count yet."""
        one = after(fight(), campaign_margin=0.0)
        first = one.report()
        assert (first["worth"], first["usual_worth"]) == tuple(round(each, 4) for each in one.promise)
        later = fight(turn=TURN + 12)
        later.strength[later.owner == 2] = 20
        one.attend(later)
        assert one.agenda
        assert one.report() == first
        one.attend(later)
        usual = one.considered[0].worth
        assert one.promise == (max(prospect.worth for prospect in one.considered), usual)
        assert usual != first["usual_worth"]

    def test_the_champion_reports_it_on_the_next_turn(self):
        """Also when it goes on with the same numbers."""
        champion = Champion(changed(CHAMPION, {"campaign_margin": 0.0}), SIZE, SIZE)
        champion.has_begun = True
        champion.moves(fight())
        champion.moves(fight(turn=TURN + 1))
        champion.campaign.promise = 0.9, 0.1
        champion.moves(fight(turn=TURN + 2))
        told = champion.report()["campaign"]
        assert (told["worth"], told["usual_worth"]) == (0.9, 0.1)


def test_the_champion_plays_by_the_chosen_numbers_from_the_next_turn_on():
    """And its report says which, and what they promised."""
    state, champion, told = generate(SIZE, SIZE, 2, 5), Champion(CHAMPION, SIZE, SIZE), 0
    enemy = Champion(changed(CHAMPION, {"campaign_search": 0, "seed": 9}), SIZE, SIZE)
    for turn in range(100):
        chosen = champion.campaign.chosen
        moves = np.zeros(state.owner.shape, np.int32)
        for player, seat in ((1, champion), (2, enemy)):
            answer = seat.moves(View(state.owner, state.strength, state.production, player, turn))
            moves[state.owner == player] = answer[state.owner == player]
        assert champion.playing is chosen
        report = champion.report()
        assert ("campaign" in report) == (chosen != CHAMPION)
        if "campaign" in report:
            told += 1
            numbers = report["campaign"]["numbers"]
            assert numbers == {name: pytest.approx(getattr(chosen, name), abs=1e-4) for name in numbers}
            assert report["campaign"]["worth"] >= report["campaign"]["usual_worth"] + CHAMPION.campaign_margin - 1e-4
        state = step(state, moves)
    assert told > 20


def test_seating_other_parameters_keeps_the_chosen_numbers():
    """A slider of the live window changes one number; the others stay as the campaign chose them."""
    one = after(fight(), campaign_margin=0.0)
    alpha = one.chosen.alpha
    assert alpha != one.parameters.alpha
    one.seat(changed(one.parameters, {"search_keep": 0.2}), {"search_keep": 0.2})
    assert (one.chosen.alpha, one.chosen.search_keep) == (alpha, 0.2)


def test_seating_other_parameters_ends_what_was_thought_of_the_old_ones():
    """Candidates that still wait were drawn around parameters that no longer play."""
    one = after(fight(), campaign_search=A_TURN)
    assert one.agenda
    one.seat(changed(one.parameters, {"search_keep": 0.2}), {"search_keep": 0.2})
    assert one.agenda == []
