"""The league shows matches that run in other processes, and stops one by a click."""

import subprocess
import sys

import pytest

from experiments.laboratory.database import Database
from tests.support.leagues import database_in, more_games, served
from tests.support.processes import PATIENCE
from tests.support.project import ROOT

LONG = 1000 * PATIENCE  # ms: a process loads its libraries and its players first
STOPS = "button[aria-label^='Stop ']"
STOPPED = 130  # exit code, as by Ctrl-C

TAKEN_IN = "(games) => league.summary.games === games && league.taken === league.last"
"""Whether the page shows so many games. A count of its updates does not say so: its first look for news may be one."""


def match(database, *players):
    """A match on the smallest boards that would take minutes."""
    command = [sys.executable, "-m", "experiments", "match", *players, "--mix", "8x8", "--blocks", "20000"]
    return subprocess.Popen(
        [*command, "--database", str(database)], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.slow
def test_two_matches_are_followed_and_stopped_by_a_click(browser, tmp_path):
    """Both write into the database that the server reads; each ends after the games in flight, and none is lost."""
    path = tmp_path / "laboratory.db"
    Database.open(path).close()
    running = [match(path, "v26", "v17"), match(path, "v26", "v12")]
    page = browser.new_context().new_page()
    page.set_default_timeout(LONG)
    try:
        with served(path) as address:
            page.goto(f"{address}#/questions")
            page.wait_for_function("() => document.querySelectorAll('.live').length === 2")
            page.goto(f"{address}#/feed")
            page.wait_for_function("() => league.updates > 2")
            page.wait_for_selector(".feed tbody tr")
            page.goto(f"{address}#/questions")
            page.wait_for_selector(STOPS)
            page.wait_for_function(f"() => document.querySelectorAll({STOPS!r}).length === 2")
            for label in page.locator(STOPS).evaluate_all("(all) => all.map((button) => button.ariaLabel)"):
                page.locator(
                    f'button[aria-label="{label}"]'
                ).click()  # the first button may still stand there, disabled
            said = [process.communicate(timeout=PATIENCE)[1] for process in running]
            assert [process.returncode for process in running] == [STOPPED, STOPPED], said
            assert all("Stopped in the league" in words for words in said)
            page.wait_for_function("() => document.querySelectorAll('.live').length === 0")
    finally:
        for process in running:
            process.kill()
            process.communicate()
        page.context.close()
    with Database.open(path) as database:
        ((games, played),) = database.query("SELECT (SELECT count(*) FROM games), (SELECT sum(played) FROM runs)")
        assert games == played
        assert database.check() == []


class TestPagesThatForgotTheirReader:
    """Every game that came redrew a player's page: open choices closed, tables lost their order, the page jumped."""

    def test_order_focus_and_what_is_unfolded_stay(self, league_tab, tmp_path):
        """They stay while the numbers on the page change."""
        path = database_in(tmp_path)
        with served(path) as address:
            page = league_tab.show(address, "bot/1")
            page.wait_for_function("() => !document.querySelector('.bot dl').textContent.includes('computed')")
            page.locator(".bot .table thead button", has_text="Opponent").press("Enter")
            page.locator(".bot figure summary").first.press("Enter")
            seen = "[...document.querySelectorAll('.bot [aria-sort=ascending]')].map((head) => head.textContent)"
            assert league_tab.js(seen) == ["Opponent"]
            more_games(path, 300, 6)
            page.wait_for_function(TAKEN_IN, arg=34)
            assert "34" in page.locator(".bot dl").first.inner_text()
            assert league_tab.js(seen) == ["Opponent"]
            assert league_tab.js("document.querySelector('.bot figure details').open")
            assert league_tab.js("document.activeElement.tagName") == "SUMMARY"

    def test_a_part_whose_numbers_stay_is_the_same_element(self, league_tab, tmp_path):
        """The element is kept, so that an open choice stays open."""
        path = database_in(tmp_path)
        with served(path) as address:
            page = league_tab.show(address, "bot/3")
            page.wait_for_function("() => !document.querySelector('.bot dl').textContent.includes('computed')")
            league_tab.js("document.querySelector('.bot figure').dataset.mine = 'yes'")
            more_games(path, 300, 6)  # of others
            page.wait_for_function(TAKEN_IN, arg=34)
            assert league_tab.js("document.querySelector('.bot figure').dataset.mine") == "yes"


def test_a_player_not_yet_rated_is_listed_and_left_out_of_the_chart(league_tab, tmp_path):
    """The row of its first game had no rating: the chart could not be made, and the page showed an error instead."""

    def answer(route):
        told = route.fetch().json()
        told["document"]["rows"][-1]["elo"] = None
        route.fulfill(json=told)

    with served(database_in(tmp_path)) as address:
        page = league_tab.show(address, "leaderboard")
        page.wait_for_selector(".leaderboard figure")
        page.route("**/api/document?name=leaderboard*", answer)
        page.evaluate("league.page.update()")
        assert page.locator(".leaderboard > div > div > .table tbody tr").count() == 3
        assert "–" in page.locator(".leaderboard > div > div > .table tbody tr").last.inner_text()
        assert page.locator(".leaderboard figure tbody tr").count() == 2
        page.unroute("**/api/document?name=leaderboard*")  # not before: the page asks again until all are rated


def test_news_of_a_listed_game_are_passed_over(league_tab, tmp_path):
    """A game that was stored while the page was made is in its first list, and in the first news."""
    with served(database_in(tmp_path)) as address:
        rows = league_tab.show(address, "feed").locator(".feed tbody tr")
        assert rows.count() == 28
        league_tab.js("(window.listed = (await league.source.document('feed/all')).games[0], null)")
        league_tab.js("(league.page.update({ new: [listed], isCut: false }), null)")
        assert rows.count() == 28
        league_tab.js("(league.page.update({ new: [{ ...listed, id: 1000 }], isCut: false }), null)")
        assert rows.count() == 29


HELD = """(() => {
    window.held = {};
    const { source } = league, usual = source.document;
    source.document = (name) => new Promise((done) => {
        delete held[name]; // the newest question comes last
        held[name] = async () => done(await usual.call(source, name));
    });
})()"""
"""In a page: every document waits for `held[name]()`."""

ANSWER = "(async () => { for (const answer of Object.values(held).toReversed()) await answer(); held = {}; })()"
"""In such a page: what was asked last is answered first."""

NUMBERS = "[...document.querySelectorAll('main td[data-after]')].map((cell) => cell.textContent)"


@pytest.mark.parametrize("name", ["feed", "leaderboard", "matrix"])
def test_the_choice_made_last_is_shown_whichever_answer_comes_last(league_tab, tmp_path, name):
    """Arrow keys go through a list of choices; the page showed the one whose answer came last."""
    with served(database_in(tmp_path)) as address:
        choice = league_tab.show(address, name).locator(".choices select").first
        league_tab.js(HELD)

        def chosen(*places):
            for place in places:
                choice.select_option(index=place)
            league_tab.js(ANSWER)
            return league_tab.js(NUMBERS)

        first, second = chosen(1), chosen(2)
        assert first != second
        assert chosen(1, 2) == second
