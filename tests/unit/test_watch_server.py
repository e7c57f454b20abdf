"""The live window's interface: questions about a game, and their answers and refusals."""

import json

import numpy as np
import pytest

from bot import PRESETS, Memory, changed, decide, preset
from bot.ground.board import Board
from bot.knobs.knob import plain
from bot.knobs.parameters import SILENT
from experiments.watch import games
from tests.support.watching import TURN, explained, folder_beside_a_secret, game, page_of, refused


@pytest.fixture(scope="module")
def replay():
    """A small game of v26 against v17."""
    return game()


@pytest.fixture
def client(tmp_path):
    """The window's own page."""
    return page_of(folder_beside_a_secret(tmp_path))


def decided(replay, parameters, turn=TURN, seat=1):
    """What bot.decide says about a frame."""
    watched, memory = games.Watched(replay), Memory()
    for before in range(turn):
        memory = memory.after(Board(watched.view(before, seat)))
    return decide(watched.view(turn, seat), memory, parameters, explain=True)


def test_a_slider_shows_what_decide_says(client, replay):
    """Field, moves and reasons to the last bit, and the squares that move differently than the preset."""
    answer = explained(client, parameters={"alpha": 0.4, "hold_until": 3})
    expected = decided(replay, changed(preset("v26"), {"alpha": 0.4, "hold_until": 3}))
    thought = answer["thought"]
    np.testing.assert_array_equal(thought["potential"], expected.explanation.potential.ravel())
    assert thought["move"] == expected.moves.ravel().tolist()
    assert thought["reason"] == expected.explanation.reason.ravel().tolist()
    usual = decided(replay, preset("v26")).moves
    assert answer["changed"] == np.flatnonzero(expected.moves != usual).tolist()
    assert answer["changed"] == thought["differs"], "the preset itself played this game"


def test_without_changes_nothing_is_marked(client):
    """The recorded player is a preset, and the compiled decision agrees with the plain one."""
    answer = explained(client)
    assert answer["changed"] == answer["thought"]["differs"] == []


def test_after_the_last_recorded_move_there_is_nothing_to_differ_from(client, replay):
    """The last frame can be thought about all the same."""
    assert "differs" not in explained(client, turn=replay.turns)["thought"]


def test_the_header_comes_when_it_is_asked_for(client):
    """The viewer needs it once, and again when parameters change that it shows."""
    head = explained(client, header=True, parameters={"alpha": 0.4})["header"]
    assert (head["format"], head["player"], head["parameters"]["alpha"]) == ("halite-explanation", 1, 0.4)
    assert "header" not in explained(client)


def test_another_preset_can_be_asked(client, replay):
    """Any preset may be asked about any player, with changes as its notation allows."""
    answer = explained(client, preset="v17?ties=fixed", player=2)
    expected = decided(replay, changed(preset("v17"), {"ties": "fixed"}), seat=2)
    assert answer["thought"]["move"] == expected.moves.ravel().tolist()


def test_margins_and_futures_are_answered(client):
    """Their numbers have tests of their own."""
    margin = client.post("/api/margin", json={"turn": TURN, "player": 1}).json()
    assert list(margin["knobs"]) == ["alpha", "potential_degradation_step", "enemy_ROI"]
    future = client.post("/api/future", json={"turn": TURN, "player": 1, "parameters": {"alpha": 0.6}, "seeds": 2})
    assert (future.json()["turn"], future.json()["seeds"]) == (TURN, 2)


def test_the_page_learns_what_every_parameter_means(client):
    """Kind, range, unit and reason as bot.knobs.parameters has them; a name and a clock decide no move."""
    answer = client.get("/api/knobs").json()["knobs"]
    assert set(answer) == set(plain(preset("v26"))) - SILENT
    assert (answer["alpha"]["low"], answer["alpha"]["high"], answer["alpha"]["unit"]) == (0.001, 0.999, "weight")
    assert answer["pact"]["choices"] == ["everybody", "until_met", "off"]
    kinds = {name: answer[name]["kind"] for name in ("alpha", "crowd_side", "dodge", "pact")}
    assert kinds == {"alpha": "float", "crowd_side": "int", "dodge": "bool", "pact": "str"}


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"turn": 999}, "turn should be a whole number 0..160, it is 999"),
        ({"turn": "7"}, "turn should be a whole number 0..160, it is \"7\""),
        ({"player": 3}, "player should be a whole number 1..2, it is 3"),
        ({"player": True}, "player should be a whole number 1..2, it is true"),
        ({"parameters": {"alpha": 7}}, "alpha = 7 is outside 0.001..0.999"),
        ({"parameters": {"alhpa": 0.1}}, "there is no parameter 'alhpa'; did you mean alpha?"),
        ({"parameters": [1]}, "parameters should be an object of name and value, it is a list of 1"),
        ({"preset": "v99"}, f"preset should be one of {', '.join(PRESETS)}, it is \"v99\""),
        ({"preset": "secrets.toml"}, "preset should be one of v12, v17, v26"),
        ({"preset": "v26?alpha=x"}, "alpha = 'x' should be a number"),
        ({"game": 5}, "game should be the name of a game, it is 5"),
    ],
)  # fmt: skip
def test_a_question_that_makes_no_sense_is_answered_with_what_was_expected(client, question, sentence):
    """The answer is a sentence for the page."""
    refused(client.post("/api/explain", json={"turn": TURN, "player": 1, **question}), 400, sentence)


@pytest.mark.parametrize("seeds", [0, 33, None, 1.5])
def test_futures_have_a_limit(client, seeds):
    """The user waits for the answer."""
    refused(client.post("/api/future", json={"turn": TURN, "player": 1, "seeds": seeds}), 400, "seeds should be")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"7", b"\xff", b"[" * 100_000], ids=repr)
def test_a_question_that_is_no_json_object_is_refused(client, content):
    """Empty, broken, another JSON value, no UTF-8, or nested too deep."""
    answer = client.post("/api/explain", content=content[:60_000])
    refused(answer, 400, "the request should be ")


def test_what_is_not_there_is_an_error_in_json(client):
    """An unknown path, and a known path with the wrong method."""
    refused(client.get("/api/nothing"), 404, "GET /api/nothing: Not Found")
    refused(client.get("/api/explain"), 405, "GET /api/explain: Method Not Allowed")


def test_answers_are_json_that_every_browser_reads(client):
    """Neither NaN nor Infinity as words."""
    answer = client.post("/api/explain", json={"turn": TURN, "player": 1})
    json.loads(answer.text, parse_constant=pytest.fail)
