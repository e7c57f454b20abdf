"""One browser for all tests of a process, and the pages that most of them look at."""

from pathlib import Path

import pytest

from experiments.explaining import make
from tests.pages import MISSING, Shown, executable, is_ci, launched, written
from tests.recordings import GOLDEN

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"


@pytest.fixture(scope="session")
def browser():
    """The browser; without one the tests are skipped, but not in CI."""
    path = executable()
    if path is None:
        (pytest.fail if is_ci() else pytest.skip)(MISSING)
    with launched(path) as running:
        yield running


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """A folder for pages."""
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def explanation(files):
    """What v26 thought in the recorded game."""
    target: Path = files / "game.player1.explain.gz"
    assert make(GAME, 1, "v26", target) == 0
    return target


@pytest.fixture(scope="session")
def game_page(files):
    """The recorded game as a page."""
    return written(files / "game.html", GAME)


@pytest.fixture(scope="session")
def explained_page(files, explanation):
    """The recorded game as a page, with what v26 thought."""
    return written(files / "explained.html", GAME, "--explanation", explanation)


@pytest.fixture
def blank(browser):
    """An empty tab; whatever was opened in it must not have failed, nor asked the network."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    shown = Shown(context.new_page())
    yield shown
    context.close()
    assert shown.problems == []
    assert shown.requests == []


@pytest.fixture
def shown(blank, game_page):
    """The recorded game on screen."""
    return blank.goto(game_page)


@pytest.fixture
def explained(blank, explained_page):
    """The recorded game on screen, with what v26 thought."""
    return blank.goto(explained_page)
