"""The parameter page of the docs, written from the parameters themselves."""

from dataclasses import Field
from typing import Any

from bot import PRESETS
from bot.knobs import limits
from bot.parameters import KNOBS

INTRODUCTION = """# 4 · Parameters

For who tunes the bot. `python -m experiments parameters` writes this page from `bot/parameters.py`; a test compares
the two. Every parameter is a flag of `MyBot.py` and a line of a `--parameters` file. Where a preset's column is empty
it has the value of `v26`.

"""


def page() -> str:
    """The whole page: an introduction and a table with a row for every parameter."""
    others = [name for name in PRESETS if name != "v26"]
    header = ["parameter", "v26", *others, "range", "unit", "why"]
    rows = [_row(spec, others) for spec in KNOBS.values()]
    return INTRODUCTION + "".join(_line(row) for row in [header, ["---"] * len(header), *rows])


def _row(spec: "Field[Any]", others: list[str]) -> list[str]:
    values = {name: getattr(parameters, spec.name) for name, parameters in PRESETS.items()}
    differing = [_shown(values[name]) if values[name] != values["v26"] else "" for name in others]
    return [
        f"`{spec.name}`",
        _shown(values["v26"]),
        *differing,
        _range(spec),
        spec.metadata["unit"],
        spec.metadata["why"],
    ]


def _range(spec: "Field[Any]") -> str:
    if spec.metadata["choices"]:
        return ", ".join(spec.metadata["choices"])
    if isinstance(spec.default, bool | str):
        return ""
    return limits(spec).replace("..", " … ")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:.9g}"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
