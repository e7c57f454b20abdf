"""A parameter's declaration, which carries everything known about it, and how its values are read and checked.

Parameters are declared in a frozen dataclass that derives from Parameters: the bot its Parameters, each school of
experiments/opponents its own.
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
    neutral: Any = None,
    of: str = "",
    generations: tuple[str, ...] = (),
    silent: bool = False,
    tunable: bool = True,
    field: bool = True,
) -> Any:
    """Declare one parameter. Help, docs, viewer, tuner, kernels and tests read it from here.

    group         the heading under which help, docs and viewer list it
    low, high     the range of a number
    choices       the words of a text
    neutral       the value at which it does nothing; None when it has none
    of            the parameter it belongs to: while that one is neutral, this one does nothing at any value
    generations   those that read it; () for all. In the others its value does nothing, and one that has a neutral
                  value must have it, because an idea that is switched on and ignored would measure as worthless
    silent        it changes no move in the laboratory: a name, or what needs a clock
    tunable       a sweep or a tuning may vary it
    field         the potential field may depend on it; see bot.parameters.presets.shapes_field
    """
    return dataclasses.field(
        default=default,
        metadata={
            "group": group, "unit": unit, "why": why, "low": low, "high": high, "choices": choices,
            "neutral": neutral, "of": of, "generations": generations,
            "silent": silent, "tunable": tunable and not silent, "field": field,
        },
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ParameterSet:
    """A value for every parameter of a player, each within its range; `parameter` makes the fields of its subclasses.

    `sections` are values for some games only; `settled` merges them when a game begins.
    """

    sections: tuple[tuple[str, Any], ...] = dataclasses.field(  # ("players.4.size.36-.alpha", 0.2), narrower ones later
        default=(), kw_only=True, repr=False
    )

    if TYPE_CHECKING:
        name: str  # a parameter of every subclass

    def __post_init__(self) -> None:
        for name, spec in specs(self).items():
            object.__setattr__(self, name, checked(spec, getattr(self, name)))
        self.check_together()
        if self.sections:
            object.__setattr__(self, "sections", tuple(sorted(map(self._checked, self.sections), key=_rank)))

    def _checked(self, line: tuple[str, Any]) -> tuple[str, Any]:
        """Return a line of a section with its value as the parameter has it; ParameterError names both."""
        name, value = line
        place, _, parameter = name.rpartition(".")
        spec = specs(self).get(parameter)
        if not spec or not spec.metadata["tunable"] or not SECTION.fullmatch(place):
            raise ParameterError(f"{name!r} is not what a section can hold; expected {FORM}")
        try:
            return name, getattr(replace(self, sections=(), **{parameter: value}), parameter)
        except ParameterError as error:
            raise ParameterError(f"[{place}]: {error}") from None

    def check_together(self) -> None:
        """Refuse values that contradict one another, with a ParameterError."""

    def reads(self, spec: Spec) -> bool:
        """Return whether this player reads the parameter, at any value."""
        return True

    def settled(self, players: int, height: int, width: int) -> Self:
        """Return the values of a game that begins with this many players on a board of this size, without sections.

        A section wins over the values above all sections, one by size over one by players, one by both over either.
        """
        if not self.sections:
            return self
        game = (players, max(height, width))
        lines = [line for line in self.sections if _holds(line[0], game)]
        return replace(self, sections=(), **{name.rpartition(".")[2]: value for name, value in lines})


NUMBERS = r"(\d{1,9}|\d{1,9}-\d{0,9}|-\d{1,9})"
SECTION = re.compile(rf"players\.{NUMBERS}|size\.{NUMBERS}|players\.{NUMBERS}\.size\.{NUMBERS}")
FORM = "players.N.NAME, size.N.NAME or players.N.size.N.NAME, where N is a number or a range such as 3-6, 36- or -25"


def _spans(name: str) -> dict[str, str]:
    """Return {"players": "4", "size": "36-"} for players.4.size.36-.alpha."""
    words = name.split(".")
    return dict(zip(words[:-1:2], words[1:-1:2], strict=True))


def _holds(name: str, game: tuple[int, int]) -> bool:
    """Return whether the line of a section holds in a game of (players, longer side)."""
    spans = _spans(name)
    for kind, number in zip(("players", "size"), game, strict=True):
        low, dash, high = spans.get(kind, "-").partition("-")
        if not int(low or 0) <= number <= int(high or (number if dash else low)):
            return False
    return True


def _rank(line: tuple[str, Any]) -> tuple[bool, bool, str]:
    """Order sections so that those that win come last: by players, by size, by both."""
    spans = _spans(line[0])
    return "size" in spans, "players" in spans and "size" in spans, line[0]


def specs(values: Any) -> dict[str, Spec]:
    """Return the parameters of a class derived from Parameters, or of an instance, by name."""
    return {spec.name: spec for spec in fields(values) if spec.metadata}


def plain(values: ParameterSet) -> dict[str, Any]:
    """Return the value of every parameter, by name, outside of sections."""
    return {name: getattr(values, name) for name in specs(values)}


def written(values: ParameterSet) -> dict[str, Any]:
    """Return every parameter's value by name, and those of sections as players.4.alpha."""
    return plain(values) | dict(values.sections)


