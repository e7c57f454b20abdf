"""Requests to servers are understood or refused in words that can be sent; they never fail with another error."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot import PRESETS
from bot.knobs.parameters import KNOBS
from experiments.positions.games import Games
from experiments.positions.proposing import KINDS, Proposing
from experiments.positions.tagging import tagged
from experiments.recordings.watched import Watched
from experiments.serving.requests import Refusal, members
from tests.support.watching import folder_with, game

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(sorted(PRESETS)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
NOTATIONS = st.builds("v26?{}={}".format, st.sampled_from(sorted(KNOBS)) | st.text(max_size=3), st.text(max_size=3))
MARKED = st.fixed_dictionaries({"x": st.integers(0, 9), "y": st.integers(0, 9)}, optional={"right": ANYTHING})
MEMBERS = {
    "turn": st.integers(0, 9) | ANYTHING,
    "player": st.integers(1, 2) | ANYTHING,
    "theme": st.just("dodge") | ANYTHING,
    "note": ANYTHING,
    "tags": ANYTHING,
    "squares": st.lists(MARKED, min_size=1, max_size=2) | ANYTHING,
}


@pytest.fixture(scope="module")
def watched():
    """A small game of v26 against v17."""
    return Watched(game())


@pytest.fixture(scope="module")
def proposing(tmp_path_factory):
    """The filters over its folder."""
    folder = tmp_path_factory.mktemp("games")
    return Proposing(Games(folder, folder_with(game(), folder)))


def understood(act, asked):
    """Answer a request, or assert that it is refused with a sentence that can be sent."""
    try:
        act(members(json.dumps(asked).encode()))
    except Refusal as error:
        assert str(error).encode()  # noqa: PT017 - half of a character, taken over from the question, could not be sent


@given(st.fixed_dictionaries({}, optional=MEMBERS))
@example({"turn": 0, "player": 1, "theme": "\ud800", "squares": [{"x": 0, "y": 0}]})
def test_a_position_is_stored_or_refused(watched, asked):
    """Any members."""
    understood(lambda request: tagged(watched, "game.hlt", request), asked)


@given(st.lists(NOTATIONS | ANYTHING, max_size=3) | ANYTHING, st.sampled_from([*KINDS, "else", 7]))
@example(["v26?name=\ud800"], "disputed")
def test_players_of_a_proposal_are_understood_or_refused(proposing, players, kind):
    """Any players: the check alone, for a filter takes seconds."""
    understood(lambda request: proposing._players(request["players"]), {"players": players, "filter": kind})


@given(st.binary(max_size=50))
def test_a_body_is_an_object_or_refused(body):
    """Any bytes."""
    try:
        assert isinstance(members(body), dict)
    except Refusal as error:
        assert "the request should be" in str(error)  # noqa: PT017 - what is an object by chance raises nothing


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"\xff", b"[" * 60_000], ids=repr)
def test_what_is_no_json_object_is_refused(content):
    """Empty, broken, another JSON value, no UTF-8, or nested too deep."""
    with pytest.raises(Refusal, match="the request should be "):
        members(content)
