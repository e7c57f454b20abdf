"""Patterns, a small combat database, and its page."""

from math import comb

import numpy as np
import pytest

from engine import Replay
from experiments.recordings.combat import Combat, CombatError, Pattern, PatternError, places
from experiments.stats import of_wins
from tests.support.drawings import drawn


def games_of(*boards, move=2):
    """Games of one turn each, in which the one square of ours on the board chose this."""
    for board in boards:
        view = drawn(board)
        moves = np.where(view.owner == 1, move, 0)[None].astype(np.int32)
        yield Replay(np.array([view.owner] * 2), np.array([view.strength] * 2), view.production, moves, ("us", "them"))


def fought(board, move):
    """The database of one such game."""
    return Combat.of(games_of(board, move=move))


AHEAD = """
    #  #  #  #    #  #
    #  #  #  #    #  #
    #  #  a9 .0   b5 #
    #  #  #  #    #  #
    #  #  #  #    #  #
"""


def test_a_pattern_is_read_and_written():
    """The diamond, row by row."""
    assert str(Pattern.parse("e/.oe/..o.n/ooo/o")) == "e/.oe/..o.n/ooo/o"


@pytest.mark.parametrize(
    "text", ["", "ooo", "x/.oe/..o.n/ooo/o", "e/.oe/..e.n/ooo/o", "e/.oe/..o.n/ooo", "oooo/ooo/oo"]
)
def test_a_text_that_is_no_pattern_is_refused(text):
    """The message shows the form and the letters."""
    with pytest.raises(PatternError, match=r"expected a diamond .* o ours, e enemy"):
        Pattern.parse(text)


def test_both_sides_are_counted():
    """Our square chose to go, theirs stood: two squares, two rows."""
    table = fought(AHEAD, 2).table
    assert table["player"].tolist() == ["them", "us"]
    assert table["STILL"].tolist() == [1, 0]


def test_directions_that_a_symmetry_makes_equal_are_one():
    """With the enemy straight ahead east and west are the same choice."""
    kinds = np.array(Pattern.parse("e/n.n/nnonn/nnn/n").kinds)
    assert places.alike(kinds) == ((0,), (1,), (2, 4), (3,))


@pytest.mark.parametrize("name", ["combat.csv", "combat.parquet"])
def test_a_database_is_read_as_it_was_saved(tmp_path, name):
    """With a player called NA, which pandas reads from CSV as a missing value; and without any contact."""
    combat = fought(AHEAD, 2)
    combat.table.loc[0, "player"] = "NA"
    combat.save(tmp_path / "deep" / name)
    assert Combat.load(tmp_path / "deep" / name).table.equals(combat.table)
    combat = fought("a9 # # #\n# # # #", 0)
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


def test_a_replay_is_neither_read_nor_replaced_as_a_combat_database(tmp_path, monkeypatch):
    """pandas took it for a table with a column for every number, and did not come back."""
    path = tmp_path / "game.hlt"
    path.write_text('{"version":11,"frames":[' + ",".join(["[1,255]"] * 200_000) + "]}")
    with monkeypatch.context() as patched:
        patched.setattr("pandas.read_csv", lambda *_, **__: pytest.fail("pandas was asked"))
        with pytest.raises(CombatError, match=r"^\S*game\.hlt is not a combat database"):
            Combat.load(path)
    replay, table = tmp_path / "other.hlt", tmp_path / "combat.csv"
    replay.write_text("{}")
    with pytest.raises(CombatError, match=r"other\.hlt is not a combat database: .* choose another name"):
        Combat.check_replaced(replay)
    Combat.check_replaced(table)
    fought("a9 # # #\n# # # #", 0).save(table)
    Combat.check_replaced(table)


class TestPlaces:
    """What the page tells: shares over games, what happened next, and squares to look at."""

    def told(self, look, *boards):
        """Return the places of these games."""
        games = [each for number, replay in enumerate(games_of(*boards)) for each in places.moved(replay, number)]
        return places.told(games, look, 1)

    @pytest.mark.parametrize("radius", [1, 2, 3])
    def test_every_square_in_contact_is_in_a_place_of_each_radius(self, radius):
        """Two games, both sides; turned boards are the same place."""
        turned = "# # # #\n# # # #\n# # a9 #\n# # .0 #\n# # b5 #\n# # # #\n# # # #"
        found = self.told(places.Look(radius, False), AHEAD, turned)
        assert sum(each["squares"] for each in found) == 4
        assert all(len(each["kinds"]) == {1: 5, 2: 13, 3: 25}[radius] for each in found)

    def test_a_strength_is_told_apart_where_it_is_asked_for(self):
        """An enemy of 5 and one of 9 beside our 9: one place without strengths, two with them."""
        boards = AHEAD, AHEAD.replace("b5", "b9")
        for has_strengths, games in ((False, [2]), (True, [1, 1])):
            said = [each["said"] for each in self.told(places.Look(2, has_strengths), *boards)]
            assert [row["games"] for each in said if "us" in each for row in each["us"]] == games
        marked = {who: 6 in each["kinds"] for each in self.told(places.Look(2, True), AHEAD) for who in each["said"]}
        assert (marked["us"], marked["them"]) == (False, True), (
            "an enemy of 5 beside our 9 is weaker; a 9 beside a 5 is not"
        )

    def test_examples_lead_to_the_square_on_the_board_in_the_games_that_the_page_has(self):
        """Game, turn, x and y; the second game is not in the page."""
        for place in self.told(places.Look(2, False), AHEAD, AHEAD):
            for who, square in (("us", [0, 0, 2, 2]), ("them", [0, 0, 4, 2])):
                if who in place["said"]:
                    assert [each["examples"] for each in place["said"][who]] == [[square]]

    def test_what_happened_next_is_the_balance_of_strength_around(self):
        """It rose in one game and fell in the other; without a change it is one half."""
        still, rose, fell = games_of(AHEAD, AHEAD, AHEAD)
        rose.strength[1][rose.owner[1] == 1] = 99
        fell.strength[1][fell.owner[1] == 1] = 1
        ours = [next(places.moved(replay, 0)).after.tolist() for replay in (still, rose, fell)]
        assert ours == [[0.5], [1.0], [0.0]]


@pytest.mark.parametrize("games", [2, 3, 4, 6, 10, 20])
def test_intervals_of_places_hold_the_truth_in_95_of_100_cases_after_few_games(games):
    """Squares of a game were counted as trials. All results are listed: in each game all ten squares go one way."""
    told = []
    for went in range(games + 1):
        game = np.repeat(np.arange(games), 10)
        each = places.Squares(
            game, np.full(len(game), "us"), np.zeros((len(game), 3), int), np.ones(len(game)), 1 * (game < went)
        )
        said = places.choices(each, [(0,), (1,)], 0)
        places.over_games(said)
        rows = {row["directions"][0]: row["chosen"] for row in said}
        low, _, high = rows.get(1, [0.0, 0.0, 1 - rows[0][0] if 0 in rows else 1.0])
        naive = of_wins(10 * went, 10 * games)
        told.append((low, high, naive.low, naive.high))
    low, high, naive_low, naive_high = np.transpose(told)
    for chance in (0.05, 0.2, 0.5, 0.9):
        weight = [comb(games, went) * chance**went * (1 - chance) ** (games - went) for went in range(games + 1)]
        assert weight @ ((low <= chance) & (chance <= high)) >= 0.95, chance
        assert weight @ ((naive_low <= chance) & (chance <= naive_high)) < 0.92, chance
