"""The pictures of the site, of its league, and of a season while it is played: a part of `make pictures`."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from experiments.laboratory.database import Database
from experiments.site.build import Plan, build
from tests.support.leagues import served
from tests.support.seasons import commands, run, season

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
MOST = """
SELECT player FROM seats JOIN players ON players.id = player WHERE notation = ? GROUP BY player ORDER BY count(*) DESC
"""
RATED = "() => document.querySelector('td') && !document.body.innerText.includes('being computed')"
RECORDINGS = 4  # enough for the pages that are shown
STUDIED = 12  # games of a player, behind the curves of its page


def site(browser: Browser, work: Path, folder: Path) -> None:
    """The front page, a lesson, the front page on a phone; and the league in it."""
    with Database.published() as database:
        path = database.path
    build(work / "site", Plan(path, RECORDINGS, STUDIED))
    of_site(browser, work / "site", _number(path, "champion"), folder)


def of_site(browser: Browser, built: Path, champion: int, folder: Path) -> None:
    """The same from a site that is built; `champion` is its number in the league."""
    shots: tuple[tuple[str, str, dict[str, int], str], ...] = (
        ("site-front", "index.html", WIDE, "dark"),
        ("site-lesson", "notebooks/02-the-potential-field.html", WIDE, "light"),
        ("site-phone", "index.html", PHONE, "dark"),
        ("league-leaderboard", "league/index.html#/leaderboard", WIDE, "light"),
        ("league-player", f"league/index.html#/bot/{champion}", {**WIDE, "height": 1080}, "light"),
        ("league-phone", "league/index.html#/leaderboard", PHONE, "dark"),
    )
    for name, address, size, scheme in shots:
        page = _tab(browser, size, scheme)
        page.goto(f"{built.as_uri()}/{address}")
        page.wait_for_load_state("load")
        _save(page, folder / f"{name}.png")


def live(browser: Browser, work: Path, folder: Path) -> None:
    """The league over a season of small programs, which page 22 plays."""
    project = season(work)
    for command in commands("experiments ladder"):
        run(command, project)
    of_season(browser, work / "season" / "season.db", folder)


def of_season(browser: Browser, database: Path, folder: Path) -> None:
    """The same from a season that was played."""
    with served(database, anchor="v12") as address:
        for name, where, size, scheme in (
            ("season-leaderboard", "leaderboard", WIDE, "light"),
            ("season-feed", "feed", PHONE, "dark"),
        ):
            page = _tab(browser, size, scheme)
            page.goto(f"{address}#/{where}")
            page.wait_for_function(RATED)  # ratings are computed behind the page, which then shows them
            _save(page, folder / f"{name}.png")


def _number(path: Path, name: str) -> int:
    """Of the player with this name who played most."""
    with Database.open(path, create=False, read_only=True) as database:
        return int(database.query(MOST, name)[0][0])


def _tab(browser: Browser, size: dict[str, int], scheme: str) -> Page:
    wishes: dict[str, Any] = {"viewport": size, "color_scheme": scheme, "device_scale_factor": 1}
    return browser.new_context(**wishes).new_page()


def _save(page: Page, path: Path) -> None:
    """What the page shows, charts and frames included."""
    page.wait_for_timeout(2500)
    with Image.open(BytesIO(page.screenshot())) as image:
        image.convert("RGB").quantize(256).save(path, "png", optimize=True)
    print(path.name)
    page.context.close()
