"""Build the submission: MyBot.py and bot/ in one zip, checked by a game that is played from an empty folder.

`python -m tools.submission` builds and checks dist/submission.zip.
"""

import argparse
import contextlib
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np

from engine import mapgen
from engine.game import Game
from engine.program import Program
from engine.result import Result, Standing

LOG = "MyBot.log"
ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "dist" / "submission.zip"

WIDTH, HEIGHT, SEED = 16, 16, 2  # small, so that the check takes seconds; the two meet and one of them ends the other
OLDEST_DATE = (1980, 1, 1, 0, 0, 0)  # zip knows none before; a fixed one gives the same bytes for the same files
READABLE = 0o644 << 16  # where zip keeps the permissions


NEEDS = """The machine that runs it needs Python 3.11 or newer with numpy and sortedcontainers; for full strength also
wasmtime, without which MyBot.py plays greedy moves."""


class SubmissionError(Exception):
    """The zip does not play; the message says what happened to the bot."""


def build(target: Path = TARGET) -> Path:
    """Write MyBot.py and bot/ to the zip `target`, and return it; same sources, same bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        sources, built = sorted((ROOT / "bot").rglob("*.py")), sorted((ROOT / "bot" / "built").iterdir())
        for path in [ROOT / "MyBot.py", *sources, *built]:
            member = zipfile.ZipInfo(path.relative_to(ROOT).as_posix(), OLDEST_DATE)
            member.external_attr = READABLE
            archive.writestr(member, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return target


def check(submission: Path) -> tuple[Result, str]:
    """Unpack the zip in an empty folder and play it there against its own preset v12; return how it ended and played.

    Raises:
        SubmissionError: a bot was ejected, or the default preset captured nothing in a whole game
    """
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(submission) as archive:
            archive.extractall(folder)
        with contextlib.chdir(folder):
            result = play(f'"{sys.executable}" MyBot.py')
            effort = strength(Path(LOG))
    if ejected := result.timed_out:
        raise SubmissionError(f"{submission}: {' '.join(map(fate, ejected))}")
    most_land = int(np.count_nonzero(result.replay.owner == 1, axis=(1, 2)).max())  # of player 1, at any time
    if most_land <= 1:
        raise SubmissionError(
            f"{submission}: in {result.turns} turns the bot captured nothing; does it answer with moves?"
        )
    return result, effort


def strength(log: Path) -> str:
    """Return what the bot's log says of the moves it played: greedy, and why, or with its searches."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    plays = [line.partition(" plays ")[2] for line in lines if " plays " in line]
    return "; then ".join(plays) or "with its searches"


def play(command: str) -> Result:
    """Play one game between `command` and its preset v12, both started in the current folder."""
    seats = [Program(command), Program(f"{command} --preset v12")]
    return Game(seats, mapgen.generate(WIDTH, HEIGHT, len(seats), SEED)).play()


def fate(standing: Standing) -> str:
    """Return why a player was ejected, with its last words.

    A bot that fails at once has said why in place of its name.
    """
    fault = standing.fault
    assert fault is not None  # for the type checker: only an ejected player has a fate
    last_words = "".join(f"\n  | {line}" for line in fault.last_words)
    who = f"player {standing.player}, {standing.name!r}, was ejected {fault.when}"
    return f"{who}: {fault.detail}; likely {fault.kind.likely_cause}.{last_words}"


def main() -> int:
    """Build, check and print the result; 1 when the zip does not play."""
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()  # it knows --help alone
    submission = build()
    print(f"{submission.relative_to(ROOT)}, {submission.stat().st_size / 1024:.0f} KiB", flush=True)
    try:
        result, effort = check(submission)
    except SubmissionError as error:
        print(error, file=sys.stderr)
        return 1
    ours, theirs = result.standings
    print(f"Played in an empty folder: {result.turns} turns, {ours.name} {ours.territory} squares,", end=" ")
    print(f"{theirs.name} {theirs.territory}; {ours.name} plays {effort}")
    print(NEEDS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
