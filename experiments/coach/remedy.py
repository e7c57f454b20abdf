"""Remedy: which other moves on one turn win more futures. Looked for with few, measured with fresh ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bot import Parameters, changed
from bot.parameters.declaration import ParameterSet
from engine import step
from experiments.stats import Interval, difference, of_wins

from .futures import Futures, Line
from .moves import Alternative, alternatives, parts
from .procedure import ERROR, LEAST, LOOKS, STRETCHES, Purpose

CONFIDENCE = 1 - ERROR / (STRETCHES * LOOKS)  # of each comparison, so that those of all points and looks hold together
ROUNDS = ((6, 2), (3, 4))  # after the screening: how many of the best go on, with how many times as many futures
MORE = 21  # about how many times the screening's futures of one move the rounds and the parts of the best move add
AS_GOOD, PART = 0.05, 0.25
"""A part of a joint move may win so much less in the screening, and no more than this part of its futures less: a piece
of news that is short is worth it.
"""


@dataclass(frozen=True, slots=True)
class Compared:
    """A change measured against none, each with fresh futures."""

    without: Interval  # the share of futures that is won, 95 %
    changed: Interval
    gain: Interval  # changed - without, at CONFIDENCE
    futures: int  # of each

    @classmethod
    def of(cls, without: Sequence[bool], changed: Sequence[bool]) -> "Compared":
        """Compare two lists of equally many futures, won or not."""
        wins, games = [sum(changed), sum(without)], len(without)
        gain = difference(*(of_wins(won, games, CONFIDENCE) for won in wins))
        return cls(of_wins(wins[1], games), of_wins(wins[0], games), gain, games)

    @property
    def is_sure(self) -> bool:
        """Whether the change is better beyond luck."""
        return self.gain.low > 0

    @property
    def is_told(self) -> bool:
        """Whether more futures would say little: the change is better, or it gains less than is worth a word."""
        return self.is_sure or self.gain.high < LEAST


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Remedy:
    """The other move that looked best, and what fresh futures say of it."""

    move: Alternative
    tried: int  # different moves
    compared: Compared


def remedy(futures: Futures, frame: int, policy: Parameters, screen: int, count: int) -> Remedy | None:
    """Return the best of the other moves for the turn from `frame` on; None where nothing can be tried.

    The six best moves get more futures, and then the three best, before one is chosen: `screen` futures alone do not
    tell moves apart that win 1 and 8 % of them. The chosen one is measured with `count` fresh futures, and again where
    they leave it open.
    """
    recorded = futures.watched.replay.moves[frame].astype(np.uint8)
    here, after = futures.watched.replay.state(frame), futures.watched.replay.state(frame + 1)
    follows = step(here, recorded)
    if not (np.array_equal(follows.owner, after.owner) and np.array_equal(follows.strength, after.strength)):
        return None  # a player was ejected on this turn: what would have followed is not known
    tried = alternatives(futures.watched, futures.seat, frame, policy)
    if not tried:
        return None

    swift = tuple(map(_swift, futures.players))

    def shares(moves: Sequence[Alternative], times: int) -> list[float]:
        lines = [replace(line_after(futures, frame, each), players=swift) for each in moves]
        return [float(np.mean(_screened(futures, line, screen, times))) for line in lines]

    best, most, times = _raced(tried, shares)
    smaller = parts(best, here.strength, recorded)
    if smaller and max(part_shares := shares(smaller, times)) >= most - min(AS_GOOD, PART * most):
        best = smaller[int(np.argmax(part_shares))]
    better = line_after(futures, frame, best)
    lines = futures.recorded(frame + 1), better
    won = measured(lambda first: [_looked(futures, line, first, count) for line in lines], count)
    return Remedy(best, len(tried) + len(smaller), Compared.of(*won))


def measured(look: Callable[[int], Sequence[list[bool]]], count: int) -> Sequence[list[bool]]:
    """Return which futures are won without and with a change: `count` of each, twice as many where these leave it open.

    look   plays `count` futures of both, from a number on
    """
    won = look(0)
    if Compared.of(*won).is_told:
        return won
    return [[*some, *others] for some, others in zip(won, look(count), strict=True)]


def _swift(who: ParameterSet) -> ParameterSet:
    """Return the player who screens moves for this one: without a campaign, whose forecasts take much of its time."""
    return changed(who, {"campaign_search": 0}) if isinstance(who, Parameters) else who


def _raced(
    tried: Sequence[Alternative], shares: Callable[[Sequence[Alternative], int], list[float]]
) -> tuple[Alternative, float, int]:
    """Return the move that looks best after all rounds, its share, and how many times as many futures it had."""
    order = list(tried)
    times = 1
    found = shares(order, times)
    for left, more in ROUNDS:
        if len(order) <= 1:
            break
        ranked = sorted(range(len(order)), key=lambda place: -found[place])  # stable: of equals the first stays first
        order, times = [order[place] for place in ranked[:left]], more
        found = shares(order, times)
    best = int(np.argmax(found))
    return order[best], found[best], times


def _screened(futures: Futures, line: Line, screen: int, times: int) -> list[bool]:
    """Return which of `times` batches of a line's futures are won; what an earlier round played is not played again."""
    batches = [futures.places(line, Purpose.SCREEN, number * screen, screen) for number in range(times)]
    return [won for batch in batches for won in futures.reached(batch)]


def _looked(futures: Futures, line: Line, first: int, count: int) -> list[bool]:
    """Return which futures of a line are won, from a number on, by the seeds that measure."""
    return futures.reached(futures.places(line, Purpose.REMEDY, first, count))


def with_player(futures: Futures, frame: int, other: Parameters, name: str, count: int) -> Compared:
    """Play our seat as another player from `frame` to the end, against our player as it is; the lessons ask this.

    name   of the other player: its futures are drawn and kept under it
    """
    recorded = futures.recorded(frame)
    players = tuple(other if seat == futures.seat else who for seat, who in enumerate(recorded.players, 1))
    line = Line(f"with {name}", frame, recorded.state, players)
    return Compared.of(*(futures.reached(futures.places(each, Purpose.PLAYER, 0, count)) for each in (recorded, line)))


def line_after(futures: Futures, frame: int, alternative: Alternative) -> Line:
    """Return the frame after these moves, with the recorded moves of everybody else."""
    state = step(futures.watched.replay.state(frame), alternative.moves)
    moved = ",".join(f"{place}:{alternative.moves.flat[place]}" for place in alternative.squares.tolist())
    return Line(f"after {moved}", frame + 1, state, futures.players)
