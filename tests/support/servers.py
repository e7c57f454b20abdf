"""`viewer --watch` in a thread, for tests."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

from tests.support.processes import PATIENCE
from viewer.watching import Watching

BY_STATUS = "Failed to load resource"
"""What the browser itself says about every status from 400 on."""


@contextmanager
def watching(folder: Path) -> Iterator[Watching]:
    """`viewer --watch` of this folder, answering in a thread."""
    with Watching(folder) as server:
        thread = Thread(target=server.serve)
        thread.start()
        yield server
        server.stop()
        thread.join()


def fetched(place: str, path: str, **headers: str) -> tuple[int, bytes]:
    """Status and content of one answer of the server at this host and port."""
    with closing(HTTPConnection(place, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
