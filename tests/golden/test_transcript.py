"""Our side of the protocol against a conversation recorded byte by byte."""

import numpy as np
import pytest

from engine import wire
from engine.replay import text
from tests.support.boards import assert_same_squares
from tests.support.recordings import TRANSCRIPT, recording

GAME = recording(TRANSCRIPT / "game.hlt")


@pytest.mark.parametrize("player", [1, 2])
def test_a_bot_hears_the_recorded_bytes_and_its_answers_become_the_recorded_moves(player):
    said = wire.handshake(GAME.state(0), player) + "".join(wire.frame(GAME.state(turn)) for turn in range(GAME.turns))
    assert said.encode() == (TRANSCRIPT / f"p{player}.to_bot.txt").read_bytes()
    _name, *answers = (TRANSCRIPT / f"p{player}.from_bot.txt").read_text().split("\n")
    for turn in range(GAME.turns):
        moves = wire.read_moves(answers[turn], GAME.state(turn), player)
        assert_same_squares(moves, np.where(GAME.owner[turn] == player, GAME.moves[turn], 0))


def test_the_replay_is_written_with_the_recorded_bytes():
    """The file is the official one, not only equal to it in meaning."""
    assert text(GAME).encode() == (TRANSCRIPT / "game.hlt").read_bytes()
