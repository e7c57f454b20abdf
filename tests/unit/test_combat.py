"""Patterns, a small combat database, and its page."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from engine import Replay
from experiments.laboratory.exports import save_table
from experiments.recordings.combat import (
    DIRECTIONS,
    CombatError,
    Pattern,
    check_replaced,
    counted,
    page,
    squares,
)
from experiments.recordings.combat.neighbourhood import alike
from tests.support.drawings import drawn


def games_of(*boards, move=2):
    """Games of one turn each, in which the one square of ours on the board chose this."""
    for board in boards:
        view = drawn(board)
        moves = np.where(view.owner == 1, move, 0)[None].astype(np.int32)
        yield Replay(np.array([view.owner] * 2), np.array([view.strength] * 2), view.production, moves, ("us", "them"))


def fought(board, move):
    return counted([squares(replay, "game") for replay in games_of(board, move=move)])


AHEAD = """
    #  #  #  #    #  #
    #  #  #  #    #  #
    #  #  a9 .0   b5 #
    #  #  #  #    #  #
    #  #  #  #    #  #
"""


def test_both_sides_are_counted():
    """Our square chose to go, theirs stood: two squares, two rows."""
    table = fought(AHEAD, 2)
    assert table["player"].tolist() == ["them", "us"]
    assert table["STILL"].tolist() == [1, 0]


def test_directions_that_a_symmetry_makes_equal_are_one():
    kinds = np.array(Pattern.parse("e/n.n/nnonn/nnn/n").kinds)
    assert alike(kinds) == ((0,), (1,), (2, 4), (3,))


def test_databases_of_games_are_added_up():
    """As if all their squares were counted at once; a game without contact adds nothing."""
    parts = [squares(replay, "game") for replay in games_of(AHEAD, AHEAD, "a9 # # #\n# # # #")]
    assert counted([counted([part]) for part in parts]).equals(counted(parts))
    assert counted(parts)[list(DIRECTIONS)].to_numpy().sum() == 4


def test_a_replay_is_not_replaced_by_a_combat_database(tmp_path):
    """`--combat` with a replay's name by mistake: the game would be gone. A database is written again."""
    replay, table = tmp_path / "other.hlt", tmp_path / "combat.csv"
    replay.write_text("{}")
    with pytest.raises(CombatError, match=r"other\.hlt is not a combat database: choose another name"):
        check_replaced(replay)
    for path in (table, tmp_path / "combat.parquet"):
        check_replaced(path)
        save_table(fought(AHEAD, 2), path)
        check_replaced(path)


class TestPage:
    """What the page tells: shares over games, what happened next, and squares to look at."""

    def told(self, *boards):
        games = [squares(replay, f"game {number}") for number, replay in enumerate(games_of(*boards))]
        return page.choices(pd.concat(games))

    def test_turned_places_are_one_and_everybody_is_counted_beside_the_players(self):
        found = self.told(AHEAD, "# # # #\n# # # #\n# # a9 #\n# # .0 #\n# # b5 #\n# # # #\n# # # #")
        assert found.groupby("player")["squares"].sum().to_dict() == {page.EVERYBODY: 4, "them": 2, "us": 2}
        us = found[found["player"] == "us"]
        assert us["pattern"].nunique() == 1
        assert us["chosen"].tolist() == [0.5, 0.5], "ours went to the enemy in the first game, and past it in the other"
        assert set(us["example"]) == {"game 0, turn 0, (2, 2)", "game 1, turn 0, (2, 2)"}

    def test_what_happened_next_is_the_balance_of_strength_around(self):
        """It rose in one game and fell in the other; without a change it is one half."""
        still, rose, fell = games_of(AHEAD, AHEAD, AHEAD)
        rose.strength[1][rose.owner[1] == 1] = 99
        fell.strength[1][fell.owner[1] == 1] = 1
        seen = [squares(replay, "game") for replay in (still, rose, fell)]
        assert [each[each["player"] == "us"]["ahead"].tolist() for each in seen] == [[0.5], [1.0], [0.0]]

    def test_names_are_quoted_and_a_game_without_contact_makes_a_page(self):
        hostile = replace(next(games_of(AHEAD)), player_names=("<script>alert(1)</script>", "them"))
        written = page.page([squares(hostile, "game")])
        assert "<script>alert" not in written
        assert "0 squares in contact" in page.page([squares(next(games_of("a9 # # #\n# # # #")), "game")])
