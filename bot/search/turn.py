"""The champion's turn as one function. It works piece by piece, so that a clock can be asked between two of them.

The bot, the laboratory and the page play by it: `receive` takes a frame, `run` finds the moves. All that a turn needs
lies in a PlayerMemory.
"""

import numpy as np

from .. import kernels
from ..board import board
from ..board.board import SEATS, WAR
from ..board.compiled import Grids, Record, Records, compiled
from ..greedy.tie_break import TURN_STRIDE
from ..kernels.board import count_players, owner_bits
from ..kernels.tie_break import _base
from . import combat, combat_zone, follow_up, opening, opponent_model, parameter_search, rollout, war_planner
from .game_state import Game, PlayerMemory
from .opponent_model import Search
from .opponent_moves import draw_reply, evaluate_replies
from .state import CHOSEN, DONE, FOLLOW_UP, GREEDY, OPENING, OURS, PARAMETER_SEARCH, PLAYING, SEARCH, WAR_PLAN

# Changes of the combat search in one piece of work.
CHUNK = 4096

# Turns of a rollout in one piece of work.
STRETCH = 5

_turns_left = compiled(board.turns_left)


@compiled
def receive(frame: Grids, me: int, turn: int, game: Game) -> None:
    """Take a frame. The work on the first frame of a game begins with the opening."""
    state = game.state[0]
    rollout.copy(frame, game.frame)
    height, width = frame.owner.shape
    state.me, state.turn, state.limit = me, turn, _turns_left(height, width, 0)
    state.players = count_players(owner_bits(frame.owner))
    state.free, state.tried, state.gain = 0, 0, 0.0
    is_first, state.has_begun = not state.has_begun, True
    if is_first and turn == 0 and game.players[OURS].opening_search > 0:
        state.phase = OPENING
        opening.start_search(game)
    else:
        state.phase = WAR_PLAN
        war_planner.make_plans(game)


@compiled
def run(pieces: int, is_late: bool, player: PlayerMemory) -> bool:
    """Do at most this many pieces of work on the frame; return whether some are left.

    Args:
        is_late: the time is over. Only the greedy moves are still found; a rollout goes on in the next turn.
    """
    game, search = player.game, player.search
    state = game.state[0]
    while pieces > 0 and state.phase != DONE:
        pieces -= 1
        if state.phase == GREEDY:
            _decide(search, game)
        elif state.phase == SEARCH:
            _improve(is_late, search, game)
        elif state.phase == FOLLOW_UP:
            _reconsider(is_late, search, game)
        elif not is_late and _start_rollout(game, player.scratch.cells):
            _simulate(game, player.scratch)
        else:
            if state.phase == OPENING:
                opening.play_best(game, search.scratch.cells, player.scratch.cells)
                war_planner.make_plans(game)
            state.phase += 1
    return bool(state.phase != DONE)


@compiled
def _start_rollout(game: Game, cells: Records) -> bool:
    """Start the next rollout of this phase, unless one goes on; return whether there is one."""
    phase = game.state[0].phase
    if phase == OPENING:
        return bool(opening.start_rollout(game, cells))
    return bool(war_planner.start_rollout(game) if phase == WAR_PLAN else parameter_search.start_rollout(game))


@compiled
def _simulate(game: Game, scratch: kernels.Scratch) -> None:
    """Continue the rollout on the table by a piece of work; at its end, judge it."""
    state, table = game.state[0], game.table
    until = state.reached + STRETCH
    while state.reached < min(until, state.end) and (state.phase != OPENING or opening.check_contact(game)):
        players = owner_bits(table.grids.owner)
        if state.phase != OPENING and count_players(players) < 2:
            state.reached = state.end
            break
        rollout.play_turn(state.reached, players, game.others, scratch, table)
        state.reached += 1
        if state.phase == OPENING:
            opening.add_score(game)
        elif state.phase == PARAMETER_SEARCH:
            parameter_search.check_progress(game)
    if state.reached < state.end:
        return
    if state.phase == OPENING:
        opening.end_rollout(game)
    elif state.phase == WAR_PLAN:
        war_planner.end_rollout(game)
        state.phase = GREEDY  # one plan a turn
    else:
        parameter_search.end_rollout(game)


