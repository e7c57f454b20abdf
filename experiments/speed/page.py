"""How quick the viewer's page is on a large game, in a headless browser: `python -m experiments.speed.page`.

Two versions of the page take turns within one run: the one in this folder, and that of the commit `--against`.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bot import preset
from engine import generate
from engine.replay import write
from experiments.arena.arena import Arena
from experiments.recordings.explaining import make

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SIDE, PLAYERS, SEED = 50, 4, 5
SECONDS = 4
PARTS = ("viewer", "engine")
"""What a page is made of."""

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


@dataclass(frozen=True, slots=True)
class Seen:
    """One opening of a page."""

    paint: float  # ms from the navigation to the first board
    painting: float  # ms of CPU of the page's main thread until then
    busy: float  # ms, the longest time in which the page did not respond
    loading: float  # ms of CPU of the page's main thread, until the story is told
    scrub: float  # ms of CPU of that thread for each movement of the scrub bar, drawing included
    playing: float  # ms of CPU of that thread for each second of playing
    scrubs: list[float]  # ms of work each, by the clock
    turns: float  # a second, at 15 asked
    frames: float  # drawings a second meanwhile


def main(words: Sequence[str]) -> int:
    """Measure, and print a table; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m experiments.speed.page", description=__doc__)
    parser.add_argument("--against", metavar="COMMIT", help="another version of the page, measured in turns with this")
    parser.add_argument("--rounds", type=int, default=5, help="times each page is opened")
    asked = parser.parse_args(words)
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if browser is None:
        print(f"No browser: none of {', '.join(BROWSERS)} is on PATH; on Debian: apt install chromium")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        game, thoughts = _game(Path(folder))
        pages = {"now": _page(ROOT, game, thoughts, Path(folder) / "now.html")}
        if asked.against:
            before = _exported(asked.against, Path(folder) / "before")
            pages = {asked.against: _page(before, game, thoughts, Path(folder) / "before.html"), **pages}
        by_page = _measured(browser, pages, asked.rounds)
        size = pages["now"].stat().st_size / 1e6
    Console().print(
        _table(by_page, f"{SIDE} x {SIDE}, {PLAYERS} players, a page of {size:.1f} MB, {asked.rounds} rounds")
    )
    return 0


def _game(folder: Path) -> tuple[Path, Path]:
    """A long game on the largest board, and what its first player thought."""
    game, thoughts = folder / "game.hlt", folder / "thoughts.gz"
    state = generate(SIDE, SIDE, PLAYERS, SEED)
    replay = Arena(state.height, state.width).play([preset("v26")] * PLAYERS, state, record=True).replay
    assert replay is not None
    write(replay, game)
    make(game, 1, "v26", thoughts)
    return game, thoughts


def _page(source: Path, game: Path, thoughts: Path, target: Path) -> Path:
    """The page as the viewer of that folder writes it."""
    words = ["-m", "viewer", game, "--explanation", thoughts, "-o", target, "--no-open"]
    subprocess.run([sys.executable, *map(str, words)], cwd=source, check=True, capture_output=True)
    return target


def _exported(commit: str, target: Path) -> Path:
    """The viewer of another commit."""
    packed = subprocess.run(["git", "archive", commit, *PARTS], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(target, filter="data")
    return target


def _measured(browser: str, pages: dict[str, Path], rounds: int) -> dict[str, list[Seen]]:
    from playwright.sync_api import sync_playwright  # here, because it takes long to load

    by_page: dict[str, list[Seen]] = {name: [] for name in pages}
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=ARGUMENTS)
        for _ in range(rounds):
            for name, path in pages.items():
                by_page[name].append(_seen(running, path))
        running.close()
    return by_page


def _seen(running: Any, path: Path) -> Seen:
    page = running.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(120_000)
    page.add_init_script(PAINTED)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})  # the clock stands still while other programs work

    def spent() -> float:
        metrics = cdp.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    page.goto(path.as_uri(), wait_until="commit")
    page.wait_for_function("() => window.painted")
    painting = spent()
    page.wait_for_function("() => viewer.session.story.length")
    paint, busy = page.evaluate("() => [window.painted, window.longest ?? 0]")
    loading = spent()
    scrubs = page.evaluate(SCRUBBED)
    scrubbed = spent()
    played = page.evaluate(PLAYED, [15, SECONDS])
    playing = (spent() - scrubbed) / SECONDS
    page.close()
    scrub = (scrubbed - loading) / len(scrubs)
    return Seen(paint, painting, busy, loading, scrub, playing, scrubs, played["turns"], played["frames"])


ROWS: dict[str, Callable[[list[Seen]], float]] = {
    "first paint, ms": lambda seen: statistics.median(one.paint for one in seen),
    "main thread until then, ms CPU": lambda seen: statistics.median(one.painting for one in seen),
    "longest time without an answer, ms": lambda seen: statistics.median(one.busy for one in seen),
    "main thread until all is shown, ms CPU": lambda seen: statistics.median(one.loading for one in seen),
    "main thread for each scrub, ms CPU": lambda seen: statistics.median(one.scrub for one in seen),
    "main thread for a second of playing, ms CPU": lambda seen: statistics.median(one.playing for one in seen),
    "scrub, median ms": lambda seen: statistics.median(statistics.median(one.scrubs) for one in seen),
    "scrub, slowest of 60, ms": lambda seen: statistics.median(max(one.scrubs) for one in seen),
    "turns a second, 15 asked": lambda seen: statistics.median(one.turns for one in seen),
    "drawings a second meanwhile": lambda seen: statistics.median(one.frames for one in seen),
}


def _table(by_page: dict[str, list[Seen]], title: str) -> Table:
    table = Table("", *by_page, title=title)
    for name, of in ROWS.items():
        table.add_row(name, *(f"{of(seen):.1f}" for seen in by_page.values()))
    return table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
