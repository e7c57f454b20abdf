"""The tagger's interface: storing, undoing, refusals, who may ask, and which games it has."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import UserError
from experiments.positions import serving
from experiments.positions.folder import keep, positions
from experiments.positions.games import Games
from experiments.positions.server import application
from tests.support.watching import Client, folder_beside_a_secret, folder_with, game, refused


@pytest.fixture
def place(tmp_path):
    """A folder with a game; positions go beside it, and a file that must not be served lies there."""
    return folder_beside_a_secret(tmp_path).parent


@pytest.fixture
def client(place):
    """Asks the tagger."""
    games = Games(place / "games", place / "games" / "game.hlt")
    return Client(application(games, place / "positions"))


def question(turn=60, player=1, **changed):
    """A position of the game: its strongest piece of a player should go north, and not stay."""
    owner, strength = game().owner[turn], game().strength[turn]
    y, x = divmod(int(((owner == player) * strength.astype(int)).argmax()), owner.shape[1])
    squares = [{"x": x, "y": y, "right": ["NORTH"], "wrong": ["STILL"]}]
    return {"turn": turn, "player": player, "theme": "dodge", "note": "why", "squares": squares} | changed


def test_what_is_stored_is_told_and_taken_back(client, place):
    """The file appears and goes; a changed one gets its former content back."""
    told = client.post("/api/store", json=question()).json()
    assert [each["note"] for each in told["positions"]] == ["why"]
    assert told["undo"] == 1
    again = client.post("/api/store", json=question(note="better")).json()
    assert [each["note"] for each in again["positions"]] == ["better"]
    assert [each["note"] for each in client.post("/api/undo", json={}).json()["positions"]] == ["why"]
    assert client.post("/api/undo", json={}).json()["positions"] == []
    assert "nothing to take back" in client.post("/api/undo", json={}).json()["error"]
    assert list((place / "positions").iterdir()) == []


def test_another_theme_replaces_the_position_and_removing_can_be_taken_back(client, place):
    """The theme is in the file's name: the question stood there twice. A new tagger sees the files."""
    client.post("/api/store", json=question())
    told = client.post("/api/store", json=question(theme="retreat")).json()["positions"]
    assert [each["theme"] for each in told] == ["retreat"]
    assert len(list((place / "positions").iterdir())) == 1
    assert [each["theme"] for each in client.post("/api/undo", json={}).json()["positions"]] == ["dodge"]
    (told,) = client.post("/api/store", json=question()).json()["positions"]
    assert client.post("/api/remove", json={"name": told["name"]}).json()["positions"] == []
    assert client.post("/api/undo", json={}).json()["positions"] == [told]
    later = Client(application(Games(place / "games", place / "games" / "game.hlt"), place / "positions"))
    assert later.post("/api/positions", json={}).json()["positions"] == [told]
    assert positions(place / "positions")[0].memories[0].starting_players == 2


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"turn": 1000}, "turn should be a whole number 0.."),
        ({"player": 3}, "player should be a whole number 1..2"),
        ({"theme": ""}, "theme should be a text of 1 to 40 characters"),
        ({"theme": "a\u202eb"}, "theme should be a text"),
        ({"note": "x" * 3000}, "note should be a text of 0 to 2000 characters"),
        ({"squares": []}, "squares should be a list of 1 to 64 squares"),
        ({"squares": [1]}, "a square should be an object"),
        ({"squares": [{"x": 0, "y": 0, "right": ["UP"]}]}, "right should be a list of STILL"),
        ({"squares": [{"x": 99, "y": 0, "right": ["NORTH"]}]}, "lies outside the board"),
        ({"squares": [{"x": 0, "y": -1, "right": ["NORTH"]}]}, "y should be a whole number"),
        ({"tags": "one"}, "tags should be a list of words"),
        ({"game": "other.hlt"}, "there is no game"),
        ({"game": 7}, "game should be the name of a game"),
        ({"player": 2}, "does not belong to b"),
    ],
)
def test_what_makes_no_position_is_refused_in_words(client, place, changed, sentence):
    """The refusal is a message, and no file is written."""
    answer = client.post("/api/store", json=question() | changed)
    assert answer.status_code >= 400
    assert sentence in answer.json()["error"]
    assert not (place / "positions").exists()


@pytest.mark.parametrize("name", ["../games/game.hlt", "none", "", 7])
def test_only_a_stored_position_can_be_removed(client, place, name):
    """No name leads out of the folder."""
    client.post("/api/store", json=question())
    assert client.post("/api/remove", json={"name": name}).status_code == 400
    assert (place / "games" / "game.hlt").exists()
    assert len(positions(place / "positions")) == 1


def test_the_checks_of_all_servers_stand_before_every_address(place, client):
    """A tagger that was started with a token refuses requests without it."""
    games = Games(place / "games", place / "games" / "game.hlt")
    asked = Client(application(games, place / "positions", token="abc"))
    assert asked.post("/api/positions", json={}).status_code == 403
    assert asked.post("/api/positions", json={}, headers={"Authorization": "Bearer abc"}).status_code == 200
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        assert client.post("/api/store", json=question(), headers=headers).status_code == 403
    assert not (place / "positions").exists()
    assert "default-src 'self'" in client.get("/").headers["Content-Security-Policy"]


