"""An opponent as a program: the same loop, faults, deadline and log as MyBot.py.

`python3 experiments/opponents NAME` plays; `python -m experiments.opponents.program NAME` compiles it, which a game has
no time for.

At the top this loads the standard library only: nothing may be printed before stderr leads nowhere.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import util
from typing import NoReturn

from MyBot import hush

NEEDS = ("numpy", "sortedcontainers", "numba", "scipy")  # packages


def main(words: Sequence[str]) -> NoReturn:
    """Play one game on standard input and output, and leave; the first word is the opponent's name."""
    name, *options = words or [""]
    sys.exit(_play(name, options, hush(name or "experiments/opponents")))


def _play(name: str, options: Sequence[str], complain: Callable[[str], object]) -> int:
    if lacks := [each for each in NEEDS if util.find_spec(each) is None]:
        complain(f"it needs the package {lacks[0]}, which is not installed; requirements-all.lock has all packages")
        return 2
    from bot.program import loop

    from .opponent import NAMES, opponent

    if name not in NAMES:
        complain(f"no such opponent; expected one of {', '.join(NAMES)}")
        return 2
    return loop.main(options, complain, opponent(name))


if __name__ == "__main__":
    from .opponent import battle_position, opponent

    for each in sys.argv[1:]:
        print(f"Compiling {each} where that was not done before ...", file=sys.stderr, flush=True)
        known = opponent(each)
        known.prepare(known.family.defaults, battle_position(0))
