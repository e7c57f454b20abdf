"""All pictures of the docs, taken from today's pages in a browser: `make pictures`.

Those of the viewer are of one game, which the champion plays against v17.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot import preset
from engine import generate
from engine.replay import write
from experiments.arena.arena import played
from experiments.recordings.explaining import make
from tests.support.asking import Asked
from tests.support.pages import MISSING, Tab, executable, launched, written
from tests.support.project import ROOT

from . import asked_pictures, dragging_film, notebook_picture, school_pictures, site_pictures
from .shots import PHONE, save, tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = ROOT / "docs" / "pictures"
SIDE, SEED, TURN = 30, 7, 84

SEARCHED = """(() => {
    const { thought, game } = viewer.session;
    const [square] = [...thought.search.changes.keys()];
    viewer.select({ x: square % game.width, y: Math.floor(square / game.width) });
})()"""
"""Asks about a square that the search moved differently."""

BUSIEST = """(async () => {
    let [best, most] = [0, -1];
    for (let turn = 60; turn < viewer.session.lastTurn - 20; turn++) {
        const changes = viewer.session.explanation.read(turn)?.search?.changes.size ?? 0;
        if (changes > most) [best, most] = [turn, changes];
    }
    return best;
})()"""
"""The turn on which the search changed most."""


def main(words: Sequence[str]) -> int:
    """Take all pictures into docs/pictures, or into the folder that is named; returns the exit code."""
    path = executable()
    if path is None:
        print(MISSING)
        return 2
    folder = Path(words[0]) if words else FOLDER
    with tempfile.TemporaryDirectory() as work, launched(path) as browser:
        for take in (_viewer, asked_pictures.coach, site_pictures.site, site_pictures.season):
            take(browser, Path(work), folder)
        notebook_picture.taken(browser, Path(work), folder)
    school_pictures.taken(folder)
    dragging_film.taken(folder)
    return 0


def _game(folder: Path) -> tuple[Path, Path]:
    """Return the game, and its page with what the champion thought."""
    game, thoughts = folder / "champion-v17.hlt", folder / "thoughts.gz"
    write(played([preset("champion"), preset("v17")], generate(SIDE, SIDE, 2, SEED)), game)
    make(game, 1, "champion", thoughts)
    return game, written(folder / "page.html", game, "--explanation", thoughts)


def _viewer(browser: Browser, work: Path, folder: Path) -> None:
    """Take the page that stands alone (reasons, field, playing, on a phone), and the panel that asks."""
    _, file = _game(work)
    shown = Tab(tab(browser)).goto(file)
    shown.page.wait_for_function("() => viewer.session.story.length")
    turn = shown.js(BUSIEST)
    shown.js("(viewer.seek(it), viewer.setLayer('search'))", turn)
    shown.js(SEARCHED)
    save(shown.page, folder / "viewer-why.png", closes=False)
    shown.js(
        "(viewer.setLayer('search', false), viewer.select(null), viewer.seek(it), viewer.setLayer('potential'))", TURN
    )
    shown.js("viewer.setLayer('downhill')")
    save(shown.page, folder / "viewer-field.png", closes=False)
    shown.js("(viewer.setLayer('potential', false), viewer.setLayer('downhill', false), viewer.setTheme('light'))")
    shown.js("viewer.seek(it + 0.45)", turn)
    save(shown.page, folder / "viewer-watching.png")
    phone = Tab(tab(browser, PHONE)).goto(file)
    phone.js("(viewer.seek(it), viewer.setLayer('potential'), viewer.select({ x: 6, y: 6 }))", TURN)
    save(phone.page, folder / "viewer-phone.png")
    _asking(browser, file, folder)


def _asking(browser: Browser, file: Path, folder: Path) -> None:
    """Take the panel that asks a bot, v26 in the champion's place: another alpha, and two futures."""
    asked = Asked(tab(browser)).begin(file)
    asked.js("(viewer.seek(it), asking.put(1, 'v26', {}))", TURN)
    asked.type("alpha", 0.3)
    asked.answered()
    asked.js("['potential', 'delta', 'downhill'].forEach((layer) => viewer.setLayer(layer, layer !== 'potential'))")
    asked.page.wait_for_function("() => document.querySelector('.legends .gradient')")
    save(asked.page, folder / "asking.png", closes=False)
    asked.js("['delta', 'downhill'].forEach((layer) => viewer.setLayer(layer, false))")
    asked.page.get_by_role("button", name="Play on").click()
    asked.page.locator(".future .gain, .future .verdict").first.wait_for(timeout=300_000)
    asked.page.get_by_role("button", name="both futures").click()
    asked.page.wait_for_function("(turn) => shown.second && viewer.turn === turn", arg=TURN)
    asked.answered()
    save(asked.page, folder / "asking-futures.png")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
