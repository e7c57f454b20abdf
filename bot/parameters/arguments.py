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
        """Print the help; a terminal that knows no arrow gets its code, and no traceback."""
        encoding = getattr(file, "encoding", None) or "utf-8"
        super()._print_message(message.encode(encoding, "backslashreplace").decode(encoding), file)

    def error(self, message: str) -> NoReturn:
        raise ParameterError(f"{message}; `{self.prog} --help` lists all options")


def read(words: Sequence[str], family: Family = OURS) -> Arguments:
    """Return the arguments in `words`; ParameterError names what is wrong with them."""
    given, others = _parser(family).parse_known_args(words)
    parameters = family.preset(given.preset)
    if given.parameters:
        parameters = family.load(given.parameters, parameters)
    return Arguments(family.changed(parameters, _changes(others, family)), given.log, given.explain)


def _changes(words: Sequence[str], family: Family) -> dict[str, Any]:
    """Return `--alpha=0.2 --enemy-roi -1 --fixed_hold` as values by the parameters' own names."""
    changes: dict[str, Any] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("--") or word == "--":
            raise ParameterError(f"unrecognized argument {word}; `{family.program} --help` lists all options")
        name, equals, value = word[2:].partition("=")
        name = family.parameter_name(name)
        has_value = equals or (left and not left[0].startswith("--"))
        if not has_value and not isinstance(family.definitions[name.rpartition(".")[2]].default, bool):
            raise ParameterError(f"--{name}: expected a value; `{family.program} --help` lists all options")
        changes[name] = value if equals else left.pop(0) if has_value else "on"
    return changes


def _parser(family: Family) -> argparse.ArgumentParser:
    """Return the parser of the options that are no parameters; its help lists those as well."""
    parser = _Parser(
        prog=family.program, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage=f"python3 {family.program} [--preset NAME] [--parameters FILE] [--log FILE] [--explain FILE] "
        "[--PARAMETER VALUE ...]",
        description=family.description,
        epilog="\n\n".join([*_listed(family), NOTES]),
    )  # fmt: skip
    add, names = parser.add_argument, ", ".join(family.presets)
    log = Path(family.program.split()[-1]).with_suffix(".log").name
    add("--preset", default=family.default, metavar="NAME", help=f"{names} (default {family.default})")
    lines = "TOML file of `name = value` lines, which may stand in sections such as [players.4]"
    add("--parameters", default=None, type=Path, metavar="FILE", help=lines)
    add("--log", default=Path(log), type=Path, metavar="FILE", help="where messages go (default %(default)s)")
    add("--explain", default=None, type=Path, metavar="FILE", help="writes why every square moves, for the viewer")
    return parser


NOTES = """\
Names may be written with hyphens. An on/off parameter given alone is switched on. --players.4.PARAMETER VALUE holds in
games of four players, --size.36-.PARAMETER VALUE on boards whose longer side has 36 squares or more,
--players.2-3.size.-25.PARAMETER VALUE in games of both kinds."""


def _listed(family: Family) -> list[str]:
    """Return the parameters of each group with range, reason, default and unit."""
    texts = []
    for title, names in groups(family.definitions).items():
        lines = [f"{title} (defaults are those of {family.default}):"]
        for name in names:
            spec, default = family.definitions[name], spoken(getattr(family.defaults, name))
            lines.append(f"  --{name} {_values(spec)}")
            lines.append(f"        {spec.metadata['why']} (default {default}; {spec.metadata['unit']})")
        texts.append("\n".join(lines))
    return texts


def _values(spec: Spec) -> str:
    if isinstance(spec.default, bool):
        return "on|off"
    if spec.metadata["choices"]:
        return "|".join(spec.metadata["choices"])
    return "TEXT" if isinstance(spec.default, str) else limits(spec)
