"""How quick a game's page is on a large game, in a headless browser."""

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.errors import UserError
from engine.replay import write
from viewer import page as game_page

from .figures import Effort, Figure, game

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLAYERS = 4
PAINTED = """
const look = () => {
  if (window.viewer?.board.drawTime > 0) window.painted = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
ASKED = """async () => {
  const started = performance.now();
  document.querySelector(".ask-button").click();
  while (!viewer.thinking.asking?.isKnown(viewer.turn)) await new Promise((done) => setTimeout(done, 1));
  viewer.board.draw();
  return performance.now() - started;
}"""
DRAGGED = """async () => {
  const times = [];
  for (let i = 0; i < 60; i++) {
    const started = performance.now();
    viewer.thinking.asking.setValue("alpha", 0.05 + 0.005 * i);
    while (!viewer.thinking.asking.isKnown(viewer.turn)) await new Promise((done) => setTimeout(done, 1));
    viewer.board.draw();
    times.push(performance.now() - started);
  }
  return times.sort((one, other) => one - other)[30];
}"""
FIGURES = (
    ("page: first board", "window.painted", "350 or less"),
    ("page: Ask to first field", ASKED, "500 or less"),
    ("page: slider to drawn field, median", DRAGGED, "33 or less"),
)  # name, code that returns milliseconds by the clock, target


def page(effort: Effort) -> Iterator[Figure]:
    """Open the page of a long game, ask the bot and drag a slider: medians over the rounds."""
    from playwright.sync_api import sync_playwright  # here, because it takes long to load

    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        raise UserError(f"No browser: none of {', '.join(BROWSERS)} is on PATH; on Debian: apt install chromium")
    rounds = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        replay, file = Path(folder) / "game.hlt", Path(folder) / "game.html"
        write(game(effort.side, PLAYERS), replay)
        file.write_text(game_page(replay=replay), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for _ in range(effort.rounds):
            tab = browser.new_page(viewport={"width": 1440, "height": 900})
            tab.add_init_script(PAINTED)
            tab.goto(file.as_uri())
            tab.wait_for_function("() => window.painted && viewer.session.story.length", timeout=120_000)
            rounds.append([tab.evaluate(code) for _, code, _ in FIGURES])
            tab.close()
        browser.close()
    for (name, _, target), values in zip(FIGURES, zip(*rounds, strict=True), strict=True):
        board = f"{effort.side} x {effort.side}, {PLAYERS} players"
        yield Figure(name, board, statistics.median(values), "ms", target)