@compiled
def _decide(search: Search, game: Game) -> None:
    """Choose the greedy moves, by the opening's parameters until an enemy is near, then by those last chosen.

    Prepare the combat search that improves them, where an enemy is near.
    """
    state, players, cells = game.state[0], game.players, search.scratch.cells
    game.memory[WAR] = state.war
    if state.is_opening and opening.is_near(state.me, game.frame.owner):
        state.is_opening = False
        for c in range(cells.size):
            cells[c].factor = 1.0
    if not state.is_opening:
        players[PLAYING], state.playing_is_ours = players[CHOSEN], state.chosen_is_ours
        state.playing_expected[0], state.playing_expected[1] = state.expected[0], state.expected[1]
    parameters, squares = players[PLAYING], search.front.squares
    if players[OURS].combat_search > 0:
        opponent_model.learn(state.me, game.frame, parameters, search.opponents)
        combat_zone.load(game.frame, parameters, squares)
        state.free = combat_zone.find_free(state.me, parameters, squares, search.front.zone, search.front.free)
    kernels.decide(game.frame, state.me, state.turn, game.memory, parameters, search.scratch, game.moves)
    if state.free > 0:
        _prepare(parameters, search, game)
    state.phase = SEARCH


@compiled
def _prepare(parameters: Record, search: Search, game: Game) -> None:
    """Sample the enemies' moves, and score the greedy ones against them."""
    state, front, belief, grids, moves = game.state[0], search.front, search.opponents, game.frame, game.moves
    squares, zone, me, size = front.squares, front.zone, state.me, state.free
    state.zone = end = combat_zone.find_zone(size, squares, zone, front.free)
    state.present = combat_zone.players(me, end, squares, zone)
    combat.set_bonuses(moves, size, search.scratch.cells, parameters, squares, front.free)
    front.dice[0] = np.uint64(state.turn) * np.uint64(TURN_STRIDE)
    if parameters.ties_seeded:
        front.dice[0] = _base(parameters, state.turn)
    search.rival.dice[0] = ~front.dice[0]
    for player in range(1, SEATS):
        if state.present >> player & 1:
            opponent_model.predict(grids, player, state.turn, search.scratch, belief)
            if parameters.rival_search > 0:
                plan = belief.plans[belief.models.size - 1, player]
                opponent_model.search_as_opponent(grids, player, me, moves, parameters, search, plan)
    combat_zone.measure_distances(me, squares, search.scratch.order)
    for k in range(combat_zone.SAMPLES):
        if k < parameters.search_models:
            opponent_model.fill_reply(k, (k + 0.5) / parameters.search_models, state.present, end, front, belief)
        else:
            draw_reply(k, me, end, squares, zone, front.reply, front.dice)
    evaluate_replies(me, combat_zone.SAMPLES, end, front)
    combat.place_pieces(me, moves, end, squares, zone)
    combat.score(end, parameters, front)


@compiled
def _improve(is_late: bool, search: Search, game: Game) -> None:
    """Try some changes of the moves."""
    state = game.state[0]
    budget = 0 if is_late else state.free * game.players[OURS].combat_search
    tries = min(CHUNK, budget - state.tried)
    if tries > 0:
        gain = combat.improve(state.free, tries, game.players[PLAYING], search.front)
        state.gain += gain / combat_zone.SAMPLES
        state.tried += tries
    if state.tried >= budget:
        state.phase, state.place, state.unchanged = FOLLOW_UP, 0, 0


@compiled
def _reconsider(is_late: bool, search: Search, game: Game) -> None:
    """Reconsider some moves for the next blows; after the last one the moves are final."""
    state, parameters, front = game.state[0], game.players[PLAYING], search.front
    end = 0 if is_late or parameters.search_answer == 0 else follow_up.SWEEPS * state.free
    if state.place < end:
        if state.place == 0:
            follow_up.evaluate(state.zone, front, search.next_blows)
        state.place, state.unchanged, gain = follow_up.reconsider(
            state.place, state.unchanged, state.free, parameters, front, search.next_blows
        )
        state.gain += gain / combat_zone.SAMPLES
    if state.place >= end:
        if state.free > 0:
            combat.write_moves(state.free, front.squares, front.free, game.moves)
            opponent_model.note_predictions(state.me, state.present, state.zone, front, search.opponents)
        state.phase = PARAMETER_SEARCH
        parameter_search.plan_candidates(game)
