"""Replay recorded games through the rules and name the first difference.

    python -m engine.verify PATH...    .hlt and .hlt.gz files, or folders of them

Prints one line a file. Exit code 0: all agree; 1: something differs; 2: some file is missing, damaged or foreign.
"""

import argparse
import signal
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from pathlib import Path

import numpy as np

from . import rules
from .names import printable_in_full
from .replay import Replay, ReplayError, read
from .rules import Moves
from .state import State

AGREES, DIFFERS, UNREADABLE = 0, 1, 2
_LAYERS = ("owner", "strength", "production")
_ENDINGS = (".hlt", ".hlt.gz")


def main(arguments: list[str] | None = None) -> int:
    """Check every path, print a line for each file, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine.verify", description="Replay recordings through the rules.")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder of such files")
    worst = AGREES
    for code, line in _findings(parser.parse_args(arguments).paths):
        worst = max(worst, code)
        print(line, flush=True)
    return worst


def game_difference(replay: Replay) -> str | None:
    """Return where the recording differs from the rules, or None when they agree on every square of every frame."""
    for turn in range(replay.turns):
        after = replay.state(turn + 1)
        if difference := _difference(_closest(replay.state(turn), replay.moves[turn], after), after):
            return f"turn {turn + 1}, {difference}"
    return None


def _findings(paths: Iterable[Path]) -> Iterator[tuple[int, str]]:
    """Yield the exit code and the line for every file, in the order given."""
    for path in paths:
        files = sorted(file for file in path.rglob("*") if file.name.endswith(_ENDINGS)) if path.is_dir() else [path]
        if not files:
            yield UNREADABLE, f"{printable_in_full(path)}: error: no {' or '.join(_ENDINGS)} file in this folder"
        for file in files:
            code, finding = _check(file)
            yield code, f"{printable_in_full(file)}: {finding}"


def _check(path: Path) -> tuple[int, str]:
    try:
        replay = read(path)
    except ReplayError as error:
        return UNREADABLE, f"error: {str(error).removeprefix(f'{path}: ')}"
    difference = game_difference(replay)
    return (DIFFERS, difference) if difference else (AGREES, f"ok, {replay.turns} turns")


def _closest(before: State, moves: Moves, after: State) -> State:
    """Return the frame after this turn by the rules.

    A replay does not say who was ejected. Ejected players lose all their squares at once, so when the
    plain turn differs, every player whose last square vanished is a suspect, and some set of suspects must
    explain the whole frame.
    """
    gone = sorted(set(np.unique(before.owner).tolist()) - set(np.unique(after.owner).tolist()) - {0})
    plain = rules.step(before, moves)
    if not gone or _difference(plain, after) is None:
        return plain
    for ejected in chain.from_iterable(combinations(gone, count) for count in range(1, len(gone) + 1)):
        reached = rules.step(before, moves, ejected)
        if _difference(reached, after) is None:
            return reached
    return plain


def _difference(expected: State, got: State) -> str | None:
    """Return the first square, row by row, on which the recording leaves what the rules expect."""
    unlike = np.any([getattr(expected, layer) != getattr(got, layer) for layer in _LAYERS], axis=0)
    if not unlike.any():
        return None
    y, x = (int(index[0]) for index in np.nonzero(unlike))
    layers = [layer for layer in _LAYERS if getattr(expected, layer)[y, x] != getattr(got, layer)[y, x]]
    wanted, actual = (", ".join(f"{layer} {getattr(s, layer)[y, x]}" for layer in layers) for s in (expected, got))
    return f"square ({x}, {y}): expected {wanted}, got {actual}"


if __name__ == "__main__":
    for _name in ("SIGINT", "SIGPIPE"):  # Ctrl-C and `| head -1` end it without a traceback; Windows has no SIGPIPE
        signal.signal(getattr(signal, _name, signal.SIGINT), signal.SIG_DFL)
    sys.exit(main())
