"""Tables of text."""

from experiments.stats.text_table import text_table


def test_names_stand_left_and_numbers_right():
    assert text_table(["who", "games"], [["somebody", "1"], ["me", "1,000"]]) == (
        "who       games\n"
        "somebody      1\n"
        "me        1,000"
    )  # fmt: skip
    assert text_table(["who", "games"], []) == "who  games"
