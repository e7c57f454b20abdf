"""The league in a real browser: every page, served and exported as files."""

import re
import shutil

import pytest

from experiments.laboratory.database import Database
from experiments.league import exporting
from experiments.league.history import OWN_GAMES
from tests.support.leagues import Site, ask, database_in, more_games, served
from tests.support.pages import CONTRAST, NOTHING_KEPT, READABLE, opened, resize
from tests.support.results import V26, finished
from tests.support.results import player as named

PAGES = ["leaderboard", "history", "matrix", "feed", "questions", "records", "bot/1"]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "\u202egnirts a",
    "\u05e9\u05dc\u05d5\u05dd",
    "{{7*7}} ${alert(1)} datum.x'\"",
    "x" * 10_000,
    "\U0001f469\u200d\U0001f4bb\U0001f3f4" * 50,
]


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (390, "dark")])
def test_every_page_fits_its_window(browser, league_address, width, theme):
    """Nothing but tables and charts in their own boxes is wider than the page; each has a heading and no error."""
    with opened(browser, width, kind=Site, color_scheme=theme) as tab:
        for name in PAGES:
            page = tab.show(league_address, name)
            assert page.locator("h1").count() == 1
            assert page.locator(".error").count() == 0
            assert tab.js("document.documentElement.scrollWidth") <= width
            assert tab.js("document.documentElement.dataset.theme") == theme


@pytest.mark.parametrize("before", [NOTHING_KEPT, "localStorage.setItem('league-theme', 'constructor')"])
def test_what_a_browser_keeps_ends_no_page(browser, league_address, before):
    """The story: with cookies blocked, or with a word that is no theme, the pages stayed empty. They can be turned."""
    with opened(browser, kind=Site, color_scheme="light") as tab:
        tab.page.add_init_script(before)
        page = tab.show(league_address, "leaderboard")
        assert page.locator("h1").count() == 1
        for theme in ("dark", "light"):
            page.get_by_role("button", name="Light or dark").click()
            page.wait_for_function(f"() => document.documentElement.dataset.theme === {theme!r}")


@pytest.mark.parametrize("name", ["nonsense", "constructor"])
def test_an_address_of_no_page_leads_to_the_leaderboard(league_tab, league_address, name):
    """The story: a word that is a member of every object of JavaScript was taken for a page, and none was shown."""
    assert league_tab.show(league_address, name).locator("h1").inner_text() == "Leaderboard"


CAPTION = """import("./league/rating_chart.js").then(({ ratingChart }) => {
    const rated = Array.from({ length: it }, (_, place) => ({ name: `v${place}`, elo: [-1, 0, 1], games: 2 }));
    return ratingChart(rated, "v0").querySelector("figcaption").textContent;
})"""
"""The title of a chart of so many ratings."""

AXIS = """import("./league/rating_chart.js").then(async ({ ratingChart }) => {
    const elos = [[0, 0, 0], [-301, -55, 199], [-602, -202, 46]];
    const figure = ratingChart(elos.map((elo, place) => ({ name: `v${place}`, elo, games: 2 })), "v0");
    document.querySelector("main").append(figure);
    while (!figure.querySelector("svg")) await new Promise(requestAnimationFrame);
    const labels = [...figure.querySelectorAll(".role-axis-label text")];
    return labels.filter((label) => label.getAttribute("opacity") !== "0").map((label) => label.textContent);
})"""
"""What stands at the axes of a wide chart."""


