"""How quick the viewer's page is on a large game, in a headless browser."""

import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bot import preset
from engine import generate
from engine.replay import write
from experiments.arena.arena import played
from experiments.recordings.explaining import make

from .figures import ROOT, Effort, Figure

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
PLAYERS, SEED = 4, 5
SECONDS = 4

PAINTED = """
const look = () => {
  const { viewer } = window;
  if (viewer?.session.game && viewer.board.drawTime > 0) window.painted = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
new PerformanceObserver((list) => {
  window.longest = Math.max(window.longest ?? 0, ...list.getEntries().map(({ duration }) => duration));
}).observe({ entryTypes: ["longtask"] });
"""
"""Before the page's own script: notes when the first board is on screen, and how long the page was ever busy."""

SCRUBBED = """async () => {
  const times = [];
  const { lastTurn } = viewer.session;
  for (let i = 0; i < 60; i++) {
    const turn = Math.round((lastTurn * ((i * 37) % 60)) / 60);
    const started = performance.now();
    viewer.seek(turn);
    viewer.board.draw();
    document.body.getBoundingClientRect(); // the layout belongs to it
    times.push(performance.now() - started);
    await new Promise((done) => requestAnimationFrame(done));
  }
  return times;
}"""
"""Milliseconds of work from a movement of the scrub bar to the new board and panels."""

PLAYED = """async ([speed, seconds]) => {
  viewer.seek(100);
  viewer.session.setSpeed(speed);
  viewer.playback.frameTimes.length = 0;
  viewer.play();
  const [from, started] = [viewer.session.time, performance.now()];
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  const turns = viewer.session.time - from;
  const passed = (performance.now() - started) / 1000;
  viewer.pause();
  return { turns: turns / passed, frames: viewer.playback.frameTimes.length / passed };
}"""
"""Turns and drawings a second while the game plays."""


ASKED = """async () => {
  const started = performance.now();
  document.querySelector(".ask-button").click();
  const { thinking, session, board } = viewer;
  const isKnown = () => thinking.asking?.isKnown(session.turn);
  while (!isKnown()) await new Promise((done) => setTimeout(done, 1));
  board.draw();
  return performance.now() - started;
}"""
"""Milliseconds from the button *Ask* to the first field on the board."""

DRAGGED = """async () => {
  const times = [];
  const { asking } = viewer.thinking;
  for (let i = 0; i < 60; i++) {
    const started = performance.now();
    asking.setValue("alpha", 0.05 + 0.005 * i);
    const answered = () => new Promise((done) => asking.addEventListener("answer", done, { once: true }));
    while (!asking.isKnown(viewer.turn)) await answered();
    viewer.board.draw();
    times.push(performance.now() - started);
    await new Promise((done) => requestAnimationFrame(done));
  }
  return times;
}"""
"""Milliseconds from another value of a slider to the new field on the board, in a worker and back."""


def page(effort: Effort) -> Iterator[Figure]:
    """Open the page of a long game with an explanation, scrub through it and play it: medians over the rounds."""
    path = browser()
    with tempfile.TemporaryDirectory() as folder:
        made = _made(effort.side, Path(folder))
        opened = _opened(path, made, effort.rounds)
        size = made.stat().st_size / 1e6
    board = f"{effort.side} x {effort.side}, {PLAYERS} players"
    yield Figure("size of the page", board, size, "MB")
    for (name, unit, target), values in zip(FIGURES, zip(*opened, strict=True), strict=True):
        yield Figure(name, board, statistics.median(values), unit, target)


def browser() -> str:
    """Return the browser of this machine, or end with a sentence."""
    found = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if found is None:
        raise SystemExit(f"No browser: none of {', '.join(BROWSERS)} is on PATH; on Debian: apt install chromium")
    return found


def spent(page: Any) -> Callable[[], float]:
    """Return a function that tells the milliseconds of processor time of the page's main thread so far."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})  # the clock stands still while other programs work

    def time() -> float:
        metrics = cdp.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    return time


def _spent_by_all(running: Any) -> Callable[[], float]:
    """Return a function that tells the milliseconds of processor time of the pages of a browser, workers included."""
    cdp = running.new_browser_cdp_session()

    def time() -> float:
        every = cdp.send("SystemInfo.getProcessInfo")["processInfo"]
        return 1000 * sum(float(each["cpuTime"]) for each in every if each["type"] == "renderer")

    return time


def _made(side: int, folder: Path) -> Path:
    game, thoughts, made = folder / "game.hlt", folder / "thoughts.gz", folder / "game.html"
    write(played([preset("v26")] * PLAYERS, generate(side, side, PLAYERS, SEED)), game)
    make(game, 1, "v26", thoughts)
    words = ["-m", "viewer", game, "--explanation", thoughts, "-o", made, "--no-open"]
    subprocess.run([sys.executable, *map(str, words)], cwd=ROOT, check=True, capture_output=True)
    return made


def _opened(browser: str, made: Path, rounds: int) -> list[list[float]]:
    from playwright.sync_api import sync_playwright  # here, because it takes long to load

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=ARGUMENTS)
        opened = [_seen(running, made) for _ in range(rounds)]
        running.close()
    return opened


def _seen(running: Any, path: Path) -> list[float]:
    """Open the page once; return the values of FIGURES."""
    page = running.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(120_000)
    page.add_init_script(PAINTED)
    time, whole = spent(page), _spent_by_all(running)
    page.goto(path.as_uri(), wait_until="commit")
    page.wait_for_function("() => window.painted")
    painting = time()
    page.wait_for_function("() => viewer.session.story.length")
    paint, busy = page.evaluate("() => [window.painted, window.longest ?? 0]")
    loading = time()
    scrubs = page.evaluate(SCRUBBED)
    scrubbed = time()
    played = page.evaluate(PLAYED, [15, SECONDS])
    playing, before = time(), whole()
    asked, ready = page.evaluate(ASKED), whole()
    dragged, done = page.evaluate(DRAGGED), whole()
    page.close()
    return [
        paint, painting, busy, loading, (scrubbed - loading) / len(scrubs), (playing - scrubbed) / SECONDS,
        statistics.median(scrubs), max(scrubs), played["turns"], played["frames"],
        asked, ready - before, statistics.median(dragged), (done - ready) / len(dragged),
    ]  # fmt: skip


FIGURES = (
    ("first paint", "ms", "350 or less"),
    ("main thread until then", "ms CPU", ""),
    ("longest time without an answer", "ms", ""),
    ("main thread until all is shown", "ms CPU", ""),
    ("main thread for each scrub", "ms CPU", ""),
    ("main thread for a second of playing", "ms CPU", ""),
    ("scrub, median", "ms", "16 or less"),
    ("scrub, slowest of 60", "ms", "16 or less"),
    ("turns a second, 15 asked", "turns/s", "15"),
    ("drawings a second meanwhile", "drawings/s", "60"),
    ("Ask to first field", "ms", "500 or less"),
    ("the page's process until then", "ms CPU", ""),
    ("slider to drawn field, median", "ms", "33 or less"),
    ("the page's process for each", "ms CPU", ""),
)
"""Name, unit and target of what `_seen` returns."""
