"""Online parameter search: while two players fight, simulates other parameters, and plays by the best.

From time to time some candidates decide for us in a rollout of the next turns. Both sides move greedily there, which
the opponent may not do; so our unchanged parameters stay in force unless a candidate is better by a margin.

A rollout that is behind the best so far at a quarter or at half of the way ends there.
"""

import numpy as np

from ..board.board import SEATS
from ..board.compiled import compiled
from ..greedy.nap import HEADS_UP
from ..kernels.tie_break import _base
from . import candidates, game_state, rollout
from .game_state import Game
from .opening import is_near
from .opponent_moves import chance
from .rollout import PRODUCTION, STRENGTH
from .state import BEST, CANDIDATE, CHECKPOINTS, CHOSEN, FIGHT_RANGE, FIGHTER, OURS

# The most candidates that are simulated in one turn, so that no turn gets long.
MOST_A_TURN = 8

# Turns that must be left: a shorter rollout shows only the fight that is going on.
LEAST = 8

# Parts of a rollout. At the end of each of the first CHECKPOINTS, a candidate that is behind the best is given up.
PARTS = 2 * CHECKPOINTS

# The seed of our moves in the rollouts, in place of the game's: a rollout does not know the draws to come.
OUR_SEED = 2000

LEAST_ROI, ROI_SPAN = FIGHT_RANGE.low, FIGHT_RANGE.high - FIGHT_RANGE.low


@compiled
def plan_candidates(game: Game) -> None:
    """Plan candidates when they are due: our own parameters, those in force, and as many others as campaign_search."""
    state, ours = game.state[0], game.players[OURS]
    state.scored_now = 0
    if min(ours.campaign_search, ours.combat_search) == 0 or state.turn < state.due:
        return
    if state.limit - state.turn < LEAST or state.players != HEADS_UP or not is_near(state.me, game.frame.owner):
        return
    rollout.copy(game.frame, game.start)
    game.dice[0] = _base(ours, 0) + np.uint64(state.turn)
    state.since, state.due = state.turn, state.turn + ours.campaign_every
    state.candidates = ours.campaign_search + (1 if state.chosen_is_ours else 2)
    state.scored, state.has_rollout = 0, False


@compiled
def start_rollout(game: Game) -> bool:
    """Start the next rollout from this frame, unless one goes on; return whether there is one this turn."""
    state, players = game.state[0], game.players
    if state.scored >= state.candidates or state.scored_now >= MOST_A_TURN:
        return False
    if state.has_rollout:
        return True
    _set_candidate(game)
    horizon = players[OURS].campaign_horizon
    game_state.start_rollout(players[FIGHTER], players[CANDIDATE], state.since, horizon, game)
    game.others[state.me].seed = OUR_SEED
    state.checkpoint, state.is_beaten = 0, False
    return True


@compiled
def _set_candidate(game: Game) -> None:
    """Take the next candidate."""
    state, players, dice = game.state[0], game.players, game.dice
    number = state.scored - (1 if state.chosen_is_ours else 2)
    if state.scored == 0:
        players[CANDIDATE] = players[OURS]
    elif number < 0:
        players[CANDIDATE] = players[CHOSEN]
    else:
        if number % candidates.FRESH == 0:
            candidates.draw_fresh(players[OURS], CANDIDATE, players, dice)
        else:
            candidates.perturb(players[CHOSEN], CANDIDATE, players, dice)
        players[CANDIDATE].enemy_ROI = LEAST_ROI + chance(dice) * ROI_SPAN


@compiled
def check_progress(game: Game) -> None:
    """After a turn of a rollout: at a checkpoint give the candidate up if it is behind the best so far."""
    state = game.state[0]
    next_at = state.since + (state.end - state.since) * (state.checkpoint + 1) // PARTS
    if state.checkpoint == CHECKPOINTS or state.reached < next_at:
        return
    state.checkpoint_scores[state.checkpoint] = _score(game)
    if state.scored > 0 and state.checkpoint_scores[state.checkpoint] < state.best_scores[state.checkpoint]:
        state.is_beaten, state.end = True, state.reached
    state.checkpoint += 1


@compiled
def _score(game: Game) -> float:
    """Return our share of all strength and campaign_worth turns of production on the table."""
    tally, me, worth, total = game.tally, game.state[0].me, game.players[OURS].campaign_worth, 0.0
    rollout.count(game.table.grids, tally)
    for player in range(1, SEATS):
        total += tally[player, STRENGTH] + worth * tally[player, PRODUCTION]
    return float((tally[me, STRENGTH] + worth * tally[me, PRODUCTION]) / max(total, 1.0))


@compiled
def end_rollout(game: Game) -> None:
    """Note what a candidate is worth whose rollout has ended and that was not given up; after the last one, choose.

    Our own parameters play on if no candidate is better by the margin.
    """
    state, players = game.state[0], game.players
    state.has_rollout = False
    if not state.is_beaten:
        _rank(_score(game), game)
    state.scored += 1
    state.scored_now += 1
    if state.scored < state.candidates:
        return
    if state.best_score < state.own_score + players[OURS].campaign_margin:
        state.best_score, state.best_is_ours = state.own_score, True
        players[BEST] = players[OURS]
    players[CHOSEN], state.chosen_is_ours = players[BEST], state.best_is_ours
    state.expected[0], state.expected[1] = state.best_score, state.own_score


@compiled
def _rank(score: float, game: Game) -> None:
    """Compare a candidate with the best so far; our own parameters are the first."""
    state, players = game.state[0], game.players
    if state.scored == 0:
        state.own_score = score
    elif score <= state.best_score:
        return
    state.best_score, state.best_is_ours = score, state.scored == 0
    players[BEST] = players[CANDIDATE]
    for k in range(CHECKPOINTS):  # a rollout that was decided earlier has reached no later checkpoint
        state.best_scores[k] = state.checkpoint_scores[k] if k < state.checkpoint else score
