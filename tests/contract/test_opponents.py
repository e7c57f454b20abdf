"""Every opponent plays a whole game against v26 by the protocol, on time, without a fault."""

import pytest

from bot import preset
from bot.board.view import View
from bot.kernels import Decider
from engine import Function, Game, generate
from engine.program import Program
from experiments.arena.players import opponents, player


def v26():
    decider = Decider(preset("v26"), 12, 12)
    return Function(lambda s, me, turn: decider.moves(View(s.owner, s.strength, s.production, me, turn - 1)), "v26")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", opponents())
def test_an_opponent_plays_a_whole_game(name, seat):
    seats = [Program(player(name).command), v26()]
    if seat:
        seats.reverse()
    result = Game(seats, generate(12, 12, 2, 3)).play()
    standing = result.standings[seat]
    assert standing.fault is None
    assert standing.name == name.removeprefix("opponents/").removesuffix(".py")
    assert standing.territory > 1 or standing.last_frame_alive < result.turns
    assert (result.replay.owner == seat + 1).sum(axis=(1, 2)).max() > 1
