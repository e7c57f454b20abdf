"""How much faster this working tree is than an older revision.

Both do the same work in turns within one run, each in a process of its own, and are compared by processor time: on a
shared machine the same work may take twice as long an hour later, but rarely within one run.
"""

import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from experiments.arena.revisions import RevisionError, folder, resolve

from .figures import ROOT

CORES = 2
HOUR = 3600.0  # s
PLANLESS = "champion?campaign_search=0"  # its campaigns take most of a game
GAMES = {"champion-champion": 4, f"{PLANLESS}-{PLANLESS}": 10, "champion-v26": 10, "v26-v17": 60}
WORK = {"decisions": 60, "rules": 60, **GAMES}  # laps of each revision: fewer of what takes seconds
TITLES = {"decisions": "a turn of v26, grown 50 x 50, µs", "rules": "turns of the rules a second, full 30 x 30"}


@dataclass(frozen=True, slots=True)
class Lap:
    """What one piece of work took."""

    seconds: float  # of processor time, for one decision, one turn or one game
    digest: str  # of what came out


class Runner:
    """One revision in a process of its own."""

    def __init__(self, name: str, files: Path):
        self.name = name
        command = [sys.executable, "-P", str(Path(__file__).with_name("lap.py"))]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=files,
            env=os.environ | {"PYTHONPATH": str(files)},
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()  # it ends where its input ends

    def lap(self, work: str, number: int) -> Lap:
        """Do this work once. Raises RevisionError where the revision cannot."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"{work} {number}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            answer = ""
        else:
            answer = self.process.stdout.readline()
        if not answer:
            raise RevisionError(f"{self.name} cannot do {work}: its message is above. Is it too old to be compared?")
        seconds, pieces, digest = answer.split()
        return Lap(float(seconds) / int(pieces), digest)


def row(work: str, laps: Sequence[tuple[Lap, Lap]]) -> list[str]:
    """Return a line of the table from pairs of laps, the older revision first in each.

    The ratio is the median of the pairs' ratios; the figure of a revision is the mean of its laps.
    """
    older, newer = ([pair[i].seconds for pair in laps] for i in (0, 1))
    ratio = statistics.median(old / new for old, new in zip(older, newer, strict=True))
    figures = [figure(work, statistics.fmean(seconds)) for seconds in (older, newer)]
    same = all(old.digest == new.digest for old, new in laps)
    return [title(work), str(len(laps)), *figures, f"{ratio:.2f}", "the same" if same else "DIFFERENT"]


def title(work: str) -> str:
    """Name the figure of this work."""
    return TITLES.get(work) or f"games an hour on {CORES} cores, {work.replace('-', ' against ')}, 30 x 30"


def figure(work: str, seconds: float) -> str:
    """Write the seconds of one piece of work as the figure of its title."""
    if work == "decisions":
        return f"{1e6 * seconds:.0f}"
    return f"{(CORES * HOUR if work in GAMES else 1) / seconds:,.0f}"


def compare(commit: str) -> None:
    """Print the table. Raises RevisionError."""
    older = folder(resolve(commit))
    print(f"| processor time | laps | {commit} | this tree | faster | outcome |\n| --- |{' ---: |' * 4} --- |")
    with Runner(commit, older) as old, Runner("this tree", ROOT) as new:
        for work, laps in WORK.items():
            for runner in (old, new):
                runner.lap(work, 0)  # compiles, and fills the processor's caches
            pairs = [(old.lap(work, number), new.lap(work, number)) for number in range(1, laps + 1)]
            print(f"| {' | '.join(row(work, pairs))} |", flush=True)
