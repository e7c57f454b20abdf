"""Statistics of matches, pure: counts in, numbers and text out. No files, no clocks, no games."""

from .elo import from_score, to_score
from .estimate import Estimate
from .interval import Interval, of_mean
from .sprt import Scale, Sprt, Verdict
from .tally import Tally, shares

__all__ = [
    "Estimate",
    "Interval",
    "Scale",
    "Sprt",
    "Tally",
    "Verdict",
    "from_score",
    "of_mean",
    "shares",
    "to_score",
]
