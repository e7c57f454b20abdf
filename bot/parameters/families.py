"""Families: players that share their parameters, and how the values of one are written and read."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from .declaration import ParameterError, ParameterSet, Spec, specs

Values = TypeVar("Values", bound=ParameterSet)


@dataclass(frozen=True, slots=True)
class Family:
    """The potential-field bot is one, and every opponent of experiments/opponents another."""

    program: str  # the file that plays it, as --help and complaints call it
    description: str  # for --help
    presets: Mapping[str, Any]  # its players by name, all of one class derived from ParameterSet
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
        """Return the parameter's own spelling of `name`, also behind a table: players.4.enemy-roi has enemy_ROI.

        A hyphen in a name counts as an underscore, and case does not matter. Raises ParameterError.
        """
        table, dot, name = name.rpartition(".")
        spellings = {known.lower(): known for known in self.definitions}
        wanted = name.replace("-", "_").lower()
        if wanted not in spellings:
            raise ParameterError(f"there is no parameter {name!r}; `{self.program} --help` lists all")
        return f"{table}{dot}{spellings[wanted]}"

    def changed(self, values: Values, changes: Mapping[str, Any]) -> Values:
        """Return `values` with some replaced; they may be text, as from a command line.

        A change of alpha holds in every game and replaces the values that tables gave it; a change of
        players.4.alpha holds in games that begin with four players.
        """
        new = {self.parameter_name(name): value for name, value in changes.items()}
        everywhere = {name: value for name, value in new.items() if name in self.definitions}
        tables = {name: value for name, value in values.tables if name.rpartition(".")[2] not in everywhere}
        tables |= {name: value for name, value in new.items() if name not in everywhere}
        return replace(values, **everywhere, tables=tuple(tables.items()))

    def load(self, path: Path, base: Any = None) -> Any:
        """Return the values in a TOML file of `name = value` lines and tables; `preset = "v17"` replaces `base`."""
        values = lines(path)
        try:
            chosen = self.preset(str(values.pop("preset"))) if "preset" in values else base or self.defaults
            return self.changed(chosen, values)
        except ParameterError as error:
            raise ParameterError(f"{path}: {error}") from None


def lines(path: Path) -> dict[str, Any]:
    """Return the `name = value` lines of a TOML file, those of tables as `players.4.alpha`."""
    try:
        return dict(flat(tomllib.loads(path.read_text(encoding="utf-8-sig"))))
    except OSError as error:
        raise ParameterError(f"cannot read the parameter file {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # also a number of more than 4,300 digits
        raise ParameterError(f"{path} is not TOML ({error}); expected lines such as  alpha = 0.2") from None


def flat(table: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the lines of a TOML file, those of tables as `players.4.alpha`."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{place}{name}.")
        else:
            yield f"{place}{name}", value
