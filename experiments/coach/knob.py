"""Knob: the smallest change of one parameter that makes a square move differently, and its short match elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from bot import Parameters, changed
from experiments.arena import schedule
from experiments.arena.players import player
from experiments.arena.schedule import Mix, Seeds
from experiments.laboratory.database import Database
from experiments.laboratory.executor import open_executor
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.stats import Interval, of_shares
from experiments.watch.margins import margins
from experiments.watch.question import Question
from experiments.watch.watched import Watched, chooser

MAPS = 20
"""Of the short match, each played from both seats."""

LARGEST_SIDE = 40
"""Squares of a side of its boards: on larger ones it would take longer than all futures."""

DIGITS = 6
"""Digits after which a flip's value is left as it was found."""


@dataclass(frozen=True, slots=True)
class Knob:
    """A parameter with another value."""

    name: str
    now: Any
    value: Any
    square: int  # y * W + x, the one that it is about
    move: int | None  # what the square does then; None where the change is one that was tried as it stands


@dataclass(frozen=True, slots=True)
class ShortMatch:
    """The changed player against the unchanged one, on development maps: a first impression, no ledger entry."""

    changed: str  # notations
    unchanged: str
    score: Interval  # 0..1 for the changed one
    games: int
    board: str


def knob(
    watched: Watched, seat: int, frame: int, policy: Parameters, moves: Mapping[int, int], tried: Mapping[str, Any]
) -> Knob | None:
    """Return the knob that flips one of these squares; None where none of the field's does.

    moves   the better move of each square (y * W + x), the strongest first; a knob that brings one of these moves goes
            before one that brings another, the strongest square before the others, a small change before a large one
    tried   the change that led to the better move, if one did
    """
    flips = list(_flips(watched, Question(frame, seat, policy, policy), list(moves)))
    wanted = [flip for flip in flips if flip.move == moves[flip.square]]
    if tried:
        ((name, value),) = tried.items()
        now = getattr(policy, name)
        smaller = [flip for flip in wanted if flip.name == name and (flip.value > now) == (value > now)]
        return (
            _rounded(watched, seat, frame, policy, smaller[0])
            if smaller
            else Knob(name, now, value, next(iter(moves)), None)
        )
    order = list(moves)
    best = min(wanted or flips, key=lambda flip: (order.index(flip.square), _far(flip)), default=None)
    return best and _rounded(watched, seat, frame, policy, best)


def with_value(policy: Parameters, change: Knob) -> Parameters:
    """Return the policy with the knob at its other value."""
    return changed(policy, {change.name: change.value})


def short_match(notation: str, change: Knob, longest_side: int, database: Path) -> ShortMatch:
    """Return the changed player against itself as it is, on the first development maps of about this size.

    Raises DatabaseError
    """
    side = min(longest_side, LARGEST_SIDE)
    unchanged = player(notation)
    lineup = (unchanged.replace(**{change.name: change.value}), unchanged)
    drawn = islice(schedule.maps(Mix.parse(f"{side}x{side}"), 2, Seeds.DEVELOPMENT), MAPS)
    with Database.open(database) as stored, open_executor() as executor, Progress(2 * MAPS, "on other maps") as watch:
        played = list(Laboratory(stored, executor).play(schedule.blocks(lineup, drawn), watch))
    return ShortMatch(
        lineup[0].notation, unchanged.notation, of_shares([each.score() for each in played]), 2 * MAPS,
        f"{side}x{side}",
    )  # fmt: skip


def _flips(watched: Watched, question: Question, squares: Sequence[int]) -> Iterator[Knob]:
    """Yield every knob of the margin map that flips one of these squares, up or down; the first square's come first."""
    margin_map = margins(watched, question)
    for square in squares:
        place = margin_map["squares"].index(square)
        for name, known in margin_map["knobs"].items():
            for way in ("down", "up"):
                if known[way][place]:
                    value, move = known[way][place]
                    yield Knob(name, known["value"], value, square, move)


def _rounded(watched: Watched, seat: int, frame: int, policy: Parameters, flip: Knob) -> Knob:
    """Return the same flip at a value that can be read and typed, where such a value flips the square too."""
    moves_of = chooser(watched.view(frame, seat), watched.memory(frame, seat))
    for digits in range(1, DIGITS):
        short = replace(flip, value=float(f"{flip.value:.{digits}g}"))
        if short.value != flip.now and moves_of(with_value(policy, short)).flat[flip.square] == flip.move:
            return short
    return flip


def _far(flip: Knob) -> float:
    """Return how large the change is, in sizes of the present value."""
    return float(abs(flip.value - flip.now) / max(abs(flip.now), 1e-9))
