"""The games of a tagger: its folder's, the one it was started with, and nothing outside the folder."""

import pytest

from experiments.positions.games import Games
from experiments.positions.server import application
from tests.support.watching import Client, folder_beside_a_secret, folder_with, game, refused


@pytest.fixture
def folder(tmp_path):
    """A folder with a game, and a file beside the folder that must not be served."""
    return folder_beside_a_secret(tmp_path)


@pytest.fixture
def client(folder):
    """Asks the tagger."""
    return Client(application(Games(folder, folder / "game.hlt"), folder.parent / "positions"))


def test_the_page_learns_which_games_there_are(client, folder):
    """What is no replay is not listed, nor one that is still being written."""
    (folder / "notes.txt").write_text("hello")
    (folder / ".game.hlt.77.part.hlt").write_text("{")
    answer = client.get("/api/games").json()
    assert answer["first"] == "game.hlt"
    assert [entry["name"] for entry in answer["games"]] == ["game.hlt"]
    assert client.get("/api/games/game.hlt").content == (folder / "game.hlt").read_bytes()


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
    refused(client.post("/api/positions", json={"game": name}), 404, name.encode("unicode_escape").decode()[:3])


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows lets only administrators make links")
def test_a_link_out_of_the_folder_is_not_followed(client, folder):
    """Its name is inside, what it shows is not."""
    (folder / "link.hlt").symlink_to(folder.parent / "secret.hlt")
    refused(client.get("/api/games/link.hlt"), 404, "there is no game 'link.hlt'")
    assert len(client.get("/api/games").json()["games"]) == 1


def test_a_damaged_game_in_the_folder_is_refused(client, folder):
    """It can be listed, not asked about."""
    (folder / "broken.hlt").write_text("{")
    refused(client.post("/api/positions", json={"game": "broken.hlt"}), 400, "broken.hlt: not JSON")


def test_the_first_game_may_lie_anywhere(folder):
    """The others are those of the folder."""
    folder_with(game(), folder.parent, "else.hlt")
    games = Games(folder, folder.parent / "else.hlt")
    assert games.content("else.hlt") == (folder.parent / "else.hlt").read_bytes()
    assert [each["name"] for each in games.listed()] == ["game.hlt"]
