"""All pictures of the docs, taken from today's pages in a browser, or drawn: `make pictures`.

Those of the viewer are of one game, which the champion plays against v17.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.animation import FuncAnimation, PillowWriter
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from bot import View, decide, override, preset
from engine import generate
from engine.replay import read, write
from experiments.arena.arena import record
from experiments.arena.players import player
from experiments.coach import run as coaching
from experiments.opponents.opponent import opponent
from experiments.recordings import drawing
from experiments.recordings.explaining import make
from experiments.recordings.watched import Watched
from tests.proofs import test_jupyter as jupyters
from tests.support.asking import AskPage
from tests.support.pages import MISSING, NAMES, Tab, launched, written
from tests.support.project import ROOT
from tests.support.recordings import GOLDEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Size = dict[str, int]
FOLDER = ROOT / "docs" / "pictures"
RECORDED = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
SIDE, SEED, TURN = 30, 7, 84
SCREEN, WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 1440, "height": 900}, {"width": 390, "height": 844}
COLOURS = Image.Quantize.MAXCOVERAGE  # the usual method makes a rare colour, such as a player's swatch, another one
CHARTS = 2500  # ms in which charts and frames are drawn

# The turn on which the search changed most, and a square that it moved differently.
BUSIEST = """(async () => {
    let [best, most] = [0, -1];
    for (let turn = 60; turn < viewer.session.lastTurn - 20; turn++) {
        const changes = viewer.session.explanation.read(turn)?.search?.changes.size ?? 0;
        if (changes > most) [best, most] = [turn, changes];
    }
    return best;
})()"""
SEARCHED = """(() => {
    const { thought, game } = viewer.session;
    const [square] = [...thought.search.changes.keys()];
    viewer.session.select({ x: square % game.width, y: Math.floor(square / game.width) });
})()"""
CELL = """from window import Window

window = Window("game.hlt.gz", explanation="mine.explain.gz")
window.turn = 84
window.selected = 6, 2
window.layers = ["reasons", "trees"]
window.observe(lambda change: print(change.new), "selected")
window"""
# The newest player with this name that has played much.
CHAMPION = """
SELECT player FROM seats JOIN players ON players.id = player WHERE notation = ?
GROUP BY player HAVING count(*) >= 1000 ORDER BY player DESC
"""

# Of each opponent, which plays v12: the turn, a kind of arrows of its thought, a layer, and what that layer holds.
OPPONENTS = {
    "amortizer": (64, "mining targets", "dominance", "chance that no enemy stack comes by within two turns"),
    "friendly": (101, "edges", "friendliness", "friendliness: full stacks, ours above 0"),
    "matcher": (63, "matches", "net", "net score of the move, beyond that of staying: strength a turn"),
    "planner": (20, "captures", "price", "price of neutral land with what lies behind it: turns until it is repaid"),
    "unifier": (68, "searched", "reach", "enemy strength to be expected in two turns"),
}


def main(words: Sequence[str]) -> int:
    """Take all pictures into docs/pictures, or into the folder that is named; returns the exit code."""
    if not any(map(shutil.which, NAMES)):
        print(MISSING)
        return 2
    folder = Path(words[0]) if words else FOLDER
    with tempfile.TemporaryDirectory() as work, launched() as browser:
        for take in (viewer, coach, site, season, notebook):
            take(browser, Path(work), folder)
    for name in OPPONENTS:
        opponent_picture(name, folder)
    film_alpha(folder)
    return 0


def viewer(browser: Browser, work: Path, folder: Path) -> None:
    """Take the page that stands alone (reasons, playing), and the panel that asks."""
    thoughts = work / "thoughts.gz"
    game = _record_game(work / "champion-v17.hlt", SEED, "champion", "v17")
    make(game, 1, "champion", thoughts)
    file = written(work / "page.html", game, "--explanation", thoughts)
    shown = Tab(_tab(browser)).goto(file)
    shown.page.wait_for_function("() => viewer.session.story.length")
    turn = shown.js(BUSIEST)
    shown.js("(viewer.session.seek(it), viewer.session.setLayer('search'))", turn)
    shown.js(SEARCHED)
    _save(shown.page, folder / "viewer-why.png", closes=False)
    shown.js("(viewer.session.setLayer('search', false), viewer.session.select(null), viewer.setTheme('light'))")
    shown.js("viewer.session.seek(it + 0.45)", turn)
    _save(shown.page, folder / "viewer-watching.png")
    _ask_panel(browser, file, folder)


def _ask_panel(browser: Browser, file: Path, folder: Path) -> None:
    """Take the panel that asks a bot, v26 in the champion's place: another alpha, and two futures."""
    page = AskPage(_tab(browser)).begin(file)
    page.js("(viewer.session.seek(it), asking.put(1, 'v26', {}))", TURN)
    page.type("alpha", 0.3)
    page.answered()
    page.js("['potential', 'delta', 'downhill'].forEach((layer) => session.setLayer(layer, layer !== 'potential'))")
    page.page.wait_for_function("() => document.querySelector('.legends .gradient')")
    _save(page.page, folder / "asking.png", closes=False)
    page.js("['delta', 'downhill'].forEach((layer) => viewer.session.setLayer(layer, false))")
    page.page.get_by_role("button", name="Play on").click()
    page.page.locator(".future-result > .gain").wait_for(timeout=300_000)
    page.js("games.flip()")
    page.answered()
    _save(page.page, folder / "asking-futures.png")


