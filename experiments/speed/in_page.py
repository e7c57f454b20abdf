"""How many games an hour the laboratory of a page plays, beside as many processes of Python on the same maps."""

import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

from bot import preset
from engine.map_kernels import generate
from experiments.arena.arena import Arena
from viewer import page

from .figures import Effort, Figure
from .page import ARGUMENTS, browser

WORKERS = 2
PLAYERS = "v26", "v17"
PLAY = """async (asked) => {
  await viewer.laboratory.begin();
  const { game, match } = viewer.laboratory.panels;
  const fields = [...match.root.querySelectorAll("input")];
  const players = asked.players.map((notation) => ({ notation }));
  game.show({ width: asked.side, height: asked.side, seed: 0, players });
  fields[0].value = asked.blocks;
  match.root.querySelector("button").click();
  while (!match.match) await new Promise((done) => setTimeout(done, 10));
  const begun = performance.now();
  while (!match.match.isOver) await new Promise((done) => setTimeout(done, 10));
  return [performance.now() - begun, match.match.counts];
}"""
SWEEP = """async (asked) => {
  const { game, sweep } = viewer.laboratory.panels;
  const players = ["v26", "v26"].map((notation) => ({ notation }));
  game.show({ width: asked.side, height: asked.side, seed: 0, players });
  const fields = [...sweep.root.querySelectorAll("input")];
  [0.06, 0.13, 8, asked.blocks].forEach((value, i) => (fields[i].value = value));
  const begun = performance.now();
  sweep.root.querySelector("button").click();
  while (!sweep.sweep?.isOver) await new Promise((done) => setTimeout(done, 10));
  return performance.now() - begun;
}"""
"""In the page: a match, and how long it took; a sweep of eight values of alpha, the default among them."""


def games(effort: Effort) -> Iterator[Figure]:
    """Play one match in a page's workers, then in processes: by the wall clock, on maps from both seats."""
    side, blocks = effort.game_side, effort.blocks
    here, counts, swept = _in_page(side, blocks)
    there, expected = _in_processes(side, blocks)
    assert counts == expected, "not the same games"
    board = f"{side} x {side}, {2 * blocks} games, {WORKERS} workers"
    yield Figure("games in a page", board, 2 * blocks / here * 3600, "games/h")
    yield Figure("games in processes", board, 2 * blocks / there * 3600, "games/h")
    yield Figure("in a page / in processes", board, 100 * there / here, "%", "60 or more")
    board = f"20 x 20, 8 values, {blocks // 2} maps, {WORKERS} workers"
    yield Figure("a sweep in a page", board, swept, "s", "60 or less" if blocks == 100 else "")


def _in_page(side: int, blocks: int) -> tuple[float, list[int], float]:
    """Return the seconds of the match, its blocks by their scores, and the seconds of the sweep."""
    from playwright.sync_api import sync_playwright  # here, because it takes long to load

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "laboratory.html"
        file.write_text(page(), encoding="utf-8")
        running = playwright.chromium.launch(executable_path=browser(), args=ARGUMENTS)
        tab = running.new_page()
        tab.set_default_timeout(600_000)
        tab.add_init_script(f"Object.defineProperty(navigator, 'hardwareConcurrency', {{ value: {WORKERS} }})")
        tab.goto(file.as_uri())
        tab.evaluate("() => viewer.ready")
        taken, counts = tab.evaluate(PLAY, {"side": side, "blocks": blocks, "players": PLAYERS})
        swept = tab.evaluate(SWEEP, {"side": 20, "blocks": blocks // 2})
        running.close()
    return taken / 1000, counts, swept / 1000


def _in_processes(side: int, blocks: int) -> tuple[float, list[int]]:
    with ProcessPoolExecutor(WORKERS) as pool:
        list(pool.map(_block, [(side, 0)] * WORKERS))  # machine code
        begun = perf_counter()
        scores = list(pool.map(_block, [(side, block) for block in range(blocks)]))
        taken = perf_counter() - begun
    return taken, [scores.count(score) for score in range(5)]


def _block(asked: tuple[int, int]) -> int:
    """Play a map from both seats; the place of the first player's score among those that a block can have."""
    side, seed = asked
    state = generate(side, side, 2, seed)
    seats: list[Any] = [preset(name) for name in PLAYERS]
    arena = Arena(state.height, state.width)
    ranks = arena.play(seats, state).ranks[0], arena.play(seats[::-1], state).ranks[1]
    return 2 * sum(rank == 1 for rank in ranks)
