"""The portable exponential equals the library's, but for the last bits."""

import math

import numpy as np

from bot.board.compiled import IS_COMPILED
from bot.search.replies import exponential

UNITS = 2
VALUES = [-math.inf, -745.2, -708.5, 0.0, *np.random.default_rng(1).uniform(-800.0, 0.0, 5000).tolist()]


def test_it_is_the_librarys_but_for_two_units_in_the_last_place_and_the_readable_one_to_the_last_bit():
    readable = exponential.py_func if IS_COMPILED else exponential
    for x in VALUES:
        expected = math.exp(x)
        assert abs(exponential(x) - expected) <= UNITS * math.ulp(expected)
        assert exponential(x).hex() == readable(x).hex()
