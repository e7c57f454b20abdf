"""The file the Halite environment runs: `python3 MyBot.py [--preset v17] [--alpha 0.2] ...`, see --help."""

import io
import os
import sys
from collections.abc import Callable


def main() -> int:
    """Play one game on standard input and output."""
    complain = hush("MyBot.py")
    if sys.version_info < (3, 11):  # noqa: UP036 - a zip may be unpacked on any machine
        complain("needs Python 3.11 or newer, this is {}.{}".format(*sys.version_info))
        return 2
    try:
        from bot.program import loop
        from bot.program.bot import PotentialField
    except ImportError as error:
        complain(f"{error}; it needs the folder bot beside it, and the packages numpy and sortedcontainers")
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a ² in --help must not end it on an old terminal
    return loop.main(sys.argv[1:], complain, PotentialField())


def hush(name: str) -> "Callable[[str], None]":  # quoted, for a Python that is too old and is told so
    """Lead stderr nowhere, and return a function that shows the user a text on the old one.

    The referee reads stderr as part of our answer and ejects a bot for one warning; a mistake in the command is still
    shown, before the game.
    """
    terminal = os.dup(2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)

    def complain(text: str) -> None:
        os.write(terminal, f"{name}: {text}\n".encode(errors="backslashreplace"))

    return complain


if __name__ == "__main__":
    sys.exit(main())
