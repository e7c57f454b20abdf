"""The picture of page 24, a part of `make pictures`: the tagger, and a decision before it is stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from engine import generate
from engine.replay import write
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.positions.server import application
from experiments.watch.games import Games
from tests.support.live_window import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIDE, MAP, TURN = 20, 41000007, 175
SQUARE = {"x": 15, "y": 16}
PLAYERS = ("v26?pact=off&strategic_stilling=off", "v17")
NOTE = "East strikes two pieces at once."
ANSWERED = "() => document.querySelector('.pad [data-move=EAST] small').textContent"


def taken(browser: Browser, work: Path, folder: Path) -> None:
    """The moves of a square with their scores, one called right and one wrong, and the note."""
    games = work / "tagged"
    games.mkdir()
    lineup = [player(notation).parameters for notation in PLAYERS]
    replay = Arena(SIDE, SIDE).play(lineup, generate(SIDE, SIDE, 2, MAP), record=True).replay
    assert replay is not None
    write(replay, games / "game.hlt.gz")
    with running(application(Games(games, games / "game.hlt.gz"), work / "positions")) as address:
        tab = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="dark").new_page()
        tab.goto(address)
        tab.wait_for_function("() => window.tagger?.game && viewer.session.game")
        tab.evaluate("([turn, square]) => (viewer.seek(turn), viewer.select(square))", [TURN, SQUARE])
        tab.wait_for_function(ANSWERED)
        tab.locator(".pad [data-move=EAST]").click()
        tab.locator(".pad [data-move=NORTH]").dblclick()
        tab.locator("#theme").fill("overkill")
        tab.locator("#note").fill(NOTE)
        tab.wait_for_timeout(300)  # the board is drawn
        tab.screenshot(path=folder / "tagger.png")
        tab.context.close()
    with Image.open(folder / "tagger.png") as image:
        image.convert("RGB").save(folder / "tagger.png", "png", optimize=True)
    print("tagger.png")
