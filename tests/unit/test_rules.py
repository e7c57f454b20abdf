"""One turn, places and whole games, computed by hand."""

import numpy as np
import pytest

from engine import State, rules
from engine.game import Game
from engine.ranking import last_frames_alive, ranks
from engine.result import Fault, FaultError, Kind
from engine.rules import EAST, NORTH, STILL, WEST
from engine.seats import Function
from tests.support.boards import assert_same_squares


def board(owner, strength=10, production=1):
    """A board from rows of owners; strength and production are those of all squares, or in rows, too."""
    owner = np.array([[*map(int, row)] for row in owner], np.uint8)
    return State(owner, *(np.broadcast_to(layer, owner.shape).astype(np.uint8) for layer in (strength, production)))


def line(*squares, production=0):
    """A board one row high (north and south of a square is itself): squares are (owner, strength)."""
    owner, strength = zip(*squares, strict=True)
    return board([owner], strength, production)


TURNS = {
    "a square that moves leaves strength 0 behind and takes no production along":
        (line((1, 10), (0, 7), (0, 9), production=4), [EAST, STILL, STILL], [(1, 0), (1, 3), (0, 9)]),
    "pieces of one player merge up to the cap, here 100 + 100 + (100 + 4)":
        (line((1, 100), (1, 100), (1, 100), (0, 255), production=4), [EAST, STILL, WEST, STILL],
         [(1, 0), (1, 255), (1, 0), (0, 255)]),
    "an attack as strong as the garrison leaves a neutral square of strength 0":
        (line((1, 1), (0, 1), (0, 9)), [EAST, STILL, STILL], [(1, 0), (0, 0), (0, 9)]),
    "strength 0 on an empty neutral square survives, because nothing touched it, and takes it":
        (line((1, 0), (0, 0), (0, 9)), [EAST, STILL, STILL], [(1, 0), (1, 0), (0, 9)]),
    "an ejected player leaves its strength as garrisons":
        (line((1, 60), (2, 50), (0, 1), production=4), [EAST, EAST, STILL], [(1, 0), (1, 10), (0, 1)], [2]),
    **{
        f"an order of {above_4} is not STILL and leads nowhere: it neither moves nor produces":
            (line((1, 10), (1, 3), production=4), [above_4, WEST], [(1, 13), (1, 0)])
        for above_4 in (5, 6, 300)
    },
}  # fmt: skip


@pytest.mark.parametrize("rule", TURNS)
def test_a_turn_on_a_line(rule):
    state, orders, expected, *ejected = TURNS[rule]
    after, left = rules.step(state, np.reshape(orders, state.owner.shape), *ejected), line(*expected)
    assert_same_squares(after.owner, left.owner, "owner")
    assert_same_squares(after.strength, left.strength, "strength")


def test_one_piece_hurts_every_enemy_within_reach_with_its_full_strength():
    owner = np.array([[0] * 5, [0, 2, 0, 2, 0], [0, 0, 1, 0, 0], [0] * 5, [0] * 5])
    after = rules.step(board(owner, np.choose(owner, [0, 90, 40]), 0), np.where(owner == 1, NORTH, STILL))
    assert after.owner[1].tolist() == [0, 0, 1, 0, 0]
    assert after.strength[1].tolist() == [0, 0, 10, 0, 0]


@pytest.mark.parametrize(("width", "height", "turns"), [(30, 24, 268), (30, 30, 300), (50, 50, 500), (1, 1, 10)])
def test_turn_limit_truncates_after_multiplying(width, height, turns):
    assert rules.turn_limit(width, height) == turns


@pytest.mark.parametrize(("territory", "places"), [
    pytest.param([[1, 1, 1], [9, 2, 1], [0, 3, 1], [0, 0, 1]], [3, 2, 1], id="who dies later, whatever it held before"),
    pytest.param([[1, 1], [50, 2], [4, 5]], [2, 1], id="survivors by the last frame"),
    pytest.param([[1, 1], [3, 2], [5, 5]], [1, 2], id="equal there, by the sum over the game"),
    pytest.param([[1, 1, 1], [3, 2, 1], [0, 0, 1]], [2, 3, 1], id="so do those who die on one turn"),
    pytest.param([[1, 1, 1, 1]] * 3, [4, 3, 2, 1], id="all equal, the higher number"),  # sorted stably, then reversed
    pytest.param([[1], [2], [5]], [1], id="a player alone"),
])  # fmt: skip
def test_places_and_last_frames_alive_are_those_of_the_official_program(territory, places):
    assert ranks(np.array(territory)) == places
    assert last_frames_alive(np.array([[1, 1, 1], [9, 2, 1], [0, 3, 1], [0, 0, 1]])) == [1, 2, 3]
    assert last_frames_alive(np.array([[1], [2], [5]])) == [2]


def rest(state, player, turn):
    return np.zeros(state.owner.shape, dtype=np.int32)


def push_north(state, player, turn):
    return np.where(state.owner == player, NORTH, STILL)


def surrender_on_3(state, player, turn):
    if turn == 3:
        raise FaultError(Fault(Kind.EXITED, "it left", turn))
    return rest(state, player, turn)


def play(state, *strategies):
    return Game([Function(strategy) for strategy in strategies], state).play()


APART = board(["1000", "0000", "0020", "0000"])


def test_a_lonely_player_plays_until_nothing_productive_is_left():
    """Neutral squares that produce nothing do not keep a single player's game going, nor any land once it left."""
    owner = [[1, 0, 0], [0] * 3, [0] * 3]
    turns = [play(*game).turns for game in [(board(owner, 10, owner), rest), (board(owner), rest),
                                            (board(owner), surrender_on_3)]]  # fmt: skip
    assert turns == [0, 30, 3]


def test_who_gives_no_name_leaves_on_turn_1_and_is_asked_nothing():
    class Mute(Function):
        def name(self, seconds):
            raise FaultError(Fault(Kind.LATE, "it was late", 0))

        def ask(self, frame):
            pytest.fail("it was asked")

    for names, shown in ((None, ("rest", "Bot #2; timed out during init")), (("one", "two"), ("one", "two"))):
        result = Game([Function(rest), Mute(rest)], APART, names=names).play()
        assert (result.turns, result.replay.player_names) == (1, shown)


def test_dead_players_are_not_asked_again():
    asked = []

    def victim(state, player, turn):
        asked.append(turn)
        return rest(state, player, turn)

    owner = np.zeros((7, 7), int)
    owner[[0, 3, 5], [0, 3, 3]] = 3, 2, 1
    result = play(board(owner, np.where(owner == 1, 200, 0)), push_north, victim, rest)
    assert asked == list(range(1, result.standings[1].last_frame_alive + 2))
    assert len(asked) < result.turns
