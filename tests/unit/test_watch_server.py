"""The live window's interface: its answers and refusals."""

import gzip
import json

import numpy as np
import pytest

from bot import PRESETS, Memory, changed, decide, preset
from bot.board import Board
from bot.knobs import plain
from bot.parameters import SILENT
from engine.replay import parse, text
from experiments.watch import games, server
from experiments.watch.games import Games
from experiments.watch.hosts import is_local
from experiments.watch.server import application
from tests.watching import Client, folder_with, game

HERE = "http://127.0.0.1:8000"
TURN = 60


@pytest.fixture(scope="module")
def replay():
    """A small game of v26 against v17."""
    return game()


@pytest.fixture
def folder(replay, tmp_path):
    """A folder with that game, and a file beside the folder that must not be served."""
    (tmp_path / "games").mkdir()
    folder_with(replay, tmp_path, "secret.hlt")
    folder_with(replay, tmp_path / "games")
    return tmp_path / "games"


@pytest.fixture
def client(folder):
    """The window's own page."""
    return Client(application(Games(folder, folder / "game.hlt")), HERE)


def explained(client, **question):
    """The answer to a question about turn 60 of player 1."""
    answer = client.post("/api/explain", json={"turn": TURN, "player": 1, **question})
    assert answer.status_code == 200, answer.text
    return answer.json()


def decided(replay, parameters, turn=TURN, seat=1):
    """What bot.decide says about a frame."""
    watched, memory = games.Watched(replay), Memory()
    for before in range(turn):
        memory = memory.after(Board(watched.view(before, seat)))
    return decide(watched.view(turn, seat), memory, parameters, explain=True)


def refused(answer, status, sentence):
    """An error is a status and a sentence, never a page of HTML."""
    assert answer.status_code == status
    assert sentence in answer.json()["error"]


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


def test_a_future_is_a_game_that_can_be_asked_about(client, replay):
    """Under a name of the window's own, as a replay's file."""
    names = client.post("/api/future", json={"turn": TURN, "player": 1, "seeds": 1}).json()["games"]
    assert explained(client, game=names["changed"])["changed"] == []
    assert parse(client.get(f"/api/games/{names['changed']}").content).turns == replay.turns


def test_only_a_few_futures_are_kept(client):
    """The oldest go first; asking about one that is gone says so."""
    for _ in range(games.KEPT):
        names = client.post("/api/future", json={"turn": TURN, "player": 1, "seeds": 1}).json()["games"]
    assert names == {"unchanged": "future-7.hlt", "changed": "future-8.hlt"}
    assert client.get("/api/games/future-5.hlt").status_code == 200
    refused(client.get("/api/games/future-4.hlt"), 404, "there is no game 'future-4.hlt'")


def test_the_page_learns_what_every_parameter_means(client):
    """Kind, range, unit and reason as bot.parameters has them; a name and a clock decide no move."""
    answer = client.get("/api/knobs").json()["knobs"]
    assert set(answer) == set(plain(preset("v26"))) - SILENT
    assert (answer["alpha"]["low"], answer["alpha"]["high"], answer["alpha"]["unit"]) == (0.001, 0.999, "weight")
    assert answer["pact"]["choices"] == ["everybody", "until_met", "off"]
    kinds = {name: answer[name]["kind"] for name in ("alpha", "crowd_side", "dodge", "pact")}
    assert kinds == {"alpha": "float", "crowd_side": "int", "dodge": "bool", "pact": "str"}


def test_a_second_game_may_lie_anywhere_and_have_the_same_name(folder, replay):
    """It stands beside the first, under a name of its own."""
    folder_with(replay, folder.parent)
    client = Client(application(Games(folder, folder / "game.hlt", folder.parent / "game.hlt")), HERE)
    second = client.get("/api/games").json()["second"]
    assert second == f"{folder.parent.name}-game.hlt"
    assert client.get(f"/api/games/{second}").content == (folder / "game.hlt").read_bytes()


