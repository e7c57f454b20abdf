"""One browser for all tests of a process, and the pages that most of them look at."""

import shutil
from pathlib import Path

import pytest

from engine.replay import read
from experiments.positions import run
from experiments.recordings.combat.database import squares
from experiments.recordings.combat.page import page as table_of_combat
from experiments.recordings.explaining import make
from experiments.site.staging import PICTURES, START, Staging
from tests.support.asking import AskPage, page_in
from tests.support.coaching import coached_page_in
from tests.support.pages import launched, new_tab, opened, shared, written
from tests.support.recordings import GOLDEN
from tests.support.tagged import keep, of_game
from viewer import page

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"


@pytest.fixture(scope="session")
def browser():
    with launched() as running:
        yield running


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def explanation(tmp_path_factory):
    return shared(tmp_path_factory, "game.player1.explain.gz", lambda path: make(GAME, 1, "v26", path))


@pytest.fixture(scope="session")
def game_page(tmp_path_factory):
    return shared(tmp_path_factory, "game.html", lambda path: written(path, GAME))


@pytest.fixture(scope="session")
def explained_page(tmp_path_factory, explanation):
    return shared(tmp_path_factory, "explained.html", lambda path: written(path, GAME, "--explanation", explanation))


@pytest.fixture(scope="session")
def stranger_page(files):
    path = files / "stranger.html"
    path.write_text(page(), encoding="utf-8")
    return path


@pytest.fixture
def blank(browser):
    """An empty tab; fails if the page logged an error or sent a request."""
    with opened(browser) as tab:
        yield tab


@pytest.fixture(scope="session")
def kept_game(browser, game_page):
    return new_tab(browser).goto(game_page)


@pytest.fixture(scope="session")
def kept_explained(browser, explained_page):
    return new_tab(browser).goto(explained_page)


@pytest.fixture
def tab(kept_game):
    kept_game.begin_again()
    yield kept_game
    kept_game.rest()
    kept_game.check()


@pytest.fixture
def explained(kept_explained):
    kept_explained.begin_again()
    yield kept_explained
    kept_explained.rest()
    kept_explained.check()


@pytest.fixture(scope="session")
def small_games(tmp_path_factory):
    return shared(tmp_path_factory, "games", page_in)


@pytest.fixture(scope="session")
def kept_ask_page(browser, small_games):
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    return AskPage(page).begin(small_games / "game.html")


@pytest.fixture
def ask_page(kept_ask_page):
    """The same as it was opened; fails if it logged an error or sent a request."""
    kept_ask_page.begin_again()
    yield kept_ask_page
    kept_ask_page.rest()
    kept_ask_page.check()


@pytest.fixture(scope="session")
def coached_page(tmp_path_factory):
    return coached_page_in(tmp_path_factory.mktemp("coach"))


@pytest.fixture(scope="session")
def combat_page(tmp_path_factory):
    def make(path):  # its charts take seconds to load
        games = [squares(read(GAME), name) for name in ("one", "other")]
        path.write_text(table_of_combat(games), encoding="utf-8")

    return shared(tmp_path_factory, "combat.html", make)


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


SHOWN = (
    START, "docs/bot.md", "docs/parameters.md", "docs/extras/league.md", "docs/extras/season.md", "notebooks/README.md",
    "notebooks/02-the-potential-field.ipynb", "notebooks/09-sweeping.ipynb",
)  # fmt: skip


class FewPages(Staging):
    """Links to pages that are not shown lead to the first one."""

    def place(self, path):
        return super().place(path if path in SHOWN or Path(path).suffix in PICTURES else START)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A site of few pages, with the league of games of three presets; tests/proofs looks at the whole one."""
    from experiments.site import build  # here: a theme and its library
    from tests.support.leagues import database_in

    def make(folder):
        home = shutil.copytree(build.HERE, tmp_path_factory.mktemp("site") / "home")
        settings = (
            (home / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[0].replace("anchors: warn", "anchors: info")
        )
        (home / "mkdocs.yml").write_text("\n".join([settings, "nav:", *(f"  - {name}" for name in SHOWN)]), "utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(build, "HERE", home)
            patch.setattr(build, "Staging", FewPages)
            build.build(folder, database_in(tmp_path_factory.mktemp("league"), 1), 2)

    return shared(tmp_path_factory, "site", make)


@pytest.fixture
def offline(browser, site):
    """A tab without a network; nothing may fail in it, and nothing be asked from elsewhere."""
    with opened(browser, 1440, 900, offline=True) as tab:
        yield tab