TOO_PALE = f"""(() => {{
    const panel = getComputedStyle(document.querySelector("figure")).backgroundColor;
    return [...document.querySelectorAll("figure .role-axis text, figure .role-legend text")]
        .filter((each) => {CONTRAST}(getComputedStyle(each).fill, panel) < {READABLE})
        .map((each) => each.textContent);
}})()"""
"""The words beside a chart that stand out from it less than WCAG asks of text."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axes_and_legends_stand_out_from_their_charts(browser, league_address, theme):
    """In both themes, also when the theme is turned on the page: the charts are drawn anew in its colours."""
    other = "dark" if theme == "light" else "light"
    with opened(browser, kind=Site, color_scheme=other) as tab:
        page = tab.show(league_address, "bot/1")
        page.get_by_role("button", name="Light or dark").click()
        page.wait_for_function(f"() => document.documentElement.dataset.theme === {theme!r}")
        assert page.locator("figure .role-axis text").count() > 20
        page.wait_for_function(f"() => {TOO_PALE}.length === 0")


def test_on_a_phone_only_wide_number_tables_scroll_sideways(browser, league_database, tmp_path):
    """The button that stops a command lay beyond the edge of the page: questions, records and pairs are cards."""
    path = shutil.copy(league_database, tmp_path / "laboratory.db")
    with Database.open(path) as database:
        title = "cmd:python3 ../season/a-friend-with-a-long-name/MyBot.py against v12 and nine other players"
        database.begin_run(title, 100)
    with opened(browser, 390, kind=Site) as tab, served(path) as address:
        stop = tab.show(address, "questions").get_by_role("button", name="Stop")
        left, right = stop.evaluate("(button) => [button.getBoundingClientRect()].flatMap((at) => [at.left, at.right])")
        assert 0 <= left < right <= 390
        for name in ("leaderboard", "questions", "records", "matrix", "bot/1"):
            cards = tab.show(address, name).locator(".table.cards")
            assert cards.count()
            assert tab.js(
                "[...document.querySelectorAll('.cards')].every((each) => each.scrollWidth <= each.clientWidth)"
            )


WHOLE = """[...document.querySelectorAll("figure")].every((figure) => {
    const counted = (part) => figure.querySelectorAll(part).length;
    const isNamed = counted(".chart[role=img][aria-label]") === 1 && counted("details table caption") === 1;
    return isNamed && counted("[aria-hidden=true] svg") > 0;
})"""
"""Whether each chart is there, with its name and its table; one whose numbers come anew is drawn a moment later."""


def test_every_chart_has_a_table_behind_it(league_tab, league_database, tmp_path):
    """A screen reader is told what the chart is called and reads the table; so does the keyboard reach it."""
    path = shutil.copy(league_database, tmp_path / "laboratory.db")
    more_games(path, 900, OWN_GAMES)  # the history has no player with fewer
    with served(path) as address:
        for name in ("bot/1", "matrix", "history"):
            page = league_tab.show(address, name)
            page.wait_for_selector("figure")
            page.wait_for_function(f"() => {WHOLE}")


def test_the_leaderboard_sorts_filters_and_leads_to_a_player(league_tab, league_address):
    """By keyboard."""
    page = league_tab.show(league_address, "leaderboard")
    page.wait_for_function("() => document.querySelector('.leaderboard .note').textContent.includes('Rated')")
    rows = page.locator(".table").first.locator("tbody tr")
    assert rows.count() == 3
    page.locator("thead button", has_text="Games").first.press("Enter")
    assert page.locator("thead th", has_text="Games").first.get_attribute("aria-sort") == "descending"
    assert "v26" in rows.first.inner_text()
    page.locator("input[type=search]").fill("v17")
    assert rows.count() == 1
    page.locator("tbody a", has_text="v17").first.press("Enter")
    page.wait_for_selector(".page.bot h1")
    assert page.locator("h1").inner_text() == "v17"


def test_the_feed_of_one_player_against_another(league_tab, league_address):
    """Only games in which both played, who finished ahead, and an address that holds the two."""
    page = league_tab.show(league_address, "feed")
    ids = {name: str(number) for number, name, *_ in league_tab.js("league.summary.players")}
    assert page.get_by_label("Against").locator("option").all_inner_texts() == ["anyone", *sorted(ids)]
    page.locator(".choices select").first.select_option("v17")
    page.get_by_label("Against").select_option("v12")
    page.wait_for_function("() => document.querySelector('.feed caption').textContent.startsWith('12 ')")
    assert page.url.endswith(f"#/feed/{ids['v17']}/{ids['v12']}")
    told = re.compile(r"v17 finished ahead of v12 in [\d.]+ % \([\d.]+ to [\d.]+\) of 12 games")
    page.get_by_text(told).wait_for()
    shown = page.locator("tbody ol.finish").all_inner_texts()
    assert all("v17" in each and "v12" in each for each in shown)
    league_tab.show(league_address, "matrix")
    page.locator("tbody tr", has=page.get_by_role("rowheader", name="v17")).last.locator("a").last.click()
    page.wait_for_selector(".page.feed tbody tr")
    assert page.url.rpartition("#")[2].startswith(f"/feed/{ids['v17']}/")
    assert page.locator(".choices select").first.input_value() == ids["v17"]


def test_a_player_is_shown_among_its_neighbours(league_tab, tmp_path):
    """Three above and three below keep their ranks and intervals; the address holds the player."""
    path = tmp_path / "laboratory.db"
    with Database.open(path) as database:
        for number in range(8):
            database.store(finished(range(3 * number, 3 * number + 3), V26, named(f"cmd@1:bot{number}")))
    with served(path) as address:
        page = league_tab.show(address, "leaderboard")
        page.wait_for_function("() => document.querySelector('.leaderboard .note').textContent.includes('Rated')")
        rows = page.locator(".table").first.locator("tbody tr")
        everyone = rows.all_inner_texts()
        fifth = page.locator(".table").first.locator("tbody tr").nth(4).locator("a.name").inner_text()
        page.get_by_label("Neighbours of").select_option(fifth)
        page.wait_for_function("() => document.querySelectorAll('.leaderboard .table tbody tr').length === 14")
        assert [each.split()[0] for each in rows.all_inner_texts()] == [f"{rank}." for rank in range(2, 9)]
        assert [each.split()[1] for each in rows.all_inner_texts()] == [each.split()[1] for each in everyone[1:8]]
        assert page.locator("tbody strong").inner_text() == fifth
        kept = page.url
        page.locator("tbody td a[href*='/feed/']").first.click()
        page.wait_for_selector(".page.feed tbody tr")
        page.go_back()
        page.wait_for_selector(".leaderboard tbody strong")
        assert page.url == kept
        page.locator("tbody strong a").click()
        page.get_by_role("link", name="Its neighbours on the leaderboard").click()
        page.wait_for_selector(".leaderboard tbody strong")
        assert page.url == kept


def test_parameters_that_are_those_of_the_base_are_folded(league_tab, league_address):
    """Sixty rows repeated the base; and a name hid its notation and signature."""
    page = league_tab.show(league_address, "leaderboard")
    link = page.locator("main tbody a.name", has_text="v26").first
    assert re.fullmatch(r"v26, signature [0-9a-f]{12}", link.get_attribute("title"))
    link.click()
    page.wait_for_selector("h2:text('Parameters')")
    folded = page.locator("details.equal")
    assert "All are those of its base." in page.locator("main").inner_text()
    assert not folded.locator("table").is_visible()
    folded.locator("summary").click()
    assert folded.locator("tbody tr").count() > 5


VERDICTS = """import("./league/questions.js").then(({ verdict }) => it.map(verdict))"""


def test_a_question_that_was_measured_says_what_its_interval_says(league_tab, league_address):
    """MEASURED stood in nearly every row; a test's verdict stays as the ledger has it."""
    plans = [
        {"verdict": "MEASURED", "side": "better"},
        {"verdict": "MEASURED", "side": None},
        {"verdict": "KEEP", "side": "better"},
        {"verdict": None},
        {"verdict": None, "error": True},
    ]
    league_tab.show(league_address, "questions")
    assert league_tab.js(VERDICTS, plans) == ["better", "MEASURED", "KEEP", "open", ""]


