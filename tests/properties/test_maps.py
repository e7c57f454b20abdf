"""The compiled map generator and the readable one agree on every square, and in what they refuse."""

import gzip
import json

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from engine import map_kernels, mapgen
from tests.support.recordings import GOLDEN

LAYERS = ("owner", "strength", "production")


def made(generate, *request):
    try:
        state = generate(*request)
    except ValueError as error:
        return str(error)
    return [getattr(state, layer) for layer in LAYERS]


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 7), st.integers(-1, 2**32), st.booleans())
@example(10_000, 1, 1, 3, False)
@example(1, 10_000, 1, 3, False)
@example(100, 101, 2, 3, False)
def test_both_generators_give_the_same_map_or_refuse_in_the_same_words(width, height, players, seed, alone):
    request = width, height, players, seed, alone
    readable, compiled = made(mapgen.generate, *request), made(map_kernels.generate, *request)
    assert isinstance(readable, str) == isinstance(compiled, str)
    np.testing.assert_array_equal(compiled, readable)


def test_the_compiled_generator_gives_the_official_maps_and_words():
    """All that were recorded, bit for bit; C++ promises the ten thousandth word of mt19937 with the seed 5489."""
    for text in gzip.decompress((GOLDEN / "maps.jsonl.gz").read_bytes()).splitlines():
        line = json.loads(text)
        request = (line[key] for key in ("requested_width", "requested_height", "players", "seed"))
        for layer, squares in zip(LAYERS, made(map_kernels.generate, *request), strict=True):
            assert squares.ravel().tolist() == line[layer]
    words = np.empty(map_kernels.WORDS + 1, np.uint32)
    map_kernels.begin(5489, words)
    assert [map_kernels.next_word(words) for _ in range(10_000)][-1] == 4123659995
