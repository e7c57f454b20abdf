"""MyBot.py's command line: a preset, a file, single parameters; in that order, the later wins."""

import argparse
import re
from collections.abc import Sequence
from dataclasses import Field, dataclass
from pathlib import Path
from typing import Any, NoReturn

from .knobs import ParameterError, limits, spoken
from .parameters import DEFAULT, KNOBS, PRESETS, Parameters, changed, groups, knob_name, load, preset

OWN_OPTIONS = ("help", "preset", "parameters", "log", "explain")
DEFAULT_LOG = Path("MyBot.log")


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the command line asked for."""

    parameters: Parameters
    log: Path  # where messages go; written only when there is one
    explain: Path | None = None  # where the reasons of every move go; None = they are not worked out


class _Parser(argparse.ArgumentParser):
    """argparse that raises instead of printing: stderr is part of the protocol."""

    def error(self, message: str) -> NoReturn:
        raise ParameterError(f"{message}; `MyBot.py --help` lists all options")


def read(words: Sequence[str]) -> Arguments:
    """The arguments in `words`; ParameterError names what is wrong with them."""
    given = vars(_parser().parse_args(_joined([_spelled(word) for word in words])))
    chosen, path, log, explain = (given.pop(name) for name in OWN_OPTIONS[1:])
    parameters = preset(DEFAULT if chosen is None else chosen)
    if path:
        parameters = load(path, parameters)
    return Arguments(changed(parameters, given), log, explain)


def _spelled(word: str) -> str:
    """An option in the parameter's own spelling: --enemy-roi=-1 becomes --enemy_ROI=-1."""
    if not word.startswith("--") or word == "--":
        return word
    name, equals, value = word[2:].partition("=")
    return word if name in OWN_OPTIONS else f"--{knob_name(name, OWN_OPTIONS)}{equals}{value}"


def _joined(words: Sequence[str]) -> list[str]:
    """`--enemy_ROI -1e3` as one word: argparse takes a negative number with an exponent for an option."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1].startswith("--") and "=" not in joined[-1] and re.match(r"-[\d.]", word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="MyBot.py", allow_abbrev=False, argument_default=argparse.SUPPRESS,
        usage="python3 MyBot.py [--preset NAME] [--parameters FILE] [--log FILE] [--explain FILE] "
        "[--PARAMETER VALUE ...]",
        description="A Halite I bot. It speaks with the environment through standard input and output: "
        'python -m engine -d "30 30" "python3 MyBot.py" "python3 MyBot.py --preset v17"',
        epilog="Names may be written with hyphens. A parameter given alone (--fixed_hold) is switched on.",
    )  # fmt: skip
    add = parser.add_argument
    add("--preset", default=None, metavar="NAME", help=f"{', '.join(PRESETS)} (default {DEFAULT})")
    add("--parameters", default=None, type=Path, metavar="FILE", help="TOML file of `name = value` lines")
    add("--log", default=DEFAULT_LOG, type=Path, metavar="FILE", help="where messages go (default %(default)s)")
    add("--explain", default=None, type=Path, metavar="FILE", help="writes why every square moves, for the viewer")
    for title, names in groups().items():
        group = parser.add_argument_group(f"{title} (defaults are those of {DEFAULT})")
        for name in names:
            spec = KNOBS[name]
            switch: dict[str, Any] = {"nargs": "?", "const": "on"} if isinstance(spec.default, bool) else {}
            group.add_argument(f"--{name}", metavar=_values(spec), help=_help(spec), **switch)
    return parser


def _values(spec: "Field[Any]") -> str:
    if isinstance(spec.default, bool):
        return "on|off"
    if spec.metadata["choices"]:
        return "|".join(spec.metadata["choices"])
    return "TEXT" if isinstance(spec.default, str) else limits(spec)


def _help(spec: "Field[Any]") -> str:
    default = spoken(getattr(preset(DEFAULT), spec.name))
    return f"{spec.metadata['why']} (default {default}; {spec.metadata['unit']})".replace("%", "%%")
