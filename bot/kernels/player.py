"""What the kernels know of a player: its parameters, as a record, and what it remembers."""

from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board.arrays import Floats, Longs, Record
from ..board.compiled import inside, literal_unroll, uncounted
from ..greedy import tie_break
from ..greedy.move_rules import RULES
from ..parameters.greedy import RULESETS, Ruleset
from ..parameters.presets import DEFINITIONS as PARAMETERS
from ..parameters.presets import HEARD, SILENT, Parameters, numbers

mix = inside(tie_break.mix)


@uncounted
def _draw(base: np.uint64, counter: int) -> np.uint64:
    """Twin: tie_break.splitmix64."""
    return mix(base + np.uint64(counter) + np.uint64(tie_break.GOLDEN))


def _fields() -> dict[str, Any]:
    """Return the kernels' record of a player, field by field, from the parameters' declarations; none is listed here.

    A number or a switch keeps its kind. Of several words each becomes a switch, as pact_off. The generation becomes
    what it is, see bot.parameters.greedy. `tie_base` stands for the seed, where the draws that break ties begin.
    """
    kinds: dict[Any, Any] = {bool: np.bool_, int: np.int64, float: np.float64}
    fields: dict[str, Any] = {}
    for name, spec in PARAMETERS.items():
        if name != "generation" and name not in SILENT:
            words = [f"{name}_{word}" for word in spec.metadata["choices"]]
            fields |= dict.fromkeys(words, np.bool_) if words else {name: kinds[type(spec.default)]}
    fields |= dict.fromkeys(_truths(RULESETS[next(iter(RULESETS))]), np.bool_)
    return fields | {"tie_base": np.uint64}


def _truths(generation: Ruleset) -> dict[str, bool]:
    """Return a generation as switches: its own, and one for each list of move rules."""
    lists = {f"verdicts_{name}": name == generation.verdicts for name in RULES}
    return lists | {name: value for name, value in asdict(generation).items() if isinstance(value, bool)}


# Parameters as a record, so that players can stand in an array; bot.parameters.presets says what each value means.
#
# Its fields follow from the declarations, so a parameter that is added reaches the kernels by itself. The machine code
# is kept for the layout of this record: another parameter or another word is another layout, and compiles anew.
VALUES = np.dtype(list(_fields().items()), align=True)

Values = Record  # of VALUES


# The fields of the record, for `literal_unroll`: compiled code reads a record by constant names only.
FIELDS = tuple(VALUES.names or ())


def _origin(field: str) -> tuple[int, int]:
    """Return the place in `numbers` that a field is made of, and for a switch the words that set it, as bits."""
    generation = PARAMETERS["generation"].metadata["choices"]
    for place, name in enumerate(HEARD):
        words = PARAMETERS[name].metadata["choices"]
        if field == name and not words:
            return place, 0
        if name != "generation" and field in (switches := [f"{name}_{word}" for word in words]):
            return place, 1 << switches.index(field)
    if field == "tie_base":
        return HEARD.index("seed"), 0
    setting = [_truths(RULESETS[word])[field] for word in generation]
    return HEARD.index("generation"), sum(1 << place for place, is_set in enumerate(setting) if is_set)


# (F, 2) where `pack` takes each field from, see _origin.
ORIGINS = np.array([_origin(field) for field in FIELDS], np.int64)


@uncounted
def _field_value(i: int, numbers: Floats, origins: Longs) -> float:
    """Return the number of a field: that of its parameter, or for a switch whether its word is among those."""
    number: float = numbers[origins[i, 0]]
    return float(origins[i, 1] >> np.int64(number) & 1) if origins[i, 1] > 0 else number


@uncounted
def pack(seed: int, numbers: Floats, origins: Longs, parameters: Values) -> None:
    """Write a player's parameters into its record.

    Args:
        seed: the parameter `seed`.
        numbers: (P,) what `bot.parameters.presets.numbers` returns.
        origins: ORIGINS; a constant in compiled code would be a branch for each field.
        parameters: the record, of VALUES.
    """
    i = 0
    for field in literal_unroll(FIELDS):
        parameters[field] = _field_value(i, numbers, origins)
        i += 1
    parameters.seed = seed
    parameters.tie_base = _draw(np.uint64(0), seed)


def values(parameters: Parameters) -> Values:
    """Return `parameters` for the kernels."""
    record: Values = _record(parameters).copy()[0]
    return record


@lru_cache(maxsize=256)
def _record(parameters: Parameters) -> npt.NDArray[np.void]:
    packed = np.zeros(1, VALUES)
    pack(parameters.seed, np.array(numbers(parameters)), ORIGINS, packed[0])
    return packed
