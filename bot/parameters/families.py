"""Families: players that share their parameters, and how the values of one are written and read."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from .declaration import ParameterError, ParameterSet, Spec, specs

Values = TypeVar("Values", bound=ParameterSet)

# Parts of a name such as players.4.alpha. Of one with 200,000 parts Python's reader fills the memory.
LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Family:
    """The potential-field bot is one, and every school of experiments/opponents another."""

    program: str  # the file that plays it, as --help and complaints call it
    description: str  # for --help
    presets: Mapping[str, Any]  # its players by name, all of one class derived from Parameters
    default: str  # the preset that plays when none is named

    @property
    def defaults(self) -> Any:
        """The default player."""
        return self.presets[self.default]

    @property
    def definitions(self) -> dict[str, Spec]:
        """The parameters of its players, by name."""
        return specs(self.defaults)

    def preset(self, name: str) -> Any:
        """Return the preset called `name`; ParameterError lists the presets."""
        if name not in self.presets:
            raise ParameterError(f"there is no preset {name!r}, only {', '.join(self.presets)}")
        return self.presets[name]

    def parameter_name(self, name: str) -> str:
        """Return the parameter's own spelling of `name`, also behind a section: players.4.enemy-roi has enemy_ROI.

        A hyphen in a name counts as an underscore, and case does not matter. Raises ParameterError.
        """
        place, dot, name = name.rpartition(".")
        spellings = {known.lower(): known for known in self.definitions}
        wanted = name.replace("-", "_").lower()
        if wanted not in spellings:
            raise ParameterError(f"there is no parameter {name!r}; `{self.program} --help` lists all")
        return f"{place}{dot}{spellings[wanted]}"

    def changed(self, values: Values, changes: Mapping[str, Any]) -> Values:
        """Return `values` with some replaced; they may be text, as from a command line.

        A change of alpha holds in every game and replaces the values that sections gave it; a change of
        players.4.alpha holds in games that begin with four players.
        """
        new: dict[str, Any] = {}
        for name, value in changes.items():
            known = self.parameter_name(name)
            if known in new:
                raise ParameterError(f"{known} is given twice, in two spellings")
            new[known] = value
        everywhere = {name: value for name, value in new.items() if name in self.definitions}
        sections = {name: value for name, value in values.sections if name.rpartition(".")[2] not in everywhere}
        sections |= {name: value for name, value in new.items() if name not in everywhere}
        return replace(values, **everywhere, sections=tuple(sections.items()))

    def load(self, path: Path, base: Any = None) -> Any:
        """Return the values in a TOML file of `name = value` lines and sections; `preset = "v17"` replaces `base`."""
        values = lines(path)
        chosen = values.pop("preset", None)
        if chosen is not None and not isinstance(chosen, str):
            expected = f"should be a name in quotes, one of {', '.join(self.presets)}"
            raise ParameterError(f"{path}: preset = {chosen!r} {expected}")
        try:
            return self.changed(base or self.defaults if chosen is None else self.preset(chosen), values)
        except ParameterError as error:
            raise ParameterError(f"{path}: {error}") from None


def lines(path: Path) -> dict[str, Any]:
    """Return the `name = value` lines of a TOML file, those of sections as `players.4.alpha`."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        if any(line.count(".") > LONGEST_NAME for line in text.splitlines()):
            raise ValueError(f"a name of more than {LONGEST_NAME} parts")
        return dict(flat(tomllib.loads(text)))
    except OSError as error:
        raise ParameterError(f"cannot read the parameter file {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # also a number of more than 4,300 digits
        raise ParameterError(f"{path} is not TOML ({error}); expected lines such as  alpha = 0.2") from None


def flat(table: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the lines of a TOML file, those of sections as `players.4.alpha`."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{place}{name}.")
        else:
            yield f"{place}{name}", value
