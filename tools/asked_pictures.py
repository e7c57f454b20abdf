"""The pictures of pages 19 and 24: the coach's answer, and the tagger before a decision is stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine import generate
from engine.replay import write
from experiments.arena.arena import played
from experiments.arena.players import player
from experiments.coach import run
from experiments.positions.games import Games
from experiments.positions.server import application
from tests.support.project import ROOT
from tests.support.servers import running

from .shots import WIDE, save, tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WORKERS = 2
TURN, SQUARE = 175, {"x": 15, "y": 16}
NOTE = "East strikes two pieces at once."
ANSWERED = "() => document.querySelector('.pad [data-move=EAST] small').textContent"
BOARD_ENDS = "document.getElementById('board').getBoundingClientRect().bottom + window.scrollY + 20"


def coach(browser: Browser, work: Path, folder: Path) -> None:
    """Take the game of lesson 13, which v26 loses: the page as it opens, down to the board.

    The futures are kept, as those of any question to the coach.
    """
    game, answer = _played(work / "v26-v17.hlt", 30, 42, "v26", "v17"), work / "coach.html"
    assert run.coach(game, 1, answer, None, WORKERS, ROOT / "laboratory.db", opens=False) == run.DONE
    page = tab(browser, {**WIDE, "height": 900}, "light")
    page.goto(answer.as_uri())
    page.wait_for_function("() => window.coach")
    page.evaluate("coach.ready")
    save(page, folder / "coach.png", height=page.evaluate(BOARD_ENDS))


def tagger(browser: Browser, work: Path, folder: Path) -> None:
    """Take the moves of a square with their scores, one called right and one wrong, and the note."""
    games = work / "tagged"
    games.mkdir()
    game = _played(games / "game.hlt.gz", 20, 41000007, "v26?pact=off&strategic_stilling=off", "v17")
    with running(application(Games(games, game), work / "positions")) as address:
        page = tab(browser)
        page.goto(address)
        page.wait_for_function("() => window.tagger?.game && viewer.session.game")
        page.evaluate("([turn, square]) => (viewer.seek(turn), viewer.select(square))", [TURN, SQUARE])
        page.wait_for_function(ANSWERED)
        page.locator(".pad [data-move=EAST]").click()
        page.locator(".pad [data-move=NORTH]").dblclick()
        page.locator("#theme").fill("overkill")
        page.locator("#note").fill(NOTE)
        save(page, folder / "tagger.png")


def _played(path: Path, side: int, seed: int, *notations: str) -> Path:
    lineup = [player(notation).parameters for notation in notations]
    write(played(lineup, generate(side, side, len(lineup), seed)), path)
    return path
