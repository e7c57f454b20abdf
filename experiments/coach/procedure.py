"""Where the chance of winning falls: searched with few rollouts, confirmed with fresh ones. Pure.

The largest of many noisy falls may be luck, so the search only names STRETCHES at most. Each is measured with
rollouts that it has not seen, and all of these are reported.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations, pairwise
from typing import Any, Self

import numpy as np

from experiments.stats import Interval, difference, of_wins

STRETCHES = 3  # stretches that are confirmed, and so the most turning points of a game
LOOKS = 2  # times that a comparison looks at its rollouts: after half of them, when that is enough, and after all
ERROR = 0.05  # how often, over all games, any of the falls of a game may miss its interval
WINDOWS = 4  # windows between frames of the first pass that are looked at turn by turn
FRAMES = 24  # frames of the first pass, evenly over the game
AT_ONCE = 4  # every so many of these come first: a coarse curve after a quarter of the rollouts
INSIDE = 9  # frames that are measured inside a stretch at once
LEAST = 0.10  # a fall of the chance that is worth a word
HOPELESS = 0.25  # a gap below this share of what luck explains hardly gets sure by as many rollouts again
PER_TURN = 0.05  # a stretch may be a turn longer when its fall grows by so much: one turn tells more than five
STRETCH_FRAMES = 6  # most turns of a steep stretch
AROUND = 2  # frames before and after a stretch that the search averages with its ends, to see more than their luck
SLOW_LEAST, SLOW_PER_TURN, SLOW_AROUND = 0.2, 0.002, 16  # the same of a slow fall, which has more turns
SURE = 1 - ERROR / (STRETCHES * LOOKS)  # of each interval, so that those of all stretches and looks hold (Bonferroni)


class Purpose(IntEnum):
    """The purpose of rollouts. Each purpose has its own seeds, so no rollout serves two of them."""

    SEARCH = 0  # where does the chance fall?
    CONFIRM = 1  # how far does it fall there?
    SCREEN = 2  # which other move looks best?
    REMEDY = 3  # how much better is that one?
    PLAYER = 4  # what would another player have made of it?


Won = Sequence[bool]
# Whether the rollouts of a frame are won: frame, purpose, the number of the first one, how many.
Ask = Callable[[int, Purpose, int, int], Won]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The chances of two positions, measured by as many fresh rollouts of each."""

    better: Interval  # of the one that looked better, 95 %
    worse: Interval
    gap: Interval  # better - worse, at SURE
    rollouts: int  # of each

    @classmethod
    def of(cls, better: Won, worse: Won, **more: Any) -> Self:
        """Compare two lists of equally many rollouts, won or not; `more` as a subclass needs it."""
        games, wins = len(better), (sum(better), sum(worse))
        gap = difference(*(of_wins(won, games, SURE) for won in wins))
        return cls(of_wins(wins[0], games), of_wins(wins[1], games), gap, games, **more)

    @classmethod
    def measure(cls, play: Callable[[int, int], Sequence[Won]], count: int, **more: Any) -> Self:
        """Compare two positions by at most `count` rollouts of each; by half where they suffice.

        Args:
            play: plays rollouts of the better and the worse one: the number of the first rollout, how many
        """
        half = -(-count // LOOKS)
        won = play(0, half)
        outcome = cls.of(*won, **more)
        if outcome.is_conclusive or half == count:
            return outcome
        rest = play(half, count - half)
        return cls.of(*([*some, *others] for some, others in zip(won, rest, strict=True)), **more)

    @property
    def is_significant(self) -> bool:
        """Whether the one is better beyond luck."""
        return self.gap.low > 0

    @property
    def is_conclusive(self) -> bool:
        """Whether more rollouts would say little: it is sure, surely not worth a word, or hardly above 0."""
        below = self.gap.value - self.gap.low
        return self.is_significant or self.gap.high < LEAST or self.gap.value < HOPELESS * below


@dataclass(frozen=True, slots=True)
class Fall(Comparison):
    """A stretch that the search named: its chance before (`better`) and after (`worse`), by fresh rollouts."""

    first: int  # the frame before it
    last: int  # the frame after it

    @property
    def is_slow(self) -> bool:
        """Whether it has more turns than a steep stretch, so that no single one of them is to be asked about."""
        return self.last - self.first > STRETCH_FRAMES


def confirm(ask: Ask, stretch: tuple[int, int], count: int) -> Fall:
    """Return the stretch measured with fresh rollouts of either frame."""
    first, last = stretch
    return Fall.measure(
        lambda *some: [ask(frame, Purpose.CONFIRM, *some) for frame in stretch], count, first=first, last=last
    )


def search(ask: Ask, last: int, count: int) -> dict[int, float]:
    """Return the share of won rollouts by frame: evenly spread frames of 0..last, and all frames where it falls most.

    Every frame has `count` rollouts; those around the stretches that look steepest get twice as many.
    """
    won: dict[int, list[bool]] = {}

    def measure(frames: Iterable[int], most: int = count) -> None:
        for frame in frames:
            seen = won.setdefault(frame, [])
            while len(seen) < most:
                seen += ask(frame, Purpose.SEARCH, len(seen), count)

    coarse = first_pass(last)
    measure(coarse[::AT_ONCE])
    measure(coarse)
    for window in _steepest(coarse, _shares(won)):
        parts = [window]
        while parts:  # until the steepest part is known turn by turn
            inside = _spread(*max(parts, key=lambda part: np.mean(won[part[0]]) - np.mean(won[part[1]])), INSIDE + 2)
            measure(inside)
            parts = [(a, b) for a, b in pairwise(inside) if b - a > 1]
    for first, after in steep(_shares(won), 2 * STRETCHES):
        measure((frame for frame in sorted(won) if first - AROUND <= frame <= after + AROUND), 2 * count)
    return _shares(won)


def first_pass(last: int) -> list[int]:
    """Return the frames that are measured first."""
    return _spread(0, last, FRAMES)


def _steepest(frames: Sequence[int], shares: Mapping[int, float]) -> list[tuple[int, int]]:
    """Return the windows between neighbouring frames over which the shares fall most.

    A window counts by its own ends or by those of its neighbours: the luck of one frame may hide a fall.
    """
    values = np.pad([shares[frame] for frame in frames], 1, mode="edge")
    ends = (values[:-1] + values[1:]) / 2  # over two frames each
    falls = np.maximum(values[1:-2] - values[2:-1], ends[:-2] - ends[2:])
    order = np.argsort(-falls, kind="stable")[:WINDOWS].tolist()
    return [(frames[place], frames[place + 1]) for place in order if falls[place] >= LEAST]


def stretches(shares: Mapping[int, float]) -> list[tuple[int, int]]:
    """Return at most STRETCHES stretches (first frame, last frame) over which the searched shares fall most.

    Steep ones, which do not overlap, and the largest slow fall.
    """
    fall, pair = _largest(shares, range(STRETCH_FRAMES + 1, max(shares) + 1), SLOW_AROUND, SLOW_PER_TURN)
    slow = [pair] if fall >= SLOW_LEAST else []
    return sorted([*slow, *steep(shares, STRETCHES - len(slow))])


def steep(shares: Mapping[int, float], most: int = STRETCHES) -> list[tuple[int, int]]:
    """Return at most `most` short stretches, apart, in the order of their frames."""
    chosen: list[tuple[int, int]] = []
    while len(chosen) < most:
        fall, best = _largest(shares, range(1, STRETCH_FRAMES + 1), AROUND, PER_TURN, chosen)
        if fall < LEAST:
            break
        chosen.append(best)
    return sorted(chosen)


def _largest(
    shares: Mapping[int, float], turns: range, around: int, per_turn: float, chosen: Sequence[tuple[int, int]] = ()
) -> tuple[float, tuple[int, int]]:
    """Return how far the shares fall, by averages around its ends, over the stretch where they fall most, and that.

    Args:
        turns: of the stretch; each after the first costs `per_turn`
        chosen: stretches that it may not overlap; what lies beyond one is no longer about this stretch
    """
    frames, best = sorted(shares), (0.0, (0, 0))

    def mean(first: int, last: int) -> float:
        inside = frames[bisect_left(frames, first) : bisect_right(frames, last)]
        return sum(shares[frame] for frame in inside) / len(inside)

    for first, last in combinations(frames, 2):
        if last - first in turns and all(last <= a or b <= first for a, b in chosen):
            low = max((b for _, b in chosen if b <= first), default=0)
            high = min((a for a, _ in chosen if a >= last), default=frames[-1])
            fall = mean(max(low, first - around), first) - mean(last, min(high, last + around))
            best = max(best, (fall - per_turn * (last - first - 1), (first, last)))
    return best


def measure_falls(ask: Ask, shares: Mapping[int, float], count: int) -> list[Fall]:
    """Return the stretches that the searched shares name, each measured with fresh rollouts, in the order of frames.

    A slow fall is left out if a steep one that it overlaps is a turning point and makes up nearly all of it.
    """
    falls = [confirm(ask, stretch, count) for stretch in stretches(shares)]
    sure = [fall for fall in falls if fall.is_significant and not fall.is_slow]

    def is_covered(slow: Fall) -> bool:
        over = [each.gap.value for each in sure if each.first < slow.last and slow.first < each.last]
        return max(over, default=-1.0) > slow.gap.value - LEAST

    return [fall for fall in falls if not (fall.is_slow and is_covered(fall))]


def _shares(won: Mapping[int, Won]) -> dict[int, float]:
    return {frame: float(np.mean(games)) for frame, games in won.items()}


def _spread(first: int, last: int, count: int) -> list[int]:
    return sorted({int(frame) for frame in np.linspace(first, last, count).round()})
