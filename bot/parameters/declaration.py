"""A parameter's declaration, which carries everything known about it, and how values are checked and overridden.

Parameters are declared in a frozen dataclass that derives from ParameterSet: the bot's Parameters, and a class of its
own for each opponent.
"""

import dataclasses
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, fields, replace
from numbers import Real
from typing import TYPE_CHECKING, Any, Self, TypeAlias

Spec: TypeAlias = "Field[Any]"  # a parameter as it was declared


class ParameterError(ValueError):
    """A parameter has a wrong name, type or value; the message says which and what was expected."""


def parameter(
    default: Any,
    *,
    group: str,
    unit: str,
    why: str,
    low: float = 0,
    high: float = 0,
    choices: tuple[str, ...] = (),
    off: Any = None,
    of: str = "",
    rulesets: tuple[str, ...] = (),
    silent: bool = False,
    tunable: bool = True,
) -> Any:
    """Declare one parameter. Help, docs, viewer, tuner, kernels and tests read it from here.

    Args:
        default: the value of v26, or of the opponent
        group: the heading under which help, docs and viewer list it
        unit: what a number counts
        why: what it does, in one sentence
        low: the least a number may be
        high: the most it may be
        choices: the words of a text
        off: the value at which it does nothing; None when it has none
        of: the parameter it belongs to: while that one is off, this one does nothing at any value
        rulesets: those that read it; () for all. In the others its value does nothing, and one that has an off value
            must have it, because an idea that is switched on and ignored would measure as worthless.
        silent: it changes no move in the laboratory: a name, or what needs a clock
        tunable: a sweep or a tuning may vary it
    """
    return dataclasses.field(
        default=default,
        metadata={
            "group": group, "unit": unit, "why": why, "low": low, "high": high, "choices": choices,
            "off": off, "of": of, "rulesets": rulesets,
            "silent": silent, "tunable": tunable and not silent,
        },
    )  # fmt: skip


# A table of values for some games: [players.4], [size.36-], [players.2-3.size.-25].
_NUMBERS = r"(\d+|\d+-\d*|-\d+)"
_TABLE = re.compile(rf"players\.{_NUMBERS}|size\.{_NUMBERS}|players\.{_NUMBERS}\.size\.{_NUMBERS}")


@dataclass(frozen=True, slots=True)
class ParameterSet:
    """A value for every parameter of a player, each within its range; subclasses declare them with `parameter`."""

    # Values for some games, such as ("players.4.size.36-.alpha", 0.2); those that win come last.
    tables: tuple[tuple[str, Any], ...] = dataclasses.field(default=(), kw_only=True, repr=False)

    if TYPE_CHECKING:
        name: str  # a parameter of every subclass

    def __post_init__(self) -> None:
        for name, spec in specs(self).items():
            object.__setattr__(self, name, check_value(spec, getattr(self, name)))
        for name, spec in specs(self).items():
            off = spec.metadata["off"]
            if off is not None and not self.reads(spec) and getattr(self, name) != off:
                expected = f"generation = {' or '.join(spec.metadata['rulesets'])}, not {self._generation}"
                raise ParameterError(f"{name} needs {expected}: set it to {format_value(off)}")
        lines = ((name, self._value_in_table(name, value)) for name, value in self.tables)
        object.__setattr__(self, "tables", tuple(sorted(lines, key=_rank)))

    def _value_in_table(self, line: str, value: Any) -> Any:
        """Return the value of a table's line as the parameter has it."""
        table, _, name = line.rpartition(".")
        if not _TABLE.fullmatch(table) or not specs(self)[name].metadata["tunable"]:
            raise ParameterError(f"{line!r} should be a parameter in [players.N], [size.N] or [players.N.size.N]")
        return getattr(replace(self, tables=(), **{name: value}), name)

    @property
    def _generation(self) -> str:
        return getattr(self, "generation", "")

    def reads(self, spec: Spec) -> bool:
        """Return whether this player reads the parameter, at any value."""
        return not spec.metadata["rulesets"] or self._generation in spec.metadata["rulesets"]

    def resolve(self, players: int, height: int, width: int) -> Self:
        """Return the values of a game that begins with this many players on a board of this size, without tables.

        A table wins over the values above all tables, one by size over one by players, one by both over either.
        """
        if not self.tables:
            return self
        held = [line for line in self.tables if _holds(line[0], players, max(height, width))]
        return replace(self, tables=(), **{name.rpartition(".")[2]: value for name, value in held})


def _rank(line: tuple[str, Any]) -> tuple[bool, bool, str]:
    """Order tables so that those that win come last: by players, by size, by both."""
    return "size." in line[0], line[0].startswith("players."), line[0]


