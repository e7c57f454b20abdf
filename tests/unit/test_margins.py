"""How much a parameter must change until a square moves differently."""

from dataclasses import replace

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from experiments.module.asking import HALVINGS, SCANNED, STEPS
from experiments.recordings import frames
from experiments.recordings.watched import Watched
from tests.support.margins import flips, margins, played
from tests.support.watching import game

ALL = np.ones((1, 3), np.bool_)


def stairs(value):
    """Three squares: the first flips at 0.3, the second at 0.31 and further at 0.8, the third never."""
    return np.array([[value >= 0.3, (value >= 0.31) + (value >= 0.8), 0]], np.uint8)


def test_every_square_flips_at_its_own_value_both_ways():
    """Two in one step of the scan are told apart; the value found is beyond the flip by a 256th of a step at most."""
    edges = flips(stairs, 0.0, 1.0, ALL)
    fineness = 1 / STEPS / 2**HALVINGS
    assert 0 <= edges.value[0, 0] - 0.3 <= fineness
    assert 0 <= edges.value[0, 1] - 0.31 <= fineness
    assert np.isnan(edges.value[0, 2])
    assert edges.move.tolist() == [[1, 1, 0]]
    edges = flips(stairs, 1.0, 0.0, ALL)
    assert 0.8 - 1 / STEPS / 2**HALVINGS <= edges.value[0, 1] < 0.8
    assert edges.move.tolist() == [[0, 1, 0]]
    edges = flips(stairs, 0.0, 1.0, np.array([[False, True, False]]))
    assert np.isnan(edges.value[0, 0])


def test_at_the_margin_the_bot_moves_as_it_says():
    """Every pair [value, move] is what the plain decision does with that value; at the present value it does not."""
    watched = Watched(game())
    edges = margins(watched, 1, 60, preset("v26"))
    view, memory = watched.view(60, 1), watched.memory(60, 1)
    usual = decide(view, memory, preset("v26")).moves.ravel()
    assert edges["squares"] == np.flatnonzero(view.owner == 1).tolist()
    checked = 0
    for name, knob in edges["knobs"].items():
        for side in ("down", "up"):
            for square, pair in zip(edges["squares"], knob[side], strict=True):
                if pair is None:
                    continue
                moves = decide(view, memory, changed(preset("v26"), {name: pair[0]})).moves.ravel()
                assert moves[square] == pair[1] != usual[square]
                assert (pair[0] > knob["value"]) == (side == "up")
                checked += 1
    assert checked > 0


def test_while_an_opening_plan_bends_prices_margins_belong_to_the_bent_field():
    """Each value flips its move on the bent field that the plan plays on; on the usual field it might flip none."""
    bends = {"opening_search": 60, "opening_bend": 1.0}
    asked, turn = changed(preset("champion"), bends), 20
    watched = Watched(game())
    edges = margins(watched, 1, turn, asked)["knobs"]
    playing, bent = played(watched, 1, turn, asked)
    assert (bent != 1.0).any()
    view, memory = watched.view(turn, 1), replace(watched.memory(turn, 1), bent=bent)
    usual = decide(view, memory, playing).moves.ravel()
    told = [
        (name, square, *pair)
        for name, knob in edges.items()
        for side in ("down", "up")
        for square, pair in zip(np.flatnonzero(view.owner == 1), knob[side], strict=True)
        if pair
    ]
    assert told
    for name, square, value, move in told:
        assert decide(view, memory, changed(playing, {name: value})).moves.ravel()[square] == move != usual[square]


def test_a_value_beyond_the_scanned_range_is_its_end():
    """Nothing lies between it and the end, so nothing flips there."""
    high = changed(preset("v26"), {"alpha": 0.99})
    edges = margins(Watched(game()), 1, 10, high)
    alpha = edges["knobs"]["alpha"]
    assert (alpha["low"], alpha["high"]) == (SCANNED["alpha"][0], 0.99)
    assert not any(alpha["up"])


@pytest.mark.parametrize("seat", [1, 2])
def test_what_is_remembered_on_a_frame_is_what_a_player_remembers_who_played_up_to_it(seat):
    """Frames may be asked for in any order."""
    replay = game()
    watched, memory = Watched(replay), Memory()
    for turn in range(20):
        memory = decide(frames.view(replay, turn, seat), memory, preset("v26")).memory
    assert watched.memory(20, seat) == memory
    assert watched.memory(0, seat) == Memory()
