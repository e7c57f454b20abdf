"""The tables of docs/parameters.md, from the parameters themselves; `python -m tests.support.documents` writes them."""

from collections.abc import Mapping, Sequence
from dataclasses import Field
from typing import Any

from bot import DEFAULT, PRESETS
from bot.parameters.declaration import format_range, format_value, groups
from bot.parameters.presets import DEFINITIONS


def tables() -> str:
    """Return for every group a table with a row for every parameter."""
    others = [name for name in PRESETS if name != DEFAULT]
    header = ["parameter", DEFAULT, "other presets", "range, unit", "why", "does nothing"]
    parts = []
    for title, names in groups(DEFINITIONS).items():
        rows = [header, ["---"] * len(header), *(_row(DEFINITIONS[name], others) for name in names)]
        parts.append(f"## {title}\n\n" + "".join(map(_line, rows)))
    return "\n".join(parts)


def _row(spec: "Field[Any]", others: Sequence[str]) -> list[str]:
    values = {name: getattr(parameters, spec.name) for name, parameters in PRESETS.items()}
    return [
        f"`{spec.name}`",
        format_value(values[DEFAULT]),
        _differing({name: values[name] for name in others if values[name] != values[DEFAULT]}),
        _range(spec),
        spec.metadata["why"],
        _idle(spec.metadata),
    ]


def _differing(values: Mapping[str, Any]) -> str:
    """Return presets by their value: v12, v17: on."""
    by_value: dict[str, list[str]] = {}
    for name, value in values.items():
        by_value.setdefault(format_value(value), []).append(name)
    return "; ".join(f"{', '.join(names)}: {value}" for value, names in by_value.items())


def _range(spec: "Field[Any]") -> str:
    """Return the range with its unit. The unit of choices comes first: after them it would look like another choice."""
    unit: str = spec.metadata["unit"]
    if spec.metadata["choices"]:
        return f"{unit}: {', '.join(spec.metadata['choices'])}"
    if isinstance(spec.default, bool | str):
        return unit
    return f"{format_range(spec).replace('..', ' … ')}, {unit}"


def _idle(known: Any) -> str:
    """Return when the parameter changes no move, in a few words."""
    if known["silent"]:  # the name, or what needs a clock
        return "always: it changes no move" if known["unit"] == "text" else "in the laboratory, which has no clock"
    parts = [] if known["off"] is None else [f"at {format_value(known['off'])}"]
    if known["of"]:
        parts.append(f"while `{known['of']}` is {format_value(DEFINITIONS[known['of']].metadata['off'])}")
    if known["rulesets"]:
        parts.append(f"except in {', '.join(known['rulesets'])}")
    return "; ".join(parts)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
