"""The league shows matches that run in other processes, and stops one by a click."""

import subprocess
import sys

import pytest

from experiments.laboratory.database import Database
from tests.leagues import database_in, more_games, served
from tests.processes import PATIENCE
from tests.project import ROOT

LONG = 1000 * PATIENCE  # ms: a process loads its libraries and its players first
STOPS = "button[aria-label^='Stop ']"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
STOPPED = 130  # exit code, as by Ctrl-C


def match(database, *players):
    """A match on the smallest boards that would take minutes."""
    command = [sys.executable, "-m", "experiments", "match", *players, "--mix", "8x8", "--blocks", "20000"]
    return subprocess.Popen(
        [*command, "--database", str(database)], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.slow
@pytest.mark.parametrize("wishes", [{}, PHONE], ids=["desk", "phone"])
def test_two_matches_are_followed_and_stopped_by_a_click(browser, tmp_path, wishes):
    """Both write into the database that the server reads; each ends after the games in flight, and none is lost."""
    path = tmp_path / "laboratory.db"
    Database.open(path).close()
    running = [match(path, "v26", "v17"), match(path, "v26", "v12")]
    page = browser.new_context(**wishes).new_page()
    try:
        with served(path) as address:
            page.goto(f"{address}#/questions")
            page.wait_for_function("() => document.querySelectorAll('.live').length === 2", timeout=LONG)
            page.goto(f"{address}#/feed")
            page.wait_for_function("() => league.updates > 2", timeout=LONG)
            page.wait_for_selector(".feed tbody tr", timeout=LONG)
            page.goto(f"{address}#/questions")
            page.wait_for_selector(STOPS)
            for label in [button.get_attribute("aria-label") for button in page.locator(STOPS).all()]:
                page.locator(
                    f'button[aria-label="{label}"]'
                ).click()  # the first button may still stand there, disabled
            said = [process.communicate(timeout=PATIENCE)[1] for process in running]
            assert [process.returncode for process in running] == [STOPPED, STOPPED], said
            assert all("Stopped in the league" in words for words in said)
            page.wait_for_function("() => document.querySelectorAll('.live').length === 0", timeout=LONG)
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
            page.wait_for_function("() => league.updates > 0")
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
            page.wait_for_function("() => league.updates > 0")
            assert league_tab.js("document.querySelector('.bot figure').dataset.mine") == "yes"


class TestALeaderboardWithAPlayerNotYetRated:
    """The row of its first game had no rating: the chart could not be made, and the page showed an error instead."""

    def test_it_is_listed_and_left_out_of_the_chart(self, league_tab, tmp_path):
        """Until its rating is computed."""

        def answer(route):
            told = route.fetch().json()
            told["document"]["rows"][-1]["elo"] = None
            route.fulfill(json=told)

        with served(database_in(tmp_path)) as address:
            page = league_tab.show(address, "leaderboard")
            page.wait_for_selector(".leaderboard figure")
            page.route("**/api/document?name=leaderboard*", answer)
            page.evaluate("league.page.update()")
            page.unroute("**/api/document?name=leaderboard*")
            assert page.locator(".leaderboard > div > div > .table tbody tr").count() == 3
            assert "–" in page.locator(".leaderboard > div > div > .table tbody tr").last.inner_text()
            assert page.locator(".leaderboard figure tbody tr").count() == 2
