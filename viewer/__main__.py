"""Write a Halite replay as one page, and open it in the browser."""

import argparse
import sys
from pathlib import Path

from engine.errors import UserError
from engine.names import printable_in_full

from . import written


def main(words: list[str]) -> int:
    """Do what the command line asks for; returns the exit code: 0 done, 2 a file is not usable."""
    parser = argparse.ArgumentParser(prog="python -m viewer", description=__doc__)
    parser.add_argument("replay", nargs="?", type=Path, help="a replay, .hlt or .hlt.gz; without one the page is empty")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the page (default: beside the replay)")
    parser.add_argument("--no-open", action="store_true", help="write the page, but do not open it")
    why = "why a player moved as it did (default: game.playerN.explain.gz beside game.hlt)"
    parser.add_argument("--explanation", type=Path, metavar="FILE", help=why)
    parser.add_argument("--flog", type=Path, metavar="FILE", help="a bot's f-log: coloured squares and messages")
    given = parser.parse_args(words)
    try:
        target = written.write(given.replay, given.output, given.explanation, given.flog)
    except UserError as error:
        print(printable_in_full(str(error)), file=sys.stderr)
        return 2
    if given.replay is None:
        example = printable_in_full(written.example())
        print(f"No replay was named. {example}\nWritten, as a page on which one can be dropped:", file=sys.stderr)
    print(printable_in_full(target))
    if not given.no_open:
        written.show(target.resolve().as_uri())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
