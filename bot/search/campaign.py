"""The campaign: while two players fight, simulates the fight with other parameters, and plays by the best.

From time to time some candidates decide for us in a forecast of the next turns. Both sides move greedily there, which
the opponent may not do; so our unchanged parameters stay in force unless a candidate is better by a margin.

The forecasts are a race. One that is behind the best so far at a quarter or at half of the way ends there, so that the
rest of its time is saved.
"""

import numpy as np

from ..board.compiled import compiled
from ..board.view import SEATS
from ..greedy.nap import HEADS_UP
from ..kernels.luck import _draw
from . import candidates, forecast
from .forecast import PRODUCTION, STRENGTH
from .opening import is_near
from .replies import chance
from .seat import Game
from .state import BEST, CANDIDATE, CHOSEN, FIGHTER, INVITATION, LOOKS, OURS

# The most candidates that are simulated in one turn, so that no turn gets long.
A_TURN = 8

# Turns that must be left: a shorter forecast shows only the fight that is going on.
LEAST = 8

# Parts of a forecast. At the end of each of the first LOOKS, a candidate that is behind the best is given up.
LAPS = 2 * LOOKS

# Seeds of the forecasts. They are not our own, so that no forecast knows what our luck will be.
OUR_LUCK, THEIR_LUCK = 2000, 1000

LEAST_INVITATION, INVITATIONS = INVITATION.low, INVITATION.high - INVITATION.low


@compiled
def convene(game: Game) -> None:
    """Draw up an agenda when it is due: our own parameters, those in force, and as many others as campaign_search."""
    state, ours = game.state[0], game.players[OURS]
    state.today = 0
    if min(ours.campaign_search, ours.combat_search) == 0 or state.turn < state.due:
        return
    if state.limit - state.turn < LEAST or state.players != HEADS_UP or not is_near(state.me, game.frame.owner):
        return
    forecast.copy(game.frame, game.start)
    game.dice[0] = ours.luck + np.uint64(state.turn)
    state.since, state.due = state.turn, state.turn + ours.campaign_every
    state.agenda = ours.campaign_search + (1 if state.chosen_is_ours else 2)
    state.judged, state.is_laid = 0, False


@compiled
def lay(game: Game) -> bool:
    """Lay the frame on the table for the next forecast, unless one goes on; return whether there is one this turn."""
    state, players, others = game.state[0], game.players, game.others
    if state.judged >= state.agenda or state.today >= A_TURN:
        return False
    if state.is_laid:
        return True
    _choose(game)
    for player in range(SEATS):
        others[player] = players[FIGHTER]
        others[player].luck = _draw(np.uint64(0), THEIR_LUCK)
    others[state.me] = players[CANDIDATE]
    others[state.me].luck = _draw(np.uint64(0), OUR_LUCK)
    forecast.begin(game.start, game.table)
    state.is_laid, state.reached, state.lap, state.is_beaten = True, state.since, 0, False
    state.end = min(state.since + players[OURS].campaign_horizon, state.limit)
    return True


@compiled
def _choose(game: Game) -> None:
    """Take the next candidate of the agenda."""
    state, players, dice = game.state[0], game.players, game.dice
    number = state.judged - (1 if state.chosen_is_ours else 2)
    if state.judged == 0:
        players[CANDIDATE] = players[OURS]
    elif number < 0:
        players[CANDIDATE] = players[CHOSEN]
    else:
        if number % candidates.FRESH == 0:
            candidates.draw_fresh(OURS, CANDIDATE, players, dice)
        else:
            candidates.perturb(CHOSEN, CANDIDATE, players, dice)
        players[CANDIDATE].enemy_ROI = LEAST_INVITATION + chance(dice) * INVITATIONS


@compiled
def look(game: Game) -> None:
    """After a turn of a forecast: at the end of a lap give the candidate up if it is behind the best so far."""
    state = game.state[0]
    if state.lap == LOOKS or state.reached < state.since + (state.end - state.since) * (state.lap + 1) // LAPS:
        return
    state.pace[state.lap] = _worth(game)
    if state.judged > 0 and state.pace[state.lap] < state.lead[state.lap]:
        state.is_beaten, state.end = True, state.reached
    state.lap += 1


@compiled
def _worth(game: Game) -> float:
    """Return our share of all strength and campaign_worth turns of production on the table."""
    tally, me, worth, total = game.tally, game.state[0].me, game.players[OURS].campaign_worth, 0.0
    forecast.count(game.table.grids, tally)
    for player in range(1, SEATS):
        total += tally[player, STRENGTH] + worth * tally[player, PRODUCTION]
    return float((tally[me, STRENGTH] + worth * tally[me, PRODUCTION]) / max(total, 1.0))


@compiled
def judge(game: Game) -> None:
    """Note what a candidate is worth whose forecast has ended and that was not given up; after the last one, choose.

    Our own parameters play on if no candidate is better by the margin.
    """
    state, players = game.state[0], game.players
    state.is_laid = False
    if not state.is_beaten:
        _rank(_worth(game), game)
    state.judged += 1
    state.today += 1
    if state.judged < state.agenda:
        return
    if state.most < state.own + players[OURS].campaign_margin:
        state.most, state.best_is_ours = state.own, True
        players[BEST] = players[OURS]
    players[CHOSEN], state.chosen_is_ours = players[BEST], state.best_is_ours
    state.promise[0], state.promise[1] = state.most, state.own


@compiled
def _rank(worth: float, game: Game) -> None:
    """Compare a candidate with the best so far; our own parameters are the first."""
    state, players = game.state[0], game.players
    if state.judged == 0:
        state.own = worth
    elif worth <= state.most:
        return
    state.most, state.best_is_ours = worth, state.judged == 0
    players[BEST] = players[CANDIDATE]
    for lap in range(LOOKS):  # a fight that was decided earlier has reached no later lap
        state.lead[lap] = state.pace[lap] if lap < state.lap else worth
