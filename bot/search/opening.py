"""The opening: simulates it before the game with other parameters; the best of them play until contact.

Until an enemy comes near, what we do depends on us and the map alone, so a simulation by the rules shows what will
happen, unless an opponent disturbs it. The first trial has opponents who play by our unchanged parameters, as we do,
and shows the turn of contact. The others have none, and are judged by their growth around that turn: a simulated fight
will not come again. Each candidate is a set of parameters for the greedy decision, and may also bend the field's
prices around some places, so that it takes other squares, in another order.
"""

from ..board.board import NEUTRAL
from ..board.compiled import Bytes, Dice, Floats, Record, Records, compiled
from ..greedy.nap import HEADS_UP
from ..kernels.tie_break import _base
from . import candidates, game_state, rollout
from .game_state import Game
from .opponent_moves import chance, exponential
from .state import BEST, CANDIDATE, MIRROR, OURS, PLAYING

# Steps to an enemy at which the opening is over: two squares lie between, which both may have emptied.
NEAR = 3

# Turns after which a trial ends without contact.
LONGEST_ROLLOUT = 200

# What a trial is for: to meet the opponents with our parameters, to measure these alone, to try a candidate.
MEETING, MEASURING, TRYING = range(3)

# Candidates drawn at random at the beginning.
FIRST_FRESH = 8

# Where prices may be multiplied: shares of the changes that perturb the parameters of the best, and that do only this.
SHARE_PERTURBED, SHARE_ONLY_PERTURBED = 0.35, 0.25

# How many bends a candidate adds; one of these.
BENDS_AT_ONCE = (1, 1, 2, 3)

# Radii of a bend, in steps at which three fifths of its size are left; one of these.
RADII = (0.5, 1.0, 2.0, 4.0)

# Radii at which a bend ends: farther away it would change no bit of a price.
FARTHEST = 9.0

# Bends lie within a third of the board's height of our first square along each axis, or within six squares.
BEND_RANGE, LEAST_BEND_RANGE = 3, 6


@compiled
def start_search(game: Game) -> None:
    """Begin the search on the first frame of the game."""
    state = game.state[0]
    rollout.copy(game.frame, game.start)
    game.dice[0] = _base(game.players[OURS], 0)
    state.trial, state.tried_openings, state.is_measured, state.has_rollout = MEETING, 0, False, False


@compiled
def start_rollout(game: Game, cells: Records) -> bool:
    """Start the next trial from the map, with its prices in `cells`, if none goes on; return whether there is one."""
    state, players = game.state[0], game.players
    if state.has_rollout:
        return True
    if state.tried_openings >= players[OURS].opening_search:
        return False
    state.new_bends = 0
    game.factors[1, :] = 1.0
    if state.trial == TRYING:
        _draw_candidate(game)
    else:
        players[CANDIDATE] = players[OURS]
    alone, horizon = state.trial != MEETING, LONGEST_ROLLOUT
    if alone:
        horizon = min(state.contact + _turns_around_contact(game), horizon)
    game_state.start_rollout(players[MIRROR], players[CANDIDATE], state.turn, horizon, game)
    state.have, owner = 0.0, game.table.grids.owner.reshape(-1)
    for c in range(cells.size):
        cells[c].factor = game.factors[1, c]
        if alone and owner[c] != state.me:
            owner[c] = NEUTRAL
    return True


@compiled
def check_contact(game: Game) -> bool:
    """Look for an enemy near us before a turn of the trial that meets opponents; return whether the trial goes on."""
    state = game.state[0]
    if state.trial == MEETING and is_near(state.me, game.table.grids.owner):
        state.end = state.reached
    return bool(state.reached < state.end)


@compiled
def add_score(game: Game) -> None:
    """Add what we have after a turn of a trial alone, around the expected contact.

    On a single turn a player that has just spent its strength on captures looks poor.
    """
    state = game.state[0]
    if state.trial != MEETING and state.reached > state.contact - _turns_around_contact(game):
        rollout.count(game.table.grids, game.tally)
        production = game.tally[state.me, rollout.PRODUCTION]
        state.have += game.tally[state.me, rollout.STRENGTH] + game.players[OURS].opening_worth * production


@compiled
def _turns_around_contact(game: Game) -> int:
    """Return how many turns around the expected contact count, by the players that the game begins with."""
    ours, is_duel = game.players[OURS], game.state[0].players <= HEADS_UP
    return int(ours.opening_beyond if is_duel else ours.opening_beyond_many)


