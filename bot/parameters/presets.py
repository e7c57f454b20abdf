"""A player: the parameters of greedy.py, those of the searches and of the rules; and the presets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .declaration import parameter, specs
from .families import Family
from .greedy import PACT, RULESETS, GreedyParameters, Ruleset

# The groups of the parameters below; those of the greedy strategy are in greedy.py.
SEARCH = "Combat search"
OPENING_SEARCH = "Opening search"
PARAMETER_SEARCH = "Parameter search"
RULES = "Rules, ties and time"


@dataclass(frozen=True, slots=True)
class Parameters(GreedyParameters):
    """One player, completely: two equal Parameters with the same memory make the same moves on the same board.

    The defaults are those of v26. Names are those of the original command line where it had one.
    """

    # A table, as in greedy.py.
    # fmt: off
    # War or peace
    war_every: int = parameter(
        0, low=0, high=10_000, group=PACT, unit="turns", of="pact", off=0,
        why="how often, among three or more players, the war planner asks whether to open the wall to one",
    )
    war_horizon: int = parameter(
        60, low=1, high=10_000, group=PACT, unit="turns", of="war_every",
        why="how far each plan is simulated",
    )
    war_margin: float = parameter(
        0.02, low=0.0, high=2.0, group=PACT, of="war_every",
        unit="share of production, plus 0.3 of strength",
        why="a new plan must gain this much in its rollout, because the others may play differently",
    )

    # Combat search
    combat_search: int = parameter(
        0, low=0, high=100_000, group=SEARCH, unit="changes tried per square", off=0,
        why="how many changes the search tries for each of our squares near an enemy",
    )
    search_reach: int = parameter(
        3, low=1, high=10, group=SEARCH, unit="passable steps to an enemy", of="combat_search",
        why="our squares within this distance may change; over open land those beyond 3 cannot hit or be hit",
    )
    search_worth: float = parameter(
        4.0, low=0.0, high=255.0, group=SEARCH, unit="turns of production", of="combat_search",
        why="what holding a square counts besides the strength on it",
    )
    search_grudge: float = parameter(
        1.0, low=0.0, high=10.0, group=SEARCH, unit="weight", of="combat_search",
        why="weight of the enemy's losses, where ours weigh 1; below 1 an even trade counts as a loss",
    )
    search_keep: float = parameter(
        0.05, low=0.0, high=10.0, group=SEARCH, unit="share of the square's strength", of="combat_search",
        why="a change must gain this much: the greedy move knows what lies behind the front",
    )
    search_slope: float = parameter(
        0.1, low=0.0, high=10.0, group=SEARCH, unit="share of the square's strength", of="combat_search",
        why="what one step downhill in the field counts",
    )
    search_pairs: float = parameter(
        0.0, low=0.0, high=1.0, group=SEARCH, unit="share of the changes", off=0.0, of="combat_search",
        why="changes of two squares at once, where one alone gains nothing: one steps aside, another strikes",
    )
    search_answer: float = parameter(
        0.0, low=0.0, high=10.0, group=SEARCH, unit="weight", off=0.0, of="combat_search",
        why="weight of what both sides could strike on the next turn, ours less theirs",
    )
    search_models: int = parameter(
        4, low=0, high=8, group=SEARCH, unit="of 8 samples", of="combat_search",
        why="replies taken from models of the enemy; the others are random, as the enemy may surprise us",
    )
    rival_search: int = parameter(
        0, low=0, high=100_000, group=SEARCH, unit="changes tried per square", off=0, of="combat_search",
        why="one more model: an enemy that searches as we do, against our greedy moves",
    )
    belief_memory: float = parameter(
        0.9, low=0.0, high=1.0, group=SEARCH, unit="per turn", of="combat_search",
        why="how much an enemy's older moves still count when the models are weighed",
    )
    belief_edge: float = parameter(
        0.5, low=0.0, high=10.0, group=SEARCH, unit="log of the odds per miss", of="combat_search",
        why="how fast a model that predicts worse than the best one loses its share",
    )

    # Opening search
    opening_search: int = parameter(
        0, low=0, high=100_000, group=OPENING_SEARCH, unit="candidates", off=0,
        why="sets of parameters that are simulated before the game, see opening_clocked; the best opens",
    )
    opening_beyond: int = parameter(
        10, low=0, high=1000, group=OPENING_SEARCH, unit="turns", of="opening_search",
        why="how long before and after the expected contact a candidate's growth is added up, in a duel",
    )
    opening_beyond_many: int = parameter(
        60, low=0, high=1000, group=OPENING_SEARCH, unit="turns", of="opening_search",
        why="the same in a game that begins with three or more players, where walls delay the fight",
    )
    opening_bend: float = parameter(
        0.0, low=0.0, high=3.0, group=OPENING_SEARCH, unit="logarithm of a price", off=0.0, of="opening_search",
        why="how far a candidate bends the prices around random places: it takes other squares, in another order",
    )
    opening_worth: float = parameter(
        12.0, low=0.0, high=1000.0, group=OPENING_SEARCH, unit="turns of production", of="opening_search",
        why="what production counts besides strength when a candidate is judged",
    )
    opening_clocked: float = parameter(
        20.0, low=1.0, high=1000.0, group=OPENING_SEARCH, unit="times opening_search", silent=True,
        why="how many candidates are tried before a game with a clock, as far as opening_time reaches",
    )
    opening_time: float = parameter(
        8.0, low=0.0, high=1e6, group=OPENING_SEARCH, unit="seconds", silent=True,
        why="the opening search takes no longer, whatever opening_search says",
    )

    # Parameter search
    campaign_search: int = parameter(
        0, low=0, high=10_000, group=PARAMETER_SEARCH, unit="candidates", off=0, of="combat_search",
        why="sets of parameters that are simulated while two players fight; the best plays on",
    )
    campaign_every: int = parameter(
        12, low=1, high=10_000, group=PARAMETER_SEARCH, unit="turns", of="campaign_search",
        why="how often they are drawn",
    )
    campaign_horizon: int = parameter(
        40, low=1, high=1000, group=PARAMETER_SEARCH, unit="turns", of="campaign_search",
        why="how far each is simulated",
    )
    campaign_worth: float = parameter(
        12.0, low=0.0, high=1000.0, group=PARAMETER_SEARCH, unit="turns of production", of="campaign_search",
        why="what production counts besides strength at the end of a rollout",
    )
    campaign_margin: float = parameter(
        0.003, low=0.0, high=1.0, group=PARAMETER_SEARCH, unit="share of what both have", of="campaign_search",
        why="what other parameters must gain in the rollout, because the fight is searched and not greedy",
    )

    # Rules, ties and time
    name: str = parameter(
        "v26", group=RULES, unit="text", silent=True,
        why="the name sent to the environment, which keeps 30 bytes",
    )
    generation: str = parameter(
        "v26", group=RULES, unit="generation", choices=tuple(RULESETS), tunable=False,
        why="whose list of rules a square goes through; generations differ in more than parameters",
    )
    ties: str = parameter(
        "seeded", group=RULES, unit="rule", choices=("seeded", "fixed"), off="fixed",
        why="fixed repeats recordings move by move",
    )
    seed: int = parameter(
        0, low=0, high=2**63 - 1, group=RULES, unit="seed", of="ties",
        why="the same seed breaks every tie the same way again",
    )
    turn_time: float = parameter(
        0.7, low=0.01, high=1e6, group=RULES, unit="seconds", silent=True,
        why="when the bot sends what it has, counted from the frame's first byte; the contest allowed one second",
    )
    # fmt: on

    @property
    def traits(self) -> Ruleset:
        """How its generation differs from the others beyond the values of parameters."""
        return RULESETS[self.generation]

    @property
    def has_search(self) -> bool:
        """Whether anything comes before or after the greedy moves; it needs numba."""
        return self.combat_search > 0 or self.war_every > 0 or self.opening_search > 0


DEFINITIONS = specs(Parameters)

# Those that change a move in the laboratory, in the order in which they are declared, and the others.
HEARD = tuple(name for name, spec in DEFINITIONS.items() if not spec.metadata["silent"])
SILENT = frozenset(DEFINITIONS.keys() - set(HEARD))


V26 = Parameters()
V17 = replace(
    V26, name="v17", generation="v17",
    fixed_hold=True, strategic_stilling=False, red_green=False, pact="off",
)  # fmt: skip
V12 = replace(
    V17, name="v12", generation="v12",
    alpha=0.25, potential_degradation_step=0.5, enemy_ROI=-1.0, dodge=False, crowd_adapts=True,
)  # fmt: skip

CHAMPION = replace(
    V26, name="champion",
    pact_heads_up=False, strategic_stilling=False, combat_search=150, rival_search=100, search_pairs=0.3,
    search_worth=2.161, search_grudge=1.239, search_keep=0.02935, search_slope=0.07033, search_answer=0.5,
    route_cost=0.01, pact_caution=True, war_every=20, campaign_search=6,
    opening_search=60, opening_bend=0.5,
)  # fmt: skip

PRESETS: Mapping[str, Parameters] = {"v12": V12, "v17": V17, "v26": V26, "champion": CHAMPION}

DEFAULT = "champion"  # plays when none is named
PLAY = 1  # raise it when the same parameters move differently: stored games belong to it

OURS = Family(
    "MyBot.py",
    "A Halite I bot. It speaks with the environment through standard input and output: "
    'python -m engine -d "30 30" "python3 MyBot.py" "python3 MyBot.py --preset v17"',
    PRESETS,
    DEFAULT,
)
preset: Callable[[str], Parameters] = OURS.preset
override: Callable[[Parameters, Mapping[str, Any]], Parameters] = OURS.override
load: Callable[..., Parameters] = OURS.load


def fields(parameters: Parameters) -> dict[str, Any]:
    """Return what the kernels' record of a player holds, field by field; none is listed here.

    A number or a switch stays what it is. Of several words each becomes a switch, as pact_off. The generation becomes
    what it is, besides.
    """
    held: dict[str, Any] = {}
    for name in HEARD:
        value, words = getattr(parameters, name), DEFINITIONS[name].metadata["choices"]
        held |= {f"{name}_{word}": word == value for word in words} if words else {name: value}
    return held | parameters.traits._asdict()


_KINDS: dict[Any, Any] = {bool: np.bool_, int: np.int64, float: np.float64}

# A player as a record, so that players can stand in an array. The machine code of the kernels is kept for its layout:
# another parameter or another word is another layout, and compiles anew.
VALUES = np.dtype([(name, _KINDS[type(value)]) for name, value in fields(V26).items()], align=True)


def values(parameters: Parameters) -> np.void:
    """Return `parameters` for the kernels."""
    if parameters.tables:
        raise ValueError(f"{parameters.name} plays games differently: resolve its parameters for one before it plays")
    record: np.void = np.array([tuple(fields(parameters).values())], VALUES)[0]
    return record
