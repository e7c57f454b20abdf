"""Defects of the ratings that were found and must not come back."""

import numpy as np

from experiments.stats.ratings import History, _resampled


class TestVirtualGamesThatVanish:
    """With hardly any virtual games their random weights underflowed to 0.

    Then nothing fixed the scale of the ratings, and whether the equations were singular hung on the rounding of the
    linear algebra library: the same test passed on one machine and failed on another.
    """

    def test_weights_of_zero_still_give_finite_strengths(self):
        """Every draw of the virtual results is 0; the difference of two players is still determined."""

        class Zeros:
            def gamma(self, shape, size):
                of_blocks = np.ndim(shape) == 1  # the other draws are of virtual games
                return np.ones(size) if of_blocks else np.zeros(size)

        history = History.of([["ab", "ab"], ["ab", "ba"]])
        drawn = _resampled(history, np.zeros(2), np.ones(2), 1e-9, 5, Zeros())
        np.testing.assert_allclose(drawn[:, 0] - drawn[:, 1], np.log(3), rtol=1e-3)