@compiled
def end_rollout(game: Game) -> None:
    """Compare the trial that has ended with the best so far; keep the better one.

    A trial is worth its share of what it and our own parameters add up to.
    """
    state = game.state[0]
    state.has_rollout = False
    if state.trial == MEETING:
        state.contact, state.trial = state.end, MEASURING
        return
    if state.trial == MEASURING:
        state.baseline = max(state.have, 1.0)
    worth = state.have / (state.have + state.baseline)
    if state.trial == TRYING:
        state.tried_openings += 1
    else:
        state.own_worth, state.trial, state.is_measured, state.worth = worth, TRYING, True, -1.0
    if worth > state.worth:
        state.worth, state.bends = worth, state.new_bends
        game.players[BEST] = game.players[CANDIDATE]
        for c in range(game.factors.shape[1]):
            game.factors[0, c] = game.factors[1, c]


@compiled
def play_best(game: Game, cells: Records, rollout_cells: Records) -> None:
    """Play by the best from now on; by our own parameters if there was no time to measure them.

    Args:
        cells: of the turn, whose prices the best multiplies
        rollout_cells: of the rollouts
    """
    state = game.state[0]
    state.has_rollout, state.is_opening = False, True
    if state.is_measured:
        game.players[PLAYING] = game.players[BEST]
        for c in range(cells.size):
            cells[c].factor = game.factors[0, c]
    for c in range(rollout_cells.size):
        rollout_cells[c].factor = 1.0


@compiled
def _draw_candidate(game: Game) -> None:
    """Choose what to try next: parameters drawn at random, or a change of the best trial."""
    state, players, dice = game.state[0], game.players, game.dice
    size, tried = players[OURS].opening_bend, state.tried_openings
    bends = size > 0.0
    if tried < FIRST_FRESH or (tried % candidates.FRESH == 0 and not bends):
        candidates.draw_fresh(players[OURS], CANDIDATE, players, dice)
        return
    kind = chance(dice) if bends else 0.0
    if kind < SHARE_PERTURBED:
        candidates.perturb(players[BEST], CANDIDATE, players, dice)
    else:
        players[CANDIDATE] = players[BEST]
    if bends:
        state.new_bends = state.bends
        for c in range(game.factors.shape[1]):
            game.factors[1, c] = game.factors[0, c]
        if kind >= SHARE_ONLY_PERTURBED:
            _draw_factors(state, size, game.start.owner, game.factors[1], dice)


@compiled
def _draw_factors(state: Record, size: float, owner: Bytes, factors: Floats, dice: Dice) -> None:
    """Multiply prices around some random places, not far from our first square."""
    height, width = owner.shape
    flat = owner.reshape(-1)
    home = 0
    while home < flat.size - 1 and flat[home] != state.me:
        home += 1
    far = max(LEAST_BEND_RANGE, height // BEND_RANGE)
    for _ in range(BENDS_AT_ONCE[_below(len(BENDS_AT_ONCE), dice)]):
        y = home // width + _below(2 * far + 1, dice) - far
        x = home % width + _below(2 * far + 1, dice) - far
        radius = RADII[_below(len(RADII), dice)]
        multiply_prices(y, x, radius, size * candidates.gauss(dice), height, factors)
        state.new_bends += 1


@compiled
def _below(end: int, dice: Dice) -> int:
    """Draw a random whole number from 0 on, below `end`."""
    return int(chance(dice) * end)


@compiled
def multiply_prices(y: int, x: int, radius: float, size: float, height: int, factors: Floats) -> None:
    """Multiply the prices around a place, which may lie beyond the edges: there by e**size, by less farther away."""
    width = factors.size // height
    for c in range(factors.size):
        down, right = abs(c // width - y % height), abs(c % width - x % width)
        away = (min(down, height - down) + min(right, width - right)) / radius
        if away > FARTHEST:
            continue
        power = size * exponential(-away * away / 2.0)
        if power > 0.0:
            factors[c] /= exponential(-power)
        else:
            factors[c] *= exponential(power)


@compiled
def is_near(me: int, owner: Bytes) -> bool:
    """Return whether an enemy is NEAR steps from a square of ours, or nearer."""
    height, width = owner.shape
    for y in range(height):
        for x in range(width):
            if owner[y, x] != me:
                continue
            for down in range(-NEAR, NEAR + 1):
                for right in range(abs(down) - NEAR, NEAR + 1 - abs(down)):
                    other = owner[(y + down) % height, (x + right) % width]
                    if other != NEUTRAL and other != me:
                        return True
    return False
