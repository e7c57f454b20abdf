"""What ./play plays where flags are given and no bot."""

import pytest

from engine.default_game import arguments


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ([], ["2", ".", "9", "shows", "-d", "30 30", "-s", "9"]),
        (["-d", "20 20"], ["2", ".", "9", "shows", "-s", "9", "-d", "20 20"]),
        (["-s", "4", "-i", "there"], ["2", "there", "4", "shows", "-d", "30 30", "-s", "4", "-i", "there"]),
        (["-n", "3"], ["1", ".", "9", "shows", "-d", "30 30", "-s", "9", "-n", "3"]),
        (["-q"], ["2", ".", "9", "", "-d", "30 30", "-s", "9", "-q"]),
    ],
)
def test_flags_alone_get_what_they_do_not_name(given, printed):
    """Two bots, or one on a map for more; a size; a seed. A page shows what was recorded and announced."""
    assert arguments("9", given) == printed


@pytest.mark.parametrize("given", [["python3 MyBot.py"], ["-s", "abc"], ["--help"], ["-z"]])
def test_bots_and_what_is_no_game_are_left_to_the_engine(given):
    """It plays them, or says what is wrong."""
    assert arguments("9", given) is None
