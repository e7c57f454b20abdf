"""The live window answers or refuses every question; it never fails with another error."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot import PRESETS
from bot.knobs.parameters import KNOBS
from experiments.watch.question import Question, Refusal, members, question
from tests.support.watching import game

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(sorted(PRESETS)),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | st.sampled_from(sorted(KNOBS)), inner)
    ),
    max_leaves=6,
)
NOTATIONS = st.builds("v26?{}={}".format, st.sampled_from(sorted(KNOBS)) | st.text(max_size=3), st.text(max_size=3))
MEMBERS = {
    "turn": st.integers(0, 9) | ANYTHING,
    "player": st.integers(1, 2) | ANYTHING,
    "preset": st.sampled_from(sorted(PRESETS)) | NOTATIONS | ANYTHING,
    "parameters": st.dictionaries(st.sampled_from(sorted(KNOBS)), ANYTHING, max_size=2) | ANYTHING,
}


@pytest.fixture(scope="module")
def replay():
    """A small game of v26 against v17."""
    return game()


@given(st.fixed_dictionaries({}, optional=MEMBERS))
@example({"turn": 0, "player": 1, "preset": "v26?name=\ud800"})
def test_a_question_is_understood_or_refused_in_words_that_can_be_sent(replay, asked):
    """A Question within the game, or a Refusal whose sentence is text; never another error."""
    try:
        answer = question(members(json.dumps(asked).encode()), replay)
    except Refusal as error:
        assert str(error).encode()  # noqa: PT017 - half of a character, taken over from the question, could not be sent
        return
    assert isinstance(answer, Question)
    assert 0 <= answer.turn <= replay.turns
    assert answer.seat in (1, 2)


@given(st.binary(max_size=50))
def test_a_body_is_an_object_or_refused(body):
    """Any bytes."""
    try:
        assert isinstance(members(body), dict)
    except Refusal as error:
        assert "the request should be" in str(error)  # noqa: PT017 - what is an object by chance raises nothing
