"""Tests of experiments.stats.words: numbers with their nouns."""

import numpy as np
import pytest

from experiments.stats.words import amount


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8])
def test_a_noun_follows_its_number(kind):
    """Counts from arrays too: "s" times a bool of numpy is a TypeError, and the report of every sweep stopped there."""
    assert amount(kind(1), "block") == "1 block"
    assert amount(kind(0), "block") == "0 blocks"
    assert amount(kind(200), "pair") == "200 pairs"


def test_thousands_are_marked():
    """`2,000 blocks`."""
    assert amount(2000, "block") == "2,000 blocks"
