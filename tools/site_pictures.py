"""The pictures of the site, of its league, and of a season while it is played: a part of `make pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from experiments.laboratory.database import Database
from experiments.site.build import SitePlan, build
from tests.support import seasons
from tests.support.leagues import served

from .shots import PHONE, Size, save, tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame

WIDE = {"width": 1440, "height": 900}
DRAWN = 2500  # ms in which charts and frames are drawn
CHAMPION = """
SELECT player FROM seats JOIN players ON players.id = player WHERE notation = ?
GROUP BY player HAVING count(*) >= 1000 ORDER BY player DESC
"""
"""The newest player with this name that has played much."""

RATED = "() => document.querySelector('td') && !document.body.innerText.includes('being computed')"
TURN = 80  # of the game on the front page
RECORDINGS = 4  # enough for the pages that are shown


def site(browser: Browser, work: Path, folder: Path) -> None:
    """Take the front page, a lesson, the front page on a phone; and the league in it."""
    with Database.published() as database:
        path = database.path
    built = work / "site"
    build(built, SitePlan(path, RECORDINGS))
    with Database.open(path, create=False, read_only=True) as database:
        champion = database.query(CHAMPION, "champion")[0][0]
    shots: tuple[tuple[str, str, Size, str], ...] = (
        ("site-front", "index.html", WIDE, "dark"),
        ("site-lesson", "notebooks/02-the-potential-field.html", WIDE, "light"),
        ("site-phone", "index.html", PHONE, "dark"),
        ("league-leaderboard", "league/index.html#/leaderboard", WIDE, "light"),
        ("league-player", f"league/index.html#/bot/{champion}", {**WIDE, "height": 1080}, "light"),
        ("league-phone", "league/index.html#/leaderboard", PHONE, "dark"),
    )
    for name, address, size, scheme in shots:
        page = tab(browser, size, scheme)
        page.goto(f"{built.as_uri()}/{address}")
        page.wait_for_load_state("load")
        if address == "index.html":
            _stopped(page.frames[1])
        save(page, folder / f"{name}.png", DRAWN)


def _stopped(board: Frame) -> None:
    """Stop the game of the front page on a frame whose field is known."""
    board.wait_for_function("() => window.viewer?.thinking.asking?.game")
    board.evaluate("(turn) => (viewer.pause(), viewer.seek(turn), null)", TURN)
    board.wait_for_function("() => viewer.thinking.asking.isKnown(viewer.turn)")


def season(browser: Browser, work: Path, folder: Path) -> None:
    """Take the league over a season of small programs, which page 22 plays."""
    project = seasons.season(work)
    for command in seasons.commands("experiments ladder"):
        seasons.run(command, project)
    with served(work / "season" / "season.db", anchor="v12") as address:
        for name, where, size, scheme in (
            ("season-leaderboard", "leaderboard", WIDE, "light"),
            ("season-feed", "feed", PHONE, "dark"),
        ):
            page = tab(browser, size, scheme)
            page.goto(f"{address}#/{where}")
            page.wait_for_function(RATED)  # ratings are computed behind the page, which then shows them
            save(page, folder / f"{name}.png", DRAWN)
