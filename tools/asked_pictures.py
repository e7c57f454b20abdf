"""The picture of page 19: the coach's answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine import generate
from engine.replay import write
from experiments.arena.arena import played
from experiments.arena.players import player
from experiments.coach import run
from tests.support.project import ROOT

from .shots import WIDE, save, tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WORKERS = 2
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


def _played(path: Path, side: int, seed: int, *notations: str) -> Path:
    lineup = [player(notation).parameters for notation in notations]
    write(played(lineup, generate(side, side, len(lineup), seed)), path)
    return path
