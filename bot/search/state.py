"""What the searches vary, which models of an enemy they use, and what they keep of a game besides boards.

Nothing here needs a compiler: the compiled bot reads the same record where numba is not installed.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..parameters.presets import PRESETS, Parameters, override


class Range(NamedTuple):
    """The values that a candidate may have for one parameter."""

    name: str
    low: float
    high: float
    grows: bool  # by factors: half of the draws lie below the geometric mean


# What candidates differ in, and how far.
RANGES = (
    Range("alpha", 0.04, 0.5, grows=True),
    Range("potential_degradation_step", 0.04, 1.5, grows=True),
    Range("hold_until", 3.0, 8.0, grows=False),
    Range("int_max", 0.3, 0.8, grows=False),
    Range("route_cost", 0.002, 0.05, grows=True),
    Range("capture_hold", 0.0, 4.0, grows=False),
)

# How much strength a fight draws. A parameter search draws it from this whole range, not around the value in force.
FIGHT_RANGE = Range("enemy_ROI", -1.2, -0.2, grows=False)

# What opening and parameter search change.
VARIED = (*RANGES, FIGHT_RANGE)

# The procedures that an enemy may follow.
MODELS: Mapping[str, Parameters] = {
    "v26 without pact and stilling": override(PRESETS["v26"], {"pact_heads_up": False, "strategic_stilling": False}),
    "v26": PRESETS["v26"],
    "v17": PRESETS["v17"],
    "hardly moves": override(
        PRESETS["v26"], {"pact": "off", "hold_until": 255, "fixed_hold": True, "capture_hold": 255}
    ),
}

# The model that rival_search adds, always the last; see bot.search.opponent_model.
SEARCHES = "searches as we do"

# Replies of the enemy that every change is judged against: eight 32-bit numbers fill one wide register.
SAMPLES = 8


# The phases of a turn, in this order. From PARAMETER_SEARCH on the moves are final: what follows prepares later turns.
OPENING, WAR_PLAN, GREEDY, SEARCH, FOLLOW_UP, PARAMETER_SEARCH, DONE = range(7)

# Places in Game.players: the preset's parameters; those that decide now; those that the parameter search chose; the
# best and the newest candidate; the others in a rollout of the parameter search, of the war planner, and the opening.
OURS, PLAYING, CHOSEN, BEST, CANDIDATE, FIGHTER, BELIEVED, MIRROR = range(8)

PLACES = 8

# How often a parameter search looks at a candidate before its rollout ends.
CHECKPOINTS = 2

# What a player knows of its game besides arrays.
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
        # The rollout on the table.
        ("has_rollout", np.bool_),
        ("since", np.int64),  # the turn that the rollouts of war planner and parameter search start from
        ("reached", np.int64),  # the turn that this rollout has come to
        ("end", np.int64),  # the turn at which it ends
        # The opening.
        ("trial", np.int64),  # what the trial on the table is for
        ("tried_openings", np.int64),
        ("contact", np.int64),  # the turn at which the trial with opponents ended: one came near, or it was long enough
        ("have", np.float64),  # what a trial alone adds up to
        ("baseline", np.float64),  # the same of our own parameters
        ("worth", np.float64),  # of the best
        ("own_worth", np.float64),  # of our own parameters
        ("is_measured", np.bool_),  # our own parameters have a worth
        ("bends", np.int64),  # of the best
        ("new_bends", np.int64),  # of the newest
        # The war planner.
        ("war", np.int64),  # whom we fight, as bits
        ("planned", np.int64),
        ("considered", np.int64),
        # The parameter search. Expected: the score of the choice, and of our own parameters in the same rollouts.
        ("due", np.int64),  # the turn from which the next list of candidates may be drawn up
        ("candidates", np.int64),  # candidates to judge
        ("scored", np.int64),
        ("scored_now", np.int64),  # of these on this turn
        ("checkpoint", np.int64),  # looks at the newest candidate that are done
        ("checkpoint_scores", np.float64, (CHECKPOINTS,)),  # its worth at each
        ("best_scores", np.float64, (CHECKPOINTS,)),  # the best candidate's
        ("is_beaten", np.bool_),  # the newest is behind the best
        ("best_score", np.float64),  # the best candidate's worth on this list of candidates
        ("own_score", np.float64),  # that of our own parameters
        ("best_is_ours", np.bool_),
        ("chosen_is_ours", np.bool_),
        ("expected", np.float64, (2,)),  # of what was chosen last
        ("playing_is_ours", np.bool_),  # the parameter search has not changed what decides now
        ("playing_expected", np.float64, (2,)),
    ],
    align=True,
)

# A plan of the war planner: whom we would fight, as bits, and what the rollout says of it.
PLAN = np.dtype([("war", np.int64), ("worth", np.float64)], align=True)
