"""The portable exponential equals the library's, but for the last bits."""

import math

from hypothesis import example, given
from hypothesis import strategies as st

from bot.ground.compiled import IS_COMPILED
from bot.stages.exponential import exponential
from tests.support.examples import examples

UNITS = 2


@given(st.floats(-800.0, 0.0))
@example(-math.inf)
@example(-745.2)
@example(-708.5)
@example(0.0)
@examples(2000)
def test_it_is_the_librarys_but_for_two_units_in_the_last_place(x):
    """Also where the result is so small that it has fewer bits, or 0."""
    expected = math.exp(x)
    assert abs(exponential(x) - expected) <= UNITS * math.ulp(expected)


@given(st.floats(-800.0, 0.0))
@examples(500)
def test_the_compiled_one_is_the_readable_one_to_the_last_bit(x):
    """Both are the same few operations, each of which rounds alike everywhere."""
    readable = exponential.py_func if IS_COMPILED else exponential
    assert exponential(x).hex() == readable(x).hex()
