"""What a page must know of the module: what lies where, for boards of every size, and the parameters.

Arrays have their shapes as sums, records their fields, exports their arguments: a page knows no shape, type or offset
of its own. Shapes are found by making the real arrays on boards of several sizes.
"""

import base64
import inspect
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from bot import PRESETS
from bot.greedy.reasons import Reason
from bot.parameters.declaration import groups
from bot.parameters.greedy import RULESETS
from bot.parameters.presets import DEFAULT, DEFINITIONS, HEARD, SILENT
from bot.search.champion import Array, Export, identity, named_arrays
from bot.search.state import CHOSEN, OURS, PLAYING, RANGES, VARIED

from .exports import exports, workspace
from .linking import RESULT

# The parameters of the field that a page varies, and how far: where the presets and what tuning tries lie well inside.
SCANNED = {"alpha": (0.01, 0.9), "potential_degradation_step": (0.0, 2.0), "enemy_ROI": (-10.0, 2.0)}

ALIGNED = 64  # bytes: a line of the processor's cache
STACK = 128 * 1024  # where it begins, downwards; the arrays lie above, what the module itself brings at the bottom
SIDES = (17, 24, 30, 50)
SMALL = (1, 2, 3, 7)  # sides of boards on which shapes are measured; on small ones some arrays have a least size


class LayoutError(Exception):
    """Something that the table cannot describe; the message says what."""


def layout() -> dict[str, Any]:
    """Return the table."""
    of = workspace(SIDES[0], SIDES[1])
    arrays, shapes = named_arrays(of), _shapes()
    firsts: dict[Any, str] = {}  # the first array of every record
    for name, array in arrays.items():
        if array.dtype.names:
            firsts.setdefault(array.dtype, name)
    return {
        "aligned": ALIGNED,
        "stack": STACK,
        "result": RESULT,
        "records": {name: _record(dtype) for dtype, name in firsts.items()},
        "arrays": {
            name: {
                "kind": firsts.get(array.dtype) or array.dtype.name,
                "shape": shapes[name],
                **_start(array, shapes[name]),
            }
            for name, array in arrays.items()
        },
        "exports": {name: _slots(export, arrays) for name, export in exports(of).items()},
    }


def flat(thing: Any) -> Iterator[Any]:
    """Yield the arrays, records and numbers of an argument, as numba flattens it."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from flat(part)
    else:
        yield thing


def _record(dtype: Any) -> dict[str, Any]:
    """Return a record's size, and by field its kind, where it begins, and how many of it there are."""
    fields = {}
    for name, (kind, offset, *_) in dtype.fields.items():
        fields[name] = [kind.base.name, offset, int(np.prod(kind.shape, dtype=int))]
    return {"size": dtype.itemsize, "fields": fields}


def _start(array: Array, shape: list[list[int]]) -> dict[str, str]:
    """Return what an array of constant size holds before a game. `pages.fill_memory` fills the others."""
    is_constant = all(dimension[2:] == [0, 0, 0] for dimension in shape)
    held = plain_bytes(array) if is_constant else b""
    return {"start": base64.b64encode(held).decode()} if held.strip(b"\0") else {}


def plain_bytes(array: Array) -> bytes:
    """Return an array's memory with zeros between the fields of its records, where numpy leaves what was there."""
    plain = np.zeros(array.shape, array.dtype)  # zeros_like leaves them, too
    for name in array.dtype.names or ():
        plain[name] = array[name]
    return (plain if array.dtype.names else array).tobytes()


def _shapes() -> dict[str, list[list[int]]]:
    """Return, for every dimension of every array, [least, constant, for a row, for a column, for a square]."""
    boards = [*product(SIDES, SIDES), *product(SMALL, SMALL)]
    measured = [{name: array.shape for name, array in named_arrays(workspace(*board)).items()} for board in boards]
    return {
        name: [_dimension(name, boards, [each[name][i] for each in measured]) for i in range(len(shape))]
        for name, shape in measured[0].items()
    }


def _dimension(name: str, boards: list[tuple[int, int]], sizes: list[int]) -> list[int]:
    terms = np.array([[1, height, width, height * width] for height, width in boards])
    large = len(SIDES) ** 2
    found = np.linalg.lstsq(terms[:large], np.array(sizes[:large]), rcond=None)[0].round().astype(int)
    least = min(sizes)
    if (np.maximum(least, terms @ found) != sizes).any():
        raise LayoutError(f"{name} has {dict(zip(boards, sizes, strict=True))} elements; expected a sum of its sides")
    return [least, *found.tolist()]


def _slots(export: Export, arrays: Mapping[str, Array]) -> list[list[str]]:
    """Return an export's arguments one by one: an array or a record by its name, a number by its parameter."""
    names = {identity(array): name for name, array in arrays.items()}
    parameters = inspect.signature(export.kernel.py_func).parameters
    return [
        _slot(parameter, part, names)
        for parameter, argument in zip(parameters, export.arguments, strict=True)
        for part in flat(argument)
    ]


def _slot(parameter: str, part: Any, names: Mapping[tuple[Any, ...], str]) -> list[str]:
    if isinstance(part, np.ndarray | np.void):
        name = names.get(identity(np.atleast_1d(np.asarray(part))))
        if name is None or (isinstance(part, np.ndarray) and not part.flags.c_contiguous):
            raise LayoutError(f"{parameter} is no whole array of workspace(); the table has {sorted(names.values())}")
        return ["array" if isinstance(part, np.ndarray) else "record", name]
    return ["number", parameter, np.asarray(part).dtype.name]


def parameter_table() -> dict[str, Any]:
    """Return declarations, groups and presets."""
    return {
        "groups": [
            {"name": group, "definitions": heard}
            for group, names in groups(DEFINITIONS).items()
            if (heard := _effective(names))
        ],
        "definitions": {name: _definition(DEFINITIONS[name]) for name in _effective(DEFINITIONS)},
        "rulesets": {name: ruleset._asdict() for name, ruleset in RULESETS.items()},
        "presets": {
            preset: {name: getattr(parameters, name) for name in HEARD} for preset, parameters in PRESETS.items()
        },
        "default": DEFAULT,
        "stages": _stages(),
        "asking": {"scanned": SCANNED},
        "reasons": [
            {"name": each.name, "sentence": each.sentence, "parameters": [*each.parameters]} for each in Reason
        ],
    }


def _stages() -> dict[str, Any]:
    """Return places in a game's players, and what opening and parameter search change."""
    return {
        "ours": OURS,
        "playing": PLAYING,
        "chosen": CHOSEN,
        "plan": [each.name for each in RANGES],
        "fight": [each.name for each in VARIED],
    }


def _effective(names: Iterable[str]) -> list[str]:
    return [name for name in names if name not in SILENT]


def _definition(spec: Any) -> dict[str, Any]:
    declared = {key: value for key, value in spec.metadata.items() if key != "silent"}
    return {"kind": type(spec.default).__name__, **declared, "choices": [*spec.metadata["choices"]]}
