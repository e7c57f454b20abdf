"""Words: how an interval or a running score is written, the same in every report and ledger entry."""

import numpy as np
import numpy.typing as npt

from .interval import Interval, of_shares

WIDE = 100  # half of an interval's width, from which on tenths say nothing


def signed(interval: Interval) -> str:
    """Return value and half width; both ends where the half width would mislead."""
    if interval.needs_both_ends:
        return f"{interval.value:+z.1f} ({interval.low:+z.1f} to {interval.high:+z.1f})"
    return f"{interval.value:+z.1f} ± {interval.half_width:.1f}"


def rounded(interval: Interval, digits: int = 1, plus_minus: str = " ± ", sign: str = "+") -> str:
    """Return an interval for a report: whole numbers where it is wide, a bound where it has no end.

    digits   after the point of a narrow interval
    sign     + for numbers that always have one
    """
    low, value, high = interval.low, interval.value, interval.high
    if not np.isfinite(low) and not np.isfinite(high):
        return "unknown"
    if not np.isfinite(low) or not np.isfinite(high):
        end = f"more than {low:{sign}z.0f}" if np.isfinite(low) else f"less than {high:{sign}z.0f}"
        return f"{value:{sign}z.0f} ({end})" if np.isfinite(value) else end
    form = f"{sign}z.{0 if interval.half_width >= WIDE else digits}f"
    if interval.needs_both_ends:
        return f"{value:{form}} ({low:{form}} to {high:{form}})"
    return f"{value:{form}}{plus_minus}{interval.half_width:{form.lstrip('+')}}"


def running(scores: npt.ArrayLike) -> str:
    """Return a score that is still being measured, from (blocks,) 0..1: `52.1 ± 3.0 %`; ± 50 after one block."""
    score = of_shares(scores)
    return f"{100 * score.value:.1f} ± {100 * score.half_width:.1f} %"


def percent(interval: Interval) -> str:
    """Return value and both ends: near 0 and 100 % they are unevenly far."""
    low, value, high = (100 * end for end in (interval.low, interval.value, interval.high))
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def amount(number: int | np.integer, noun: str) -> str:
    """Return `1 block`, `2,000 blocks`; the number may come from a numpy array or a table."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
