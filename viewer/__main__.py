"""`python -m viewer`: a Halite replay as one page, opened in the browser."""

import argparse
import sys
from pathlib import Path

from engine.names import shown_in_full

from . import written
from .browser import show
from .pack import PageError


def main(words: list[str]) -> int:
    """Do what the command line asks for; returns the exit code: 0 done, 2 a file is not usable."""
    try:
        return _write(_parser().parse_args(words))
    except PageError as error:
        print(shown_in_full(str(error)), file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m viewer", description=__doc__)
    parser.add_argument("replay", nargs="?", type=Path, help="a replay, .hlt or .hlt.gz; without one the page is empty")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the page (default: beside the replay)")
    parser.add_argument("--no-open", action="store_true", help="write the page, but do not open it")
    parser.add_argument(
        "--explanation",
        type=Path,
        metavar="FILE",
        help="explanation file: why a player moved as it did (default: game.playerN.explain.gz beside game.hlt)",
    )
    parser.add_argument("--flog", type=Path, metavar="FILE", help="a bot's f-log: coloured squares and messages")
    return parser


def _write(arguments: argparse.Namespace) -> int:
    """Write the page, say where it is, and open it."""
    target = written.write(arguments.replay, arguments.output, arguments.explanation, arguments.flog)
    if arguments.replay is None:
        print(
            f"No replay was named. {shown_in_full(written.example())}\n"
            "Written, as a page on which a replay can be dropped:",
            file=sys.stderr,
        )
    print(shown_in_full(target))
    if not arguments.no_open:
        show(target.resolve().as_uri())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
