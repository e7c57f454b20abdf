"""The map generator: against 90 maps of the official one, in plain Python as compiled, beyond the recorded sizes."""

import gzip
import json
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import kernels, map_kernels, mapgen
from engine.mapgen import SIDES, generate, random_size
from tests.support.boards import assert_same_squares
from tests.support.examples import examples
from tests.support.recordings import GOLDEN

LINES = list(map(json.loads, gzip.decompress((GOLDEN / "maps.jsonl.gz").read_bytes()).splitlines()))


@pytest.mark.parametrize("line", LINES, ids=range(1, len(LINES) + 1))
def test_a_map_equals_the_official_one_on_every_square(line):
    request = [line[key] for key in ("requested_width", "requested_height", "players", "seed")]
    state = mapgen.generate(*request, kernels=kernels.maps)
    for layer in ("owner", "strength", "production"):
        expected = np.reshape(line[layer], (line["height"], line["width"]))
        assert_same_squares(getattr(state, layer), expected, layer)


def made(*request, at=map_kernels):
    try:
        state = mapgen.generate(*request, kernels=at)
    except ValueError as error:
        return str(error)
    return state.owner, state.strength, state.production


@pytest.mark.slow
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
    assert width * height > mapgen.MOST_SQUARES or "may have" not in str(plain), plain


@pytest.mark.parametrize("players", range(1, 7))
def test_the_smallest_size_in_the_error_fits_every_seed(players):
    with pytest.raises(ValueError, match="too small") as caught:
        generate(0, 0, players, seed=1)
    smallest = int(re.search(r"from (\d+) x", str(caught.value))[1])
    for seed in range(8):
        generate(smallest, smallest, players, seed, kernels=kernels.maps).check(players)


def test_random_sizes_are_the_official_ones_as_often_and_a_player_alone_gets_the_map_of_many():
    """One side in sixteen is 20, two are 25, three 30 …; the map for more, with one owner left."""
    assert Counter(SIDES) == {20: 1, 25: 2, 30: 3, 35: 4, 40: 3, 45: 2, 50: 1}
    sizes = [random_size(seed) for seed in range(100)]
    assert set(sizes) == set(SIDES)
    assert [random_size(seed) for seed in (0, 5, 5489)] == [35, 30, 45], "words 2357136044, 953453411, 3499211612"
    alone, together = generate(20, 20, 4, 3, alone=True), generate(20, 20, 4, 3)
    assert_same_squares([alone.strength, alone.production], [together.strength, together.production])
    assert_same_squares(alone.owner, together.owner == 1)


def test_a_factor_is_never_1_and_halves_go_up(monkeypatch):
    monkeypatch.setattr(map_kernels, "next_word", lambda words: 2**32 - 1)
    assert map_kernels._factor(np.empty(0)) < 1
    values, scaled = np.array([[1.0, 3.0, 10.0]]), np.zeros((1, 3), np.uint8)
    map_kernels._scale(values, 5, scaled)
    assert scaled.tolist() == [[1, 2, 5]]
    assert np.round(values / 2).tolist() == [[0, 2, 5]]
