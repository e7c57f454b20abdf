"""War or peace: with three or more players, a rollout of each choice decides whom we attack.

From time to time we ask: what if we stayed at peace, or opened the wall to this one neighbour and no other? Each answer
is a rollout in which the others go on as v26 does. We change only for a clear gain, because the others are not v26.

One plan is simulated a turn, so that no turn gets long. A rollout that the clock stops goes on in the next turn.
"""

from ..board.board import NEUTRAL, SEATS, WAR
from ..board.compiled import Bytes, Longs, compiled
from ..greedy.nap import HEADS_UP
from . import game_state, rollout
from .game_state import Game
from .rollout import PRODUCTION, SQUARES, STRENGTH
from .state import BELIEVED, OURS

# What the share of all strength counts beside the share of all production, before the game is over.
STRENGTH_SHARE = 0.3


@compiled
def make_plans(game: Game) -> None:
    """Draw up the plans when they are due: peace, and war with each neighbour in turn; none while no enemy is near."""
    state, every = game.state[0], game.players[OURS].war_every
    if state.players <= HEADS_UP:  # no plan is left to choose from
        state.planned = state.considered
        return
    is_busy = state.considered < state.planned
    if is_busy or every == 0 or (state.limit - state.turn) % every != 0:
        return
    neighbours = beyond_wall(state.me, game.frame.owner)
    state.war &= neighbours
    state.planned = state.considered = 0
    if neighbours == 0:
        return
    rollout.copy(game.frame, game.start)
    state.since, state.has_rollout = state.turn, False
    for war in range(SEATS):  # 0 is peace
        if war == 0 or neighbours >> war & 1:
            game.plans[state.planned].war = 1 << war if war > 0 else 0
            state.planned += 1


@compiled
def start_rollout(game: Game) -> bool:
    """Start the rollout of the next plan from the frame, unless one goes on; return whether there is one."""
    state = game.state[0]
    if state.considered >= state.planned:
        return False
    if state.has_rollout:
        return True
    ours = game.players[OURS]
    game_state.start_rollout(game.players[BELIEVED], ours, state.since, ours.war_horizon, game)
    game.table.memories[state.me, WAR] = game.plans[state.considered].war
    return True


@compiled
def end_rollout(game: Game) -> None:
    """Note what the plan is worth; after the last one, choose."""
    state = game.state[0]
    game.plans[state.considered].worth = _worth(state.me, state.end == state.limit, game)
    state.considered += 1
    state.has_rollout = False
    if state.considered == state.planned:
        best, most = 0, 0.0
        for k in range(state.planned):  # the plan in force starts with a lead
            lead = game.players[OURS].war_margin * (game.plans[k].war == state.war)
            if k == 0 or game.plans[k].worth + lead > most:
                best, most = k, game.plans[k].worth + lead
        state.war = game.plans[best].war


@compiled
def _worth(me: int, is_over: bool, game: Game) -> float:
    """Return our share of everything at the end of the rollout; at the end of the game our place counts too."""
    tally = game.tally
    if not is_over:
        rollout.count(game.table.grids, tally)
        return float(_share(me, PRODUCTION, tally) + STRENGTH_SHARE * _share(me, STRENGTH, tally))
    rollout.count(game.start, tally)
    rivals, ahead = -1, 0
    for player in range(1, SEATS):
        rivals += tally[player, SQUARES] > 0
    rollout.count(game.table.grids, tally)
    for player in range(1, SEATS):
        ahead += tally[player, SQUARES] > tally[me, SQUARES]
    return float(_share(me, SQUARES, tally) - ahead / rivals)


@compiled
def _share(me: int, what: int, tally: Longs) -> float:
    total = 0
    for player in range(1, SEATS):
        total += tally[player, what]
    return float(tally[me, what] / max(total, 1))


@compiled
def beyond_wall(me: int, owner: Bytes) -> int:
    """Return the players that own a square beside a neutral one that touches us, as bits."""
    height, width = owner.shape
    bits = 0
    for y in range(height):
        for x in range(width):
            touched = 1 << owner[y - 1, x] | 1 << owner[(y + 1) % height, x]
            touched |= 1 << owner[y, x - 1] | 1 << owner[y, (x + 1) % width]
            if owner[y, x] == NEUTRAL and touched >> me & 1:
                bits |= touched
    return bits & ~(1 << me | 1 << NEUTRAL)
