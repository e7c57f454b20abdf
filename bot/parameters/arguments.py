"""A player's command line: a preset, then a file, then single parameters; the later one wins."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from .declaration import ParameterError, Spec, groups, limits, spoken
from .families import Family
from .presets import OURS


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the command line asked for."""

    parameters: Any  # of the family's class
    log: Path  # log file; created only when there is a message
    explain: Path | None = None  # file for the reasons of every move; None = reasons are not computed


class _Parser(argparse.ArgumentParser):
    """argparse that raises instead of printing: stderr is part of the protocol."""

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help; a terminal that has no such letter gets its code."""
        encoding = getattr(file, "encoding", None) or "utf-8"
        super()._print_message(message.encode(encoding, "backslashreplace").decode(encoding), file)

    def error(self, message: str) -> NoReturn:
        raise ParameterError(f"{message}; `{self.prog} --help` lists all options")


def read(words: Sequence[str], family: Family = OURS) -> Arguments:
    """Return the arguments in `words`; ParameterError names what is wrong with them."""
    given = vars(_parser(family).parse_args([_spelled(word, family) for word in words]))
    parameters = family.preset(given["preset"])
    if given["parameters"]:
        parameters = family.load(given["parameters"], parameters)
    changes = {name: given[name] for name in family.definitions if given[name] is not None}
    return Arguments(family.changed(parameters, changes), given["log"], given["explain"])


def _spelled(word: str, family: Family) -> str:
    """Return an option with the parameter's own spelling: --enemy-roi=2 is --enemy_ROI=2."""
    option, equals, value = word.partition("=")
    spellings = {f"--{name}".lower(): f"--{name}" for name in family.definitions}
    known = spellings.get(f"--{option[2:].replace('-', '_')}".lower()) if option.startswith("--") else None
    return f"{known}{equals}{value}" if known else word


def _parser(family: Family) -> argparse.ArgumentParser:
    """Return the parser; the parameters are options in groups, with range, reason, default and unit."""
    parser = _Parser(
        prog=family.program, allow_abbrev=False, description=family.description,
        usage=f"python3 {family.program} [--preset NAME] [--parameters FILE] [--log FILE] [--explain FILE] "
        "[--PARAMETER VALUE ...]",
        epilog="Names may be written with hyphens. An on/off parameter given alone is switched on. -1e3 is written "
        "--PARAMETER=-1e3.",
    )  # fmt: skip
    add, names = parser.add_argument, ", ".join(family.presets)
    log = Path(family.program.split()[-1]).with_suffix(".log").name
    add("--preset", default=family.default, metavar="NAME", help=f"{names} (default {family.default})")
    lines = "TOML file of `name = value` lines, which may stand in tables such as [players.4]"
    add("--parameters", default=None, type=Path, metavar="FILE", help=lines)
    add("--log", default=Path(log), type=Path, metavar="FILE", help="where messages go (default %(default)s)")
    add("--explain", default=None, type=Path, metavar="FILE", help="writes why every square moves, for the viewer")
    for title, members in groups(family.definitions).items():
        group = parser.add_argument_group(f"{title} (defaults are those of {family.default})")
        for name in members:
            spec, default = family.definitions[name], spoken(getattr(family.defaults, name))
            text = f"{spec.metadata['why']} (default {default}; {spec.metadata['unit']})".replace("%", "%%")
            alone: Any = {"nargs": "?", "const": "on"} if isinstance(spec.default, bool) else {}
            group.add_argument(f"--{name}", default=None, metavar=_values(spec), help=text, **alone)
    return parser


def _values(spec: Spec) -> str:
    if isinstance(spec.default, bool):
        return "on|off"
    if spec.metadata["choices"]:
        return "|".join(spec.metadata["choices"])
    return "TEXT" if isinstance(spec.default, str) else limits(spec)
