"""The live window in a real browser, asked over a real connection, for its tests."""

import time
from collections.abc import Iterator, Sized
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import numpy as np

from bot import Parameters, changed, decide, preset
from bot.decide import Decision
from engine import Replay, generate
from experiments.arena.arena import Arena
from experiments.recordings import frames
from experiments.watch.games import Games
from experiments.watch.server import application
from experiments.watch.serving import listening_on
from tests.support.pages import Tab
from tests.support.processes import PATIENCE
from tests.support.watching import SEED, SIDE, folder_with, game

T = TypeVar("T", bound=Sized)

TOKEN = "abc"
TURN = 75  # where most tests look: both players have met, and neither has won
BY_STATUS = "Failed to load resource"  # what the browser itself says about every status from 400 on

AGAIN = f"""(async () => {{
    await live.closeBeside();
    if (asking.game !== "game.hlt") await live.openGame("game.hlt");
    viewer.session.layers.clear();
    viewer.session.tell("layers");
    viewer.session.say(null);
    viewer.setTheme("dark");
    viewer.home();
    viewer.seek({TURN});
    viewer.select(null);
    for (const group of document.querySelectorAll(".group")) group.open = false;
    asking.put(1, "v26", {{}});
}})()"""

LISTED = "(title) => document.querySelector('.games select').selectedOptions[0]?.textContent === title"
"""Whether the list of games names this one as shown: it is filled again when the server has told its games."""

ANSWERED = "() => !asking.isAsking && asking.isKnown(viewer.turn)"


@dataclass
class Live(Tab):
    """The window's page, with the games `game.hlt`, `other.hlt` of the same map, and `elsewhere.hlt` of another."""

    address: str = ""

    def begin_again(self) -> None:
        """Back to turn TURN of the first game, asked as it was played."""
        self.js(AGAIN)
        self.answered()

    def check(self) -> None:
        """Assert that no error was logged, and that no other server got a request."""
        problems = [said for said in self.problems if BY_STATUS not in said]
        strangers = [asked for asked in self.requests if not asked.startswith(self.address)]
        self.problems.clear()
        self.requests.clear()
        assert problems == []
        assert strangers == []

    def answered(self) -> None:
        """Wait until the page holds the answer to what it shows."""
        self.page.wait_for_function(ANSWERED)

    def grasp(self, name: str) -> tuple[float, float, float]:
        """Put the mouse on the thumb of a slider; the slider's left end, its length and its height on the screen."""
        slider = self.page.locator(f".knob[data-knob={name}] input[type=range]")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None
        thumb = 16  # pixels; its middle never comes nearer than 8 to an end
        left, length, middle = box["x"] + thumb / 2, box["width"] - thumb, box["y"] + box["height"] / 2
        self.page.mouse.move(left + length * int(slider.input_value()) / 1000, middle)
        return left, length, middle

    def type(self, name: str, value: object) -> None:
        """Write a value into a parameter's field."""
        field = self.page.locator(f"#knob-{name}")
        field.evaluate("(one) => { const group = one.closest('details'); if (group) group.open = true; }")
        field.fill(str(value))
        field.press("Enter")

    def marked(self, board: str = "viewer.session") -> list[int]:
        """The squares that are framed."""
        return sorted(self.js(f"{board}.marks.map(({{x, y}}) => y * viewer.session.game.width + x)"))

    def status(self) -> str:
        """What the page says about the answer."""
        return self.page.locator(".ask .status").inner_text()

    def thought(self, layer: str) -> np.ndarray[Any, Any]:
        """One layer of what the page thinks of the shown frame, to the last bit."""
        return np.array([float(value) for value in self.js(f"[...viewer.session.thought.{layer}].map(String)")])


def arrived(live: Live, requests: T, count: int) -> T:
    """The requests that a test holds back, once there are so many: the page sends them a little later than it says."""
    end = time.monotonic() + PATIENCE
    while len(requests) < count:
        assert time.monotonic() < end, f"{len(requests)} requests came, not {count}"
        live.page.wait_for_timeout(10)
    return requests


def served(games: Games, token: str | None = None) -> AbstractContextManager[str]:
    """The address of a live window that runs in a thread."""
    return running(application(games, token=token))


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


def games_in(folder: Path) -> Games:
    """Three games, of which the first is opened."""
    path = folder_with(game(), folder)
    folder_with(other_game(), folder, "other.hlt")
    folder_with(game(("v17", "v12"), SEED + 1), folder, "elsewhere.hlt")
    return Games(folder, path)


@cache
def other_game() -> Replay:
    """The first game's map, played by v26 with another alpha."""
    state = generate(SIDE, SIDE, 2, SEED)
    players = [changed(preset("v26"), {"alpha": 0.4}), preset("v17")]
    replay = Arena(state.height, state.width).play(players, state, record=True).replay
    assert replay is not None
    return replay


def decided(replay: Replay, parameters: Parameters, turn: int = TURN, seat: int = 1) -> Decision:
    """What bot.decide says about a frame."""
    return decide(frames.view(replay, turn, seat), frames.memory(replay, turn, seat), parameters, explain=True)
