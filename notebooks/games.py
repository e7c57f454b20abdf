"""What the notebooks play and ask: recorded games, thoughts, matches of the laboratory; and what a run was made of."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # Jupyter runs a notebook in its own folder, and nothing is installed

import numpy as np
import numpy.typing as npt

from bot import Explanation, Memory, Parameters, View, decide, override, preset
from engine import Replay, State
from engine.replay import read
from engine.rules import step
from experiments.arena import families, schedule
from experiments.arena.players import lineup
from experiments.arena.schedule import Block, Seeds
from experiments.laboratory.database import OURS, Database
from experiments.laboratory.games import revision_here
from experiments.laboratory.laboratory import Executor, Laboratory, PlayedBlock
from experiments.recordings.watched import Watched
from experiments.stats import Estimate, Interval, Tally

# The preset that the lessons take apart.
SUBJECT = "v26"

# Small samples, so that a test can run every notebook; each claim must hold with them too.
FAST = os.environ.get("FAST") == "1"

_STARTED = time.monotonic()


def choose(full: Any, fast: Any) -> Any:
    """`full` in a full run, `fast` in one with FAST=1: for sizes of samples, never for what is claimed."""
    return fast if FAST else full


def load_recording(name: str = "v26-v17-20x20-4100") -> Replay:
    """Return a game of the original bots in the official environment: a file of tests/golden/decisions, by its name."""
    return read(ROOT / "tests" / "golden" / "decisions" / f"{name}.hlt.gz")


def view(replay: Replay, turn: int, me: int = 1) -> View:
    """Frame `turn` of a game as player `me` sees it."""
    return Watched(replay).view(turn, me)


def roll_board(seen: View, down: int, right: int) -> View:
    """Return the same board with another square in its corner: land that goes around the torus is seen whole."""
    layers = {name: np.roll(getattr(seen, name), (down, right), (0, 1)) for name in ("owner", "strength", "production")}
    return replace(seen, **layers)


def think(
    seen: View, parameters: Parameters | str = SUBJECT, memory: Memory | None = None, **changes: Any
) -> Explanation:
    """Return what a player with these parameters, or this preset, thinks of this frame: `think(seen, alpha=0.3)`.

    Args:
        memory: of the turns before; without it the frame is the player's first
    """
    chosen = preset(parameters) if isinstance(parameters, str) else parameters
    explanation = decide(seen, memory or Memory(), override(chosen, changes), explain=True).explanation
    assert explanation is not None  # for the type checker: it was asked for
    return explanation


def explain_seat(replay: Replay, seat: int, parameters: Parameters) -> list[Explanation]:
    """Return the explanations of `seat`, memory carried along, on every frame on which it owns a square."""
    player, thoughts = families.mover(parameters, *replay.production.shape), list[Explanation]()
    for turn in range(replay.turns):
        seen = view(replay, turn, seat)
        if not (seen.owner == seat).any():
            break
        start = time.monotonic()
        player.moves(seen)
        seconds, thought = time.monotonic() - start, player.explain(seen)
        thoughts.append(replace(thought, search={**thought.search, "seconds": seconds}) if thought.search else thought)
    return thoughts


def cut(seen: View, square: tuple[int, int], side: int) -> View:
    """Return the part of a board around a square (row, column), which is then in the middle of side x side."""
    layers = {name: around(getattr(seen, name), square, side) for name in ("owner", "strength", "production")}
    return replace(seen, **layers)


def around(grid: npt.NDArray[Any], square: tuple[int, int], side: int) -> npt.NDArray[Any]:
    """Return the same part of any layer of the board."""
    shift = (side // 2 - square[0], side // 2 - square[1])
    return np.roll(grid, shift, (0, 1))[:side, :side]


def after(seen: View, *orders: npt.NDArray[np.integer]) -> View:
    """Return the next frame: what becomes of this one by the rules, when these moves (H, W) are made together."""
    state = step(State(seen.owner, seen.strength, seen.production), np.sum(orders, axis=0, dtype=np.int64))
    return replace(seen, owner=state.owner, strength=state.strength, turn=seen.turn + 1)


@contextmanager
def laboratory() -> Iterator[Laboratory]:
    """Games from laboratory.db, which begins with the published ones; what is missing is played and kept.

    With FAST=1 the database is a new one that is thrown away: a test neither needs nor changes your games.
    """
    with tempfile.TemporaryDirectory() as folder, Database.open(Path(folder, "new.db") if FAST else OURS) as database:
        yield Laboratory(database, Executor())


def match(
    one: str, other: str, seats: int = 2, count: int = 100, board: str = "30x30", first: int = 0
) -> list[PlayedBlock]:
    """`one` against copies of `other` on `count` development maps of these boards from `first` on, from every seat.

    The blocks are those of `python -m experiments match ONE OTHER --players SEATS`: what the ledger asked is stored.
    """
    drawn_maps = islice(schedule.maps(board, seats, Seeds.DEVELOPMENT, first), count)
    with laboratory() as opened:
        return list(opened.play(Block(each, lineup((one, other), seats)) for each in drawn_maps))


def elo(blocks: Sequence[PlayedBlock]) -> Interval:
    """Return how much stronger the first player of these blocks is than the others, with its 95 % interval."""
    return Estimate.of(Tally.of_games([block.shares() for block in blocks])).elo


def stamp(games: str = "none", seeds: str = "none") -> None:
    """Say what this run was made of: which games, which seeds, which commit, and when; the last cell of a notebook."""
    took = time.monotonic() - _STARTED
    print(f"games: {games}\nseeds: {seeds}\ncommit: {revision_here()}")
    print(f"run: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC in {took:.0f} s{', FAST' if FAST else ''}")
