"""Statistics of matches, pure: counts in, numbers and text out. No files, no clocks, no games.

A block is one map played from every seat, its score one number. So two players and more use the same code: only the
number of scores that a block can have differs.
"""

from .elo import from_score, to_score
from .estimate import Estimate
from .interval import Interval, difference, of_counts, of_gain, of_mean, of_score, of_shares, of_wins
from .planning import chance_of_h1, expected_blocks, fixed_blocks
from .ratings import Fit, Rating, kinds
from .report import result_block
from .selection import TOO_RARE, Pruning, contrasts
from .sprt import Sprt, Verdict
from .tally import Tally, shares

__all__ = [
    "TOO_RARE", "Estimate", "Fit", "Interval", "Pruning", "Rating", "Sprt", "Tally", "Verdict", "chance_of_h1",
    "contrasts", "difference", "expected_blocks", "fixed_blocks", "from_score", "kinds", "of_counts",
    "of_gain", "of_mean", "of_score", "of_shares", "of_wins", "result_block", "shares", "to_score",
]  # fmt: skip
