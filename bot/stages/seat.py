"""A champion's seat: all that it remembers of one game, and all the memory that its turns work in."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..ground.arrays import Bytes, Dice, Floats, Grids, Longs, Records
from ..ground.compiled import compiled
from ..ground.memory import Memory
from ..ground.view import SEATS
from ..kernels.luck import _draw
from ..knobs.parameters import Parameters, changed, preset
from . import answers, beliefs, forecast, fronts
from .search import Search

OPENING, COUNCIL, GREEDY, SEARCH, ANSWER, CAMPAIGN, DONE = range(7)
"""The phases of a turn, in this order. From CAMPAIGN on the moves are final: what follows prepares later turns."""

OURS, PLAYING, CHOSEN, BEST, CANDIDATE, FIGHTER, BELIEVED, MIRROR = range(8)
"""Places in Game.players: the preset's parameters; those that decide now; the campaign's choice; the best and the
newest candidate; the others in a forecast of the campaign, of the council, and of the opening.
"""

PLACES = 8

MIRRORED_SEED, BELIEVED_SEED = 0x0FF5E7, 0x5EED
"""The luck of the others in forecasts of opening and council: not our own, because we do not know theirs."""

OPPONENT = changed(preset("v26"), {"pact_heads_up": False, "strategic_stilling": False, "route_cost": 0.01})
"""How the opponent plays in a campaign's forecast."""

LOOKS = 2
"""How often a campaign looks at a candidate before its forecast ends."""

STATE = np.dtype(
    [
        # The turn.
        ("phase", np.int64),
        ("me", np.int64),
        ("turn", np.int64),
        ("players", np.int64),  # that own a square
        ("limit", np.int64),  # turns of a game on this board
        ("has_begun", np.bool_),  # a frame has been received
        ("is_opening", np.bool_),  # no enemy has come near since the opening was searched
        # The combat search.
        ("free", np.int64),  # squares that may change
        ("zone", np.int64),  # the size of their zone
        ("present", np.int64),  # the players in it, as bits
        ("tried", np.int64),
        ("gain", np.float64),
        ("place", np.int64),  # of the next square to reconsider, in the list of all sweeps
        ("unchanged", np.int64),  # squares before it that kept their options
        # The forecast on the table.
        ("is_laid", np.bool_),
        ("since", np.int64),  # the turn that the forecasts of council and campaign start from
        ("reached", np.int64),  # the turn that this forecast has come to
        ("end", np.int64),  # the turn at which it ends
        # The opening.
        ("trial", np.int64),  # what the trial on the table is for
        ("tried_openings", np.int64),
        ("contact", np.int64),  # the turn at which the trial with opponents ended: one came near, or it was long enough
        ("have", np.float64),  # what a trial alone adds up to
        ("yardstick", np.float64),  # the same of our own parameters
        ("worth", np.float64),  # of the best
        ("own_worth", np.float64),  # of our own parameters
        ("is_measured", np.bool_),  # our own parameters have a worth
        ("bends", np.int64),  # of the best
        ("new_bends", np.int64),  # of the newest
        # The council.
        ("war", np.int64),  # whom we fight, as bits
        ("planned", np.int64),
        ("considered", np.int64),
        # The campaign. A promise is the worth of the choice, and of our own parameters in the same forecasts.
        ("due", np.int64),  # the turn from which the next agenda may be drawn up
        ("agenda", np.int64),  # candidates to judge
        ("judged", np.int64),
        ("today", np.int64),  # of these on this turn
        ("lap", np.int64),  # looks at the newest candidate that are done
        ("pace", np.float64, (LOOKS,)),  # its worth at each
        ("lead", np.float64, (LOOKS,)),  # the best candidate's
        ("is_beaten", np.bool_),  # the newest is behind the best
        ("most", np.float64),  # the best candidate's worth on this agenda
        ("own", np.float64),  # that of our own parameters
        ("best_is_ours", np.bool_),
        ("chosen_is_ours", np.bool_),
        ("promise", np.float64, (2,)),  # of what was chosen last
        ("playing_is_ours", np.bool_),  # the campaign has not changed what decides now
        ("playing_promise", np.float64, (2,)),
    ],
    align=True,
)
"""What a seat knows besides its arrays."""

PLAN = np.dtype([("war", np.int64), ("worth", np.float64)], align=True)
"""A plan of the council: whom we would fight, as bits, and what the forecast says of it."""


class Game(NamedTuple):
    """What a champion knows of its game, and the table of its forecasts; N = H * W."""

    state: Records  # (1,) STATE
    memory: Longs  # (kernels.MEMORY,)
    frame: Grids  # that is answered
    moves: Bytes  # (H, W) the answer
    players: Records  # (PLACES,) kernels.KNOBS
    others: Records  # (SEATS,) kernels.KNOBS: how each player decides in the forecast on the table
    start: Grids  # what the forecasts start from
    table: forecast.Table
    tally: Longs  # (SEATS, 3)
    dice: Dice  # of opening and campaign
    plans: Records  # (SEATS,) PLAN
    bent: Floats  # (2, N) what the prices are multiplied by: by the best opening, by the newest


class Seat(NamedTuple):
    """One player in one game, on boards of one size. A turn allocates nothing."""

    game: Game
    search: Search
    scratch: kernels.Scratch  # of the forecasts


def seat(
    parameters: Parameters, height: int, width: int, models: Iterable[Parameters], memory: Memory | None = None
) -> Seat:
    """Return the seat of a player at the beginning of a game on a board of this size.

    models   of its enemies, see beliefs.models
    memory   of the turns that were played before it was seated
    """
    search = Search(
        kernels.scratch(height, width), fronts.front(height, width), fronts.front(height, width),
        beliefs.beliefs(height, width, models), answers.outlook(height, width),
    )  # fmt: skip
    return Seat(game(parameters, height, width, memory), search, kernels.scratch(height, width))


def game(parameters: Parameters, height: int, width: int, memory: Memory | None = None) -> Game:
    """Return what a champion knows at the beginning of a game, as for `seat`."""
    game = Game(
        _state(), kernels.remembered(memory or Memory()), _grids(height, width),
        np.zeros((height, width), np.uint8), _players(parameters), np.zeros(SEATS, kernels.KNOBS),
        _grids(height, width), forecast.table(height, width), np.zeros((SEATS, 3), np.int64), np.zeros(1, np.uint64),
        np.zeros(SEATS, PLAN), np.zeros((2, height * width)),
    )  # fmt: skip
    game.state["war"] = game.memory[kernels.WAR]
    return game


@compiled
def sit(knobs: kernels.Knobs, players: Records) -> None:
    """Write our parameters, and what forecasts derive from them, into their places."""
    for place in (OURS, PLAYING, CHOSEN, MIRROR):
        players[place] = knobs
    players[MIRROR].luck = _draw(np.uint64(0), MIRRORED_SEED)


def _players(parameters: Parameters) -> npt.NDArray[np.void]:
    places = np.zeros(PLACES, kernels.KNOBS)
    places[:] = kernels.knobs(parameters)
    sit(places[OURS], places)
    places[FIGHTER] = kernels.knobs(OPPONENT)
    places[BELIEVED] = kernels.knobs(replace(preset("v26"), seed=BELIEVED_SEED))
    return places


def _state() -> npt.NDArray[np.void]:
    state = np.zeros(1, STATE)
    state["phase"] = DONE
    state["chosen_is_ours"] = state["playing_is_ours"] = True
    return state


def _grids(height: int, width: int) -> Grids:
    return Grids(*(np.zeros((height, width), np.uint8) for _ in range(3)))
