"""The page of a small game with the panel that asks a bot, for tests in a browser."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bot import View, override, preset
from bot.program.bot import with_clock
from bot.program.explanation_file import ExplanationFile, header
from engine import Replay, generate
from experiments.arena.arena import record
from experiments.recordings.explaining import explain_turns
from tests.support.pages import PLAYED, Tab, written
from tests.support.watching import SEED, SIDE, folder_with, game

if TYPE_CHECKING:
    from playwright.sync_api import Locator

TURN = 75  # where most tests look: both players have met, and neither has won

AGAIN = f"""(async () => {{
    if (viewer.session.game !== first.game) viewer.session.load(first.game);
    viewer.session.layers.clear();
    viewer.session.tell("layers");
    viewer.session.say(null);
    viewer.setTheme("dark");
    viewer.camera.home();
    viewer.session.seek({TURN});
    viewer.session.select(null);
    document.querySelectorAll(".live details").forEach((one, i) => (one.open = i < 2));
    delete asking.service.explain;
    asking.history = [];
    games.rollout = null;
    asking.put(1, "v26", {{}});
    document.querySelector(".live").scrollTo(0, 0);
}})()"""

# MyBot.py before it knows the board; with fewer openings than it may try, which take a page less time.
MYBOT = override(preset("champion"), {"opening_clocked": 5})

# The panels are told of a change once the field is drawn, which may be after the answer.
ANSWERED = "asking.isKnown(viewer.session.turn) && !asking.redrawing"

REFUSED = "no answer to this"
# Refuses, or keeps the answers to, questions of which `which` is true.
INTERCEPT = """(which, refusal) => {
    const { service } = asking;
    const open = new Promise((done) => (window.release = done));
    window.held = 0;
    service.explain = async function (question, report) {
        if (refusal && which(question)) throw new Error(refusal);
        const answer = await Object.getPrototypeOf(service).explain.call(service, question, report);
        if (which(question)) held += 1, await open;
        return answer;
    };
}"""


@dataclass
class AskPage(Tab):
    """The page of `game.hlt`, whose panel is open; in JavaScript `asking` is its question, `games` its games."""

    def begin(self, page: Path, link: str = "") -> AskPage:
        self.goto(page, link)
        if not self.page.locator(".panel.ask").count():
            self.page.click(".ask-button")
        self.listen()
        self.js("document.querySelectorAll('.live details').forEach((one, i) => (one.open = i < 2)), null")
        self.answered()
        return self

    def listen(self) -> None:
        """Wait until a bot is asked about the game; from then on JavaScript has `asking` and `games`."""
        self.until("viewer.thinking.asking?.game")
        self.js("(({asking, games}) => Object.assign(window, {asking, games}))(viewer.thinking), null")

    def begin_again(self) -> None:
        """Back to turn TURN of the first game, asked as it was played; the mouse points at no parameter."""
        self.page.mouse.move(0, 0)
        self.js(AGAIN)
        self.answered()

    def answered(self) -> None:
        """Wait until the page holds the answer to what it shows, and its panels say so."""
        self.until(ANSWERED, seconds=PLAYED)

    def searched(self) -> None:
        """The same, with what its search found."""
        self.until(f"{ANSWERED} && !asking.isGreedy && viewer.session.thought.search", seconds=PLAYED)

    def drop(self, path: Path) -> None:
        """Drop a file on the page, and wait until the bot is asked about it."""
        assert self.open(path.read_bytes(), path.name)
        self.js("viewer.session.seek(it)", TURN)
        self.answered()

    def grasp(self, name: str) -> tuple[float, float, float]:
        """Put the mouse on the thumb of a slider; the slider's left end, its length and its height on the screen."""
        slider = self.page.locator(f".parameter[data-parameter={name}] input[type=range]")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None
        thumb = 16  # pixels; its middle never comes nearer than 8 to an end
        left, length, middle = box["x"] + thumb / 2, box["width"] - thumb, box["y"] + box["height"] / 2
        self.page.mouse.move(left + length * int(slider.input_value()) / 1000, middle)
        return left, length, middle

    def unfold(self) -> None:
        """Open all groups of parameters; their rows are there when it is done."""
        self.js("document.querySelectorAll('.live details').forEach((one) => (one.open = true)), null")
        self.until("document.querySelectorAll('.live .group .definitions').length === asking.table.groups.length")

    def type(self, name: str, value: object) -> None:
        field = self.page.locator(f"#parameter-{name}")
        if not field.count():
            self.unfold()
        field.fill(str(value))
        field.press("Enter")

    def marked(self, board: str = "viewer.session") -> list[int]:
        """The squares that are framed."""
        return sorted(self.js(f"{board}.marks.map(({{x, y}}) => y * viewer.session.game.width + x)"))

    @property
    def status(self) -> Locator:
        """What the page says about the answer."""
        return self.page.locator(".ask .status")

    def hold(self, which: str) -> None:
        """Keep answers to questions of which this function of JavaScript is true; `held` is how many have come."""
        self.js(f"({INTERCEPT})({which})")

    def release(self) -> None:
        """Let the kept answers come; others are kept no more."""
        self.js("(release(), new Promise((done) => setTimeout(done)))")

    def refuse(self, which: str) -> None:
        """Refuse questions of which this function of JavaScript is true."""
        self.js(f"({INTERCEPT})({which}, '{REFUSED}')")

    def answer_all(self) -> None:
        self.js("(delete asking.service.explain, null)")

    def thought(self, layer: str) -> np.ndarray[Any, Any]:
        """One layer of what the page thinks of the shown frame, to the last bit."""
        return np.array([float(value) for value in self.js(f"[...viewer.session.thought.{layer}].map(String)")])


def page_in(folder: Path) -> Path:
    """The page of `game.hlt`; beside it lie `other.hlt` of the same map, and `elsewhere.hlt` of another."""
    folder.mkdir()
    path = folder_with(game(), folder)
    folder_with(other_game(), folder, "other.hlt")
    folder_with(game(("v17", "v12"), SEED + 1), folder, "elsewhere.hlt")
    return written(folder / "game.html", path)


@cache
def other_game() -> Replay:
    """The first game's map, played by v26 with another alpha."""
    return record([override(preset("v26"), {"alpha": 0.4}), preset("v17")], generate(SIDE, SIDE, 2, SEED))


def played_by_mybot(folder: Path) -> tuple[Path, Path]:
    """A game of the champion as MyBot.py plays it, with time for all its openings, and what it wrote meanwhile."""
    state = generate(SIDE, SIDE, 2, 5)
    view = View(state.owner, state.strength, state.production, 1, 0)
    parameters = with_clock(MYBOT)
    replay = record([parameters, preset("v17")], state)
    path, why = folder_with(replay, folder, "mybot.hlt"), folder / "mybot.player1.explain.gz"
    with closing(ExplanationFile(why)) as file:
        file.write_header(header(view, parameters, "bot"))
        for turn, thought in enumerate(explain_turns(replay, 1, parameters)):
            assert not thought.differs.any()
            file.write_turn(turn, thought.explanation)
    return path, why
