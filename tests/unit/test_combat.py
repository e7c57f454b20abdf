"""Patterns, and questions to a small combat database."""

import numpy as np
import pytest

from engine import Replay
from experiments.recordings.combat import Combat, CombatError, Pattern, PatternError
from experiments.recordings.combat.query import alike
from tests.support.drawings import drawn


def fought(board, move):
    """The database of one turn in which the one square of ours on the board chose this."""
    view = drawn(board)
    moves = np.where(view.owner == 1, move, 0)[None].astype(np.int32)
    return Combat.of(
        [Replay(np.array([view.owner] * 2), np.array([view.strength] * 2), view.production, moves, ("us", "them"))]
    )


AHEAD = """
    #  #  #  #    #  #
    #  #  #  #    #  #
    #  #  a9 .0   b5 #
    #  #  #  #    #  #
    #  #  #  #    #  #
"""


def test_a_pattern_is_read_and_written():
    """The diamond as it lies, or its inner 3 x 3 with anything at the tips."""
    assert str(Pattern.parse("e/.oe/..o.n/ooo/o")) == "e/.oe/..o.n/ooo/o"
    assert str(Pattern.parse(".e./ooe/..?")) == "?/.e./?ooe?/..?/?"
    assert Pattern.parse("e/.oe/..o.n/ooo/o").drawing == "    e\n  . o e\n. . o . n\n  o o o\n    o"


@pytest.mark.parametrize("text", ["", "ooo", "ooo/ooo", "xxx/?o?/???", "???/?e?/???", "e/.oe/..o.n/ooo", "oooo/ooo/oo"])
def test_a_text_that_is_no_pattern_is_refused(text):
    """The message shows the form and the letters."""
    with pytest.raises(PatternError, match=r"three rows of 3 squares, or a diamond .* o ours, e enemy"):
        Pattern.parse(text)


def test_an_answer_lies_as_the_question_does():
    """The square went east, towards the enemy; asked with the enemy in the north, it went north."""
    combat = fought(AHEAD, 2)
    for question, direction in (("?/???/??o.e/???/?", 2), ("e/?.?/??o??/???/?", 1), ("?/???/??o??/?.?/e", 3)):
        assert combat.asked(question).by_player()["us"].tolist() == [direction == chosen for chosen in range(5)]


def test_both_sides_are_counted():
    """Our square chose to go, theirs stood: two squares, two rows."""
    table = fought(AHEAD, 2).table
    assert table["player"].tolist() == ["them", "us"]
    assert table["STILL"].tolist() == [1, 0]


def test_directions_that_a_symmetry_makes_equal_are_shown_as_one():
    """With the enemy straight ahead north, east and west are the same choice."""
    assert Pattern.parse("e/n.n/nnonn/nnn/n").alike == ((0,), (1,), (2, 4), (3,))
    named = alike(np.array([1, 2, 3, 4, 5]), Pattern.parse("e/n.n/nnonn/nnn/n"))
    assert named == [("STILL", 1), ("NORTH", 2), ("EAST or WEST", 8), ("SOUTH", 4)]


def test_the_commonest_places_come_first():
    """Over all players together."""
    combat = fought(AHEAD, 2)
    places = combat.asked("???/?o?/???").commonest(10)
    totals = [sum(int(counts.sum()) for counts in players.values()) for _, players in places]
    assert totals == sorted(totals, reverse=True)
    assert sum(totals) == combat.squares == 2


@pytest.mark.parametrize("name", ["combat.csv", "combat.parquet"])
def test_a_database_is_read_as_it_was_saved(tmp_path, name):
    """Also with a player called NA, which pandas reads from CSV as a missing value."""
    combat = fought(AHEAD, 2)
    combat.table.loc[0, "player"] = "NA"
    combat.save(tmp_path / "deep" / name)
    assert Combat.load(tmp_path / "deep" / name).table.equals(combat.table)


def test_a_game_without_contact_makes_an_empty_database(tmp_path):
    """It can be asked, saved and read like any other."""
    combat = fought("a9 # # #\n# # # #", 0)
    assert combat.asked("???/?o?/???").by_player() == {}
    combat.save(tmp_path / "none.csv")
    assert Combat.load(tmp_path / "none.csv").squares == 0


@pytest.mark.parametrize(
    "content", [None, "", "a,b\n1,2\n", "player,pattern,STILL,NORTH,EAST,SOUTH,WEST\nus,zzz,1,1,1,1,1\n"]
)
def test_a_file_that_is_no_combat_database_is_named(tmp_path, content):
    """Missing, empty, another table, a damaged pattern."""
    path = tmp_path / "combat.csv"
    if content is not None:
        path.write_text(content)
    with pytest.raises(CombatError, match=r"combat\.csv"):
        Combat.load(path)


def test_a_replay_in_place_of_a_combat_database_is_refused_by_its_first_line(tmp_path, monkeypatch):
    """pandas took it for a table with a column for every number, and did not come back."""
    path = tmp_path / "game.hlt"
    path.write_text('{"version":11,"frames":[' + ",".join(["[1,255]"] * 200_000) + "]}")
    monkeypatch.setattr("pandas.read_csv", lambda *_, **__: pytest.fail("pandas was asked"))
    with pytest.raises(CombatError, match=r"^\S*game\.hlt is not a combat database"):
        Combat.load(path)


def test_only_a_combat_database_is_replaced(tmp_path):
    """`analyse --combat other.hlt` wrote its table over a replay."""
    replay, table = tmp_path / "other.hlt", tmp_path / "combat.csv"
    replay.write_text("{}")
    with pytest.raises(CombatError, match=r"other\.hlt is not a combat database: .* choose another name"):
        Combat.check_replaced(replay)
    Combat.check_replaced(table)
    fought("a9 # # #\n# # # #", 0).save(table)
    Combat.check_replaced(table)
