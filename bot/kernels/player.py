"""What the kernels know of a player: its knobs, as a record, and what it remembers."""

from collections.abc import Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..greedy import luck
from ..greedy.verdicts import LISTS
from ..ground.arrays import Record
from ..ground.memory import Memory
from ..knobs.generations import GENERATIONS, Generation
from ..knobs.knob import plain
from ..knobs.parameters import KNOBS as PARAMETERS
from ..knobs.parameters import SILENT, Parameters

FIELD = (
    "alpha", "route_cost", "enemy_ROI", "wall_factor", "rounds_late", "prices_enemies", "ties_seeded", "luck",
    "potential_degradation_step", "crowd_adapts", "crowd_side", "crowd_players", "crowd_degradation_step",
)  # fmt: skip
"""What the potential field depends on besides the board, the turn and the wall."""

STARTING_PLAYERS, MET, WAR = range(3)  # places in the memory array
MEMORY = 3


def _fields() -> dict[str, Any]:
    """Return the kernels' record of a player, field by field, from the knobs' declarations; none is listed here.

    A number or a switch keeps its kind. Of several words each becomes a switch, as pact_off. The generation becomes
    what it is, see bot.knobs.generations. `luck` stands for the seed, where a turn's luck begins.
    """
    kinds = {bool: np.bool_, int: np.int64, float: np.float64}
    fields: dict[str, Any] = {}
    for name, spec in PARAMETERS.items():
        if name != "generation" and name not in SILENT:
            words = [f"{name}_{word}" for word in spec.metadata["choices"]]
            fields |= dict.fromkeys(words, np.bool_) if words else {name: kinds[type(spec.default)]}
    fields |= dict.fromkeys(_truths(GENERATIONS[next(iter(GENERATIONS))]), np.bool_)
    return fields | {"luck": np.uint64}


def _truths(generation: Generation) -> dict[str, bool]:
    """Return a generation as switches: its own, and one for each list of verdicts."""
    lists = {f"verdicts_{name}": name == generation.verdicts for name in LISTS}
    return lists | {name: value for name, value in asdict(generation).items() if isinstance(value, bool)}


KNOBS = np.dtype(list(_fields().items()), align=True)
"""Parameters as a record, so that players can stand in an array; bot.knobs.parameters says what each value means.

Its fields follow from the declarations, so a knob that is added reaches the kernels by itself. The machine code is
kept for the layout of this record: another knob or another word is another layout, and compiles anew.
"""

Knobs = Record  # of KNOBS


def knobs(parameters: Parameters) -> Knobs:
    """Return `parameters` for the kernels."""
    record: Knobs = np.array([_values(parameters)], KNOBS)[0]
    return record


@lru_cache(maxsize=256)
def _values(parameters: Parameters) -> tuple[Any, ...]:
    if parameters.sections:
        raise ValueError(f"{parameters.name} plays games differently: settle its parameters for one before it plays")
    values = plain(parameters) | _truths(parameters.traits) | {"luck": np.uint64(luck.mixed(parameters.seed))}
    for name, spec in PARAMETERS.items():
        values |= {f"{name}_{word}": values[name] == word for word in spec.metadata["choices"]}
    return tuple(values[name] for name in KNOBS.fields or ())


def remembered(memory: Memory) -> npt.NDArray[np.int64]:
    """Return a Memory as the kernels keep it: starting players, then bits for players met, and for those we fight."""
    return np.array([memory.starting_players, bits(memory.met), bits(memory.war)], np.int64)


def bits(players: Iterable[int]) -> int:
    """Return a set of players as the kernels keep it."""
    return sum(1 << player for player in players)