def _holds(line: str, players: int, side: int) -> bool:
    """Return whether a line such as players.4.size.36-.alpha holds in a game."""
    words, now = line.split("."), {"players": players, "size": side}
    for what, numbers in zip(words[:-1:2], words[1::2], strict=True):
        low, dash, high = numbers.partition("-")
        if not int(low or 0) <= now[what] <= int(high or (now[what] if dash else low)):
            return False
    return True


def specs(values: Any) -> dict[str, Spec]:
    """Return the parameters of a class derived from ParameterSet, or of an instance, by name."""
    return {spec.name: spec for spec in fields(values) if spec.metadata}


def plain(values: ParameterSet) -> dict[str, Any]:
    """Return the value of every parameter, by name, outside of tables."""
    return {name: getattr(values, name) for name in specs(values)}


def all_values(values: ParameterSet) -> dict[str, Any]:
    """Return every parameter's value by name, and those of tables as players.4.alpha."""
    return plain(values) | dict(values.tables)


def value(values: ParameterSet, name: str) -> Any:
    """Return the value of a parameter; for players.4.alpha the table's own, or the one above all tables."""
    return all_values(values).get(name, getattr(values, name.rpartition(".")[2]))


def groups(known: Mapping[str, Spec]) -> dict[str, list[str]]:
    """Return the names of the parameters of every group, in the order in which they are declared."""
    names_by_group: dict[str, list[str]] = {}
    for name, spec in known.items():
        names_by_group.setdefault(spec.metadata["group"], []).append(name)
    return names_by_group


def effective(values: ParameterSet) -> dict[str, Any]:
    """Return the parameters that have an effect: two players with the same ones move alike in the laboratory.

    Leaves out those that are silent or off, that belong to one that is off, or that the player does not read. So one
    that is added later with a default of off changes no player's list. A table may switch on what is off above it:
    with tables only the silent ones are left out.
    """
    known = specs(values)

    def acts(spec: Spec) -> bool:
        if spec.metadata["silent"] or values.tables:
            return not spec.metadata["silent"]
        is_off = spec.metadata["off"] is not None and getattr(values, spec.name) == spec.metadata["off"]
        owner = spec.metadata["of"]
        return values.reads(spec) and not is_off and (not owner or acts(known[owner]))

    return {name: value for name, value in all_values(values).items() if name not in known or acts(known[name])}


def check_value(spec: Spec, value: Any) -> Any:
    """Return `value` as the type of the parameter, within its range; it may be text, as from a command line."""
    if isinstance(spec.default, bool):
        return _truth(spec, value)
    return _text(spec, value) if isinstance(spec.default, str) else _number(spec, value)


_TRUTHS = {"on": True, "off": False, "true": True, "false": False}


def _truth(spec: Spec, value: Any) -> bool:
    if str(value).lower() not in _TRUTHS:
        raise ParameterError(f"{spec.name} = {value!r} should be on or off")
    return _TRUTHS[str(value).lower()]


def _text(spec: Spec, value: Any) -> str:
    choices = spec.metadata["choices"]
    if not isinstance(value, str) or not value.isprintable() or (choices and value not in choices):
        expected = "one of " + ", ".join(choices) if choices else "text that can be printed on one line"
        raise ParameterError(f"{spec.name} = {value!r} should be {expected}")
    return value


def _number(spec: Spec, value: Any) -> Any:
    kind: Any = type(spec.default)
    number, expected = value, f"{format_range(spec)} ({spec.metadata['unit']})"
    if isinstance(value, str):  # whole where it is written so, because a float rounds beyond 2**53
        for read in (float, int):
            with suppress(ValueError):
                number = read(value)
    if isinstance(number, bool) or not isinstance(number, Real):
        raise ParameterError(f"{spec.name} = {value!r} should be a number in {expected}")
    if kind is int and number % 1 != 0:
        raise ParameterError(f"{spec.name} = {value!r} should be a whole number")
    if not spec.metadata["low"] <= number <= spec.metadata["high"]:
        raise ParameterError(f"{spec.name} = {number} is outside {expected}")
    return kind(number)


def format_value(value: Any) -> str:
    """Return a value as a user may type it; a switch is on or off."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.9g}" if isinstance(value, float) else str(value)  # a seed has more digits than nine


def format_range(spec: Spec) -> str:
    """Return what a user may type: the words, or the range of a number with every digit and no exponent."""
    if isinstance(spec.default, bool):
        return "on|off"
    if isinstance(spec.default, str):
        return "|".join(spec.metadata["choices"]) or "TEXT"
    ends = (spec.metadata["low"], spec.metadata["high"])
    return "..".join(str(int(end)) if end % 1 == 0 else str(end) for end in ends)
