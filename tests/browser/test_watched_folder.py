"""A watched folder: the newest game opens by itself, from this machine only."""

import http.client
import shutil
import threading
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import GAME
from tests.pages import Shown
from viewer.watching import Watching, WatchingError


@pytest.fixture
def watching(tmp_path):
    """A server for an empty folder, answering."""
    with Watching(tmp_path) as server:
        thread = threading.Thread(target=server.serve)
        thread.start()
        yield server
        server.stop()
        thread.join()


def asked(watching, path, host=None):
    """Status and content of one answer."""
    place = urlsplit(watching.address).netloc
    connection = http.client.HTTPConnection(place, timeout=10)
    connection.request("GET", path, headers={"Host": host or place})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


def test_the_newest_game_opens_by_itself(browser, watching, tmp_path, explanation):
    """With the explanation beside it; then the next game takes its place."""
    shown = Shown(browser.new_page())
    shown.page.goto(watching.address)
    shown.page.wait_for_function("() => window.viewer")
    shutil.copy(explanation, tmp_path / "one.player1.explain.gz")
    shutil.copy(GAME, tmp_path / "one.hlt.gz")
    shown.page.wait_for_function("() => viewer.session.game?.name === 'one.hlt.gz' && viewer.session.explanation")
    shutil.copy(GAME, tmp_path / "two.hlt.gz")
    shown.page.wait_for_function("() => viewer.session.game.name === 'two.hlt.gz'")
    shown.page.close()
    assert shown.problems == []
    assert all(address.startswith(watching.address) for address in shown.requests)


OUTSIDE = ["/game/../secret.hlt", "/game/%2e%2e%2fsecret.hlt", "/game//etc/hostname", "/other", "/game/"]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_folder_is_served(watching, tmp_path, path):
    """A name that climbs out is no file's name."""
    (tmp_path.parent / "secret.hlt").write_text("secret", encoding="utf-8")
    status, content = asked(watching, path)
    assert status == 404
    assert b"secret" not in content


def test_only_its_own_address_is_answered(watching):
    """A page of somebody else's could otherwise ask under a name that leads here."""
    assert asked(watching, "/newest")[0] == 200
    assert asked(watching, "/newest", host="evil.example")[0] == 403


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    """Before the browser opens."""
    with pytest.raises(WatchingError, match="is no folder"):
        Watching(tmp_path / "nowhere")
