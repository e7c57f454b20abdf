"""The scoresheet of a match: points, tallies and faults."""

import pytest

from experiments.arena.players import player
from experiments.match.scoresheet import Conduct, Scoresheet
from experiments.stats import Tally
from tests.support.matches import pair, played


def sheet_of(*blocks):
    """A sheet with these blocks."""
    sheet = Scoresheet(blocks[0].block.lineup)
    for block in blocks:
        sheet.add(block)
    return sheet


def test_pairs_are_counted_by_the_points_of_the_first_player():
    """From either seat."""
    sheet = sheet_of(*(pair(points) for points in (0, 0.5, 1, 1, 1.5, 2, 2, 2)))
    assert sheet.tally == Tally.pairs(1, 1, 2, 1, 3)
    assert sheet.shares == [(0, 0), (0.5, 0), (1, 0), (1, 0), (1, 0.5), (1, 1), (1, 1), (1, 1)]
    sheet = sheet_of(pair(2, side=10), pair(0, side=12), pair(1, side=10))
    assert sheet.by_size == {(10, 10): Tally.pairs(0, 0, 1, 0, 1), (12, 12): Tally.pairs(1, 0, 0, 0, 0)}


def test_copies_of_a_player_have_one_score():
    """The mean over its seats: with a winner of four and three copies it is what is left of one half each."""
    lineup = (player("v26"), *[player("v17")] * 3)
    sheet = sheet_of(played(lineup, [(1, 2, 3, 4)] * 4), played(lineup, [(1, 2, 3, 4)] * 2 + [(2, 1, 3, 4)] * 2))
    assert sheet.score("v26").value == pytest.approx((1 + 5 / 6) / 2)
    assert sheet.score("v17").value == pytest.approx((2 - sheet.score("v26").value) / 3)
    assert sheet.score("v26").high == 1  # Student's interval would promise more than everything


def test_faults_are_counted_by_kind_for_the_player_and_not_for_the_seat():
    """The kinds that engine.faults knows, as executors write them down."""
    conduct = Conduct()
    for fault in ("late on turn 5: no answer within 1.5 s", "exited on turn 3: status 1", "babbled before turn 1: x"):
        conduct.add(fault, 0.1)
    conduct.add(None, 0.3)
    conduct.add(None, 0.2)
    assert (conduct.timeouts, conduct.crashes, conduct.worst_answer) == (1, 2, 0.3)
    blocks = [pair(1, faults=(None, "late on turn 1: x"), worst=(None, 0.25)) for _ in range(2)]
    conduct = sheet_of(*blocks).conduct
    assert conduct == {"v26": Conduct(), "v17": Conduct(timeouts=2, worst_answer=0.25)}
