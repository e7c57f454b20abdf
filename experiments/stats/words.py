"""Words: how an interval or a running score is written, the same in every report and ledger entry."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .interval import Interval, of_shares

WIDE = 100  # half of an interval's width, from which on tenths say nothing


def format_interval(interval: Interval) -> str:
    """Return value and half width; both ends where the half width would mislead; a bound where there is no end."""
    if not np.isfinite(interval.half_width):
        return _format_bound(interval, 1, "+")
    return _format_ends(interval, 1, " ± ", "+")


def format_short(interval: Interval, digits: int = 1, plus_minus: str = " ± ", sign: str = "+") -> str:
    """Return an interval for a report: as `format_interval`, in whole numbers where it is wide or has no end.

    Args:
        digits: after the point of a narrow interval
        sign: + for numbers that always have one
    """
    if not np.isfinite(interval.half_width):
        return _format_bound(interval, 0, sign)
    return _format_ends(interval, 0 if interval.half_width >= WIDE else digits, plus_minus, sign)


def _format_ends(interval: Interval, digits: int, plus_minus: str, sign: str) -> str:
    low, value, high = (f"{number:{sign}z.{digits}f}" for number in (interval.low, interval.value, interval.high))
    if interval.needs_both_ends:
        return f"{value} ({low} to {high})"
    return f"{value}{plus_minus}{interval.half_width:.{digits}f}"


def _format_bound(interval: Interval, digits: int, sign: str) -> str:
    """Return what is known of an interval without one end, or without both."""
    form = f"{sign}z.{digits}f"
    if np.isfinite(interval.low):
        end = f"more than {interval.low:{form}}"
    elif np.isfinite(interval.high):
        end = f"less than {interval.high:{form}}"
    else:
        return "unknown"
    return f"{interval.value:{form}} ({end})" if np.isfinite(interval.value) else end


def running_percent(scores: npt.ArrayLike) -> str:
    """Return a score that is still being measured, from (blocks,) 0..1: `52.1 % (49.1 to 55.1)`."""
    return percent(of_shares(scores))


def percent(interval: Interval, digits: int = 1) -> str:
    """Return value and both ends: near 0 and 100 % they are unevenly far."""
    low, value, high = (f"{100 * end:.{digits}f}" for end in (interval.low, interval.value, interval.high))
    return f"{value} % ({low} to {high})"


def join_words(parts: Sequence[str]) -> str:
    """Return `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def amount(number: int | np.integer, noun: str) -> str:
    """Return `1 block`, `2,000 blocks`; the number may come from a numpy array or a table."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
