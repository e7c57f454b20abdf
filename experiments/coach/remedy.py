"""Remedy: which other moves on one turn win more futures. Looked for with few, measured with fresh ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bot import Parameters
from engine import step
from experiments.stats import Interval, difference, of_wins

from .futures import Futures, Line, first_won
from .moves import Alternative, alternatives, parts
from .procedure import ERROR, STRETCHES, Purpose

CONFIDENCE = 1 - ERROR / STRETCHES
"""Of each comparison, so that those of all turning points hold together."""

AS_GOOD = 0.05
"""A part of a joint move may win so much less in the screening: a piece of news that is short is worth it."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A change measured against none, each with fresh futures."""

    without: Interval  # the share of futures that is won, 95 %
    changed: Interval
    gain: Interval  # changed - without, at CONFIDENCE
    futures: int  # of each

    @classmethod
    def of(cls, without: Sequence[bool], changed: Sequence[bool]) -> "Compared":
        """From two lists of equally many futures, won or not."""
        wins, games = [sum(changed), sum(without)], len(without)
        gain = difference(*(of_wins(won, games, CONFIDENCE) for won in wins))
        return cls(of_wins(wins[1], games), of_wins(wins[0], games), gain, games)

    @property
    def is_sure(self) -> bool:
        """Whether the change is better beyond luck."""
        return self.gain.low > 0


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Remedy:
    """The other move that looked best, and what fresh futures say of it."""

    move: Alternative
    tried: int  # different moves
    compared: Compared
    won: int | None  # seed of a future that it wins


def remedy(futures: Futures, frame: int, policy: Parameters, screen: int, count: int) -> Remedy | None:
    """Return the best of the other moves for the turn from `frame` on; None where nothing can be tried.

    screen, count   futures of each move to choose by, and of the chosen one to measure it
    """
    recorded = futures.watched.replay.moves[frame].astype(np.uint8)
    here, after = futures.watched.replay.state(frame), futures.watched.replay.state(frame + 1)
    follows = step(here, recorded)
    if not (np.array_equal(follows.owner, after.owner) and np.array_equal(follows.strength, after.strength)):
        return None  # a player was ejected on this turn: what would have followed is not known
    tried = alternatives(futures.watched, futures.seat, frame, policy)
    if not tried:
        return None

    def shares(moves: Sequence[Alternative]) -> list[float]:
        lines = [line_after(futures, frame, each) for each in moves]
        return [float(np.mean(futures.reached(futures.places(line, Purpose.SCREEN, 0, screen)))) for line in lines]

    won_shares = shares(tried)
    best, most = tried[int(np.argmax(won_shares))], max(won_shares)
    smaller = parts(best, here.strength, recorded)
    if smaller and max(part_shares := shares(smaller)) >= most - AS_GOOD:
        best = smaller[int(np.argmax(part_shares))]
    changed, recorded = line_after(futures, frame, best), futures.recorded(frame + 1)
    won = [futures.reached(futures.places(line, Purpose.REMEDY, 0, count)) for line in (recorded, changed)]
    compared = Compared.of(*won)
    return Remedy(best, len(tried) + len(smaller), compared, first_won(won[1], changed, Purpose.REMEDY))


def with_knob(futures: Futures, frame: int, changed: Parameters, name: str, count: int) -> Compared:
    """Play our player with a changed knob from `frame` to the end, against our player as it is."""
    recorded = futures.recorded(frame)
    players = tuple(changed if seat == futures.seat else who for seat, who in enumerate(recorded.players, 1))
    other = Line(f"with {name}", frame, recorded.state, players)
    return Compared.of(*(futures.reached(futures.places(line, Purpose.KNOB, 0, count)) for line in (recorded, other)))


def line_after(futures: Futures, frame: int, alternative: Alternative) -> Line:
    """Return the frame after these moves, with the recorded moves of everybody else."""
    state = step(futures.watched.replay.state(frame), alternative.moves)
    moved = ",".join(f"{place}:{alternative.moves.flat[place]}" for place in alternative.squares.tolist())
    return Line(f"after {moved}", frame + 1, state, futures.players)
