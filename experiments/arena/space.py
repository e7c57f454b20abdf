"""Space: which parameters are varied, and over which values. The sweep and the tuner read it alike.

    alpha=0.05:0.5:8         eight values from 0.05 to 0.5, evenly apart
    alpha=0.05:0.5:8:log     the same with even ratios: 0.05, 0.06947, 0.09653 … 0.5
    stilling_enemies=1:8     a whole number, because the parameter is one
    pact=off,until_met       these values and no others

A file says the same in TOML, one parameter per line: `alpha = "0.05:0.5:log"`, `pact = ["off", "until_met"]`; below
`[players.4]` stand values that are varied in games of four players only, which are players.4.alpha=… here.
"""

import math
from collections.abc import Iterable
from dataclasses import Field, dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self

import numpy as np

from bot import ParameterError
from bot.parameters.declaration import check_value
from bot.parameters.families import Family, flat
from bot.parameters.presets import OURS
from engine import documents
from engine.errors import UserError

Value = float | int | bool | str

USUAL_COUNT = 8  # values along an axis that does not say how many
DIGITS = 4  # that a value keeps, so that it can be read
FORM = "low:high, low:high:count, low:high:count:log, low:high:log or value,value,…"


class SpaceError(UserError, ValueError):
    """An axis has a wrong name, range or value; the message says which and what there is."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter and the values it may take: a range, or a list."""

    name: str  # the parameter's; in a table players.4.alpha
    low: float = 0.0  # the ends of a range, both included, in the parameter's unit
    high: float = 0.0
    count: int | None = None  # values on a grid; None leaves the number to the caller
    log: bool = False  # even ratios instead of even distances
    choices: tuple[Value, ...] = ()  # a list instead of a range
    family: Family = field(default=OURS, compare=False, repr=False)  # of players, who have the parameter

    def __post_init__(self) -> None:
        if self.parameter not in tunable(self.family):
            raise SpaceError(f"{self.name!r} cannot be varied: it changes no move, or says which ideas a bot has")
        if self.choices:
            object.__setattr__(self, "choices", tuple(self._value(value) for value in self.choices))
            if len(set(self.choices)) < len(self.choices):
                raise SpaceError(f"{self.name} has a value twice: {', '.join(map(text, self.choices))}")
        else:
            if not self.numeric:
                raise SpaceError(f"{self.name} is not a number; expected a list such as {self.name}=value,value")
            object.__setattr__(self, "low", self._value(self.low))
            object.__setattr__(self, "high", self._value(self.high))
            self._check_range()

    @classmethod
    def parse(cls, text: str, family: Family = OURS) -> Self:
        """Return the axis that `text` describes, as in the head of this file. SpaceError says what was expected."""
        name, sign, values = text.partition("=")
        if not sign or not values.strip():
            raise SpaceError(f"{text!r} names no values; expected NAME={FORM}")
        return cls.of(name.strip(), values, family)

    @classmethod
    def of(cls, name: str, values: Any, family: Family = OURS) -> Self:
        """Return the axis of one parameter; `values` as written after the `=`, or a list of them."""
        name = check_name(name, family)
        if isinstance(values, str) and ":" in values:
            return cls(name, *_range(f"{name}={values}", values.split(":")), family=family)
        choices = [value.strip() for value in values.split(",")] if isinstance(values, str) else values
        if not choices or not isinstance(choices, list):
            raise SpaceError(f'{name} = {values!r}; expected "0.05:0.5:8:log", or a list such as ["off", "until_met"]')
        return cls(name, choices=tuple(choices), family=family)

    @property
    def parameter(self) -> str:
        """The parameter whose values these are: alpha, where the name is players.4.alpha."""
        return self.name.rpartition(".")[2]

    @property
    def line(self) -> str:
        """The axis as it is written: alpha=0.05:0.5:log."""
        if self.choices:
            return f"{self.name}={','.join(map(text, self.choices))}"
        return f"{self.name}={text(self.low)}:{text(self.high)}" + (":log" if self.log else "")

    @property
    def spec(self) -> "Field[Any]":
        """The declaration of the parameter."""
        return self.family.definitions[self.parameter]

    @property
    def unit(self) -> str:
        """The unit of the values."""
        return str(self.spec.metadata["unit"])

    @property
    def whole(self) -> bool:
        """Whether only whole numbers are meant."""
        return type(self.spec.default) is int

    @property
    def numeric(self) -> bool:
        """Whether the values are numbers, which have an order and distances."""
        return type(self.spec.default) in (int, float)

    def values(self, count: int = USUAL_COUNT) -> tuple[Value, ...]:
        """Return the values of a grid, ends included; `count` of them unless the axis says how many.

        A range of whole numbers gives each once, and so perhaps fewer.
        """
        if self.choices:
            return self.choices
        shares = np.linspace(0, 1, self.count or count).tolist()
        return tuple(dict.fromkeys(self._between(share) for share in shares))

    def at(self, share: float) -> Value:
        """Return the value at `share` 0..1 of the way; whole numbers and values of a list have equal parts of it."""
        if self.choices:
            return self.choices[min(int(share * len(self.choices)), len(self.choices) - 1)]
        if self.whole and not self.log:
            return min(int(self.low + share * (self.high - self.low + 1)), int(self.high))
        return self._between(share)

    def share(self, value: Value) -> float:
        """Return how far along the axis `value` stands: 0 at the low end, 1 at the high one, beyond them outside.

        Values of a list stand evenly apart. Raises SpaceError for a value that has no place on the axis.
        """
        if self.choices:
            if value not in self.choices:
                raise SpaceError(f"{self.name} = {value} is not one of {', '.join(map(text, self.choices))}")
            return self.choices.index(value) / max(len(self.choices) - 1, 1)
        number = float(value)
        if not self.log:
            return (number - self.low) / (self.high - self.low)
        if number <= 0:
            raise SpaceError(f"{self.name} = {text(value)} has no place on a logarithmic axis")
        return math.log(number / self.low) / math.log(self.high / self.low)

    def _between(self, share: float) -> Value:
        """Return the number at `share` 0..1 of the way, rounded to a few digits; the ends stay as they are."""
        if share in (0, 1):
            return self.high if share else self.low
        value = self.low + share * (self.high - self.low)
        if self.log:
            value = math.exp(math.log(self.low) + share * (math.log(self.high) - math.log(self.low)))
        if self.whole:
            return round(value)
        span = self.high - self.low
        scale = min(value, span) if self.log else span  # a narrow range needs its digits behind those that never change
        number = round(value, DIGITS - 1 - math.floor(math.log10(scale)))
        return min(max(number, self.low), self.high)

    def _value(self, value: Value) -> Any:
        try:
            return check_value(self.spec, value)
        except ParameterError as error:
            raise SpaceError(str(error)) from None

    def _check_range(self) -> None:
        if not self.low < self.high:
            raise SpaceError(f"{self.name}={self.low:g}:{self.high:g}: the low end should come first")
        if self.log and self.low <= 0:
            raise SpaceError(f"{self.name}={self.low:g}:{self.high:g}:log: a logarithmic range needs a low end above 0")
        if self.count is not None and self.count < 2:
            raise SpaceError(f"{self.name} has count {self.count}; a range has at least its two ends")


