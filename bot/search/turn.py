"""The champion's turn as one function. It works piece by piece, so that a clock can be asked between two of them.

The bot, the laboratory and the page play by it: `receive` takes a frame, `work` finds the moves. All that a turn needs
lies in a Seat.
"""

import numpy as np

from .. import kernels
from ..board import board
from ..board.arrays import Bytes, Grids, Longs, Records
from ..board.compiled import compiled, uncounted
from ..board.view import SEATS
from ..greedy.luck import TURN_STRIDE
from . import answers, battle, beliefs, campaign, combat, diplomacy, forecast, fronts, opening, replies, rivals
from .rivals import Search
from .seat import Game, Seat
from .state import ANSWER, CAMPAIGN, CHOSEN, COUNCIL, DONE, GREEDY, OPENING, OURS, PLAYING, SEARCH

# Changes of the combat search in one piece of work.
CHUNK = 4096

# Turns of a forecast in one piece of work.
STRETCH = 5

_turns_left = uncounted(board.turns_left)


@compiled
def receive(frame: Grids, me: int, turn: int, game: Game) -> None:
    """Take a frame. The work on the first frame of a game begins with the opening."""
    state = game.state[0]
    forecast.copy(frame, game.frame)
    height, width = frame.owner.shape
    state.me, state.turn, state.limit = me, turn, _turns_left(height, width, 0)
    state.players = _count(battle.living(frame.owner) >> 1)
    state.free, state.tried, state.gain = 0, 0, 0.0
    is_first, state.has_begun = not state.has_begun, True
    if is_first and turn == 0 and game.players[OURS].opening_search > 0:
        state.phase = OPENING
        opening.begin(game)
    else:
        state.phase = COUNCIL
        diplomacy.convene(game)


@compiled
def work(pieces: int, is_late: bool, seat: Seat) -> bool:
    """Do at most this many pieces of work on the frame; return whether some are left.

    is_late   the time is over: what is left of opening, council, search, next blows and campaign is not done, and only
              the greedy moves are still found. A forecast goes on in the next turn.
    """
    game, search = seat.game, seat.search
    state = game.state[0]
    while pieces > 0 and state.phase != DONE:
        pieces -= 1
        if state.phase == GREEDY:
            _settle(game, search.scratch)
            fights, parameters = game.players[OURS].combat_search > 0, game.players[PLAYING]
            state.free, state.zone, state.present = prepare(
                fights, game.frame, state.me, state.turn, game.memory, parameters, search, game.moves
            )
            state.phase = SEARCH
        elif state.phase == SEARCH:
            _improve(is_late, search, game)
        elif state.phase == ANSWER:
            _answer(is_late, search, game)
        elif is_late or not _lay(game, seat.scratch.cells):
            _go_on(game, search.scratch.cells, seat.scratch.cells)
        else:
            _simulate(game, seat.scratch)
    return bool(state.phase != DONE)


@compiled
def _lay(game: Game, cells: Records) -> bool:
    """Lay the next forecast of this phase on the table; return whether there is one."""
    phase = game.state[0].phase
    if phase == OPENING:
        return bool(opening.lay(game, cells))
    return bool(diplomacy.lay(game) if phase == COUNCIL else campaign.lay(game))


@compiled
def _go_on(game: Game, cells: Records, unbent: Records) -> None:
    """Go on to the next phase from one of forecasts; the cells are those of opening.adopt."""
    state = game.state[0]
    if state.phase == OPENING:
        opening.adopt(game, cells, unbent)
        diplomacy.convene(game)
    state.phase += 1


@compiled
def _simulate(game: Game, scratch: kernels.Scratch) -> None:
    """Continue the forecast on the table by a piece of work; at its end, judge it."""
    state, table = game.state[0], game.table
    until = state.reached + STRETCH
    while state.reached < min(until, state.end) and (state.phase != OPENING or opening.watch(game)):
        living = battle.living(table.grids.owner)
        if state.phase != OPENING and forecast.is_decided(living):
            state.reached = state.end
            break
        forecast.advance(state.reached, living, game.others, scratch, table)
        state.reached += 1
        if state.phase == OPENING:
            opening.add_up(game)
        elif state.phase == CAMPAIGN:
            campaign.look(game)
    if state.reached < state.end:
        return
    if state.phase == OPENING:
        opening.judge(game)
    elif state.phase == COUNCIL:
        diplomacy.judge(game)
        state.phase = GREEDY  # one plan a turn
    else:
        campaign.judge(game)


@compiled
def _settle(game: Game, scratch: kernels.Scratch) -> None:
    """Settle what decides on this frame: the opening's plan until an enemy is near, then the campaign's choice."""
    state, players = game.state[0], game.players
    game.memory[kernels.WAR] = state.war
    if state.is_opening and opening.is_near(state.me, game.frame.owner):
        state.is_opening = False
        opening.straighten(scratch.cells)
    if not state.is_opening:
        players[PLAYING], state.playing_is_ours = players[CHOSEN], state.chosen_is_ours
        state.playing_promise[0], state.playing_promise[1] = state.promise[0], state.promise[1]


