"""Pages in a real browser, for the tests of the viewer."""

from __future__ import annotations

import fcntl
import os
import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from viewer.__main__ import main

if TYPE_CHECKING:  # it takes long to load, and every test is loaded before one is chosen
    import pytest
    from playwright.sync_api import Browser, Locator, LocatorAssertions, Page

# Programs in the order of preference: the one that has no windows first.
NAMES = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"

MISSING = f"no browser: none of {', '.join(NAMES)} is on PATH; on Debian: apt install chromium"

# Seconds after which a page has not played or searched what it was asked; on a busy machine it takes many.
PLAYED = 120.0

# The browser must run without a screen, and must not look for updates while a test counts its requests.
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic", "--font-render-hinting=none",  # without windows it would make letters wider
]  # fmt: skip

# In a page: the bytes that `as_text` made.
BYTES = "Uint8Array.from(atob(it.content), (letter) => letter.charCodeAt(0))"

RESET = """(
    viewer.session.load(first.game), first.explanation && viewer.session.explain(first.explanation),
    viewer.session.setSpeed(6),
    viewer.session.say(null), viewer.camera.home(), viewer.setTheme("dark"),
    viewer.help.close(),
    viewer.root.focus(), history.replaceState(null, "", "#"), null
)"""

# In a page: WCAG's contrast of two computed colours.
CONTRAST = """((one, other) => {
    const light = (colour) => {
        const [red, green, blue] = colour.match(/[\\d.]+/g).map((part) => Number(part) / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [less, more] = [light(one), light(other)].toSorted((one, other) => one - other);
    return (more + 0.05) / (less + 0.05);
})"""

# The contrast that WCAG asks of text.
READABLE = 4.5

RESIZED = "([width, height]) => matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches"
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"

# In a page: the straight lines of the board as they are drawn, [x0, y0, x1, y1] in hundredths of a square.
BOARD_LINES = """(() => {
    const { board: { ctx }, camera } = viewer, lines = [], zero = [camera.left(0), camera.top(0)];
    ctx.moveTo = (...from) => (ctx.lineTo = (...to) => lines.push([...from, ...to]));
    viewer.board.draw(), delete ctx.moveTo, delete ctx.lineTo;
    return lines.map((ends) => ends.map((end, i) => Math.round(100 * (end - zero[i % 2]) / camera.scale)));
})()"""

FRAMES_ASKED = """(async () => {
    const usual = window.requestAnimationFrame;
    const pass = async (frames) => {
        for (let frame = 0; frame < frames; frame++) await new Promise((done) => usual.call(window, done));
    };
    await pass(5); // what was begun is drawn
    let count = 0;
    window.requestAnimationFrame = (act) => ((count += 1), usual.call(window, act));
    await pass(20);
    window.requestAnimationFrame = usual;
    return count;
})()"""


def late() -> float:
    """Seconds after which what is awaited in a page never comes: 30, and more where processes wait for a core."""
    return 30 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def resize(page: Page, width: int, height: int) -> None:
    """Give the window a size and wait for its layout: a ResizeObserver speaks at the end of a frame."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(RESIZED, arg=[width, height])
    page.evaluate(TWO_FRAMES)


def expect(locator: Locator) -> LocatorAssertions:
    """Playwright's assertions, which wait for what they say."""
    return _expect()(locator)


def _expect() -> Any:
    from playwright.sync_api import expect as waiting

    return waiting


def as_text(content: bytes) -> str:
    """Bytes for a page; a list of numbers would take Playwright minutes."""
    return b64encode(content).decode()


