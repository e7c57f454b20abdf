"""What lessons read of the ledger: every figure follows from the published games."""

import pytest

from notebooks.entries import entries, entry

FOUND = entries()

FIRST_METHOD = 18
"""Entries up to this one were written with another method; see the head of the ledger."""


@pytest.mark.parametrize("each", FOUND, ids=lambda each: f"E-{each.number:04}")
def test_the_size_in_the_ledger_follows_from_the_games(each):
    """Elo and the number of games, as they stand in the entry."""
    if each.number > FIRST_METHOD:
        assert f"size: {each.elo.value:+.1f}" in each.text
    assert f"  {len(each.games):,} games · " in each.text


def test_the_newest_entry_of_a_line_up_counts():
    """A question that is asked again is answered by the later one; the earlier stays readable by its number."""
    assert len({each.lineup for each in FOUND}) == len(FOUND)
    again = [each.number for each in FOUND if each.lineup == entry(19).lineup]
    assert len(again) == 1
    assert again[0] > 19


def test_a_block_is_a_map_from_every_seat():
    """Three players: three games of each map, one share of each."""
    three = entry(35)
    assert {len(shares) for shares in three.shares} == {3}
    assert len(three.shares) * 3 == len(three.games)
