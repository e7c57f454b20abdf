"""Presets and opponents move as recorded, as the originals did, and the positions visit what parameters decide."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

import bot
from bot import PRESETS, Memory, decide, effective, override, preset
from bot.parameters.presets import DEFINITIONS
from engine.replay import read
from experiments.opponents.opponent import NAMES
from experiments.recordings.watched import Watched
from tests.golden import record
from tests.golden.record import answers_of, answers_on
from tests.support.boards import assert_same_squares
from tests.support.recordings import GOLDEN


@pytest.mark.parametrize("name", [*PRESETS, *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES)])
def test_a_player_moves_as_recorded(name):
    difference = record.difference(name, answers_of(record.players()[name]))
    assert difference is None, difference


def test_a_difference_names_square_and_board_and_says_that_play_must_be_raised(tmp_path):
    answers = list(answers_of(preset("v26")))
    record.record("v26", answers, tmp_path)
    assert record.difference("v26", answers, tmp_path) is None
    at = next(number for number, answer in enumerate(answers) if answer.moves.any())
    y, x = np.argwhere(answers[at].moves)[0].tolist()
    moves = answers[at].moves.copy()
    moves[y, x] = 0
    answers[at] = replace(answers[at], moves=moves)
    difference = record.difference("v26", answers, tmp_path)
    assert f"1 squares of 1 frames. First: square ({x}, {y}) of {answers[at].scene.name!r}" in difference
    assert "now STILL. If play was to change: raise PLAY in bot/" in difference
    assert difference.endswith("run `python -m tests.golden.record v26`")


PARAMETERS = [
    (name, parameter)
    for name in PRESETS
    for parameter in effective(preset(name))
    if DEFINITIONS[parameter].metadata["tunable"]  # the generation changes with the ideas that it has, or not at all
    # The champion's search is slow, and its greedy moves are v26's.
    and (name != "champion" or parameter not in effective(preset("v26")))
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_every_parameter_changes_a_move_on_the_reference_positions(name, parameter):
    """A position must visit what it decides: halved, doubled, at an end of its range or as another word."""
    assert any(_differs(other, name) for other in _others(preset(name), parameter)), parameter


def _differs(other, name):
    """Whether a player moves differently anywhere on the preset's scenes; boards that came with an idea come first."""
    return any(
        not np.array_equal(one.moves, two.moves)
        for boards in reversed(record.names(preset(name)))
        for scene in record.scenes(boards)
        for one, two in zip(record._answers(scene, boards, other), _of(scene, boards, name), strict=True)
    )


def _of(scene, boards, name):
    return [answer for answer in answers_on(boards, preset(name)) if np.array_equal(answer.scene.owner, scene.owner)]


def _others(parameters, parameter):
    value, known = getattr(parameters, parameter), DEFINITIONS[parameter].metadata
    if isinstance(value, bool):
        values = [not value]
    elif isinstance(value, str):
        values = [word for word in known["choices"] if word != value]
    else:
        steps = [known["low"], type(value)(value / 2), type(value)(value * 2)]
        # The ends show most. But the most of a whole number may be a search of minutes, so that one comes last.
        steps.insert(0 if isinstance(value, float) else len(steps), min(known["high"], 1e6))
        values = [number for number in steps if known["low"] <= number <= known["high"] and number != value]
    for other in values:
        with suppress(bot.ParameterError):  # two parameters that cannot stand together
            yield replace(parameters, **{parameter: other})


RECORDINGS = sorted((GOLDEN / "decisions").glob("*.hlt.gz"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_presets_choose_what_the_originals_chose(path):
    """Ties fall in the fixed order, as when they were recorded. Compiled, they do in contract/test_module.py."""
    replay = read(path)
    for seat, name in enumerate(replay.player_names, 1):
        parameters = override(preset(name), {"ties": "fixed"})
        parameters, memory = parameters.resolve(len(replay.player_names), *replay.production.shape), Memory()
        for turn in range(replay.turns):
            view = Watched(replay).view(turn, seat)
            ours = view.owner == seat
            if ours.any():
                decision = decide(view, memory, parameters)
                memory = decision.memory
                about = f"moves of player {seat} on frame {turn}"
                assert_same_squares(np.where(ours, decision.moves, 0), np.where(ours, replay.moves[turn], 0), about)
