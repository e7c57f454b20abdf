"""What a knob is: a parameter that carries all that is known of it, and how a value for it is read."""

from contextlib import suppress
from dataclasses import field
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
    """A value as a reader may type it; a switch is on or off."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:.9g}"


def limits(spec: Any) -> str:
    """The range of a number as a reader may type it: every digit, no exponent."""
    ends = (spec.metadata["low"], spec.metadata["high"])
    return "..".join(str(int(end)) if end % 1 == 0 else str(end) for end in ends)
