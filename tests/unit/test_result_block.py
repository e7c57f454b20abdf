"""The text that a match prints."""

from experiments.stats import Tally, result_block

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
