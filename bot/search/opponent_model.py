"""The opponent model: which decision procedures explain an enemy's past moves, and what it will do next.

A model is one of MODELS, run as the enemy; with rival_search one more searches as we do. After our move we
note what each model expects of every square near the front; a turn later each wrong square counts as a miss, and older
misses fade. The fewer misses, the more of the modelled samples of the combat search (search_models) a model gets.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..board.board import MEMORY, SEATS
from ..board.compiled import Bytes, Grids, Ints, Record, Records, compiled
from ..parameters.presets import PRESETS
from . import combat, combat_zone, opponent_moves
from .combat_zone import CombatZone
from .follow_up import NextBlows
from .opponent_moves import exponential
from .state import MODELS


class OpponentModels(NamedTuple):
    """What is kept of one game; N = H * W, M models."""

    models: npt.NDArray[np.void]  # (M,) kernels.VALUES; the last one searches as we do
    used: npt.NDArray[np.int64]  # (1,) how many of them: M with rival_search, else M - 1
    memories: npt.NDArray[np.int64]  # (M, SEATS, MEMORY) what each model remembers as each enemy
    plans: npt.NDArray[np.uint8]  # (M, SEATS, H, W) the moves that each model makes for each enemy
    misses: npt.NDArray[np.float64]  # (SEATS, M) squares each model got wrong, older ones fading
    trials: npt.NDArray[np.float64]  # (SEATS,) squares that were watched, fading as well
    weights: npt.NDArray[np.float64]  # (SEATS, M) the share of the modelled samples
    watched: npt.NDArray[np.int32]  # (N + 1,) squares that were predicted; the last element: how many
    player: npt.NDArray[np.int8]  # (M, N) the player expected there
    strength: npt.NDArray[np.int32]  # (M, N) its expected strength; -1: no enemy


def opponent_models(height: int, width: int) -> OpponentModels:
    """Return the memory for what is believed of enemies on a board of this size.

    `reset` puts the player's own parameters in place of the last model's.
    """
    models = [*MODELS.values(), PRESETS["champion"]]
    procedures = np.array([kernels.values(model) for model in models], kernels.VALUES)
    size, area = procedures.size, height * width
    return OpponentModels(
        procedures, np.array([size], np.int64), np.zeros((size, SEATS, MEMORY), np.int64),
        np.zeros((size, SEATS, height, width), np.uint8),
        np.zeros((SEATS, size)), np.zeros(SEATS), np.full((SEATS, size), 1 / size),
        np.zeros(area + 1, np.int32), np.zeros((size, area), np.int8), np.zeros((size, area), np.int32),
    )  # fmt: skip


@compiled
def reset(parameters: Record, opponents: OpponentModels) -> None:
    """Forget the enemies, and begin with models for these parameters: every model is as likely as the others."""
    size = opponents.models.size
    opponents.models[size - 1] = parameters
    opponents.used[0] = count_models(parameters, opponents)
    opponents.watched[opponents.watched.size - 1] = 0
    opponents.trials[:] = 0.0
    opponents.misses[:] = 0.0
    opponents.weights[:] = 0.0
    opponents.memories[:] = 0
    for player in range(SEATS):
        for m in range(opponents.used[0]):
            opponents.weights[player, m] = 1 / opponents.used[0]


@compiled
def count_models(parameters: Record, opponents: OpponentModels) -> int:
    """Return how many models a player with these parameters uses."""
    return opponents.models.size if parameters.rival_search > 0 else opponents.models.size - 1


@compiled
def learn(me: int, grids: Grids, parameters: Record, opponents: OpponentModels) -> None:
    """Compare what each model expected of the watched squares with the new frame, and update the models' weights."""
    o, s = grids.owner.reshape(-1), grids.strength.reshape(-1)
    watched, misses, trials, weights = opponents.watched, opponents.misses, opponents.trials, opponents.weights
    models, size = opponents.used[0], watched[watched.size - 1]
    watched[watched.size - 1] = 0
    if size == 0:
        return
    for player in range(SEATS):
        trials[player] *= parameters.belief_memory
        for m in range(models):
            misses[player, m] *= parameters.belief_memory
    for i in range(size):
        c = watched[i]
        who = 0 if o[c] == me else o[c]
        trials[who] += 1
        for m in range(models):
            expected = opponents.player[m, c]
            right = expected == who and (who == 0 or opponents.strength[m, c] == s[c])
            if not right:
                misses[who, m] += 1
                if expected != who:
                    misses[expected, m] += 1
    for player in range(1, SEATS):  # each miss more than the best model's lowers a share by a constant factor
        best, total = np.inf, 0.0
        for m in range(models):
            best = min(best, misses[player, m])
        for m in range(models):
            weights[player, m] = exponential(-parameters.belief_edge * (misses[player, m] - best))
            total += weights[player, m]
        for m in range(models):
            weights[player, m] /= total