@dataclass(frozen=True, slots=True)
class Space:
    """Some axes, each parameter at most once."""

    axes: tuple[Axis, ...]

    def __post_init__(self) -> None:
        names = [axis.name for axis in self.axes]
        if not names:
            raise SpaceError(f"there is nothing to vary; expected at least one NAME={FORM}")
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise SpaceError(f"{twice[0]} is varied twice; one axis for each parameter")

    @classmethod
    def parse(cls, texts: Iterable[str], family: Family = OURS) -> Self:
        """Return the space of several axes, each as `Axis.parse` reads it."""
        return cls(tuple(Axis.parse(each, family) for each in texts))

    @classmethod
    def load(cls, path: Path, family: Family = OURS) -> Self:
        """Return the space of a TOML file with one parameter per line; SpaceError names the file."""
        try:
            lines = flat(documents.toml(path.read_bytes()))
            return cls(tuple(Axis.of(name, values, family) for name, values in lines))
        except OSError as error:
            raise SpaceError(f"{path} cannot be read: {error.strerror or error}") from None
        except (SpaceError, ParameterError, documents.DocumentError) as error:
            raise SpaceError(f"{path}: {error}") from None

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters in their order."""
        return tuple(axis.name for axis in self.axes)


def tunable(family: Family = OURS) -> list[str]:
    """Return the parameters that a search may vary: those that change play, except the preset's generation."""
    return [name for name, spec in family.definitions.items() if spec.metadata["tunable"]]


def text(value: Value) -> str:
    """Return a value as one types it: on and off, and a number in as few digits as still are this number."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if not isinstance(value, float):
        return str(value)
    short = f"{value:.10g}"
    return short if float(short) == value else str(float(value))


def check_name(name: str, family: Family = OURS) -> str:
    """Return the name of a parameter; SpaceError asks about the nearest one when there is no such name."""
    try:
        return family.check_name(name)
    except ParameterError as error:
        near = get_close_matches(name.rpartition(".")[2], family.definitions, 1)
        raise SpaceError("; ".join([str(error), *(f"is it {each}?" for each in near)])) from None


def _range(whole: str, parts: list[str]) -> tuple[float, float, int | None, bool]:
    """Return low end, high end, count and whether it is logarithmic."""
    log = parts[-1].strip().lower() == "log"
    try:
        low, high, *count = parts[:-1] if log else parts
        return float(low), float(high), int(*count) if count else None, log
    except (ValueError, TypeError):  # no number, too few, or too many
        raise SpaceError(f"{whole!r} is not a range; expected NAME={FORM}") from None
