"""What the league shows of single games, in a real browser: last frames, habits, curves, records, searches."""

import json

import pytest

from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Database
from experiments.laboratory.executor import play_game
from experiments.league import studies
from tests.support.leagues import Site, served
from tests.support.pages import opened
from tests.support.results import V17, V26

TRIALS = [
    {"number": n, "values": [n / 10, n], "is_finished": n != 3, "score": 0.4 + n / 50, "variance": 0.1, "blocks": 20}
    for n in range(1, 9)
]
ASKED = {
    "kind": "tune", "base": "v26", "axes": ["alpha=0.05:0.9", "hold_until=0:10"], "opponents": ["v17"], "players": 2,
    "sampler": "tpe", "score": 0.5, "variance": 0.1, "blocks": 40, "values": [0.1, 5.0], "trials": TRIALS,
}  # fmt: skip


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A database with recorded and studied games, one game without a stored last frame, and a tune."""
    path = tmp_path_factory.mktemp("league") / "laboratory.db"
    with Database.open(path) as database:
        games = [each for seed in range(4) for each in Block(Map(12, 12, seed, 2), (V26, V17)).games]
        database.store([(each, play_game(each, replay=True)) for each in games])
        studies.study(database)
        database.store([(each, play_game(each)) for each in Block(Map(12, 12, 9, 2), (V26, V17)).games])
        database._connection.execute("DELETE FROM endings WHERE game = (SELECT max(id) FROM games)")
        database.report(database.begin_run("tuning v26 by tpe", 400), json.dumps(ASKED))
    return path


@pytest.fixture(scope="module")
def address(stored):
    """Where it is served."""
    with served(stored) as running:
        yield running


def test_every_game_of_the_feed_gets_its_last_frame(league_tab, address):
    """A game without a last frame is played again when it comes into view; colours stand beside the names."""
    page = league_tab.show(address, "feed")
    page.wait_for_function("() => document.querySelectorAll('.thumbnail svg').length === 10")
    assert page.locator(".thumbnail svg").count() == page.locator(".feed tbody tr").count() == 10
    assert page.locator(".feed tbody tr").first.locator(".swatch").count() == 2
    page.get_by_label("Result").select_option("upset")
    page.wait_for_function("() => !/^10 /.test(document.querySelector('.feed caption')?.textContent ?? '')")


def test_a_players_page_counts_its_curves_from_the_first_contact_by_keyboard(league_tab, address):
    """With what it does beside its opponents, as a table."""
    page = league_tab.show(address, "bot/1")
    page.wait_for_selector("text=Strength lost to the cap")
    page.wait_for_function("() => document.querySelectorAll('.three svg').length === 3")
    page.get_by_label("Count turns from").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("text=turns since the first contact")
    assert page.locator(".three details table caption").count() == 3


NO_NEWS = {"last": 0, "games": 0, "new": [], "isCut": False, "runs": []}
"""What the server says when nothing was stored. A page's first look for news may find its own games, and ask then."""


def test_one_question_is_asked_after_some_news(league_tab, address):
    """Each game that arrived while recordings waited began another series of questions beside those before."""
    asked = []

    def answer(route):
        asked.append(route.request.url)
        waiting = int(len(asked) <= 4)
        nothing = {"games": 0, "waiting": waiting, "measures": [], "contacts": [], "openings": []}
        route.fulfill(json={"document": nothing})

    league_tab.page.route("**/api/news*", lambda route: route.fulfill(json=NO_NEWS))
    page = league_tab.show(address, "bot/1")
    page.route("**/api/document?name=habits*", answer)
    for _ in range(4):
        page.evaluate("league.page.update()")
    while len(asked) < 4 + 1:
        page.wait_for_timeout(10)
    page.wait_for_timeout(1000)  # those of other series, which came at about the same time
    page.unroute("**/api/document?name=habits*")
    assert len(asked) == 4 + 1


def test_records_open_their_games_at_their_turns(league_tab, address):
    """All kinds are there; the most damage is shown on the turn on which it was done."""
    page = league_tab.show(address, "records")
    kinds = ["Fastest conquest", "Greatest comeback", "Most damage in a turn", "Closest finish", "Longest game"]
    titles = page.locator("h2").all_inner_texts()
    assert all(kind in titles for kind in kinds)
    link = page.locator("h2", has_text="Most damage").locator("xpath=following-sibling::*[1]").locator("th a").first
    turn = int(link.get_attribute("href").rsplit("/", 1)[1])
    link.click()
    page.wait_for_function("() => window.viewer?.session?.game")
    assert league_tab.js("viewer.turn") == turn > 0


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_a_tune_has_its_candidates_its_surface_and_joint_panels(browser, address, width, theme):
    """Reached from the questions; every chart has its table."""
    with opened(browser, width, kind=Site, color_scheme=theme) as tab:
        page = tab.show(address, "questions")
        page.click("text=tuning v26 by tpe")
        page.wait_for_function("() => document.querySelectorAll('figure svg').length === 4")
        assert page.locator("figure details table caption").count() == 4
        assert page.locator(".error").count() == 0
        assert tab.js("document.documentElement.scrollWidth") <= width


