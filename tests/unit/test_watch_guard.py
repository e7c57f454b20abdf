"""What a live window lets in: hosts, origins, tokens and paths; and what its answers tell the browser."""

import pytest

from experiments.watch.games import Games
from experiments.watch.hosts import is_local
from experiments.watch.server import application
from tests.support.watching import HERE, Client, folder_beside_a_secret, page_of, refused


@pytest.fixture
def client(tmp_path):
    """The window's own page."""
    return page_of(folder_beside_a_secret(tmp_path))


@pytest.mark.parametrize("address", ["/page/../server.py", "/page/..%2f..%2fMyBot.py", "/live/%2e%2e/server.py"])
def test_the_page_s_folders_hold_the_page_alone(client, address):
    """No source, no file of the project."""
    assert client.get(address).status_code == 404


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
def test_with_a_token_nothing_is_answered_without_it(tmp_path, given):
    """From other machines and from this one; the page alone is the same for everybody."""
    client = Client(application(Games(folder_beside_a_secret(tmp_path)), "0.0.0.0", "s3cret"), "http://10.0.0.7:8000")
    refused(client.get("/api/games", headers=given), 403, "the token is missing or wrong")
    assert client.get("/api/games", headers={"authorization": "Bearer s3cret"}).status_code == 200
    assert client.get("/").status_code == 200


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