def test_the_page_learns_which_games_and_presets_there_are(client, folder):
    """The newest first; what is no replay is not listed, nor one that is still being written."""
    (folder / "notes.txt").write_text("hello")
    (folder / ".game.hlt.77.part.hlt").write_text("{")
    answer = client.get("/api/games").json()
    assert answer["first"] == "game.hlt"
    assert [entry["name"] for entry in answer["games"]] == ["game.hlt"]
    assert client.get("/api/games/game.hlt").content == (folder / "game.hlt").read_bytes()
    assert client.get("/api/knobs").json()["presets"] == {name: plain(known) for name, known in PRESETS.items()}


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_replay_can_be_uploaded_and_asked_about(client, replay, is_packed):
    """It is kept under a name of the window's own."""
    content = text(replay).encode()
    name = client.post("/api/open", content=gzip.compress(content) if is_packed else content).json()["game"]
    assert explained(client, game=name)["changed"] == []
    assert client.get(f"/api/games/{name}").status_code == 200


def test_only_a_few_uploads_are_kept(client, replay, monkeypatch):
    """The oldest go first."""
    monkeypatch.setattr(games, "KEPT", 2)
    names = [client.post("/api/open", content=text(replay).encode()).json()["game"] for _ in range(3)]
    assert len(set(names)) == 3
    refused(client.get(f"/api/games/{names[0]}"), 404, f"there is no game '{names[0]}'")
    assert client.get(f"/api/games/{names[2]}").status_code == 200


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


OUTSIDE = [
    "../secret.hlt",
    "..%2Fsecret.hlt",
    "%2e%2e%2fsecret.hlt",
    "..\\secret.hlt",
    "/etc/passwd",
    "game.hlt%00",
    "no.hlt",
]


@pytest.mark.parametrize("name", [*OUTSIDE, "x.txt", "~/game.hlt", "x" * 5000 + ".hlt"])
def test_nothing_outside_the_folder_has_a_name(client, name):
    """Neither as a file nor as a game to ask about."""
    assert client.get(f"/api/games/{name}").status_code == 404
    refused(
        client.post("/api/explain", json={"game": name, "turn": 0, "player": 1}),
        404,
        name.encode("unicode_escape").decode()[:3],
    )


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows lets only administrators make links")
def test_a_link_out_of_the_folder_is_not_followed(client, folder):
    """Its name is inside, what it shows is not."""
    (folder / "link.hlt").symlink_to(folder.parent / "secret.hlt")
    refused(client.get("/api/games/link.hlt"), 404, "there is no game 'link.hlt'")
    assert len(client.get("/api/games").json()["games"]) == 1


@pytest.mark.parametrize("address", ["/page/../server.py", "/page/..%2f..%2fMyBot.py", "/live/%2e%2e/server.py"])
def test_the_page_s_folders_hold_the_page_alone(client, address):
    """No source, no file of the project."""
    assert client.get(address).status_code == 404


def test_an_upload_that_is_too_large_is_refused(client, monkeypatch):
    """Before it is in memory; and so is a small one that unpacks to more than a game."""
    monkeypatch.setattr(server, "LARGEST_UPLOAD", 1000)
    refused(client.post("/api/open", content=b"x" * 1001), 413, "more than 1000 bytes were sent")
    monkeypatch.setattr(games, "LARGEST_TEXT", 10_000)
    refused(client.post("/api/open", content=gzip.compress(b" " * 10_001)), 400, "more than 10000 bytes of text")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "not JSON"), (b"{}", "is it a Halite I replay?"), (b"\x1f\x8bno", "damaged gzip"), (b"\xff", "not JSON")],
)  # fmt: skip
def test_an_upload_that_is_no_replay_is_refused(client, content, sentence):
    """With the reason that the engine gives."""
    refused(client.post("/api/open", content=content), 400, sentence)