@compiled
def _improve(is_late: bool, search: Search, game: Game) -> None:
    """Try some changes of the moves."""
    state, parameters = game.state[0], game.players[PLAYING]
    budget = 0 if is_late else state.free * game.players[OURS].combat_search
    tries = min(CHUNK, budget - state.tried)
    if tries > 0:
        state.gain += combat.improve(state.free, tries, parameters, search.front) / fronts.SAMPLES
        state.tried += tries
    if state.tried >= budget:
        state.phase, state.place, state.unchanged = ANSWER, 0, 0


@compiled
def _answer(is_late: bool, search: Search, game: Game) -> None:
    """Reconsider some moves for the next blows; after the last one the moves are final."""
    state, parameters, front = game.state[0], game.players[PLAYING], search.front
    end = 0 if is_late or parameters.search_answer == 0 else answers.SWEEPS * state.free
    if state.place < end:
        if state.place == 0:
            answers.expect(state.zone, front, search.outlook)
        state.place, state.unchanged, gain = answers.reconsider(
            state.place, state.unchanged, state.free, parameters, front, search.outlook
        )
        state.gain += gain / fronts.SAMPLES
    if state.place >= end:
        if state.free > 0:
            finish(state.me, state.free, state.zone, state.present, front, search.beliefs, game.moves)
        state.phase = CAMPAIGN
        campaign.convene(game)


@compiled
def report(seat: Seat, changes: Longs) -> int:
    """Write the squares whose move the search changed, with the greedy move and the chosen one; return how many.

    Args:
        changes: (N, 3) squares, greedy moves, chosen moves.
    """
    squares, free, size = seat.search.front.squares, seat.search.front.free, 0
    for i in range(seat.game.state[0].free):
        c = free[i]
        if squares[c].option != squares[c].greedy:
            changes[size, 0], changes[size, 1], changes[size, 2] = c, squares[c].greedy, squares[c].option
            size += 1
    return size


@uncounted
def _count(bits: int) -> int:
    """Return how many bits are set."""
    players = 0
    while bits > 0:
        players += bits & 1
        bits >>= 1
    return players


@compiled
def prepare(
    fights: bool,
    grids: Grids,
    me: int,
    turn: int,
    memory: Longs,
    parameters: kernels.Values,
    search: Search,
    moves: Bytes,
) -> tuple[int, int, int]:
    """Choose the greedy moves; if the combat search `fights`, lay out the search that improves them.

    Return how many squares may change (0: no enemy is near), the size of their zone, and the players in it as bits.
    """
    scratch, front, belief = search.scratch, search.front, search.beliefs
    squares, zone, free = front.squares, front.zone, front.free
    size = 0
    if fights:
        beliefs.learn(me, grids, parameters, belief)
        fronts.load(grids, parameters, squares)
        size = fronts.find(me, parameters, squares, zone, free)
    kernels.decide(grids, me, turn, memory, parameters, scratch, moves)
    if size == 0:
        return 0, 0, 0
    end = fronts.surround(size, squares, zone, free)
    present = fronts.players(me, end, squares, zone)
    combat.prefer(moves, size, scratch.cells, parameters, squares, free)
    front.dice[0] = parameters.luck * np.uint64(parameters.ties_seeded) + np.uint64(turn) * np.uint64(TURN_STRIDE)
    search.rival.dice[0] = ~front.dice[0]
    for player in range(1, SEATS):
        if present >> player & 1:
            beliefs.plan(grids, player, turn, scratch, belief)
            if parameters.rival_search > 0:
                plan = belief.plans[belief.models.size - 1, player]
                rivals.improve(grids, player, me, moves, parameters, search, plan)
    fronts.measure(me, squares, scratch.order)
    modelled = parameters.search_models
    for k in range(fronts.SAMPLES):
        if k < modelled:
            beliefs.reply(k, (k + 0.5) / modelled, me, present, end, front, belief)
        else:
            replies.guess(k, me, end, squares, zone, front.reply, front.dice)
    replies.lay_out(me, fronts.SAMPLES, end, front)
    combat.stand(me, moves, end, squares, zone)
    combat.score(end, parameters, front)
    return size, end, present


@compiled
def finish(
    me: int, size: int, end: int, present: int, front: fronts.Front, belief: beliefs.Beliefs, moves: Bytes
) -> None:
    """Write the moves that the search found, and note what the models expect of the next frame."""
    combat.write(size, front.squares, front.free, moves)
    beliefs.expect(me, present, end, front, belief)
