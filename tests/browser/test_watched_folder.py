"""A watched folder: the newest game opens by itself; only this machine may ask for it."""

import json
import os
import shutil
import sys
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import GAME
from tests.support import servers
from tests.support.pages import Tab, as_text
from viewer.watching import Watching, WatchingError


@pytest.fixture
def watching(tmp_path):
    """A server for an empty folder, answering."""
    with servers.watching(tmp_path) as server:
        yield server


def asked(watching, path, **headers):
    """Status and content of one answer."""
    return servers.fetched(urlsplit(watching.address).netloc, path, **headers)


def test_the_newest_game_opens_by_itself(browser, watching, tmp_path, explanation):
    """With the explanation beside it; then the next game takes its place."""
    tab = Tab(browser.new_page())
    tab.page.goto(watching.address)
    tab.page.wait_for_function("() => window.viewer")
    assert "open automatically" in tab.page.locator(".welcome").inner_text()
    shutil.copy(explanation, tmp_path / "one.player1.explain.gz")
    shutil.copy(GAME, tmp_path / "one.hlt.gz")
    tab.page.wait_for_function("() => viewer.session.game?.name === 'one.hlt.gz' && viewer.session.explanation")
    shutil.copy(GAME, tmp_path / "two.hlt.gz")
    (tmp_path / "two.player2.explain.gz").write_bytes(b"damaged")
    tab.page.wait_for_function("() => viewer.session.game.name === 'two.hlt.gz' && viewer.session.isPlaying")
    tab.page.close()
    assert tab.problems == []
    assert all(address.startswith(watching.address) for address in tab.requests)


def test_a_page_asks_again_when_the_server_did_not_answer(tab):
    """The computer slept, or the program was started anew: one failure is not the end."""
    game = {"name": "late.hlt.gz", "address": "game/late.hlt.gz"}
    answers = [None, {"status": 503, "body": "the folder cannot be read: gone"}, {"stamp": None, "files": []}]
    tab.js(FAILING, {"answers": [*answers, {"stamp": "1", "files": [game]}], "game": as_text(GAME.read_bytes())})
    tab.page.wait_for_function("() => viewer.session.game.name === 'late.hlt.gz'")
    assert tab.js("window.complaints") == [
        "The server does not answer; is python -m viewer --watch still running?",
        "the folder cannot be read: gone",
        None,
    ]


FAILING = """(() => {
    window.complaints = [];
    viewer.session.on("message", (message) => {
        const text = message ? message.text : null;
        if (complaints.at(-1) !== text) complaints.push(text);
    });
    window.fetch = async (address) => {
        if (address !== "newest") return new Response(Uint8Array.from(atob(it.game), (sign) => sign.charCodeAt(0)));
        const answer = it.answers.length > 1 ? it.answers.shift() : it.answers[0];
        if (answer === null) throw new TypeError("Failed to fetch");
        return new Response(answer.body ?? JSON.stringify(answer), {status: answer.status ?? 200});
    };
    viewer.watch({pause: 20});
})()"""


def newest(watching):
    """The names that the server gives for the newest game."""
    status, content = asked(watching, "/newest")
    assert status == 200
    return [file["name"] for file in json.loads(content)["files"]]


def test_explanations_of_other_games_are_left_alone(watching, tmp_path):
    """x.y.player1.explain.gz is about x.y.hlt, although it begins like x.hlt."""
    for name in ("x.hlt", "x.player2.explain.gz", "x.y.player1.explain.gz", "x.player1.explain.gz.old"):
        (tmp_path / name).write_bytes(b"")
    assert newest(watching) == ["x.hlt", "x.player2.explain.gz"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are Unicode")
def test_a_file_with_a_strange_name_is_served(watching, tmp_path):
    """The address holds its bytes, the name is for people."""
    (tmp_path / os.fsdecode(b"b\xe9 #1?.hlt")).write_bytes(b"content")
    file = json.loads(asked(watching, "/newest")[1])["files"][0]
    assert file["name"] == r"b\xe9 #1?.hlt"
    assert asked(watching, f"/{file['address']}") == (200, b"content")


OUTSIDE = ["/game/../secret.hlt", "/game/%2e%2e%2fsecret.hlt", "/game//etc/hostname", "/other", "/game/"]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_folder_is_served(watching, tmp_path, path):
    """A path that climbs out of the folder is not found."""
    (tmp_path.parent / "secret.hlt").write_text("secret", encoding="utf-8")
    status, content = asked(watching, path)
    assert status == 404
    assert b"secret" not in content


def test_only_its_own_address_is_answered_also_of_a_folder_that_went_away(watching, tmp_path):
    """Requests under another host name are refused: a foreign page could use one that resolves to this machine."""
    assert asked(watching, "/newest")[0] == 200
    assert asked(watching, "/newest", Host="evil.example")[0] == 403
    tmp_path.rmdir()
    status, content = asked(watching, "/newest")
    assert (status, content[:30]) == (503, b"the folder cannot be read: No ")
    tmp_path.mkdir()
    assert newest(watching) == []


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    """The refusal comes before the browser opens."""
    with pytest.raises(WatchingError, match="is not a folder"):
        Watching(tmp_path / "nowhere")