def test_a_damaged_game_in_the_folder_is_refused(client, folder):
    """It can be listed, not asked about."""
    (folder / "broken.hlt").write_text("{")
    refused(
        client.post("/api/explain", json={"game": "broken.hlt", "turn": 0, "player": 1}), 400, "broken.hlt: not JSON"
    )


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.0.5", "", "["]
)
def test_another_name_for_this_machine_is_refused(client, host):
    """DNS rebinding: a foreign page's own name that suddenly points here."""
    refused(client.get("/api/games", headers={"host": host}), 403, "use the address that it printed")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"])
def test_this_machine_s_own_names_are_let_through(client, host):
    """With any port: a tunnel may end on another."""
    assert client.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:9999", "http://[", ""])
def test_a_foreign_page_may_not_ask(client, origin):
    """Its browser says where it comes from."""
    question = {"turn": 0, "player": 1}
    refused(
        client.post("/api/explain", json=question, headers={"origin": origin}), 403, "only the window's own page may"
    )


def test_the_window_s_own_page_may_ask(client):
    """Its origin is the host that it asks."""
    assert client.get("/api/games", headers={"origin": HERE}).status_code == 200


@pytest.mark.parametrize(
    "given", [{}, {"authorization": "Bearer wrong"}, {"authorization": "s3cret"}, {"authorization": "Bearer "}]
)
def test_with_a_token_nothing_is_answered_without_it(folder, given):
    """From other machines and from this one; the page alone is the same for everybody."""
    client = Client(application(Games(folder), "0.0.0.0", "s3cret"), "http://10.0.0.7:8000")
    refused(client.get("/api/games", headers=given), 403, "the token is missing or wrong")
    assert client.get("/api/games", headers={"authorization": "Bearer s3cret"}).status_code == 200
    assert client.get("/").status_code == 200


def test_what_is_not_there_is_an_error_in_json(client):
    """An unknown path, and a known path with the wrong method."""
    refused(client.get("/api/nothing"), 404, "GET /api/nothing: Not Found")
    refused(client.get("/api/explain"), 405, "GET /api/explain: Method Not Allowed")


OURS = ["127.0.0.1", "127.9.9.9", "::1", "localhost"]


@pytest.mark.parametrize("host", [*OURS, "0.0.0.0", "10.0.0.7", "::", "example.org", "localhost.example.org"])
def test_which_addresses_are_this_machine_s_own(host):
    """All others need a token."""
    assert is_local(host) == (host in OURS)


def test_the_page_and_its_scripts_are_served(client):
    """Scripts have the type text/javascript: with nosniff a browser runs no other type."""
    assert "live/live.js" in client.get("/").text
    for script in ("/live/live.js", "/live/service.js", "/page/app.js"):
        assert client.get(script).headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path", ["/", "/live/live.js", "/page/style.css", "/api/games", "/api/nothing", "/live/nothing", "/api/explain"]
)
def test_every_answer_tells_the_browser_what_it_may_do(client, path):
    """Pages, scripts, games and errors: nothing from elsewhere, no guessing of types, no frame around it, no copy."""
    told = client.get(path).headers
    assert told["content-security-policy"].startswith("default-src 'self';")
    assert "frame-ancestors 'none'" in told["content-security-policy"]
    assert told["x-content-type-options"] == "nosniff"
    assert told["cross-origin-resource-policy"] == "same-origin"
    assert told["cache-control"] == "no-store"


def test_a_refusal_tells_the_browser_the_same(client):
    """The guard answers before the window does."""
    answer = client.get("/api/games", headers={"origin": "https://evil.example"})
    assert (answer.status_code, answer.headers["x-content-type-options"]) == (403, "nosniff")


def test_answers_are_json_that_every_browser_reads(client):
    """Neither NaN nor Infinity as words."""
    answer = client.post("/api/explain", json={"turn": TURN, "player": 1})
    json.loads(answer.text, parse_constant=pytest.fail)
