"""How quick a page thinks, in a headless browser: `python -m experiments.module.speed`.

Processor time of the page's thread, beside Python's for the same frames: the clock would count other programs, too.
"""

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from bot import View, preset
from bot.kernels import Decider
from engine import Replay, generate
from experiments.arena.arena import Arena

from .trial import page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BOARDS = ((30, 2), (50, 4))  # side, players
PLAYER, SEED, ROUNDS = "v26", 5, 3

MEASURED = {
    "a turn, ms": """for (let turn = 0; turn < game.frames - 1; turn++) {
        mind.thinker.show(mind.frame(turn));
        mind.thinker.call("decide", { me: 1, turn });
    }""",
    "a knob changed: new field, scores and reasons, ms": """for (let turn = 0; turn < game.frames - 1; turn++) {
        mind.thought({ player: 1, turn, who: { preset: "v26", values: { alpha: 0.05 + 0.001 * (turn % 50) } } });
    }""",
    "the game from its first frame, ms a turn": """
        const players = game.players.map(() => ({ preset: "v26" }));
        const future = mind.future({ turn: 0, end: game.frames - 1, players });
        while (!future.next().done);
    """,
}
"""What the page does, once for every turn of the game."""


def main() -> int:
    """Measure, and print a table; returns the exit code."""
    browser = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if browser is None:
        print(f"No browser: none of {', '.join(BROWSERS)} is on PATH; on Debian: apt install chromium")
        return 2
    table = Table("", *(f"{side} x {side}, {players} players" for side, players in BOARDS), title="Processor time")
    columns = [_column(browser, _game(side, players)) for side, players in BOARDS]
    for name in columns[0]:
        table.add_row(name, *(column[name] for column in columns))
    Console().print(table)
    return 0


def _game(side: int, players: int) -> Replay:
    state = generate(side, side, players, SEED)
    replay = Arena(state.height, state.width).play([preset(PLAYER)] * players, state, record=True).replay
    assert replay is not None
    return replay


def _column(browser: str, replay: Replay) -> dict[str, str]:
    """The figures of one game, as text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "thinking.html"
        file.write_text(page(replay), encoding="utf-8")
        spent = _spent(browser, file)
    native = min(_native(replay) for _ in range(ROUNDS))
    figures = {name: f"{1000 * seconds / replay.turns:.3f}" for name, seconds in zip(MEASURED, spent, strict=True)}
    return {"a turn in Python, ms": f"{1000 * native / replay.turns:.3f}", **figures}


def _native(replay: Replay) -> float:
    """Seconds that Python needs for the first player's turns."""
    player = Decider(preset(PLAYER), *replay.production.shape)
    layers = zip(replay.owner, replay.strength, range(replay.turns), strict=False)  # the last frame is not decided
    views = [View(owner, strength, replay.production, 1, turn) for owner, strength, turn in layers]
    player.moves(views[0])  # loads the kernels
    started = process_time()
    for view in views:
        player.moves(view)
    return process_time() - started


def _spent(browser: str, file: Path) -> Sequence[float]:
    """The least seconds of each measurement, of ROUNDS in a page that has done all of them before."""
    from playwright.sync_api import sync_playwright  # here, because it takes long to load

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=ARGUMENTS)
        tab = running.new_page()
        tab.set_default_timeout(300_000)
        tab.goto(file.as_uri())
        tab.wait_for_function("() => window.ready")
        tab.evaluate("() => ready.then(() => null)")
        cdp = tab.context.new_cdp_session(tab)
        cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        rounds = [[_once(tab, cdp, code) for code in MEASURED.values()] for _ in range(1 + ROUNDS)]
        running.close()
    return [min(each[i] for each in rounds[1:]) for i in range(len(MEASURED))]


def _once(tab: Any, cdp: Any, code: str) -> float:
    before = _busy(cdp)
    tab.evaluate(f"() => {{ {code} }}")
    return _busy(cdp) - before


def _busy(cdp: Any) -> float:
    """Seconds of processor time of the page's thread so far."""
    metrics = cdp.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


if __name__ == "__main__":
    sys.exit(main())