def value(values: ParameterSet, name: str) -> Any:
    """Return the value of a parameter; for players.4.alpha the section's own, or the one above all sections."""
    return written(values).get(name, getattr(values, name.rpartition(".")[2]))


def groups(known: Mapping[str, Spec]) -> dict[str, list[str]]:
    """Return the names of the parameters of every group, in the order in which they are declared."""
    names_by_group: dict[str, list[str]] = {}
    for name, spec in known.items():
        names_by_group.setdefault(spec.metadata["group"], []).append(name)
    return names_by_group


def telling(values: ParameterSet) -> dict[str, Any]:
    """Return the parameters that have an effect: two players with the same ones move alike in the laboratory.

    Leaves out parameters that are silent or off, that belong to one that is off, or that the player does not read. So
    one that is added later with a default of off changes no player's list.
    """
    known = specs(values)
    if values.sections:  # another section may switch on what is off above
        return {name: value for name, value in written(values).items() if name not in known or _is_heard(known[name])}

    def acts(spec: Spec) -> bool:
        owner = spec.metadata["of"]
        is_read = _is_heard(spec) and values.reads(spec) and not is_neutral(spec, values)
        return is_read and (not owner or acts(known[owner]))

    return {name: getattr(values, name) for name, spec in known.items() if acts(spec)}


def _is_heard(spec: Spec) -> bool:
    return not spec.metadata["silent"]


def is_neutral(spec: Spec, values: ParameterSet) -> bool:
    """Return whether the parameter does nothing at the value it has."""
    neutral = spec.metadata["neutral"]
    return neutral is not None and bool(getattr(values, spec.name) == neutral)


def checked(spec: Spec, value: Any) -> Any:
    """Return `value` as the type of the parameter, within its range."""
    readers: dict[Any, Any] = {bool: _truth, str: _text}
    return readers.get(type(spec.default), _number)(spec, value)


TRUTHS = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}


def _truth(spec: Spec, value: Any) -> bool:
    if str(value).lower() not in TRUTHS:
        raise ParameterError(f"{spec.name} = {value!r} should be on or off")
    return TRUTHS[str(value).lower()]


def _text(spec: Spec, value: Any) -> str:
    choices = spec.metadata["choices"]
    if value is False and "off" in choices:  # `pact = false` is how a TOML writer says off
        value = "off"
    if not isinstance(value, str) or (choices and value not in choices):
        expected = "one of " + ", ".join(choices) if choices else "text"
        raise ParameterError(f"{spec.name} = {value!r} should be {expected}")
    if not value.isprintable():
        raise ParameterError(f"{spec.name} = {value!r} should be one printable line: the environment reads it as one")
    return value


def _number(spec: Spec, value: Any) -> Any:
    kind: Any = type(spec.default)
    number, expected = value, f"{limits(spec)} ({spec.metadata['unit']})"
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


def spoken(value: Any) -> str:
    """Return a value as a user may type it; a switch is on or off."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.9g}" if isinstance(value, float) else str(value)  # a seed has more digits than nine


def limits(spec: Spec) -> str:
    """Return the range of a number as a user may type it: every digit, no exponent."""
    ends = (spec.metadata["low"], spec.metadata["high"])
    return "..".join(str(int(end)) if end % 1 == 0 else str(end) for end in ends)
