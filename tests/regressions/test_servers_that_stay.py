"""Servers that stay open (watched folder, dask): foreign pages, odd requests, clients that go."""

import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest

from tests.support.processes import PATIENCE
from tests.support.servers import fetched, watching
from tests.support.watching import folder_with, game
from viewer.access import is_local
from viewer.watching import Watching

AT_ONCE = 300
QUEUED = 100  # as many as any system keeps waiting
LEAVING = 60


@pytest.fixture
def folder(tmp_path):
    """A folder with a game."""
    (tmp_path / "games").mkdir()
    folder_with(game(), tmp_path / "games")
    return tmp_path / "games"


@contextmanager
def watched(folder):
    """The port of `viewer --watch`."""
    with watching(folder) as server:
        yield urlsplit(server.address).port


SERVERS = pytest.mark.parametrize("served", [watched])


def asked(port, path, **headers):
    """Status and content of one answer."""
    return fetched(f"127.0.0.1:{port}", path, **headers)


def said(port, text):
    """The first line that comes back for these bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(text)
        return connection.makefile("rb").readline()


class TestForeignPages:
    """`<img src="http://127.0.0.1:8000/newest">` on any page asks the server: a GET has no Origin."""

    @SERVERS
    @pytest.mark.parametrize("site", ["cross-site", "same-site"])
    def test_another_page_starts_nothing(self, folder, served, site):
        """Browsers say in Sec-Fetch-Site where a request comes from; another port of this machine is `same-site`."""
        with served(folder) as port:
            assert asked(port, "/newest", **{"Sec-Fetch-Site": site})[0] == 403
            for own in ("same-origin", "none"):
                assert asked(port, "/newest", **{"Sec-Fetch-Site": own})[0] == 200
            assert asked(port, "/newest")[0] == 200  # what is no browser

    @SERVERS
    def test_another_page_may_lead_to_the_page(self, folder, served):
        """A link in a chat opens the window; what it shows is fetched by the window's own page."""
        with served(folder) as port:
            assert asked(port, "/", **{"Sec-Fetch-Site": "cross-site"})[0] == 200


OURS = ["127.0.0.1", "127.9.9.9", "::1", "localhost"]


@pytest.mark.parametrize("host", [*OURS, "0.0.0.0", "10.0.0.7", "::", "example.org", "localhost.example.org"])
def test_which_addresses_are_this_machine_s_own(host):
    """A name that is none of them is refused: DNS rebinding."""
    assert is_local(host) == (host in OURS)


def test_games_and_their_explanations_alone_are_served(folder):
    """`viewer --watch .` served every file of the folder to every program, and where a link led out also others."""
    for name in ("notes.txt", "id_rsa", "game.player1.explain.gz.bak", "explain.gz", "game.player1.explain.gz"):
        (folder / name).write_bytes(b"content")
    (folder.parent / "secret.hlt").write_bytes(b"secret")
    (folder / "link.hlt").symlink_to(folder.parent / "secret.hlt")
    with watched(folder) as port:
        names = [path.name for path in folder.iterdir()]
        served = {name for name in names if asked(port, f"/game/{name}")[0] == 200}
        assert served == {"game.hlt", "game.player1.explain.gz"}
        assert b"link" not in asked(port, "/newest")[1]


@SERVERS
@pytest.mark.parametrize("target", ["http://[/", "//[", "http://[::1/", "/%00", "/%ff", "*", "/game/%2e%2e%2fx"])
def test_every_address_gets_an_answer(folder, served, target, capfd):
    """`GET http://[/` got none: taking the address apart raised an error."""
    with served(folder) as port:
        status = said(port, f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        assert status.split()[1] in (b"400", b"404")
    assert "Traceback" not in capfd.readouterr().err


@SERVERS
def test_clients_that_go_away_are_passed_over(folder, served, capfd):
    """A page that is closed while it loads is no error: hundreds of tracebacks hid the one that mattered."""
    requests = (
        b"GET /game/game.hlt HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
        b"GET /api/games/game.hlt HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
        b"POST /api/explain HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 100\r\n\r\nabc",
        b"GET / HT%%%d",
    )
    with served(folder) as port:
        for number in range(LEAVING):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset, not an end
            connection.sendall(requests[number % len(requests)] % port)
            time.sleep(0.005 * (number % 3))
            connection.close()
        assert asked(port, "/")[0] == 200
    assert "Traceback" not in capfd.readouterr().err


class TestASixthPageWaited:
    """Of 300 requests at once ten waited for 30 s: the queue of the standard library's server takes five, and TCP asks
    again late."""

    def test_connections_are_made_before_the_server_has_time_for_them(self, folder):
        """It does not even look here; where the queue is full, no further connection is made."""
        with Watching(folder) as server, ExitStack() as opened:
            port = urlsplit(server.address).port
            for _ in range(QUEUED):
                opened.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))

    @SERVERS
    def test_all_are_answered(self, folder, served):
        """Each by a connection of its own."""
        with served(folder) as port, ThreadPoolExecutor(AT_ONCE) as pool:
            assert {status for status, _ in pool.map(lambda _: asked(port, "/newest"), range(AT_ONCE))} == {200}


@pytest.mark.slow  # it starts processes
def test_dask_shows_no_pages_to_a_browser():
    """Its dashboard answered any Host header, so a foreign page could read it by a name of its own (DNS rebinding)."""
    from experiments.laboratory.executor import cluster

    executor = cluster.local(1)
    try:
        ports = [urlsplit(executor._owned.dashboard_link).port]
        ports += [worker["services"]["dashboard"] for worker in executor._client.scheduler_info()["workers"].values()]
        assert len(ports) == 2
        for port in ports:
            for path in ("/", "/status", "/info/main/workers.html", "/json/counts.json", "/metrics", "/health"):
                assert asked(port, path, Host="evil.example")[0] == 404
    finally:
        executor.close()
