"""One game between functions: order of events, ejection, the end, and what the result says."""

import numpy as np
import pytest

from engine.faults import Fault, FaultError, Kind
from engine.game import Game
from engine.result import Result
from engine.rules import NORTH, STILL, Moves
from engine.seats import Frame, Function, Strategy
from engine.state import State


def board(*rows: str, strength: int = 10, production: int = 1) -> State:
    """A board from digits: the owner of each square, all with the same strength and production."""
    owner = np.array([[int(digit) for digit in row] for row in rows], dtype=np.uint8)
    return State(owner, np.full_like(owner, strength), np.full_like(owner, production))


def rest(state: State, player: int, turn: int) -> Moves:
    return np.zeros(state.owner.shape, dtype=np.int32)


def surrender_on(last: int) -> Strategy:
    def strategy(state: State, player: int, turn: int) -> Moves:
        if turn == last:
            raise FaultError(Fault(Kind.EXITED, "it left", turn))
        return rest(state, player, turn)

    return strategy


def play(state: State, *strategies: Strategy, **options: object) -> Result:
    return Game([Function(strategy) for strategy in strategies], state, **options).play()


APART = ("1000", "0000", "0020", "0000")


def test_a_game_without_contact_lasts_until_the_turn_limit_and_the_higher_number_wins():
    """floor(sqrt(4 * 4) * 10) turns; both were alive for all of them."""
    result = play(board(*APART), rest, rest)
    assert result.turns == 40
    assert [standing.last_frame_alive for standing in result.standings] == [40, 40]
    assert len(result.replay.owner) == 41
    assert [standing.rank for standing in play(board(*APART), rest, rest).standings] == [2, 1]


def test_who_leaves_on_turn_3_was_last_alive_on_2_and_the_game_ends_with_that_turn():
    result = play(board(*APART), rest, surrender_on(3))
    assert result.turns == 3
    assert [standing.last_frame_alive for standing in result.standings] == [3, 2]
    assert [standing.player for standing in result.timed_out] == [2]
    assert result.replay.owner[-1][2, 2] == 0
    assert result.replay.strength[-1][2, 2] == 12  # two turns of production


def test_orders_for_squares_of_others_are_dropped_and_what_cannot_be_played_is_refused():
    result = play(board(*APART), lambda state, *_: np.full(state.owner.shape, NORTH), rest)
    assert result.replay.moves[0][0, 0] == NORTH
    assert np.count_nonzero(result.replay.moves[0]) == 1
    with pytest.raises(ValueError, match="width and height swapped"):
        play(board("1000", "0020"), lambda state, *_: np.zeros((4, 2), int), rest)
    with pytest.raises(ValueError, match="belongs to 3"):
        play(board("123"), rest, rest)
    with pytest.raises(ValueError, match="2 players need as many names, but 1 were given"):
        play(board(*APART), rest, rest, names=["only one"])


def test_a_lonely_player_plays_until_nothing_productive_is_left():
    """Neutral squares that produce nothing do not keep a single player's game going, nor any land once it left."""
    state = board("100", "000", "000")
    barren = State(state.owner, state.strength, (state.owner > 0).astype(np.uint8))
    assert play(barren, rest).turns == 0
    assert play(state, rest).turns == 30
    assert play(state, surrender_on(3)).turns == 3


def test_who_gives_no_name_leaves_on_turn_1_and_is_asked_nothing():
    """A player that sent no name has been ended and reads no frame. Names that were given are shown instead."""

    class Mute(Function):
        def name(self, seconds: float) -> str:
            raise FaultError(Fault(Kind.LATE, "it was late", 0))

        def ask(self, frame: Frame) -> None:
            pytest.fail("it was asked")

    for names, shown in ((None, ("rest", "Bot #2; timed out during init")), (("one", "two"), ("one", "two"))):
        result = Game([Function(rest), Mute(rest)], board(*APART), names=names).play()
        assert result.turns == 1
        assert result.replay.player_names == shown


def test_dead_players_are_not_asked_again():
    asked = []

    def attack(state: State, player: int, turn: int) -> Moves:
        return np.where(state.owner == player, NORTH, STILL)

    def victim(state: State, player: int, turn: int) -> Moves:
        asked.append(turn)
        return rest(state, player, turn)

    state = board("3000000", "0000000", "0000000", "0002000", "0000000", "0001000", "0000000", strength=0)
    strength = state.strength.copy()
    strength[state.owner == 1] = 200
    result = play(State(state.owner, strength, state.production), attack, victim, rest)
    assert asked == list(range(1, result.standings[1].last_frame_alive + 2))
    assert len(asked) < result.turns
