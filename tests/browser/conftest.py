"""One browser for all tests of a process, and the pages that most of them look at."""

from pathlib import Path
from tempfile import gettempdir

import pytest

from engine.replay import read
from experiments.positions import run
from experiments.recordings.combat.database import squares
from experiments.recordings.combat.page import page as table_of_combat
from experiments.recordings.explaining import make
from tests.support.asking import AskPage, page_in
from tests.support.coaching import coached_page_in
from tests.support.pages import Tab, launched, new_tab, opened, shared, written
from tests.support.recordings import GOLDEN
from tests.support.tagged import keep, of_game
from viewer import page

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """A failure comes with a picture of every open tab and with what its page complained of."""
    report = yield
    if report.failed:
        for number, tab in enumerate(each for each in Tab.all if not each.page.is_closed()):
            target = Path(gettempdir()) / f"{item.name.replace('/', ' ')}-{number}.png"
            report.sections.append((f"tab {number}", tab.account(target)))
    return report


@pytest.fixture(scope="session")
def browser():
    with launched() as running:
        yield running


def page_fixture(name, make):
    """A file or folder that `make` writes once, for the tests of all processes."""
    return pytest.fixture(scope="session")(lambda tmp_path_factory: shared(tmp_path_factory, name, make))


game_page = page_fixture("game.html", lambda path: written(path, GAME))
explanation = page_fixture("game.player1.explain.gz", lambda path: make(GAME, 1, "v26", path))
stranger_page = page_fixture("stranger.html", lambda path: path.write_text(page(), "utf-8"))
small_games = page_fixture("games", page_in)
combat_page = page_fixture(
    "combat.html", lambda path: path.write_text(table_of_combat([squares(read(GAME), "one")]), "utf-8")
)


@pytest.fixture(scope="session")
def explained_page(tmp_path_factory, explanation):
    return shared(tmp_path_factory, "explained.html", lambda path: written(path, GAME, "--explanation", explanation))


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture
def blank(browser):
    """An empty tab; fails if the page logged an error or sent a request."""
    with opened(browser) as tab:
        yield tab


@pytest.fixture
def at(browser, stranger_page):
    """Opens the page that brings no game at an address, after a script, without a network and with two cores."""
    tabs = []

    def show(address, script="", width=1280, height=800, **media):
        tab = Tab(browser.new_context(viewport={"width": width, "height": height}, offline=True, **media).new_page())
        tabs.append(tab)
        tab.page.add_init_script(f"Object.defineProperty(navigator, 'hardwareConcurrency', {{value: 2}}); {script}")
        tab.page.goto(f"{stranger_page.as_uri()}{address}")
        tab.js("viewer.ready")
        return tab

    yield show
    for tab in tabs:
        tab.page.context.close()
        tab.check()


@pytest.fixture(scope="session")
def kept_game(browser, game_page):
    return new_tab(browser).goto(game_page)


@pytest.fixture(scope="session")
def kept_explained(browser, explained_page):
    return new_tab(browser).goto(explained_page)


@pytest.fixture
def tab(kept_game):
    yield from kept_game.visits()


@pytest.fixture
def explained(kept_explained):
    yield from kept_explained.visits()


@pytest.fixture(scope="session")
def kept_ask_page(browser, small_games):
    return new_tab(browser, AskPage).begin(small_games / "game.html")


@pytest.fixture
def ask_page(kept_ask_page):
    yield from kept_ask_page.visits()


@pytest.fixture(scope="session")
def coached_page(tmp_path_factory):
    return coached_page_in(tmp_path_factory.mktemp("coach"))


@pytest.fixture(scope="session")
def rule_page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rule")
    note = "East closes up behind the 217. West merges 248 with 250, which loses 243."
    keep(of_game(theme="retreat", note=note, name="breakthrough-20x20-2p-011c4bf5"), folder / "positions")
    (folder / "mine.py").write_text("def move(view, x, y):\n    return 1\n", encoding="utf-8")

    def end(_):
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(run, "sleep", end)
        run.rule(folder / "positions", folder / "mine.py", [], watches=True, opens=False)
    return folder / "mine.pages" / "rule.html"
