"""The map generator gives the same maps compiled and in plain Python."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import kernels, map_kernels, mapgen
from tests.support.examples import examples

LAYERS = ("owner", "strength", "production")


def made(*request, at=map_kernels):
    try:
        state = mapgen.generate(*request, kernels=at)
    except ValueError as error:
        return str(error)
    return [getattr(state, layer) for layer in LAYERS]


@examples(50)
@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 7), st.integers(-1, 2**32), st.booleans())
@example(10_000, 1, 1, 3, False)
@example(1, 10_000, 1, 3, False)
@example(100, 101, 2, 3, False)
def test_both_speeds_give_the_same_map_and_refuse_the_same(width, height, players, seed, alone):
    request = width, height, players, seed, alone
    plain, compiled = made(*request), made(*request, at=kernels.maps)
    assert isinstance(plain, str) == isinstance(compiled, str)
    np.testing.assert_array_equal(compiled, plain)


@pytest.mark.parametrize("loops", [map_kernels, kernels.maps])
def test_the_generator_of_words_is_the_one_of_cpp(loops):
    """C++ promises the ten thousandth word of mt19937 with the seed 5489."""
    words = np.empty(map_kernels.WORDS + 1, np.uint32)
    loops.begin(5489, words)
    assert [loops.next_word(words) for _ in range(10_000)][-1] == 4123659995
