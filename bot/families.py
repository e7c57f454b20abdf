"""Families: players that share their knobs, and how the values of one are written and read."""

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from .knobs import Knobs, ParameterError, specs

Values = TypeVar("Values", bound=Knobs)


@dataclass(frozen=True, slots=True)
class Family:
    """The potential-field bot is one, and every school of experiments/opponents another."""

    program: str  # the file that plays it, as --help and complaints call it
    description: str  # for --help
    presets: Mapping[str, Any]  # its usual players by name, all of one class derived from Knobs
    default: str  # the preset that plays when none is named

    @property
    def usual(self) -> Any:
        """The player that plays when nothing is said."""
        return self.presets[self.default]

    @property
    def knobs(self) -> "dict[str, Field[Any]]":
        """What may be set, by name."""
        return specs(self.usual)

    def preset(self, name: str) -> Any:
        """The preset called `name`; ParameterError lists what there is."""
        if name not in self.presets:
            raise ParameterError(f"there is no preset {name!r}, only {', '.join(self.presets)}")
        return self.presets[name]

    def knob_name(self, name: str, beside: Iterable[str] = ()) -> str:
        """The knob's own spelling of `name`; ParameterError suggests the nearest, of those `beside` the knobs too.

        A hyphen in a name counts as an underscore, and case does not matter: enemy-roi is enemy_ROI.
        """
        spellings = {known.lower(): known for known in self.knobs}
        wanted = name.replace("-", "_").lower()
        if wanted not in spellings:
            near = difflib.get_close_matches(wanted, [*self.knobs, *beside], n=1)
            suggestion = f"; did you mean {near[0]}?" if near else ""
            raise ParameterError(f"there is no parameter {name!r}{suggestion}; `{self.program} --help` lists all")
        return spellings[wanted]

    def changed(self, values: Values, changes: Mapping[str, Any]) -> Values:
        """`values` with some replaced; they may be text, as from a command line."""
        new: dict[str, Any] = {}
        for name, value in changes.items():
            known = self.knob_name(name)
            if known in new:
                raise ParameterError(f"{known} is given twice, in two spellings")
            new[known] = value
        return replace(values, **new)  # type: ignore[type-var]  # every class derived from Knobs is a dataclass

    def load(self, path: Path, base: Any = None) -> Any:
        """Values from a TOML file of `name = value` lines; a line `preset = "v17"` replaces `base`."""
        values = lines(path)
        chosen = values.pop("preset", None)
        if chosen is not None and not isinstance(chosen, str):
            expected = f"should be a name in quotes, one of {', '.join(self.presets)}"
            raise ParameterError(f"{path}: preset = {chosen!r} {expected}")
        try:
            return self.changed(base or self.usual if chosen is None else self.preset(chosen), values)
        except ParameterError as error:
            raise ParameterError(f"{path}: {error}") from None


def lines(path: Path) -> dict[str, Any]:
    """The `name = value` lines of a TOML file."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ParameterError(f"cannot read the parameter file {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ParameterError(f"{path} is not TOML ({error}); expected lines such as  alpha = 0.2") from None
    if tables := [name for name, value in values.items() if isinstance(value, dict)]:
        raise ParameterError(f"{path}: [{tables[0]}] starts a table; expected only lines such as  alpha = 0.2")
    return values
