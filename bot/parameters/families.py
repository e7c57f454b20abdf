"""Families: players that share their parameters, and how their values are read, from a file or a command line."""

import argparse
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from .declaration import ParameterError, ParameterSet, Spec, format_range, format_value, groups, specs

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

    def check_name(self, name: str) -> str:
        """Return the name of a parameter, which may stand behind a table: players.4.alpha. Raises ParameterError."""
        parameter = name.rpartition(".")[2]
        if parameter not in self.definitions:
            raise ParameterError(f"there is no parameter {parameter!r}; `{self.program} --help` lists all")
        return name

    def override(self, values: Values, changes: Mapping[str, Any]) -> Values:
        """Return `values` with some replaced; they may be text, as from a command line.

        A change of alpha holds in every game and replaces the values that tables gave it; a change of
        players.4.alpha holds in games that begin with four players.
        """
        everywhere = {name: value for name, value in changes.items() if "." not in self.check_name(name)}
        tables = {name: value for name, value in values.tables if name.rpartition(".")[2] not in everywhere}
        tables |= {name: value for name, value in changes.items() if "." in name}
        return replace(values, **everywhere, tables=tuple(tables.items()))

    def load(self, path: Path, base: Any = None) -> Any:
        """Return the values in a TOML file of `name = value` lines and tables; `preset = "v17"` replaces `base`."""
        values = lines(path)
        try:
            chosen = self.preset(str(values.pop("preset"))) if "preset" in values else base or self.defaults
            return self.override(chosen, values)
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


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the command line asked for."""

    parameters: Any  # of the family's class
    log: Path  # log file; created only when there is a message
    explain: Path | None = None  # file for the reasons of every move; None = reasons are not computed


class _Parser(argparse.ArgumentParser):
    """argparse that raises instead of printing: stderr is part of the protocol."""

    def error(self, message: str) -> NoReturn:
        raise ParameterError(f"{message}; `{self.prog} --help` lists all options")


def read_arguments(words: Sequence[str], family: Family) -> Arguments:
    """Return what a command line asks for: a preset, then a file, then single parameters; the later one wins.

    Raises:
        ParameterError: names what is wrong
    """
    given = vars(_parser(family).parse_args(words))
    parameters = family.preset(given["preset"])
    if given["parameters"]:
        parameters = family.load(given["parameters"], parameters)
    changes = {name: given[name] for name in family.definitions if given[name] is not None}
    return Arguments(family.override(parameters, changes), given["log"], given["explain"])


def _parser(family: Family) -> argparse.ArgumentParser:
    """Return the parser; the parameters are options in groups, with range, reason, default and unit."""
    parser = _Parser(
        prog=family.program, allow_abbrev=False, description=family.description,
        usage=f"python3 {family.program} [--preset NAME] [--parameters FILE] [--log FILE] [--explain FILE] "
        "[--PARAMETER VALUE ...]",
        epilog="An on/off parameter given alone is switched on. -1e3 is written --PARAMETER=-1e3.",
    )  # fmt: skip
    add, names = parser.add_argument, ", ".join(family.presets)
    log = Path(family.program.split()[-1]).with_suffix(".log").name
    add("--preset", default=family.default, metavar="NAME", help=f"{names} (default {family.default})")
    text = "TOML file of `name = value` lines, which may stand in tables such as [players.4]"
    add("--parameters", default=None, type=Path, metavar="FILE", help=text)
    add("--log", default=Path(log), type=Path, metavar="FILE", help="where messages go (default %(default)s)")
    add("--explain", default=None, type=Path, metavar="FILE", help="writes why every square moves, for the viewer")
    for title, members in groups(family.definitions).items():
        group = parser.add_argument_group(f"{title} (defaults are those of {family.default})")
        for name in members:
            spec, default = family.definitions[name], format_value(getattr(family.defaults, name))
            text = f"{spec.metadata['why']} (default {default}; {spec.metadata['unit']})".replace("%", "%%")
            alone: Any = {"nargs": "?", "const": "on"} if isinstance(spec.default, bool) else {}
            group.add_argument(f"--{name}", default=None, metavar=format_range(spec), help=text, **alone)
    return parser
