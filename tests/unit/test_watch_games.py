"""The games of a live window: its folder's, uploads and futures, and nothing outside the folder."""

import gzip

import pytest

from bot import PRESETS
from bot.knobs.knob import plain
from engine import unpacking
from engine.replay import parse, text
from experiments.watch import games, server
from experiments.watch.games import Games
from experiments.watch.server import application
from tests.support.watching import (
    HERE,
    TURN,
    Client,
    explained,
    folder_beside_a_secret,
    folder_with,
    game,
    page_of,
    refused,
)


@pytest.fixture(scope="module")
def replay():
    """A small game of v26 against v17."""
    return game()


@pytest.fixture
def folder(tmp_path):
    """A folder with a game, and a file beside the folder that must not be served."""
    return folder_beside_a_secret(tmp_path)


@pytest.fixture
def client(folder):
    """The window's own page."""
    return page_of(folder)


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


def test_an_upload_that_is_too_large_is_refused(client, monkeypatch):
    """Before it is in memory; a small one that unpacks to more than a game is refused too."""
    monkeypatch.setattr(unpacking, "LARGEST", 1 << 20)
    refused(client.post("/api/open", content=gzip.compress(b" " * (2 << 20))), 400, "more than 1 MiB of text")
    monkeypatch.setattr(server, "LARGEST_UPLOAD", 1000)
    refused(client.post("/api/open", content=b"x" * 1001), 413, "more than 1000 bytes were sent")


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
