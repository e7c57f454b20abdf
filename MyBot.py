"""The file the Halite environment runs: `python3 MyBot.py [--preset v17] [--alpha 0.2] ...`, see --help."""

import os
import sys


def main() -> int:
    """Play one game on standard input and output."""
    # The referee reads stderr as part of our answer and ejects a bot for one warning, so stderr
    # leads nowhere from here on; a user's mistake is still shown on the old one, before the game.
    terminal = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)

    def complain(text: str) -> None:
        os.write(terminal, f"MyBot.py: {text}\n".encode(errors="backslashreplace"))

    if sys.version_info < (3, 11):  # noqa: UP036 - a zip may be unpacked on any machine
        complain("needs Python 3.11 or newer, this is {}.{}".format(*sys.version_info))
        return 2
    try:
        from bot.knobs.parameters import OURS
        from bot.program import loop
        from bot.program.thinking import PotentialField
    except ImportError as error:
        complain(f"{error}; it needs the folder bot beside it, and the packages numpy and sortedcontainers")
        return 2
    return loop.main(sys.argv[1:], complain, OURS, PotentialField)


if __name__ == "__main__":
    sys.exit(main())