@contextmanager
def launched() -> Iterator[Browser]:
    """The first of these browsers that is here; without one the tests are skipped, but not in CI."""
    import pytest
    from playwright.sync_api import sync_playwright

    path = next((program for program in map(shutil.which, NAMES) if program), None)
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Tab:
    """A browser tab, and what its page should not have done."""

    all: ClassVar[list[Tab]] = []  # of this process, for the report of a failure

    page: Page
    problems: list[str] = field(default_factory=list)  # errors, and what the console said
    requests: list[str] = field(default_factory=list)  # addresses beyond the file itself

    def __post_init__(self) -> None:
        self.all.append(self)
        self.page.set_default_timeout(1000 * late())
        _expect().set_options(timeout=1000 * late())
        self.page.on("pageerror", lambda error: self.note_problem(f"{error}\n{error.stack}"))
        self.page.on("console", lambda said: self.note_problem(f"{said.type}: {said.text} {said.location['url']}"))
        self.page.on("request", lambda request: self.note_request(request.url))

    def note_problem(self, text: str) -> None:
        self.problems.append(text)

    def note_request(self, address: str) -> None:
        if not address.startswith(("file:", "data:", "blob:")):
            self.requests.append(address)

    def goto(self, file: Path, link: str = "") -> Tab:
        """Open a page from its file, as a double click does, and wait until its game is on screen."""
        self.page.goto("about:blank")  # the same file with another #link would not be loaded again
        self.page.goto(file.as_uri() + link)
        self.page.wait_for_function("() => window.viewer")
        self.js("viewer.ready")
        if "turn=" not in link:
            self.js("(viewer.session.game && viewer.session.seek(0), null)")  # a page opens where two players meet
        self.js("window.first = {game: viewer.session.game, explanation: viewer.session.explanation}")
        return self

    def begin_again(self) -> None:
        """Back to what was shown first, as it was shown first."""
        self.js(RESET)

    def visits(self) -> Iterator[Tab]:
        """For one of many tests: as it was opened, and at its end without complaints and at rest.

        A tab that plays on would take a third of a core from the tests that follow.
        """
        self.begin_again()
        yield self
        self.js("viewer.session.setPlaying(false), null")
        self.check()

    def frames_asked(self) -> int:
        """How many of the next 20 frames the page asks to draw: none while nothing moves."""
        return int(self.js(FRAMES_ASKED))

    def check(self) -> None:
        assert self.problems == []
        assert self.requests == []

    def js(self, expression: str, argument: object = None) -> Any:
        """The value of an expression in the page, in which `it` is the argument."""
        return self.page.evaluate(f"async (it) => ({expression})", argument)

    def seek(self, turn: float) -> None:
        self.js("viewer.session.seek(it), null", turn)

    def select(self, x: int, y: int) -> None:
        self.js("viewer.session.select(it), null", {"x": x, "y": y})

    def place_of(self, x: float, y: float) -> tuple[float, float]:
        """Where the middle of a square is on the screen."""
        drawn = "(({ left, top }) => [left + viewer.camera.left(it[0] + 0.5), top + viewer.camera.top(it[1] + 0.5)])"
        left, top = self.js(f"{drawn}(viewer.canvas.getBoundingClientRect())", [x, y])
        return left, top

    def arrows(self) -> list[tuple[int, ...]]:
        """Where the board has arrows, and their directions, in the order of drawing: (x, y, 1 to 4)."""
        steps = {(0, -1): 1, (1, 0): 2, (0, 1): 3, (-1, 0): 4}
        lines = [(x0, y0, x1 - x0, y1 - y0) for x0, y0, x1, y1 in self.js(BOARD_LINES)]
        shafts = [(x, y, dx // 24, dy // 24) for x, y, dx, dy in lines if sorted((abs(dx), abs(dy))) == [0, 24]]
        return [((x - 38 * dx) // 100, (y - 38 * dy) // 100, steps[dx, dy]) for x, y, dx, dy in shafts]

    def switch(self, layer: str) -> None:
        """Press the switch of a layer, its name or how that begins: the board changes."""
        before = self.picture()
        self.page.locator(f"[data-layer^='{layer}']").click()
        assert self.picture() != before, f"the board looks the same with {layer} and without"

    def expect(self, selector: str, **options: Any) -> LocatorAssertions:
        """Playwright's assertions about the elements of this selector, with the options of its `locator`."""
        return expect(self.page.locator(selector, **options))

    def wait_for(self, expression: str, wanted: object, argument: object = None) -> None:
        """Wait until an expression has this value; the value that it has in its place is named."""
        is_equal = f"([it, wanted]) => JSON.stringify(({expression}) ?? null) === JSON.stringify(wanted)"
        self._wait(is_equal, [argument, wanted], late(), f"{expression} of {argument} to be {wanted}", expression)

    def until(self, condition: str, argument: object = None, seconds: float | None = None) -> None:
        """Wait until this holds in the page, in which `it` is the argument."""
        self._wait(f"(it) => {condition}", argument, seconds or late(), f"{condition} of {argument}", None)

    def _wait(self, condition: str, argument: object, seconds: float, wanted: str, expression: str | None) -> None:
        from playwright.sync_api import TimeoutError as LateError

        try:
            self.page.wait_for_function(condition, arg=argument, timeout=1000 * seconds)
        except LateError as error:
            found = f"; found {str(self.js(expression, argument[0]))[:500]}" if expression else ""
            raise AssertionError(f"waited {seconds:g} s for {wanted[:500]}{found}") from error

    def open(self, content: bytes, name: str) -> bool:
        """Hand the page a file; whether it was opened."""
        file = {"content": as_text(content), "name": name}
        return bool(self.js(f"viewer.openEach([{{bytes: {BYTES}, name: it.name}}])", file))

    @property
    def message(self) -> str:
        """What the page complains about, empty when about nothing."""
        bar = self.page.locator(".message-bar")
        return bar.inner_text() if bar.is_visible() else ""

    def picture(self, viewer: str = "viewer") -> str:
        """A digest of the board as it is drawn now."""
        drawn = self.js(f"({viewer}.board.draw(), {viewer}.canvas.toDataURL())")
        return sha256(drawn.encode()).hexdigest()

    def account(self, target: Path) -> str:
        """For the report of a failure: what is on screen, as a picture at `target`, and what the page complained of."""
        from playwright.sync_api import Error

        with suppress(Error):  # a page may be too busy
            self.page.screenshot(path=target, timeout=5_000)
        return "\n".join([f"{self.page.url[:200]}, seen in {target}", *self.problems, *self.requests])


T = TypeVar("T", bound=Tab)


@contextmanager
def opened(browser: Browser, width: int = 1280, height: int = 800, kind: type[T] = Tab, **options: Any) -> Iterator[T]:
    """An empty tab of its own, which at its end must have logged no error and sent no request."""
    tab = kind(browser.new_context(viewport={"width": width, "height": height}, **options).new_page())
    yield tab
    tab.page.context.close()
    tab.check()


def written(target: Path, *words: str | Path) -> Path:
    assert main([*map(str, words), "-o", str(target), "--no-open"]) == 0
    return target


def shared(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The file or folder of this name, written once by `make` to the path it gets. Tests share it: do not change it."""
    folder = factory.getbasetemp()
    folder = folder.parent if folder.name.startswith("popen-") else folder  # one level up, all processes share a folder
    target, unfinished = folder / name, folder / f"unfinished-{name}"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            make(unfinished)
            unfinished.rename(target)
    return target


def new_tab(browser: Browser, kind: type[T] = Tab) -> T:
    return kind(browser.new_context(viewport={"width": 1280, "height": 800}).new_page())
