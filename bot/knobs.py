"""What a knob is: a parameter whose declaration carries everything known about it, and how its values are read.

Knobs are declared in a frozen dataclass that derives from Knobs: the bot its Parameters, each school of
experiments/opponents its own. Families of players are in families.py.
"""

from contextlib import suppress
from dataclasses import Field, field, fields
from numbers import Real
from typing import Any


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
) -> Any:
    """Declare one parameter. Help, docs, viewer, tuner, kernels and tests read it from here.

    group         the heading it stands under, in help, docs and viewer
    low, high     the range of a number
    choices       the words of a text
    neutral       the value at which it does nothing; None when it has none
    of            the knob it belongs to: while that one is neutral, this one does nothing whatever its value
    generations   those that read it; () for all. In the others its value does nothing, and one that has a neutral
                  value must have it, because an idea that is switched on and ignored would measure as worthless
    silent        it changes no move
    tunable       a sweep or a tuning may vary it
    """
    return field(
        default=default,
        metadata={
            "group": group, "unit": unit, "why": why, "low": low, "high": high, "choices": choices,
            "neutral": neutral, "of": of, "generations": generations,
            "silent": silent, "tunable": tunable and not silent,
        },
    )  # fmt: skip


class Knobs:
    """A value for every knob of a player, each within its range; the fields of its subclasses are made by `knob`."""

    __slots__ = ()

    name: str

    def __post_init__(self) -> None:
        for spec in fields(self):  # type: ignore[arg-type]  # every subclass is a dataclass
            object.__setattr__(self, spec.name, checked(spec, getattr(self, spec.name)))

    def reads(self, spec: "Field[Any]") -> bool:
        """Whether this player looks at the knob at all, whatever its value."""
        return True


def specs(values: Any) -> dict[str, "Field[Any]"]:
    """The knobs of a class derived from Knobs, or of an instance, by name."""
    return {spec.name: spec for spec in fields(values)}


def groups(known: "dict[str, Field[Any]]") -> dict[str, list[str]]:
    """The names of the knobs of every group, in the order in which they are declared."""
    names_by_group: dict[str, list[str]] = {}
    for name, spec in known.items():
        names_by_group.setdefault(spec.metadata["group"], []).append(name)
    return names_by_group


def telling(values: Knobs) -> dict[str, Any]:
    """The knobs that do something for this player: all that two players must share to make the same moves.

    Left out is what is silent or neutral, what belongs to a neutral knob, and what the player does not read. So a knob
    that is added later with a neutral default changes no player's list.
    """
    known = specs(values)
    return {name: getattr(values, name) for name, spec in known.items() if _is_telling(spec, values, known)}


def _is_telling(spec: "Field[Any]", values: Knobs, known: "dict[str, Field[Any]]") -> bool:
    if spec.metadata["silent"] or is_neutral(spec, values) or not values.reads(spec):
        return False
    owner = spec.metadata["of"]
    return not owner or _is_telling(known[owner], values, known)


def is_neutral(spec: "Field[Any]", values: Knobs) -> bool:
    """Whether the knob does nothing at the value it has."""
    neutral = spec.metadata["neutral"]
    return neutral is not None and bool(getattr(values, spec.name) == neutral)


def checked(spec: Any, value: Any) -> Any:
    """`value` as the type of the knob `spec`, within its range."""
    kind = type(spec.default)
    reader = {bool: _truth, str: _text, int: _whole, float: _number}[kind]
    return reader(spec, value)


def _truth(spec: Any, value: Any) -> bool:
    words = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}
    if isinstance(value, bool):
        return value
    if str(value).lower() not in words:
        raise ParameterError(f"{spec.name} = {value!r} should be on or off")
    return words[str(value).lower()]


def _text(spec: Any, value: Any) -> str:
    choices = spec.metadata["choices"]
    if value is False and "off" in choices:  # `pact = false` is how a TOML writer says off
        value = "off"
    if not isinstance(value, str) or (choices and value not in choices):
        expected = "one of " + ", ".join(choices) if choices else "text"
        raise ParameterError(f"{spec.name} = {value!r} should be {expected}")
    if not value.isprintable():
        raise ParameterError(f"{spec.name} = {value!r} should be one printable line: the environment reads it as one")
    return value


def _whole(spec: Any, value: Any) -> int:
    number = _read(spec, value)
    if number % 1:
        raise ParameterError(f"{spec.name} = {value!r} should be a whole number")
    return int(_within(spec, number))


def _number(spec: Any, value: Any) -> float:
    return float(_within(spec, _read(spec, value)))


def _read(spec: Any, value: Any) -> Any:
    """`value` as a number; whole where it is written so, because a float rounds beyond 2**53."""
    if not isinstance(value, bool) and isinstance(value, Real):
        return value
    if isinstance(value, str):
        for kind in (int, float):
            with suppress(ValueError):
                return kind(value)
    raise ParameterError(f"{spec.name} = {value!r} should be a number in {_range(spec)}")


def _within(spec: Any, number: Any) -> Any:
    if not spec.metadata["low"] <= number <= spec.metadata["high"]:
        raise ParameterError(f"{spec.name} = {number} is outside {_range(spec)}")
    return number


def _range(spec: Any) -> str:
    return f"{limits(spec)} ({spec.metadata['unit']})"


def spoken(value: Any) -> str:
    """A value as a user may type it; a switch is on or off."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:.9g}"


def limits(spec: Any) -> str:
    """The range of a number as a user may type it: every digit, no exponent."""
    ends = (spec.metadata["low"], spec.metadata["high"])
    return "..".join(str(int(end)) if end % 1 == 0 else str(end) for end in ends)