def test_pages_follow_what_another_process_stores(league_tab, league_database, tmp_path):
    """Feed, counts and leaderboard; the movement since the page was opened is told."""
    path = shutil.copy(league_database, tmp_path / "laboratory.db")
    with served(path) as address:
        page = league_tab.show(address, "feed")
        games = league_tab.js("league.summary.games")
        more_games(path, 900, 5)
        page.wait_for_function(f"() => league.summary.games === {games + 5}")
        page.wait_for_function("() => document.querySelector('.feed caption').textContent.startsWith('33 ')")
        assert f"{games + 5} games" in page.locator(".state").inner_text()
        league_tab.show(address, "leaderboard")
        page.wait_for_function("() => document.querySelector('.leaderboard .note').textContent.includes('Rated')")
        more_games(path, 950, 20)
        page.wait_for_selector(".leaderboard .up, .leaderboard .down")


def test_markup_in_names_is_shown_as_text(league_tab, tmp_path):
    """Nothing of a name is taken for markup, a formula or a script, and no name breaks a page."""
    path = tmp_path / "laboratory.db"
    with Database.open(path) as database:
        for number, name in enumerate(HOSTILE):
            database.store(finished(range(number * 3, number * 3 + 3), V26, named(f"cmd@1:{name}")))
    with served(path) as address:
        for name in [*PAGES, "bot/2", "bot/3", "bot/7", "bot/8"]:
            page = league_tab.show(address, name)
            assert page.locator("main img, main script, .error").count() == 0
            for width in (390, 1280):
                resize(page, width, 800)
                assert league_tab.js("document.documentElement.scrollWidth") <= width, name
        assert "<img src=x" in league_tab.show(address, "leaderboard").locator("main").inner_text()