def telling(document):
    """An answer to the question about a command: this document, of the command that was asked about."""

    def answer(route):
        told = route.fetch().json()["document"]
        route.fulfill(json={"document": document | {"run": told["run"]}})

    return answer


OPPONENTS = ["v12", "v26?alpha=0.1165&potential_degradation_step=0.2096", "all"]
SWEPT = [
    {
        "values": [value], "opponent": opponent, "isPooled": opponent == "all", "isDefault": value == 0.2,
        "isFinished": True, "score": [0.3, 0.5, 0.7], "difference": [-0.2, 0.0, 0.2], "games": 20,
    }
    for opponent in OPPONENTS for value in (0.1, 0.2, 0.4)
]  # fmt: skip
SWEEP = {
    "kind": "sweep", "base": "v26", "sampler": None, "surface": [], "pending": False, "rows": SWEPT,
    "axes": [{"name": "potential_degradation_step", "unit": "turns per (own step)²", "isRange": True, "log": False}],
}  # fmt: skip
CUT = """[...document.querySelectorAll("figure svg text")].filter((each) => {
    const [words, whole] = [each, each.closest("svg")].map((part) => part.getBoundingClientRect());
    return words.width && (words.left < whole.left - 1 || words.right > whole.right + 1);
}).map((each) => each.textContent)"""
"""Words of charts that are outside their pictures."""
PLACES = """new Set([...document.querySelectorAll("figure svg .mark-symbol.role-mark path")]
    .map((each) => Math.round(each.getBoundingClientRect().x))).size"""
"""On how many places from left to right points are drawn."""


@pytest.mark.parametrize("width", [1280, 390])
def test_points_of_several_opponents_stand_apart_and_no_word_is_cut(browser, address, width):
    """Their intervals lay over one another, and a phone showed half of the axis' title and of the names."""
    with opened(browser, width, kind=Site) as tab:
        tab.page.route("**/api/document?name=run*", telling(SWEEP))
        tab.show(address, "run/1")
        assert tab.js(PLACES) == len(SWEPT)
        assert tab.js(CUT) == []
        assert tab.js("document.documentElement.scrollWidth") <= width


LISTED = {
    "kind": "sweep", "base": "v26", "sampler": None, "surface": [], "pending": False,
    "axes": [
        {"name": "alpha", "unit": "weight", "isRange": True, "log": True},
        {"name": "hold_until", "unit": "turns of production", "isRange": False, "log": False},
        {"name": "int_min", "unit": "share", "isRange": True, "log": True},
    ],
    "rows": [
        {
            "values": [alpha, hold, alpha / 10], "opponent": "", "isPooled": True, "isDefault": alpha == 0.2,
            "isFinished": True, "score": [0.3, 0.5, 0.7], "difference": [-0.2, 0.0, 0.2], "games": 20,
        }
        for alpha, hold in ((0.1, 3), (0.2, 5), (0.4, 7))
    ],
}  # fmt: skip


@pytest.mark.parametrize("width", [1280, 390])
def test_a_search_over_factors_and_lists_warns_of_nothing(browser, address, width):
    """Vega warned of zero on an axis of factors and of a legend that was none; numbers of a list lay askew."""
    with opened(browser, width, kind=Site) as tab:
        tab.page.route("**/api/document?name=run*", telling(LISTED))
        tab.show(address, "run/1")
        assert tab.page.locator("figure svg").count() == 4, "three parameters, and two of them together"
        words = tab.page.locator("figure", has_text="Score by hold_until").locator("svg text")
        upright = [word.get_attribute("transform") for word in words.all() if word.text_content() in ("3", "5", "7")]
        assert len(upright) == 3
        assert all("rotate" not in transform for transform in upright)
        assert tab.js(CUT) == []


def test_a_command_that_stands_still_is_drawn_once(league_tab, address):
    """The first look for news drew every chart anew, a second after the page was opened."""
    league_tab.page.route("**/api/document?name=run*", telling(LISTED))
    league_tab.show(address, "run/1")
    league_tab.js("league.source.news(league.last).then((news) => league.page.update(news))")
    assert len([asked for asked in league_tab.requests if "name=run" in asked]) == 1
