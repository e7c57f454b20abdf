"""The parameter page of the docs, written from the parameters themselves."""

from collections.abc import Sequence
from dataclasses import Field
from typing import Any

from bot import DEFAULT, PRESETS
from bot.knobs import limits, spoken
from bot.parameters import KNOBS, groups

INTRODUCTION = f"""# 4 · Parameters

For anyone tuning the bot. `python -m experiments parameters` writes this page from `bot/parameters.py`; a test compares
the two. Every parameter is a flag of `MyBot.py` and a line of a `--parameters` file. Where a preset's column is empty
it has the value of `{DEFAULT}`.

At its neutral value a parameter does nothing. One that belongs to another does nothing while that one is neutral,
and one that only some generations read does nothing in the others.
"""


def page() -> str:
    """The whole page: an introduction, and for every group a table with a row for every parameter."""
    others = [name for name in PRESETS if name != DEFAULT]
    header = ["parameter", DEFAULT, *others, "range", "unit", "why", "does nothing"]
    tables = [
        f"\n## {title}\n\n" + "".join(_line(row) for row in [header, ["---"] * len(header), *_rows(names, others)])
        for title, names in groups().items()
    ]
    return INTRODUCTION + "".join(tables)


def _rows(names: Sequence[str], others: Sequence[str]) -> list[list[str]]:
    return [_row(KNOBS[name], others) for name in names]


def _row(spec: "Field[Any]", others: Sequence[str]) -> list[str]:
    values = {name: getattr(parameters, spec.name) for name, parameters in PRESETS.items()}
    differing = [spoken(values[name]) if values[name] != values[DEFAULT] else "" for name in others]
    return [
        f"`{spec.name}`",
        spoken(values[DEFAULT]),
        *differing,
        _range(spec),
        spec.metadata["unit"],
        spec.metadata["why"],
        _idle(spec.metadata),
    ]


def _range(spec: "Field[Any]") -> str:
    if spec.metadata["choices"]:
        return ", ".join(spec.metadata["choices"])
    if isinstance(spec.default, bool | str):
        return ""
    return limits(spec).replace("..", " … ")


def _idle(known: Any) -> str:
    """When the parameter changes no move, in a few words."""
    if known["silent"]:
        return "always: it changes no move"
    parts = [] if known["neutral"] is None else [f"at {spoken(known['neutral'])}"]
    if known["of"]:
        parts.append(f"while `{known['of']}` is {spoken(KNOBS[known['of']].metadata['neutral'])}")
    if known["generations"]:
        parts.append(f"except in {', '.join(known['generations'])}")
    return "; ".join(parts)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