def test_an_export_opens_from_a_file_without_a_network(browser, league_database, tmp_path):
    """Every page, and a game about which a bot is asked; nothing is asked for beyond the folder."""
    exporting.export(league_database, tmp_path / "site", None, 1)
    context = browser.new_context(offline=True)
    tab = Site(context.new_page())
    home = (tmp_path / "site" / "index.html").as_uri()
    for name in [*PAGES, "feed/1/2", "leaderboard/1"]:
        page = tab.show(home, name)
        assert page.locator(".error").count() == 0
        assert page.locator("tbody tr").count() > 0 or "/" not in name
    (recorded,) = tab.js("league.summary.replays")
    page = tab.show(home, f"game/{recorded}")
    page.wait_for_function("() => viewer.session.game")
    ask(page)
    assert all(asked.startswith("file:") for asked in tab.requests)
    context.close()
    assert tab.problems == []


def test_a_phone_shows_the_feed_as_cards(browser, tmp_path):
    """Long names of programs ran out of the table, whose rows are still rows for a screen reader."""
    path = tmp_path / "laboratory.db"
    with Database.open(path) as database:
        database.store(finished(range(3), V26, named("cmd@1:python3 ../season/somebody-with-a-long-name/MyBot.py")))
    with opened(browser, 390, kind=Site) as tab, served(path) as address:
        page = tab.show(address, "feed")
        # one script: the feed is filled again when the ratings arrive, and between the two steps of a locator's
        # `evaluate_all`, finding and asking, the links could leave the page, where their edges are all 0
        edges = page.evaluate(
            "() => [...document.querySelectorAll('.cards tbody a')]"
            ".map((each) => each.getBoundingClientRect()).map((at) => [at.left, at.right])"
        )
        assert len(edges) >= 3 * 2
        assert all(0 <= left < right <= 390 for left, right in edges)
        assert page.get_by_role("row").count() == 4
        assert page.get_by_role("rowheader").count() == 3


def test_a_token_is_taken_from_the_address(league_tab, league_database):
    """The token is removed from the address."""
    with served(league_database, "abc") as address:
        league_tab.page.goto(f"{address}#token=abc")
        league_tab.page.wait_for_function("() => window.league?.summary")
        assert "abc" not in league_tab.page.url


def test_one_on_a_card_is_one(browser, tmp_path):
    """ "1 squares apart" stood on a card of the records."""
    more_games(tmp_path / "laboratory.db", 0)
    with served(tmp_path / "laboratory.db") as address, opened(browser, 390, kind=Site) as tab:
        cell = tab.show(address, "leaderboard").locator("[data-after^=game]").first
        assert cell.evaluate("(one) => one.textContent + getComputedStyle(one, '::after').content") == '1" game"'


def test_the_records_of_one_kind_have_equally_many_digits(browser, tmp_path):
    """29 stood under 36.8."""
    with served(database_in(tmp_path, blocks=60)) as address, opened(browser, kind=Site) as tab:
        page = tab.show(address, "records")
        told = [[link.inner_text() for link in table.locator("a").all()] for table in page.locator("table").all()]
        assert ["36.8", "29.0"] in told
