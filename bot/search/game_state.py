"""The state of a game: all that a champion remembers of it, and all the memory that its turns use."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from .. import kernels
from ..board.board import MEMORY, SEATS, WAR
from ..board.compiled import Bytes, Dice, Floats, Grids, Longs, Record, Records, compiled, literal_unroll
from ..parameters.presets import override, preset
from . import rollout
from .opponent_model import OpponentModels, Search, count_models, reset
from .state import BELIEVED, BEST, CANDIDATE, CHOSEN, DONE, FIGHTER, MIRROR, OURS, PLACES, PLAN, PLAYING, STATE, VARIED

# The seeds of the others in rollouts of opening and war planner: not our own, because we do not know theirs.
MIRRORED_SEED, BELIEVED_SEED = 0x0FF5E7, 0x5EED

# How the opponent plays in the parameter search's rollout.
OPPONENT = override(preset("v26"), {"pact_heads_up": False, "strategic_stilling": False, "route_cost": 0.01})
OPPONENT_SEED = 1000

NAMES = tuple(each.name for each in VARIED)


class Game(NamedTuple):
    """What a champion knows of its game, and the table of its rollouts; N = H * W."""

    state: Records  # (1,) STATE
    memory: Longs  # (MEMORY,)
    frame: Grids  # that is answered
    moves: Bytes  # (H, W) the answer
    players: Records  # (PLACES,) kernels.VALUES
    others: Records  # (SEATS,) kernels.VALUES: how each player decides in the rollout on the table
    start: Grids  # what the rollouts start from
    table: rollout.Table
    tally: Longs  # (SEATS, 3)
    dice: Dice  # of opening and parameter search
    plans: Records  # (SEATS,) PLAN
    factors: Floats  # (2, N) what the prices are multiplied by: by the best opening, by the newest


class PlayerMemory(NamedTuple):
    """One player in one game, on boards of one size. A turn allocates nothing."""

    game: Game
    search: Search
    scratch: kernels.Scratch  # of the rollouts


def game(height: int, width: int) -> Game:
    """Return the memory of what a player knows of its game."""
    game = Game(
        np.zeros(1, STATE), np.zeros(MEMORY, np.int64), rollout.grids(height, width),
        np.zeros((height, width), np.uint8), np.zeros(PLACES, kernels.VALUES), np.zeros(SEATS, kernels.VALUES),
        rollout.grids(height, width), rollout.table(height, width), np.zeros((SEATS, 3), np.int64),
        np.zeros(1, np.uint64), np.zeros(SEATS, PLAN), np.zeros((2, height * width)),
    )  # fmt: skip
    game.players[FIGHTER] = kernels.values(replace(OPPONENT, seed=OPPONENT_SEED))
    game.players[BELIEVED] = kernels.values(replace(preset("v26"), seed=BELIEVED_SEED))
    return game


@compiled
def start_rollout(theirs: Record, ours: Record, since: int, horizon: int, game: Game) -> None:
    """Start a rollout of some turns from `game.start`: all others decide by the parameters `theirs`."""
    state = game.state[0]
    for player in range(SEATS):
        game.others[player] = theirs
    game.others[state.me] = ours
    rollout.reset_table(game.start, game.table)
    state.has_rollout, state.reached, state.end = True, since, min(since + horizon, state.limit)


@compiled
def start_game(parameters: Record, game: Game, opponents: OpponentModels) -> None:
    """Begin a game with these parameters; `game.memory` has what is known of the turns before."""
    state = game.state[0]
    state.phase, state.has_begun, state.is_opening = DONE, False, False
    state.due = state.candidates = state.scored = 0
    state.chosen_is_ours = state.playing_is_ours = True
    state.war = game.memory[WAR]
    for place in (OURS, PLAYING, CHOSEN, BEST, CANDIDATE, MIRROR):
        game.players[place] = parameters
    game.players[MIRROR].seed = MIRRORED_SEED
    reset(parameters, opponents)


@compiled
def change_parameters(parameters: Record, game: Game, opponents: OpponentModels) -> None:
    """Change the parameters in the middle of a game; keep what was learnt of the others, and what a search chose."""
    players = game.players
    for place in (PLAYING, CHOSEN):
        players[MIRROR] = players[place]
        players[place] = parameters
        for field in literal_unroll(NAMES):
            if players[OURS][field] == parameters[field]:
                players[place][field] = players[MIRROR][field]
    players[OURS] = parameters
    players[MIRROR] = parameters
    players[MIRROR].seed = MIRRORED_SEED
    game.state[0].candidates = game.state[0].scored = 0  # candidates drawn around the parameters of before
    if count_models(parameters, opponents) != opponents.used[0]:
        reset(parameters, opponents)  # what was learnt of other models says nothing of these
