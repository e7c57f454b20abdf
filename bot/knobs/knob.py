"""What a knob is: a parameter whose declaration carries everything known about it, and how its values are read.

Knobs are declared in a frozen dataclass that derives from Knobs: the bot its Parameters, each school of
experiments/opponents its own. Families of players are in families.py.
"""

import dataclasses
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, dataclass, fields, replace
from numbers import Real
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from .sections import Section, Span, cells, in_games, in_order, overlap

Changes = tuple[tuple[str, Any], ...]
"""Values by the names of their knobs."""

Spec: TypeAlias = "Field[Any]"
"""A knob as it was declared."""


class ParameterError(ValueError):
    """A parameter has a wrong name, type or value; the message says which and what was expected."""


def knob(
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
    of            the knob it belongs to: while that one is neutral, this one does nothing at any value
    generations   those that read it; () for all. In the others its value does nothing, and one that has a neutral
                  value must have it, because an idea that is switched on and ignored would measure as worthless
    silent        it changes no move in the laboratory: a name, or what needs a clock
    tunable       a sweep or a tuning may vary it
    field         the potential field may depend on it; see bot.knobs.parameters.shapes_field
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
class Knobs:
    """A value for every knob of a player, each within its range; the fields of its subclasses are made by `knob`.

    With sections it is the player of many games; `settled` is how it plays one of them.
    """

    sections: tuple[Section, ...] = dataclasses.field(
        default=(), kw_only=True, repr=False
    )  # in order, none without values

    if TYPE_CHECKING:
        name: str  # a knob of every subclass

    def __post_init__(self) -> None:
        for name, spec in specs(self).items():
            object.__setattr__(self, name, checked(spec, getattr(self, name)))
        self.check_together()
        if self.sections:
            object.__setattr__(self, "sections", _checked_sections(self))
            _check_cells(self)

    def check_together(self) -> None:
        """Refuse values that contradict one another, with a ParameterError."""

    def reads(self, spec: Spec) -> bool:
        """Return whether this player reads the knob, at any value."""
        return True

    def settled(self, players: int, height: int, width: int) -> Self:
        """Return the values of a game that begins with this many players on a board of this size: no sections are left.

        A section wins over the values above all sections. Of several sections, those by size win over those by
        players, and those by both over either.
        """
        side = max(height, width)
        return self.in_games(Section(Span(players, players), Span(side, side))) if self.sections else self

    def in_games(self, games: Section) -> Self:
        """Return the values that hold in all of these games."""
        return replace(self, sections=(), **in_games(self.sections, games))


def specs(values: Any) -> dict[str, "Field[Any]"]:
    """Return the knobs of a class derived from Knobs, or of an instance, by name."""
    return {spec.name: spec for spec in fields(values) if spec.metadata}


def plain(values: Knobs) -> dict[str, Any]:
    """Return the value of every knob, by name, outside of sections."""
    return {name: getattr(values, name) for name in specs(values)}


def groups(known: dict[str, Spec]) -> dict[str, list[str]]:
    """Return the names of the knobs of every group, in the order in which they are declared."""
    names_by_group: dict[str, list[str]] = {}
    for name, spec in known.items():
        names_by_group.setdefault(spec.metadata["group"], []).append(name)
    return names_by_group


def is_neutral(spec: Spec, values: Knobs) -> bool:
    """Return whether the knob does nothing at the value it has."""
    neutral = spec.metadata["neutral"]
    return neutral is not None and bool(getattr(values, spec.name) == neutral)


def _checked_sections(values: Knobs) -> tuple[Section, ...]:
    """Return the sections in order, every value within its range; ParameterError names the section."""
    known = specs(values)
    sections = in_order(replace(each, values=_checked_values(each, known)) for each in values.sections if each.values)
    if wrong := next((each for each in sections if not each.rank), None):
        raise ParameterError(f"a section holds in every game: write {wrong.values[0][0]} above all sections")
    if pair := overlap(sections):
        raise ParameterError(f"[{pair[0]}] and [{pair[1]}] overlap; expected sections that share no game")
    return sections


def _checked_values(section: Section, known: Mapping[str, Spec]) -> Changes:
    try:
        return tuple(sorted((name, checked(known[name], value)) for name, value in section.values))
    except ParameterError as error:
        raise ParameterError(f"[{section}]: {error}") from None


def _check_cells(values: Knobs) -> None:
    """Refuse sections whose values contradict one another in some game."""
    for games in cells(values.sections):
        try:
            values.in_games(games)
        except ParameterError as error:
            held = ", ".join(f"[{section}]" for section in values.sections if section.holds(games))
            raise ParameterError(f"{held}: {error}") from None


def checked(spec: Spec, value: Any) -> Any:
    """Return `value` as the type of the knob `spec`, within its range."""
    kind = type(spec.default)
    reader = {bool: _truth, str: _text, int: _whole, float: _number}[kind]
    return reader(spec, value)


def _truth(spec: Spec, value: Any) -> bool:
    words = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}
    if isinstance(value, bool):
        return value
    if str(value).lower() not in words:
        raise ParameterError(f"{spec.name} = {value!r} should be on or off")
    return words[str(value).lower()]


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


def _whole(spec: Spec, value: Any) -> int:
    number = _read(spec, value)
    if number % 1:
        raise ParameterError(f"{spec.name} = {value!r} should be a whole number")
    return int(_within(spec, number))


def _number(spec: Spec, value: Any) -> float:
    return float(_within(spec, _read(spec, value)))


def _read(spec: Spec, value: Any) -> Any:
    """Return `value` as a number; whole where it is written so, because a float rounds beyond 2**53."""
    if not isinstance(value, bool) and isinstance(value, Real):
        return value
    if isinstance(value, str):
        for kind in (int, float):
            with suppress(ValueError):
                return kind(value)
    raise ParameterError(f"{spec.name} = {value!r} should be a number in {_range(spec)}")


def _within(spec: Spec, number: Any) -> Any:
    if not spec.metadata["low"] <= number <= spec.metadata["high"]:
        raise ParameterError(f"{spec.name} = {number} is outside {_range(spec)}")
    return number


def _range(spec: Spec) -> str:
    return f"{limits(spec)} ({spec.metadata['unit']})"


def spoken(value: Any) -> str:
    """Return a value as a user may type it; a switch is on or off."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:.9g}" if isinstance(value, float) else str(value)  # a seed has more digits than nine


def limits(spec: Spec) -> str:
    """Return the range of a number as a user may type it: every digit, no exponent."""
    ends = (spec.metadata["low"], spec.metadata["high"])
    return "..".join(str(int(end)) if end % 1 == 0 else str(end) for end in ends)