def coach(browser: Browser, work: Path, folder: Path) -> None:
    """Take the page of the game of lesson 13, which v26 loses, at the coach's first turning point."""
    game, answer = _record_game(work / "v26-v17.hlt", 42, "v26", "v17"), work / "coach.html"
    assert coaching.coach(game, 1, answer, None, 2, ROOT / "laboratory.db", opens=False) == coaching.DONE
    page = _tab(browser, {**SCREEN, "height": 900}, "light")
    page.goto(answer.as_uri())
    page.wait_for_function("() => window.viewer?.session.findings")
    page.locator(".turning").last.click()
    _save(page, folder / "coach.png")


def site(browser: Browser, work: Path, folder: Path) -> None:
    """Take the front page, a lesson, the front page on a phone; and the league in it."""
    from experiments.laboratory.database import Database
    from experiments.site.build import build

    with Database.open_published() as database:
        champion, path = database.query(CHAMPION, "champion")[0][0], database.path
    build(work / "site", path, 4)
    shots: tuple[tuple[str, str, Size, str], ...] = (
        ("site-front", "index.html", WIDE, "dark"),
        ("site-lesson", "notebooks/02-the-potential-field.html", WIDE, "light"),
        ("site-phone", "index.html", PHONE, "dark"),
        ("league-leaderboard", "league/index.html#tab=leaderboard", WIDE, "light"),
        ("league-player", f"league/index.html#tab=player&player={champion}", {**WIDE, "height": 1080}, "light"),
        ("league-phone", "league/index.html#tab=leaderboard", PHONE, "dark"),
    )
    for name, address, size, scheme in shots:
        page = _tab(browser, size, scheme)
        page.goto(f"{(work / 'site').as_uri()}/{address}")
        page.wait_for_load_state("load")
        if address == "index.html":  # stop its game on a frame whose field is known
            page.frames[1].wait_for_function("() => window.viewer?.thinking.asking?.game")
            page.frames[1].evaluate("() => (viewer.session.setPlaying(false), viewer.session.seek(80), null)")
            page.frames[1].wait_for_function("() => viewer.thinking.asking.isKnown(viewer.session.turn)")
        _save(page, folder / f"{name}.png", CHARTS)


def season(browser: Browser, work: Path, folder: Path) -> None:
    """Take the league over a season of small programs, which docs/extras/season.md plays."""
    from tests.proofs import test_season as seasons
    from tests.support import leagues

    project = seasons.season(work)
    for command in seasons.commands("experiments ladder"):
        seasons.run(command, project)
    address = leagues.exported(work / "season" / "season.db", work / "league", anchor="v12").as_uri()
    for name, tab, size, scheme in (("leaderboard", "leaderboard", WIDE, "light"), ("feed", "games", PHONE, "dark")):
        page = _tab(browser, size, scheme)
        page.goto(f"{address}#tab={tab}")
        _save(page, folder / f"season-{name}.png", CHARTS)


def notebook(browser: Browser, work: Path, folder: Path) -> None:
    """Take a game in a cell of JupyterLab, with v26's thoughts about it, the side bar folded away."""
    place = work / "notebook"
    place.mkdir()
    shutil.copy(RECORDED, place / "game.hlt.gz")
    make(RECORDED, 1, "v26", place / "mine.explain.gz")
    with jupyters.opened(browser, place, [CELL]) as lab:
        lab.page.emulate_media(color_scheme="light")
        lab.page.set_viewport_size({"width": 1240, "height": 960})
        lab.command("application:toggle-left-area")
        lab.page.locator(".jp-OutputArea canvas").first.wait_for()
        _save(lab.page, folder / "notebook-window.png", wait=4000, closes=False)  # the counted story and the graphs


