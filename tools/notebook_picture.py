"""The picture of page 17, a part of `make pictures`: a game in a cell of JupyterLab."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser

from experiments.recordings.explaining import make
from tests.support import jupyters
from tests.support.recordings import GOLDEN

from .shots import save

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
SIZE = {"width": 1240, "height": 960}

CELL = """from window import Window

window = Window("game.hlt.gz", explanation="mine.explain.gz")
window.seek(84)
window.select(6, 2)
window.layers = ["reasons", "trees"]
window.observe(lambda change: print(change.new), "selected")
window"""


def taken(browser: Browser, work: Path, folder: Path) -> None:
    """Run the cell over a game and v26's thoughts about it, wait for its window, and fold the side bar away."""
    place = work / "notebook"
    place.mkdir()
    shutil.copy(GAME, place / "game.hlt.gz")
    make(GAME, 1, "v26", place / "mine.explain.gz")
    with jupyters.opened(browser, place, [CELL]) as lab:
        lab.page.emulate_media(color_scheme="light")
        lab.page.set_viewport_size(SIZE)
        lab.command("application:toggle-left-area")
        lab.page.locator(".jp-OutputArea canvas").first.wait_for()
        save(lab.page, folder / "notebook-window.png", wait=4000, closes=False)  # the counted story and the graphs
