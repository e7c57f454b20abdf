"""The picture of page 19, a part of `make pictures`: the coach's page about the game of lesson 13.

v26 plays v17 on map 42 of 30 x 30 and loses. The futures are kept, as those of any question to the coach.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from bot import preset
from engine import generate
from engine.replay import write
from experiments.arena.arena import Arena
from experiments.coach import run
from tests.support.project import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIDE, MAP, WIDTH = 30, 42, 1280
WORKERS = 2


def taken(browser: Browser, work: Path, folder: Path) -> None:
    """The page as it opens, down to the board."""
    replay = Arena(SIDE, SIDE).play([preset("v26"), preset("v17")], generate(SIDE, SIDE, 2, MAP), record=True).replay
    assert replay is not None
    game, page = work / "v26-v17.hlt", work / "coach.html"
    write(replay, game)
    assert run.coach(game, 1, page, None, WORKERS, ROOT / "laboratory.db", opens=False) == run.DONE
    tab = browser.new_context(viewport={"width": WIDTH, "height": 900}, color_scheme="light").new_page()
    tab.goto(page.as_uri())
    tab.wait_for_function("() => window.coach")
    tab.evaluate("coach.ready")
    tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))")
    end = tab.evaluate("document.getElementById('board').getBoundingClientRect().bottom + window.scrollY + 20")
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": end}
    with Image.open(BytesIO(tab.screenshot(full_page=True, clip=clip))) as image:  # type: ignore[arg-type]  # playwright's own dict
        image.convert("RGB").save(folder / "coach.png", "png", optimize=True)
    print("coach.png")
    tab.context.close()
