"""An exported league plays its games: the page beside it plays again what no recording was kept of."""

import pytest

from experiments.arena.schedule import Seeds
from experiments.laboratory.database import Database
from experiments.league import exporting
from experiments.match import plan as plans
from experiments.match.ledger import Ledger
from experiments.match.run import planned
from tests.support.leagues import SIDE, database_in
from tests.support.pages import opened
from tests.support.results import PROGRAM, V17, V26, finished

ENDED = """() => window.viewer?.session.game && (({ session: { game } }) => {
    const last = game.owner.subarray((game.frames - 1) * game.width * game.height);
    const territory = game.players.map((_, i) => last.filter((who) => who === i + 1).length);
    return { turns: game.frames - 1, territory };
})(viewer)"""
"""How the game on the page ended, once it is there."""


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """An export without recordings, of real games, a game of a program, and a question."""
    folder = tmp_path_factory.mktemp("league")
    path = database_in(folder, 1)
    with Database.open(path) as database:
        database.store(finished(range(9, 10), V17, PROGRAM))
    board = {"mix": f"{SIDE}x{SIDE}", "seeds": Seeds.DEVELOPMENT, "first": 0}
    asked = planned((V26, V17), "Who?", plans.date(2026, 11, 24), {"blocks": 1}, **board)
    ledger = Ledger.beside(path)
    ledger.file(asked)
    assert ledger.append(1, "L-0001  2026-11-24  Who?  MEASURED\n  size: +7.4 ± 9.0 Elo")
    exporting.export(path, folder / "site", None, 0)
    return folder / "site", path


@pytest.fixture
def tab(browser):
    """A tab without a network."""
    with opened(browser, 1280, 900, offline=True) as tab:
        yield tab


def test_every_game_of_presets_can_be_watched_without_a_recording(exported, tab):
    """The page plays it to the end that is stored; a game of a program has no link, and says so instead of "–"."""
    folder, path = exported
    tab.page.goto(f"{(folder / 'index.html').as_uri()}#/feed")
    tab.page.locator("tbody tr").first.wait_for()
    found = tab.page.locator("a[href^='board.html#']")
    addresses = [each.get_attribute("href") for each in found.all()]
    with Database.open(path, read_only=True) as database:
        stored = database.query(STORED)
    assert len(addresses) == len(stored) - 1
    assert tab.page.get_by_role("cell", name="not recorded").count() == 1
    for address in addresses[:: max(1, len(addresses) // 3)]:
        tab.page.goto("about:blank")
        tab.page.goto(f"{folder.as_uri()}/{address}")
        tab.page.wait_for_function(ENDED)
        found = tab.page.evaluate(ENDED)
        assert [found["turns"], *found["territory"]] in [[turns, *map(int, land.split())] for turns, land in stored]


STORED = """
SELECT turns, group_concat(territory, ' ') FROM (SELECT * FROM seats ORDER BY game, seat) AS seats
JOIN games ON games.id = game GROUP BY game
"""


def test_a_question_has_one_verdict(exported, tab):
    """The list said "not told apart", the question's page "MEASURED"."""
    folder, _ = exported
    tab.page.goto(f"{(folder / 'index.html').as_uri()}#/questions")
    tab.page.locator(".verdict", has_text="not told apart").wait_for()
    tab.page.get_by_role("link", name="Who?").click()
    tab.page.locator("dt", has_text="Verdict").wait_for()
    assert tab.page.locator("dt:has-text('Verdict') + dd").inner_text() == "not told apart"


def test_a_question_leads_to_its_games(exported, tab):
    """A line for each map, a link for each seat of the first player."""
    folder, _ = exported
    tab.page.goto(f"{(folder / 'index.html').as_uri()}#/question/laboratory-0001")
    tab.page.locator("summary", has_text="Watch its 2 games").click()
    tab.page.locator("ol.games a").nth(1).wait_for()  # written when the line is opened
    links = [each.get_attribute("href") for each in tab.page.locator("ol.games a").all()]
    game = f"board.html#{SIDE}x{SIDE}&seed=0"
    assert links == [f"{game}&a=v26&b=v17", f"{game}&a=v17&b=v26"]
