"""How many games an hour the schools play in process: `python -m experiments.speed.schools`.

Every game is between two players of one school, on development maps of one size. What counts is the processor time of
this process, which other work on the machine distorts less than it does a clock.
"""

import argparse
import statistics
import sys
from time import process_time

from engine import generate
from experiments.arena.arena import Arena
from experiments.opponents import drill
from experiments.opponents.registry import NAMES, school
from experiments.opponents.school import School
from experiments.stats.text_table import text_table

CORES = 2
HOUR = 3600.0  # s


def seconds(played: School, side: int, games: int) -> list[float]:
    """Processor time of each game, everything being compiled and loaded before the first one."""
    usual = played.family.usual
    drill.rehearse(played, usual)
    took = []
    for seed in range(games):
        state = generate(side, side, 2, seed)
        arena, begun = Arena(state.height, state.width), process_time()
        arena.play([usual, usual], state)
        took.append(process_time() - begun)
    return took


def row(name: str, took: list[float]) -> list[str]:
    """A school, its seconds a game, and the games an hour of a machine with CORES cores."""
    mean = statistics.fmean(took)
    return [name, str(len(took)), f"{mean:.2f} s", f"{max(took):.2f} s", f"{CORES * HOUR / mean:,.0f}"]


def main() -> int:
    """Play, measure, print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("schools", nargs="*", metavar="SCHOOL", help=f"any of {', '.join(NAMES)} (default: all)")
    asked.add_argument("--games", type=int, default=10, help="of each school (default: 10)")
    asked.add_argument("--side", type=int, default=30, help="squares (default: 30)")
    chosen = asked.parse_args()
    if unknown := [name for name in chosen.schools if name not in NAMES]:
        asked.error(f"there is no school {unknown[0]!r}, only {', '.join(NAMES)}")
    if chosen.games < 1:
        asked.error(f"--games is {chosen.games}, expected 1 or more")
    rows = [row(name, seconds(school(name), chosen.side, chosen.games)) for name in chosen.schools or NAMES]
    print(f"two players of each school, {chosen.side} x {chosen.side}, processor time")
    print(text_table(["school", "games", "a game", "the longest", f"games an hour on {CORES} cores"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
