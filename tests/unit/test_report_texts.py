"""What reports are made of: numbers with their nouns, tables, and the block that a match prints."""

import numpy as np
import pytest

from experiments.stats import Tally, result_block
from experiments.stats.interval import Interval
from experiments.stats.text_table import text_table
from experiments.stats.words import amount, rounded, signed


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8])
def test_a_noun_follows_its_number(kind):
    """Counts from arrays too: "s" times a bool of numpy is a TypeError, and the report of every sweep stopped there."""
    assert amount(kind(1), "block") == "1 block"
    assert amount(kind(0), "block") == "0 blocks"
    assert amount(kind(200), "pair") == "200 pairs"
    assert amount(2000, "block") == "2,000 blocks"


@pytest.mark.parametrize(
    ("ends", "written"),
    [
        ((10.0, 20.0, 30.0), "+20.0 ± 10.0"),
        ((100.0, 350.0, 600.0), "+350 ± 250"),
        ((11.2, 231.9, 501.6), "+232 (+11 to +502)"),
        ((120.4, np.inf, np.inf), "more than +120"),
        ((-np.inf, -300.0, -20.0), "-300 (less than -20)"),
        ((-np.inf, 0.0, np.inf), "unknown"),
    ],
)
def test_a_report_has_no_infinite_elo_and_no_tenths_of_a_wide_interval(ends, written):
    """`+inf (-inf to +inf)` and `+147.2 ± 467.8` say less than they seem to."""
    assert rounded(Interval(*ends)) == written


@pytest.mark.parametrize(
    ("ends", "written"),
    [
        ((131.14, np.inf, np.inf), "more than +131.1"),
        ((-np.inf, -300.0, -20.0), "-300.0 (less than -20.0)"),
        ((-np.inf, 0.0, np.inf), "unknown"),
    ],
)
def test_an_entry_has_no_infinite_elo(ends, written):
    """E-0049 says `+inf (+131.1 to +inf) Elo` of ten pairs that were all won; entries since then say it in words."""
    assert signed(Interval(*ends)) == written


def test_an_even_score_has_no_minus():
    """36 of 72 opponents beaten gave "Elo: -0 +/- 161", and -0.0 in the entry: the last bit of a sum."""
    even = Interval(-160.5, -1e-12, 160.5)
    assert signed(even) == "+0.0 ± 160.5"
    assert rounded(even, 2, " +/- ", "") == "0 +/- 160"


def test_names_stand_left_and_numbers_right():
    assert text_table(["who", "games"], [["somebody", "1"], ["me", "1,000"]]) == (
        "who       games\n"
        "somebody      1\n"
        "me        1,000"
    )  # fmt: skip
    assert text_table(["who", "games"], []) == "who  games"


MATCH = Tally.pairs(10, 108, 316, 160, 18)


def test_before_a_game_all_is_possible():
    assert result_block("v26", "v17", MATCH).splitlines()[-1] == "Ptnml(0-2): [10, 108, 316, 160, 18]"
    assert result_block("a", "b", Tally.empty(2)).splitlines()[1:] == [
        "Elo: unknown, nElo: unknown",
        "LOS: 50.00 %, DrawRatio: 0.00 %, PairsRatio: unknown",
        "Games: 0, Blocks: 0, Points: 0.0 (50.00 %)",
        "Ptnml(0-2): [0, 0, 0, 0, 0]",
    ]


def test_a_ratio_without_a_lost_pair_is_unknown():
    """`nan` and `inf` were printed."""
    assert "PairsRatio: unknown" in result_block("v26", "v12", Tally.pairs(0, 0, 1, 2, 4))
    assert "PairsRatio: 0.00" in result_block("v12", "v26", Tally.pairs(4, 2, 1, 0, 0))


def test_games_of_four_count_opponents_beaten():
    tally = Tally.of_games([[1, 1, 2 / 3, 1 / 3], [0, 0, 1, 1], [1, 1, 1, 1], [0, 1 / 3, 0, 0]])
    assert result_block("v26", "three v17", tally).splitlines()[2:] == [
        "LOS: 64.55 %, DrawRatio: 25.00 %, BlocksRatio: 2.00",
        "Games: 16, Blocks: 4, Opponents beaten: 28.0 of 48 (58.33 %)",
        "Blocks below, at, above 1/2: [1, 1, 2], deviation of a block: 0.339",
    ]
