"""A server of the league that runs in a thread, for tests in a browser."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

from experiments.serving.starting import listening_on
from tests.support.processes import PATIENCE
from viewer.watching import Watching

BY_STATUS = "Failed to load resource"
"""What the browser itself says about every status from 400 on."""


@contextmanager
def running(asked_application: Any) -> Iterator[str]:
    """The address of an ASGI application that runs in a thread."""
    import uvicorn  # here, because it takes long to load, and every test is loaded before one is chosen

    listening = listening_on("127.0.0.1", 0)
    asked = uvicorn.Config(asked_application, log_level="warning", lifespan="off")
    server = uvicorn.Server(asked)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join()


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