def test_proposals_name_square_and_reason(client):
    """Files and programs cannot be named from a page."""
    told = client.post("/api/proposals", json={"filter": "disputed", "players": ["v26", "v12"]}).json()
    assert told["found"] >= len(told["proposals"]) > 0
    assert told["proposals"][0].keys() == {"turn", "player", "square", "why", "weight"}
    assert client.post("/api/proposals", json={"filter": "unusual"}).status_code == 200
    for bad in (
        {"filter": "else"},
        {"filter": "costly", "players": ["cmd:ls"]},
        {"filter": "costly", "players": []},
        {"filter": "disputed", "players": ["v26"]},
    ):
        assert client.post("/api/proposals", json=bad).status_code == 400


def test_a_position_of_another_game_with_the_same_name_is_not_listed(client, place):
    """It could be opened and stored again, with the board of the wrong game."""
    client.post("/api/store", json=question())
    (mine,) = positions(place / "positions")
    strength = mine.state.strength.copy()
    strength[0, 0] ^= 1
    strange = replace(mine, name="strange", state=replace(mine.state, strength=strength))
    keep(strange, place / "positions")
    listed = client.post("/api/positions", json={}).json()["positions"]
    assert [each["name"] for each in listed] == [mine.name]


def test_what_cannot_be_taken_back_can_be_tried_again(client, monkeypatch):
    """Regression: an undo that failed could not be repeated."""
    client.post("/api/store", json=question())
    with monkeypatch.context() as broken:

        def fail(path, **_):
            raise PermissionError(13, "Permission denied", str(path))

        broken.setattr(Path, "unlink", fail)
        assert "cannot be changed: Permission denied" in client.post("/api/undo", json={}).json()["error"]
    assert client.post("/api/undo", json={}).json()["positions"] == []


def test_a_damaged_position_is_named_and_a_damaged_game_passed_over(client, place):
    """By the page as by the command, which does not start then."""
    folder = place / "positions"
    folder.mkdir()
    (folder / "bad.toml").write_text("theme = 1", encoding="utf-8")
    assert "bad.toml" in client.post("/api/positions", json={}).json()["error"]
    (place / "games" / "broken.hlt").write_bytes(b"{")
    told = client.post("/api/proposals", json={"filter": "unusual", "players": ["v12"]})
    assert told.status_code == 200


def test_the_page_learns_which_games_there_are(client, place):
    """What is no replay is not listed, nor one that is still being written; a damaged one can be listed, not asked."""
    for name in ("notes.txt", ".game.hlt.77.part.hlt"):
        (place / "games" / name).write_text("{")
    answer = client.get("/api/games").json()
    assert answer["first"] == "game.hlt"
    assert [entry["name"] for entry in answer["games"]] == ["game.hlt"]
    assert client.get("/api/games/game.hlt").content == (place / "games" / "game.hlt").read_bytes()
    (place / "games" / "broken.hlt").write_text("{")
    refused(client.post("/api/positions", json={"game": "broken.hlt"}), 400, "broken.hlt: not JSON")


@pytest.mark.parametrize("name", [
    "../secret.hlt", "..%2Fsecret.hlt", "%2e%2e%2fsecret.hlt", "..\\secret.hlt", "/etc/passwd", "game.hlt%00", "no.hlt",
    "x.txt", "~/game.hlt", "x" * 5000 + ".hlt",
])  # fmt: skip
def test_nothing_outside_the_folder_has_a_name(client, name):
    """Neither as a file nor as a game to ask about."""
    assert client.get(f"/api/games/{name}").status_code == 404
    refused(client.post("/api/positions", json={"game": name}), 404, name.encode("unicode_escape").decode()[:3])


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows lets only administrators make links")
def test_a_link_out_of_the_folder_is_not_followed(client, place):
    """Its name is inside, what it shows is not."""
    (place / "games" / "link.hlt").symlink_to(place / "secret.hlt")
    refused(client.get("/api/games/link.hlt"), 404, "there is no game 'link.hlt'")
    assert len(client.get("/api/games").json()["games"]) == 1


def test_the_first_game_may_lie_anywhere(place):
    """The others are those of the folder."""
    games = Games(place / "games", folder_with(game(), place, "else.hlt"))
    assert games.content("else.hlt") == (place / "else.hlt").read_bytes()
    assert [each["name"] for each in games.listed()] == ["game.hlt"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"game": "none.hlt"}, "none.hlt"),
        ({"game": "games"}, "games is a folder; expected one of its recorded games"),
        ({"into": "games/game.hlt"}, "is not a folder"),
        ({"host": "0.0.0.0"}, "open to other machines"),
        ({"token": "a b"}, "letters and digits"),
        ({"combat": "none.csv"}, "cannot be read"),
        ({"host": "203.0.113.1", "token": "abc"}, "cannot listen on 203.0.113.1 port 0: "),
    ],
)
def test_a_tagger_that_cannot_open_says_why(place, monkeypatch, words, sentence):
    """Before anything is served."""
    monkeypatch.chdir(place)
    usual = {"game": "games/game.hlt", "into": "positions", "combat": None, "host": "127.0.0.1", "token": None} | words
    with pytest.raises(UserError, match=sentence):
        serving.tag(
            Path(usual["game"]), Path(usual["into"]), usual["combat"] and Path(usual["combat"]), usual["host"], 0,
            usual["token"], False,
        )  # fmt: skip
