"""How often simulated intervals hold the truth, and how sure that is."""

import numpy as np

ERROR = np.sqrt(0.95 * 0.05)
"""Monte-Carlo standard error of one trial that should hold in 95 %."""


def held(intervals, truth):
    """Return the share of the intervals that hold it."""
    return np.mean([each.low <= truth <= each.high for each in intervals])