@compiled
def predict(grids: Grids, player: int, turn: int, scratch: kernels.Scratch, opponents: OpponentModels) -> None:
    """Let every model choose this player's moves; the last model's field stays in `scratch`."""
    for m in range(opponents.used[0]):
        memory, plan = opponents.memories[m, player], opponents.plans[m, player]
        kernels.decide(grids, player, turn, memory, opponents.models[m], scratch, plan)


@compiled
def fill_reply(sample: int, share: float, present: int, end: int, front: CombatZone, opponents: OpponentModels) -> None:
    """Fill one sample: every player follows the model that lies at `share` (0..1) of its weights laid side by side."""
    for player in range(1, SEATS):
        if present >> player & 1:
            m, left = 0, share
            while m < opponents.used[0] - 1 and left >= opponents.weights[player, m]:
                left -= opponents.weights[player, m]
                m += 1
            opponent_moves.copy_reply(
                sample, player, end, opponents.plans[m, player], front.squares, front.zone, front.reply
            )


@compiled
def note_predictions(me: int, present: int, end: int, front: CombatZone, opponents: OpponentModels) -> None:
    """Note what each model expects of the squares near the front, now that our own moves are settled."""
    squares, zone, watched = front.squares, front.zone, opponents.watched
    for m in range(opponents.used[0]):
        for player in range(1, SEATS):
            if present >> player & 1:
                opponent_moves.copy_reply(m, player, end, opponents.plans[m, player], squares, zone, front.reply)
    opponent_moves.evaluate_replies(me, opponents.used[0], end, front)
    size = 0
    for i in range(end):
        c = zone[i]
        if squares[c].near > 2:
            break
        if squares[c].foes == 0 and (squares[c].owner == 0 or squares[c].owner == me):
            continue
        watched[size] = c
        size += 1
        for m in range(opponents.used[0]):
            left = opponent_moves.strength_left(m, c, squares, front.foe)
            opponents.strength[m, c] = left
            opponents.player[m, c] = front.strongest[c, m] if left >= 0 else 0
    watched[watched.size - 1] = size


class Search(NamedTuple):
    """What one player's combat search works in; what it learns of opponents lasts from turn to turn."""

    scratch: kernels.Scratch
    front: CombatZone  # ours
    rival: CombatZone  # of the enemy that searches as we do
    opponents: OpponentModels
    next_blows: NextBlows


# Samples in which the rival knows our greedy moves; in the others we move at random, as we may surprise it too.
INFORMED = combat_zone.SAMPLES // 2


@compiled
def _keep_near(found: int, free: Ints, squares: Records) -> int:
    """Keep those of the first squares in `free` that can matter on our front this turn; return how many."""
    size = 0
    for i in range(found):
        if squares[free[i]].near <= 4:
            free[size] = free[i]
            size += 1
    return size


@compiled
def search_as_opponent(
    grids: Grids, player: int, me: int, ours: Bytes, parameters: Record, search: Search, plan: Bytes
) -> None:
    """Search better moves for `player`, from those in `plan` (H, W), and leave them there.

    Args:
        ours: our greedy moves
        search: its scratch has the enemy's field; what the enemy does beyond our front does not concern us and stays as
            planned
    """
    rival = search.rival
    squares, zone, free = rival.squares, rival.zone, rival.free
    combat_zone.load(grids, parameters, squares)
    size = _keep_near(combat_zone.find_free(player, parameters, squares, zone, free), free, search.front.squares)
    if size == 0:
        return
    edge = combat_zone.find_zone(size, squares, zone, free)
    combat.set_bonuses(plan, size, search.scratch.cells, parameters, squares, free)
    combat_zone.measure_distances(player, squares, search.scratch.order)
    for k in range(combat_zone.SAMPLES):
        opponent_moves.draw_reply(k, player, edge, squares, zone, rival.reply, rival.dice)
        if k < INFORMED:
            opponent_moves.copy_reply(k, me, edge, ours, squares, zone, rival.reply)
    opponent_moves.evaluate_replies(player, combat_zone.SAMPLES, edge, rival)
    combat.place_pieces(player, plan, edge, squares, zone)
    combat.score(edge, parameters, rival)
    combat.improve(size, size * parameters.rival_search, parameters, rival)
    combat.write_moves(size, squares, free, plan)
