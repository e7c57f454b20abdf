"""No cut of a test revives a mutant: each is killed by the test that tests/golden/mutants.toml names, or by another.

A condition that is reversed anywhere in the readable greedy decision shows on the bench, as in its compiled twin; every
parameter does.
"""

import importlib
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from bot import PRESETS, Memory, ParameterError, decide, effective, override, preset
from bot.parameters.presets import DEFINITIONS
from tests.golden import record
from tests.golden.record import answers_on
from tests.support import guard
from tests.support.guard import mutants


@pytest.mark.parametrize("module", guard.GUARDED)
def test_every_mutant_that_was_killed_still_dies(module):
    """Each module in a process of its own: tests that ran before it hide mutants.

    `python -m tests.support.guard MODULE` tries them anew after a change of the module, and writes the file.
    """
    words = [sys.executable, "-m", "tests.support.guard", "--check", module]
    done = subprocess.run(words, cwd=guard.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"no test of {module} notices any more:\n{done.stderr}"


MODULES = [
    "assign", "board", "nap", "potential", "trees", "turn", "move_rules",
]  # fmt: skip
# Mutants that make the same moves, by what they begin with.
NEEDLESS = (
    # The clock: nothing on the bench is cut short.
    "assign.moves, comparison: if place % CLOCK_EVERY == 0",
    # Only explanations ask for these.
    "trees.roots, ",
    "move_rules._least_loss, test: reason = ",
    # These save work: the square looks, and finds nothing.
    "turn._within_two_steps, comparison: ",
    # The same at the edge: nothing is lost, two labels are equal, one candidate is left.
    "turn.scores, comparison: scores[option] = potential[n] + penalty * (booked[n] - room) if booked[n] > room",
    "potential.spread, comparison: if best is None or label < best:",
    # No board of the bench has layers of different shapes.
    "board.__post_init__, ",
    # A sum of prices would have to be bad_score to the last bit.
    "move_rules.v26, comparison: if loses or scores[best] > parameters.bad_score:",
    "move_rules.v17, comparison: if scores[best] > parameters.bad_score:",
    # The greedy decision alone never goes to war; the champion's scenes are compiled.
    "nap._wall, operator: empty = board.empty & around(partners) if memory.war else board.empty",
)

V26 = preset("v26")
PLAYERS = (
    V26,
    preset("v17"),
    preset("v12"),
    override(V26, {"pact": "until_met", "pact_heads_up": False}),
    override(V26, {"pact": "off", "ties": "fixed"}),
    override(V26, {"pact_caution": True}),
)


@pytest.fixture(scope="module")
def games():
    """What each player answers, compiled, smallest boards first: (its parameters, frames of one seat, moves)."""
    played = []
    for parameters in PLAYERS:
        seats = {}
        for answer in record.answers_of(parameters):
            seats.setdefault((id(answer.scene), answer.view.me), []).append(answer)
        played += [(parameters, answers) for answers in seats.values()]
    return sorted(played, key=lambda game: game[1][0].view.owner.size * len(game[1]))


def is_noticed(games):
    """Whether the readable decision leaves the compiled one on some board, or fails; that game is asked first then."""
    for place, game in enumerate(games):
        if leaves(*game):
            games.insert(0, games.pop(place))
            return True
    return False


def leaves(parameters, answers):
    memory = Memory()
    for answer in answers:
        try:
            decision = decide(answer.view, memory, parameters)
        except Exception:
            return True
        memory = decision.memory
        if not np.array_equal(decision.moves, answer.moves):
            return True
    return False


@pytest.mark.parametrize("name", MODULES)
def test_a_reversed_condition_shows_on_the_bench(name, games):
    """Where this fails for new code, some board of the bench has to visit it: see CONTRIBUTING.md."""
    unseen = []
    for mutant in mutants(importlib.import_module(f"bot.{'board' if name == 'board' else 'greedy'}.{name}")):
        if not str(mutant).startswith(NEEDLESS):
            with mutant.alive():
                if not is_noticed(games):
                    unseen.append(str(mutant))
    assert not unseen


PARAMETERS = [
    (name, parameter)
    for name in PRESETS
    for parameter in effective(preset(name))
    if DEFINITIONS[parameter].metadata["tunable"]  # the generation changes with the ideas that it has, or not at all
    # The champion's search is slow, and its greedy moves are v26's.
    and (name != "champion" or parameter not in effective(preset("v26")))
]


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
        with suppress(ParameterError):  # two parameters that cannot stand together
            yield replace(parameters, **{parameter: other})