def opponent_picture(name: str, folder: Path) -> None:
    """Draw an opponent's thought in a game against v12: arrows on the left, a layer and its moves on the right."""
    last, kind, layer, label = OPPONENTS[name]
    settings = player(name).parameters
    replay = record([settings, player("v12").parameters], generate(SIDE, SIDE, 2, 3))
    mover = opponent(name).open(settings, SIDE, SIDE)
    last = min(last, replay.turns - 1)
    views = [View(replay.owner[turn], replay.strength[turn], replay.production, 1, turn) for turn in range(last + 1)]
    for view in views[:-1]:
        mover.moves(view)
    view = views[-1]
    moves, thought = mover.moves(view), mover.explain(view)
    figure = Figure(figsize=(12.5, 6.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    figure.suptitle(f"{name} (blue) against v12, {SIDE} x {SIDE}, map seed 3, turn {view.turn}")
    land = np.where(view.owner == 0, 0.0, np.where(view.owner == 1, -1, 1) * (0.25 + 0.75 * view.strength / 255))
    left.imshow(land, cmap="RdBu_r", vmin=-1, vmax=1)
    left.set_title(kind)
    for start, end in thought["layers"][kind]:
        _arrow(left, start, end)
    grid = np.array(thought["layers"][layer]).reshape(view.owner.shape)
    image = right.imshow(grid, vmax=np.percentile(np.nan_to_num(grid, posinf=0), 98))
    right.set_title(f"{layer}, and the moves")
    drawing.arrows(right, np.where(view.owner == 1, moves, 0).astype(np.uint8), color="#c2185b")
    figure.colorbar(image, ax=right, label=label, shrink=0.8)
    figure.savefig(folder / f"opponent-{name}.png", dpi=80, metadata={"Software": None})
    print(f"opponent-{name}.png")


def _arrow(axes: Axes, start: int, end: int) -> None:
    (y, x), (down, right) = divmod(start, SIDE), np.subtract(divmod(end, SIDE), divmod(start, SIDE))
    down, right = ((step + SIDE // 2) % SIDE - SIDE // 2 for step in (down, right))  # the short way on the torus
    axes.annotate("", (x + right, y + down), (x, y), arrowprops={"arrowstyle": "->"}, annotation_clip=True)


def film_alpha(folder: Path) -> None:
    """Draw README's film: one turn's field while `alpha` goes up and down; moves that differ from v26's are framed."""
    replay, base = read(RECORDED), preset("v26")
    view, memory = Watched(replay).view(96, 1), Watched(replay).memory(96, 1)
    first = decide(view, memory, base, explain=True)
    before = first.moves
    assert first.explanation is not None
    low, high = drawing.limits_of(first.explanation.potential)
    figure = Figure(figsize=(4.8, 5.1), layout="constrained")
    axes = figure.subplots()

    def draw(alpha: float) -> None:
        decision = decide(view, memory, override(base, {"alpha": alpha}), explain=True)
        assert decision.explanation is not None
        moved = (view.owner == view.me) & (decision.moves != before)
        axes.clear()
        axes.set_axis_off()
        axes.imshow(decision.explanation.potential, cmap="viridis_r", vmin=low, vmax=high)
        axes.contour(view.owner == view.me, [0.5], colors="white")
        axes.plot(*np.argwhere(moved).T[::-1], "s", markerfacecolor="none", markeredgecolor="#ff5fd2")
        axes.set_title(f"alpha {alpha:.3g}   {np.count_nonzero(moved)} moves differ from v26", fontsize=10)

    up = np.geomspace(0.02, 0.6, 60)  # by even factors, as the page's sliders go
    film = FuncAnimation(figure, draw, [*up.tolist(), *up[::-1].tolist()])
    film.save(folder / "dragging-alpha.webp", PillowWriter(fps=12))
    print("dragging-alpha.webp")


def _record_game(path: Path, seed: int, *notations: str) -> Path:
    lineup = [player(notation).parameters for notation in notations]
    write(record(lineup, generate(SIDE, SIDE, len(lineup), seed)), path)
    return path


def _tab(browser: Browser, size: Size = SCREEN, scheme: str = "dark") -> Page:
    """Open a page with a context of its own, which `_save` closes on request."""
    wishes: dict[str, Any] = {"viewport": size, "color_scheme": scheme, "device_scale_factor": 1}
    return browser.new_context(**wishes).new_page()


def _save(page: Page, path: Path, wait: int = 300, height: float | None = None, closes: bool = True) -> None:
    """Write what the page shows after `wait` ms as a PNG, down to `height` if it is given."""
    page.wait_for_timeout(wait)
    size = page.viewport_size or SCREEN
    clip = {"x": 0, "y": 0, "width": size["width"], "height": height or size["height"]}
    shot = page.screenshot(full_page=height is not None, clip=clip)  # type: ignore[arg-type]  # playwright's own dict
    with Image.open(BytesIO(shot)) as image:
        image.convert("RGB").quantize(256, COLOURS, kmeans=1).save(path, "png", optimize=True)
    print(path.name)
    if closes:
        page.context.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
