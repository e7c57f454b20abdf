"""How quick a page thinks, in a headless browser: processor time of its thread, beside Python's for the same frames."""

import statistics
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any

from bot import View, preset
from bot.kernels import Decider
from engine import Replay
from experiments.module.trial import page

from . import boards
from .figures import Effort, Figure
from .page import ARGUMENTS, browser, spent

SEED = 5
TURN, MOVED, PLAYED, PAIRS, MARGINS, SEARCHED = range(6)
MEASURED = (
    """for (let turn = 0; turn < game.frames - 1; turn++) {
        mind.thinker.show(mind.frame(turn));
        mind.thinker.call("decide", { me: 1, turn });
    }""",
    """for (let turn = 0; turn < game.frames - 1; turn++) {
        mind.thought({ player: 1, turn, who: { preset: "v26", values: { alpha: 0.05 + 0.001 * (turn % 50) } } });
    }""",
    """const players = game.players.map(() => ({ preset: "v26" }));
    const future = mind.future({ turn: 0, players });
    while (!future.next().done);""",
    """const all = game.players.map(() => ({ preset: "v26" }));
    const pairs = futures(mind, { turn: 0, player: 1, players: all, parameters: { alpha: 0.2 }, seeds: 8 });
    while (!pairs.next().done);""",
    "for (const _ of margins(mind, { player: 1, turn: Math.floor(game.frames / 2), who: { preset: 'v26' } }));",
    """const champions = game.players.map(() => ({ preset: "champion" }));
    const whole = mind.future({ turn: 0, players: champions });
    while (!whole.next().done);""",
)
"""In the page: decide every frame of the game; ask about every frame with another alpha; play the game out; play eight
pairs of futures; find the margins of a frame; play the game out with champions.
"""


def thinking(effort: Effort) -> Iterator[Figure]:
    """Ask the kernels of a page about the frames of two games of v26, a duel and one of four on the large board."""
    for side, players, slow in ((effort.game_side, 2, 16), (effort.side, 4, 33)):
        replay = boards.game(side, players, SEED)
        board = f"{side} x {side}, {players} players"
        asked = MEASURED if players == 2 else MEASURED[:SEARCHED]  # four champions on a large board take long
        laps = _laps(replay, effort.rounds, asked)
        native = statistics.median(_native(replay) for _ in range(effort.rounds))
        turn, moved, played, pairs, margins = (statistics.median(lap[i] for lap in laps) for i in range(MARGINS + 1))
        yield Figure("turn in a page", board, turn / replay.turns, "ms CPU")
        yield Figure("turn in a page / compiled turn", board, turn / native, "times", "1.5 or less")
        yield Figure("field and reasons after a knob moved", board, moved / replay.turns, "ms CPU", f"{slow} or less")
        yield Figure("game played out in a page", board, played, "ms CPU", "100 or less" if players == 2 else "")
        yield Figure("8 pairs of futures in a page", board, pairs, "ms CPU", "2,000 or less" if players == 2 else "")
        yield Figure("margins of three parameters", board, margins, "ms CPU")
        if players == 2:
            searched = statistics.median(lap[SEARCHED] for lap in laps)
            yield Figure("game of champions in a page", board, searched, "ms CPU", "3,000 or less")


def _native(replay: Replay) -> float:
    """Return milliseconds that Python needs for the first player's turns."""
    player = Decider(preset("v26"), *replay.production.shape)
    layers = zip(replay.owner, replay.strength, range(replay.turns), strict=False)  # the last frame is not decided
    views = [View(owner, strength, replay.production, 1, turn) for owner, strength, turn in layers]
    player.moves(views[0])  # loads the kernels
    started = process_time()
    for view in views:
        player.moves(view)
    return 1000 * (process_time() - started)


def _laps(replay: Replay, rounds: int, asked: Sequence[str]) -> Sequence[Sequence[float]]:
    """Return milliseconds of each measurement, in a page that has done all of them before."""
    from playwright.sync_api import sync_playwright  # here, because it takes long to load

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "thinking.html"
        file.write_text(page(replay), encoding="utf-8")
        running = playwright.chromium.launch(executable_path=browser(), args=ARGUMENTS)
        tab = running.new_page()
        tab.set_default_timeout(300_000)
        tab.goto(file.as_uri())
        tab.evaluate("() => ready")
        time = spent(tab)
        laps = [[_lap(tab, time, code) for code in asked] for _ in range(1 + rounds)]
        running.close()
    return laps[1:]


def _lap(tab: Any, time: Any, code: str) -> float:
    before: float = time()
    tab.evaluate(f"() => {{ {code} }}")
    return float(time() - before)
