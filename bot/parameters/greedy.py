"""The parameters of the greedy strategy, which bot/decide.py reads for every square we own, and the generations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .declaration import ParameterSet, parameter

# The groups, in which help, docs and viewer show the parameters.
FIELD = "Field and hold"
MOVING = "When a square may move"
COSTS = "What an option costs"
COMBAT = "Combat"
PACT = "The pact and its wall"
CROWD = "Small and crowded boards"


class Ruleset(NamedTuple):
    """What a generation is, besides its list of rules in move_rules.py. The kernels read these fields by name."""

    prices_enemies: bool  # an enemy square has a price too; without it only empty squares lead to a fight
    rounds_late: bool  # a cost is alpha * (strength / production) instead of (alpha * strength) / production
    orders_by_distance: bool  # of equal squares the one nearer to a border chooses first
    books_production: bool  # a square that stays books its production too
    has_hurdle: bool  # interior squares move only above a strength
    fears_enemies: bool  # the dodge counts enemy squares as threats, besides empty ones


# By name. A preset names its generation, and may be called differently.
RULESETS: Mapping[str, Ruleset] = {
    "v12": Ruleset(
        prices_enemies=True, rounds_late=True, orders_by_distance=False, books_production=False,
        has_hurdle=False, fears_enemies=False,
    ),
    "v17": Ruleset(
        prices_enemies=False, rounds_late=False, orders_by_distance=False, books_production=False,
        has_hurdle=True, fears_enemies=False,
    ),
    "v26": Ruleset(
        prices_enemies=False, rounds_late=False, orders_by_distance=True, books_production=True,
        has_hurdle=True, fears_enemies=True,
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GreedyParameters(ParameterSet):
    """How squares choose their moves one by one. The defaults are those of v26."""

    # A table: a parameter and its range, then what else is known of it; the formatter would make ten lines of each.
    # fmt: off
    # Field and hold
    alpha: float = parameter(
        0.10, low=0.001, high=0.999, group=FIELD, unit="weight",
        why="share of a square's own price in the running average; lower sees farther",
    )
    potential_degradation_step: float = parameter(
        0.2, low=0.0, high=100.0, group=FIELD, unit="turns per (own step)²",
        why="how fast a border fades with the distance walked through our own land",
    )
    enemy_ROI: float = parameter(
        -0.5, low=-1000.0, high=1000.0, group=FIELD, unit="turns per enemy neighbour",
        why="potential of an empty square beside one enemy square; negative invites combat",
    )
    route_cost: float = parameter(
        0.0, low=0.0, high=10.0, group=FIELD, unit="turns per point of production", off=0.0,
        why="cost of walking over one of our squares, which produces nothing on that turn",
    )
    hold_until: float = parameter(
        5.0, low=0.0, high=255.0, group=FIELD, unit="turns of production",
        why="a square gathers this many turns of its own production before it moves through our land",
    )

    # When a square may move
    combat_hold_until: float = parameter(
        7.0, low=0.0, high=255.0, group=MOVING, unit="turns of production", of="fixed_hold",
        why="the same while an empty square touches us",
    )
    fixed_hold: bool = parameter(
        False, group=MOVING, unit="on/off", off=True,
        why="keep hold_until in combat too",
    )
    capture_hold: float = parameter(
        2.0, low=0.0, high=255.0, group=MOVING, unit="turns of production", rulesets=("v17", "v26"),
        why="the least a square gathers before it captures, so that it does not leave at strength one",
    )
    int_max: float = parameter(
        0.45, low=0.0, high=1.0, group=MOVING, unit="share of the interior", rulesets=("v17", "v26"),
        why="the strongest share of a small interior that may move",
    )
    int_min: float = parameter(
        0.01, low=0.0, high=1.0, group=MOVING, unit="share of the interior", rulesets=("v17", "v26"),
        why="the same when the interior is as large as hurdle_area",
    )
    hurdle_area: float = parameter(
        2500.0, low=1.0, high=1e6, group=MOVING, unit="squares", rulesets=("v17", "v26"),
        why="the interior at which int_min is reached: the largest official board, 50 x 50",
    )
    red_green: bool = parameter(
        True, group=MOVING, unit="on/off", off=False, rulesets=("v26",),
        why="capture trees: squares wait so that all that are needed arrive on one turn",
    )

    # What an option costs
    loss_penalty: float = parameter(
        10_000.0, low=0.0, high=1e9, group=COSTS, unit="potential per point of strength", rulesets=("v17", "v26"),
        why="a point lost to the cap outweighs every difference in the field but those of walls, enemies, barren land",
    )
    bad_score: float = parameter(
        9_000.0, low=0.0, high=1e9, group=COSTS, unit="potential", rulesets=("v17", "v26"),
        why="above it every option loses strength, or leads to a wall or nowhere; just under one point's loss_penalty",
    )
    wall_penalty: float = parameter(
        1e7, low=0.0, high=1e12, group=COSTS, unit="potential", of="pact",
        why="price of a step on a wall while anything else is left to mine",
    )
    weak_penalty: float = parameter(
        100_000.0, low=0.0, high=1e12, group=COSTS, unit="potential", of="dodge", rulesets=("v26",),
        why="price of dodging onto a neutral square that we cannot take: as much as twenty points that could strike",
    )

    # Combat
    dodge: bool = parameter(
        True, group=COMBAT, unit="on/off", off=False, rulesets=("v17", "v26"),
        why="keep away from empties where one blast would hurt two of our squares",
    )
    danger_penalty: float = parameter(
        5_000.0, low=0.0, high=1e9, group=COMBAT, unit="potential per point of enemy strength",
        of="dodge", rulesets=("v26",),
        why="price of standing beside a dangerous square; half a point of certain loss per possible point",
    )
    strategic_stilling: bool = parameter(
        True, group=COMBAT, unit="on/off", off=False, rulesets=("v26",),
        why="let a crowded enemy step first, then strike back",
    )
    stilling_empties: int = parameter(
        2, low=1, high=4, group=COMBAT, unit="empty neighbours", of="strategic_stilling",
        why="so many empty squares beside it make a square stand still",
    )
    stilling_enemies: int = parameter(
        2, low=1, high=8, group=COMBAT, unit="enemy squares", of="strategic_stilling",
        why="so many must be able to step in",
    )
    stilling_ratio: float = parameter(
        3.0, low=0.0, high=255.0, group=COMBAT, unit="turns of production", of="strategic_stilling",
        why="an enemy square weaker than this counts as one that has just moved and will not step in",
    )

    # The pact and its wall
    pact: str = parameter(
        "everybody", group=PACT, unit="whom we spare", choices=("everybody", "until_met", "off"),
        off="off", rulesets=("v26",),
        why="v26 meant until_met, but a slip kept the pact with everybody for the whole game",
    )
    pact_heads_up: bool = parameter(
        True, group=PACT, unit="on/off", of="pact",
        why="whether the pact also holds when only two players are left; off fixes what the author regretted",
    )
    pact_caution: bool = parameter(
        False, group=PACT, unit="on/off", of="pact", off=False,
        why="the wall is two squares thick where an enemy could take the farther one this turn: no contact by accident",
    )
    wall_factor: float = parameter(
        100.0, low=1.0, high=1e6, group=PACT, unit="times its own price", off=1.0, of="pact",
        why="makes the last barrier before an enemy the last thing worth mining",
    )

    # Small and crowded boards, which v12 plays with other parameters
    crowd_adapts: bool = parameter(
        False, group=CROWD, unit="on/off", off=False,
        why="use the two crowd_ parameters below on small or crowded boards",
    )
    crowd_hold_until: float = parameter(
        6.0, low=0.0, high=255.0, group=CROWD, unit="turns of production", of="crowd_adapts",
        why="hold_until when crowded",
    )
    crowd_degradation_step: float = parameter(
        0.4, low=0.0, high=100.0, group=CROWD, unit="turns per (own step)²", of="crowd_adapts",
        why="potential_degradation_step when crowded",
    )
    crowd_side: int = parameter(
        20, low=1, high=10_000, group=CROWD, unit="squares", of="crowd_adapts",
        why="a board with a side of exactly this is crowded",
    )
    crowd_players: int = parameter(
        4, low=1, high=7, group=CROWD, unit="players", of="crowd_adapts",
        why="this many at the start, or more, are a crowd",
    )
    # fmt: on
