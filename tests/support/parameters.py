"""`python -m tests.support.parameters` prints page 4 of the docs, from the parameters themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import Field
from typing import Any

from bot import DEFAULT, PRESETS
from bot.knobs.knob import limits, spoken
from bot.knobs.parameters import KNOBS, groups

INTRODUCTION = f"""# 4 · Parameters

For anyone tuning the bot. `python -m tests.support.parameters` prints this page from `bot/knobs/greedy_knobs.py` and
`bot/knobs/parameters.py`; a test compares it with them. Every parameter is a flag of `MyBot.py` and a line of a
`--parameters` file. A preset that is not named in a row has the value of `{DEFAULT}`.

At its neutral value a parameter does nothing. One that belongs to another does nothing while that one is neutral,
and one that only some generations read does nothing in the others.

## Other values for other games

A game of four on a small board may want other values than a duel on a large one. A file says so in sections:

```toml
preset = "{DEFAULT}"
alpha = 0.1                  # every game

[players.4]                  # games that begin with four players
alpha = 0.12

[size.36-]                   # boards whose longer side has 36 squares or more
alpha = 0.08
hold_until = 6

[players.4.size.36-]         # both at once
alpha = 0.09
```

Of two lines for the same parameter, the one farther down this list wins; the order in the file does not matter:

1. the line above all sections,
2. `[players.N]`, where N counts the players at the start of the game, also those that are eliminated later,
3. `[size.N]`, where N is the longer side of the board in squares,
4. `[players.N.size.N]`.

N is a number or a range: `4`, `3-6`, `36-` (36 and more), `-25` (up to 25). Two sections of the same kind may not share
a game: `[size.20]` beside `[size.-25]` is refused. A section may hold every parameter but `preset` and `name`.

As an option of `MyBot.py` the first section is `--players.4.alpha 0.12`, as a player of the laboratory
`{DEFAULT}?players.4.alpha=0.12`. What is said later wins, section or not: a file over its preset, an option over the
file, and `mine.toml?alpha=0.2` plays every game with 0.2, whatever the sections of `mine.toml` say of `alpha`. Schools
read sections as well. A preset has its own in `bot/knobs/parameters.py`: `sections=(section("players.4",
alpha=0.12),)`.

The log, the explanation file and the page show the values of the game that is played. Stored games belong to what is
played: sections that change nothing, or that say the same in another way, make no other player.

[Page 10](10-tuning.md#other-values-for-other-games) tunes sections, and tests whether they pay.
"""


def page() -> str:
    """Return the whole page: an introduction, and for every group a table with a row for every parameter."""
    others = [name for name in PRESETS if name != DEFAULT]
    header = ["parameter", DEFAULT, "other presets", "range, unit", "why", "does nothing"]
    tables = [
        f"\n## {title}\n\n"
        + "".join(_line(row) for row in [header, ["---"] * len(header), *(_row(KNOBS[name], others) for name in names)])
        for title, names in groups().items()
    ]
    return INTRODUCTION + "".join(tables)


def _row(spec: "Field[Any]", others: Sequence[str]) -> list[str]:
    values = {name: getattr(parameters, spec.name) for name, parameters in PRESETS.items()}
    return [
        f"`{spec.name}`",
        spoken(values[DEFAULT]),
        _differing({name: values[name] for name in others if values[name] != values[DEFAULT]}),
        _range(spec),
        spec.metadata["why"],
        _idle(spec.metadata),
    ]


def _differing(values: Mapping[str, Any]) -> str:
    """Return presets by their value: v12, v17: on."""
    by_value: dict[str, list[str]] = {}
    for name, value in values.items():
        by_value.setdefault(spoken(value), []).append(name)
    return "; ".join(f"{', '.join(names)}: {value}" for value, names in by_value.items())


def _range(spec: "Field[Any]") -> str:
    """Return the range with its unit. The unit of choices comes first: after them it would look like another choice."""
    unit: str = spec.metadata["unit"]
    if spec.metadata["choices"]:
        return f"{unit}: {', '.join(spec.metadata['choices'])}"
    if isinstance(spec.default, bool | str):
        return unit
    return f"{limits(spec).replace('..', ' … ')}, {unit}"


def _idle(known: Any) -> str:
    """Return when the parameter changes no move, in a few words."""
    if known["silent"]:  # the name, or what needs a clock
        return "always: it changes no move" if known["unit"] == "text" else "in the laboratory, which has no clock"
    parts = [] if known["neutral"] is None else [f"at {spoken(known['neutral'])}"]
    if known["of"]:
        parts.append(f"while `{known['of']}` is {spoken(KNOBS[known['of']].metadata['neutral'])}")
    if known["generations"]:
        parts.append(f"except in {', '.join(known['generations'])}")
    return "; ".join(parts)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    print(page(), end="")
