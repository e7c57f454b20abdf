"""Growth alone: counted from the frames, and shares of the best."""

import numpy as np
import pytest

from engine.errors import UserError
from experiments.arena import families
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.arena.schedule import Seeds, maps
from experiments.laboratory import growth


def test_growth_is_what_the_first_seat_has_beside_players_that_stand_still():
    players = [player("v26"), player("amortizer")]
    grown = growth.measure(players, [5, 20], 1, 2, "20x20", 7)
    where = next(maps("20x20", 2, Seeds.DEVELOPMENT, 7))
    state = where.state()

    class Still:
        def moves(self, view, deadline=np.inf):
            return np.zeros(view.owner.shape, np.uint8)

    for i, each in enumerate(players):
        mover = families.mover(each.parameters.resolve(2, state.height, state.width), state.height, state.width)
        game = Arena(state.height, state.width).play(
            [player("champion").parameters] * 2, state, record=True, seated={1: mover, 2: Still()}
        )
        owned = [state.production[game.replay.owner[turn] == 1].sum() for turn in (5, 20)]
        assert grown[i, 0].tolist() == owned, each.notation


def test_shares_are_of_the_best_on_each_map():
    grown = np.array([[[10], [30], [20]], [[20], [15], [20]]])  # two players on three maps at one turn
    text = growth.table([player("v26"), player("v12")], grown, [50])
    assert text.splitlines()[2:] == ["| v26 | 50 | 1.00 | 0.60 | 0.50 |", "| v12 | 50 | 1.00 | 0.60 | 0.50 |"]


def test_a_program_is_refused():
    with pytest.raises(UserError, match="cmd:true is a program; growth is measured of players in this process"):
        growth.measure([player("cmd:true")], [5], 1, 2, "20x20", 0)
