"""The live window in a real browser, asked over a real connection."""

import socket
from contextlib import contextmanager
from threading import Thread

import numpy as np
import pytest
import uvicorn

from bot import changed, decide, preset
from experiments.watch.games import Games
from experiments.watch.server import application
from experiments.watch.watched import Watched
from tests.pages import Shown
from tests.watching import folder_with, game

TOKEN = "abc"


@contextmanager
def served(application):
    """The address of an application that runs in a thread."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application, log_level="warning", lifespan="off"))
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        server.should_exit = True
        thread.join()


REFUSED = "Failed to load resource"  # what the browser itself says about every status from 400 on


@pytest.fixture
def live(browser, tmp_path):
    """A small game in the live window; nothing may fail there, and nobody else be asked."""
    path = folder_with(game(), tmp_path)
    with served(application(Games(tmp_path, path), token=TOKEN)) as address:
        shown = Shown(browser.new_page())
        shown.page.goto(f"{address}#token={TOKEN}")
        shown.page.wait_for_function("() => window.viewer?.session.game")
        yield shown.page
        shown.page.close()
    assert [said for said in shown.problems if REFUSED not in said] == []
    assert [asked for asked in shown.requests if not asked.startswith(address)] == []


def test_the_window_opens_its_game_and_shows_other_thoughts(live):
    """What the bot answers with other parameters is the field that the page then holds, to the last bit."""
    found = live.evaluate(
        """async () => {
            const question = { turn: 60, player: 1, parameters: { alpha: 0.4 }, header: true };
            const { thought, header, changed } = await service.explain(question);
            viewer.seek(60);
            viewer.setExplanation(60, thought, header);
            return { potential: [...viewer.session.thought.potential].map(String), changed };
        }"""
    )
    watched = Watched(game())
    asked = decide(watched.view(60, 1), watched.memory(60, 1), changed(preset("v26"), {"alpha": 0.4}), explain=True)
    np.testing.assert_array_equal([float(value) for value in found["potential"]], asked.explanation.potential.ravel())
    assert found["changed"]


def test_a_refusal_reaches_the_page_as_a_sentence(live):
    """The page can show it as it is."""
    sentence = live.evaluate("() => service.explain({ turn: 999, player: 1 }).catch((error) => error.message)")
    assert sentence.startswith("turn should be a whole number 0..")
