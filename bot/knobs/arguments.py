"""A player's command line: a preset, then a file, then single parameters; the later one wins."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import Field, dataclass
from pathlib import Path
from typing import Any, NoReturn

from .families import Family
from .knob import ParameterError, groups, limits, spoken
from .parameters import OURS

OWN_OPTIONS = ("help", "preset", "parameters", "log", "explain")


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
    spelled = [_spelled(word, family) for word in words]
    given = vars(_parser(family, _sectioned(spelled)).parse_args(_joined(spelled)))
    chosen, path, log, explain = (given.pop(name) for name in OWN_OPTIONS[1:])
    parameters = family.preset(family.default if chosen is None else chosen)
    if path:
        parameters = family.load(path, parameters)
    return Arguments(family.changed(parameters, given), log, explain)


def _spelled(word: str, family: Family) -> str:
    """Return an option in the parameter's own spelling: --enemy-roi=-1 becomes --enemy_ROI=-1."""
    if not word.startswith("--") or word == "--":
        return word
    name, equals, value = word[2:].partition("=")
    return word if name in OWN_OPTIONS else f"--{family.knob_name(name, OWN_OPTIONS)}{equals}{value}"


def _sectioned(words: Sequence[str]) -> list[str]:
    """Return the knobs of sections that are given, such as players.4.alpha."""
    names = [word[2:].partition("=")[0] for word in words if word.startswith("--")]
    return list(dict.fromkeys(name for name in names if "." in name))


def _joined(words: Sequence[str]) -> list[str]:
    """Return `--enemy_ROI -1e3` as one word: argparse takes a negative number with an exponent for an option."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1].startswith("--") and "=" not in joined[-1] and re.match(r"-[\d.]", word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _parser(family: Family, sectioned: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog=family.program, allow_abbrev=False, argument_default=argparse.SUPPRESS,
        usage=f"python3 {family.program} [--preset NAME] [--parameters FILE] [--log FILE] [--explain FILE] "
        "[--PARAMETER VALUE ...]",
        description=family.description,
        epilog="Names may be written with hyphens. An on/off parameter given alone is switched on. "
        "--players.4.PARAMETER VALUE holds in games of four players, --size.36-.PARAMETER VALUE on boards whose "
        "longer side has 36 squares or more, --players.2-3.size.-25.PARAMETER VALUE in games of both kinds.",
    )  # fmt: skip
    add, names = parser.add_argument, ", ".join(family.presets)
    log = Path(family.program.split()[-1]).with_suffix(".log").name
    add("--preset", default=None, metavar="NAME", help=f"{names} (default {family.default})")
    lines = "TOML file of `name = value` lines, which may stand in sections such as [players.4]"
    add("--parameters", default=None, type=Path, metavar="FILE", help=lines)
    add("--log", default=Path(log), type=Path, metavar="FILE", help="where messages go (default %(default)s)")
    add("--explain", default=None, type=Path, metavar="FILE", help="writes why every square moves, for the viewer")
    for title, members in groups(family.knobs).items():
        group = parser.add_argument_group(f"{title} (defaults are those of {family.default})")
        for name in members:
            spec, default = family.knobs[name], getattr(family.defaults, name)
            group.add_argument(f"--{name}", metavar=_values(spec), help=_help(spec, default), **_switch(spec))
    for name in sectioned:
        add(f"--{name}", dest=name, **_switch(family.knobs[name.rpartition(".")[2]]))
    return parser


def _switch(spec: "Field[Any]") -> dict[str, Any]:
    return {"nargs": "?", "const": "on"} if isinstance(spec.default, bool) else {}


def _values(spec: "Field[Any]") -> str:
    if isinstance(spec.default, bool):
        return "on|off"
    if spec.metadata["choices"]:
        return "|".join(spec.metadata["choices"])
    return "TEXT" if isinstance(spec.default, str) else limits(spec)


def _help(spec: "Field[Any]", default: Any) -> str:
    return f"{spec.metadata['why']} (default {spoken(default)}; {spec.metadata['unit']})".replace("%", "%%")
