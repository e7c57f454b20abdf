"""The map generator against 90 maps of the official one."""

import gzip
import json

import pytest

from engine import kernels, mapgen
from tests.support.recordings import GOLDEN

LINES = list(map(json.loads, gzip.decompress((GOLDEN / "maps.jsonl.gz").read_bytes()).splitlines()))


def test_there_are_ninety_maps_for_all_numbers_of_players():
    """The test below would pass on an empty file."""
    assert len(LINES) == 90
    assert {line["players"] for line in LINES} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("line", LINES, ids=range(1, len(LINES) + 1))
def test_a_map_equals_the_official_one_on_every_square(line):
    """Same size, owners, strengths and productions, so that results on a seed can be compared."""
    request = [line[key] for key in ("requested_width", "requested_height", "players", "seed")]
    state = mapgen.generate(*request, kernels=kernels.maps)
    assert mapgen.size(*request) == (state.width, state.height) == (line["width"], line["height"])
    for layer in ("owner", "strength", "production"):
        assert getattr(state, layer).ravel().tolist() == line[layer]
