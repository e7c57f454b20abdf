"""Statistics of matches, pure: counts in, numbers and text out. No files, no clocks, no games.

    from experiments.stats import Estimate, Sprt, Tally, result_block

    tally = Tally.pairs(10, 108, 316, 160, 18)        # or Tally.of_games(scores), scores from shares(ranks)
    test = Sprt(elo0=0, elo1=10)
    print(result_block("mine", "v17", tally, test))    # test.verdict(tally) says whether to go on
    Estimate.of(tally).elo                             # Interval(low, value, high)

Two players and more use the same code: a block is one map played from every seat, its score one number,
and only the number of scores it can have differs.
"""

from .elo import from_score, to_score
from .estimate import Estimate
from .interval import Interval, of_counted, of_gain, of_mean, of_score, of_shares
from .paired import Pruning
from .pairing import Pairing
from .planning import chance_of_h1, expected_blocks, fixed_blocks
from .proportion import difference, of_blocks, of_wins
from .ratings import Fit, Rating, kinds
from .report import result_block
from .selection import TOO_RARE, Contrast, contrasts
from .sprt import Scale, Sprt, Verdict
from .tally import Tally, shares

__all__ = [
    "TOO_RARE",
    "Contrast",
    "Estimate",
    "Fit",
    "Interval",
    "Pairing",
    "Pruning",
    "Rating",
    "Scale",
    "Sprt",
    "Tally",
    "Verdict",
    "chance_of_h1",
    "contrasts",
    "difference",
    "expected_blocks",
    "fixed_blocks",
    "from_score",
    "kinds",
    "of_blocks",
    "of_counted",
    "of_gain",
    "of_mean",
    "of_score",
    "of_shares",
    "of_wins",
    "result_block",
    "shares",
    "to_score",
]
