"""Pages of reports, opened from their files: the league, the coach's findings, the combat database, a rule."""

import json

import pytest

from experiments.coach import sentences
from experiments.laboratory.database import Database
from experiments.league import export
from tests.support import hostile
from tests.support.coaching import STORED, coached_page_in, invented
from tests.support.leagues import exported, league_in
from tests.support.node import BYTES, READ, node
from tests.support.pages import BOARD_LINES, CONTRAST, READABLE, Tab, as_text, expect, opened, resize, shared
from tests.support.results import V26, finished
from tests.support.results import player as named
from tests.support.tagged import of_game
from tests.support.watching import game

TABS = ["leaderboard", "history", "matrix", "games", "records", "player&player=1"]
HOSTILE = [hostile.NAMES[what] for what in ("html", "turned around", "markup", "emoji", "quotes", "formula")]
HOSTILE += ["{{7*7}} ${alert(1)} datum.x", "x" * 10_000]
DRAWN = "() => [...document.querySelectorAll('.chart')].every((each) => each.querySelector('svg'))"
# The words of charts that stand out from them less than WCAG asks of text.
TOO_PALE = f"""(() => {{
    const panel = getComputedStyle(document.querySelector("figure")).backgroundColor;
    const isPale = (word) => {CONTRAST}(getComputedStyle(word).fill, panel) < {READABLE};
    return [...document.querySelectorAll(".chart text")].filter(isPale).map((word) => word.textContent);
}})()"""


class League(Tab):
    def show(self, file, state=""):
        self.page.goto("about:blank")
        self.page.goto(f"{file.as_uri()}#{state}")
        self.page.wait_for_function(DRAWN)
        return self.page


@pytest.fixture(scope="session")
def league(tmp_path_factory):
    return shared(tmp_path_factory, "league", league_in) / "pages" / "index.html"


@pytest.fixture
def tab(browser):
    with opened(browser, kind=League) as made:
        yield made


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_every_tab_fits_its_window_and_its_charts_can_be_read(browser, league, width, scheme):
    with opened(browser, width, kind=League, color_scheme=scheme) as tab:
        for name in TABS:
            page = tab.show(league, f"tab={name}")
            expect(page.locator("h1")).to_have_count(1)
            assert tab.js("document.documentElement.scrollWidth") <= width, name
            if page.locator("figure").count():
                assert page.locator(".chart text").count() > 5
                tab.wait_for(TOO_PALE, [])
            if name == "history":
                assert page.locator(".chart .mark-line path").count() >= 2, "a line for each player"


def test_the_theme_turns_with_its_button_and_stays(tab, league):
    page = tab.show(league)
    before = tab.js("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("link", name="Dark").click()
    page.get_by_role("link", name="Light").wait_for()
    assert tab.js("getComputedStyle(document.body).backgroundColor") != before
    page.wait_for_function(DRAWN)
    tab.wait_for(TOO_PALE, [])
    page.reload()
    page.get_by_role("link", name="Light").wait_for()


def test_the_leaderboard_sorts_filters_and_leads_to_a_player(tab, league):
    page = tab.show(league)
    for order, place in (("descending", 0), ("ascending", 2)):
        page.get_by_role("link", name="Games").last.press("Enter")
        page.locator(f"th[aria-sort={order}]", has_text="Games").wait_for()
        expect(page.locator("tbody").first.locator("bdi")).to_have_count(3)
        expect(page.locator("tbody").first.locator("bdi").nth(place)).to_have_text("v26")
    page.get_by_label("Players of a game").select_option("3")
    page.locator("td", has_text="12").first.wait_for()
    page.get_by_role("searchbox").fill("v17")
    page.get_by_role("searchbox").press("Enter")
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 1")
    page.reload()
    expect(page.locator("tbody").first.locator("bdi")).to_have_text(["v17"])
    expect(page.get_by_label("Players of a game")).to_have_value("3")
    page.locator("tbody a", has_text="v17").press("Enter")
    page.locator("h1", has_text="v17").wait_for()
    page.locator("td", has_text="12 games").first.wait_for()
    rows = [
        row.locator("[data-title^=Rank]").all_inner_texts() for row in page.locator("tr:has([data-title^=Rank])").all()
    ]
    shares = [sum(float(share.rstrip(" %") or 0) for share in row) for row in rows]
    assert shares == pytest.approx([100] * 5, abs=0.2), "of games of two and three from each seat"


def test_a_tracked_player_is_marked_on_every_tab_and_after_a_reload(tab, league):
    page = tab.show(league)
    page.get_by_role("link", name="Track v12").click()
    page.locator("tr.tracked", has_text="v12").wait_for()
    expect(page.locator("tr.tracked")).to_have_count(1)
    for name in ("History", "Who beats whom", "Games", "Records"):
        page.get_by_role("link", name=name, exact=True).first.click()
        page.locator("h1", has_text=name).wait_for()
        page.locator(".tracked", has_text="v12").first.wait_for()
        page.reload()
        page.locator(".status", has_text="Tracked: v12").wait_for()
    tab.show(league, "track=3&text=v26")
    rows = page.locator("tbody").first.locator("bdi")  # a filter does not hide the tracked player
    expect(rows).to_have_count(2)
    assert sorted(rows.all_inner_texts()) == ["v12", "v26"]
    page.get_by_role("link", name="Stop tracking v12").click()
    page.wait_for_function("() => !document.querySelector('tr.tracked')")


def test_pairs_lead_to_their_games_and_a_game_to_its_page(tab, league):
    page = tab.show(league, "tab=matrix")
    expect(page.locator(".chart .mark-rect.role-mark path")).to_have_count(6)
    cells = sorted(page.locator(".chart .mark-rect.role-mark path").all(), key=lambda cell: cell.bounding_box()["y"])
    names = [cell.get_attribute("aria-label").split("; ")[1] for cell in cells]
    assert names == [f"name: {name}" for name in ("v26", "v17", "v12") for _ in range(2)], "from row to row"
    row = page.locator("tbody tr", has=page.locator("td:nth-child(1) bdi", has_text="v17")).filter(
        has=page.locator("td:nth-child(2) bdi", has_text="v26")
    )
    row.locator("td").last.locator("a").click()
    page.get_by_text("v17 finished ahead of v26 in").wait_for()
    both = page.locator("tbody ol", has_text="v17").filter(has_text="v26")
    expect(both).to_have_count(20)
    expect(page.locator("tbody ol")).to_have_count(20)
    page.get_by_label("Only games").select_option("page")
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 2")
    page.get_by_role("link", name="open", exact=True).first.click()
    page.wait_for_function("() => window.viewer?.session?.game")
    page.go_back()
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 2")
    expect(page.locator("#one")).to_have_value("2")
    tab.show(league, "tab=games").get_by_role("link", name="play again").last.click()  # one without a replay
    page.wait_for_function("() => window.viewer?.session?.game")


def test_a_page_that_follows_a_season_loads_itself_again_but_not_under_a_choice(browser, league, tmp_path):
    with Database.open(league.parent.parent / "laboratory.db", read_only=True) as database:
        export.write(database, tmp_path / "pages", every=30, replays=0)
    with opened(browser, kind=League) as tab:
        tab.page.clock.install()
        tab.page.goto(f"{(tmp_path / 'pages' / 'index.html').as_uri()}#tab=history&track=3")
        with tab.page.expect_event("load"):
            tab.page.clock.run_for(30_000)
        tab.expect("h1").to_have_text("History")
        tab.page.get_by_label("Players of a game").focus()
        tab.js("(window.old = true, null)")
        tab.page.clock.run_for(90_000)
        assert tab.js("window.old")
        tab.js("(document.activeElement.blur(), null)")
        with tab.page.expect_event("load"):
            tab.page.clock.run_for(1_000)
        assert not tab.js("window.old")


def test_markup_in_names_is_shown_as_text(browser, tmp_path):
    with Database.open(tmp_path / "laboratory.db") as database:
        for number, name in enumerate(HOSTILE):
            database.store(finished(range(number * 3, number * 3 + 3), V26, named(f"cmd@1:{name}")))
    file = exported(tmp_path / "laboratory.db", tmp_path / "pages")
    with opened(browser, kind=League) as tab:
        resize(tab.page, 390, 800)
        for name in [*TABS, *(f"player&player={number}" for number in (2, 5, 9))]:
            page = tab.show(file, f"tab={name}")
            expect(page.locator("main img, main script")).to_have_count(0)
            assert tab.js("document.documentElement.scrollWidth") <= 390, name
        expect(tab.show(file).locator("main")).to_contain_text("<img src=x")
        expect(tab.show(file, "tab=constructor&order=99&track=x").locator("h1")).to_have_text("Leaderboard")


# The coach.


@pytest.fixture
def coached(browser, coached_page):
    with opened(browser, 1440, 900) as tab:
        tab.goto(coached_page)
        tab.until("viewer.session.findings")
        yield tab


def test_turning_points_are_stepped_through_and_the_better_move_is_an_arrow(coached):
    card, button = coached.page.locator(".panel.coach .point"), coached.page.get_by_role
    coached.expect(".panel.coach").to_contain_text("Why did player 1 (v26) lose?")
    expect(card).to_be_hidden()
    without = coached.picture()
    for step in (
        lambda: coached.page.keyboard.press("]"),
        button("button", name="Next turning point").click,
        button("button", name="Turning point 1: turn 31").click,
    ):
        coached.js("(viewer.session.seek(0), viewer.session.select(null))")
        step()
        coached.until("viewer.session.turn === 30 && viewer.session.selected && viewer.session.layers.has('better')")
        expect(card).to_contain_text("Better, all else being equal on this turn")
        assert [940, 250, 870, 250] in coached.js(BOARD_LINES), "an arrow from (9, 2) to the west"
    coached.js("viewer.session.select(null)")
    coached.switch("better")
    coached.js("(viewer.session.setLayer('better'), viewer.session.seek(0))")
    assert coached.picture() == without
    expect(button("button", name="Turning point before")).to_be_disabled()


POINTS = "[...document.querySelectorAll('.coached polyline')].map((one) => one.getAttribute('points').split(' ')[0])"


def test_the_chances_follow_the_time_line(coached):
    strip = coached.page.locator(".coached .plot")
    box, bar = strip.bounding_box(), coached.page.locator(".scrubber").bounding_box()
    assert box["y"] >= bar["y"] + bar["height"] - 1
    coached.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    coached.until("Math.abs(viewer.session.turn - viewer.session.lastTurn / 2) <= 1")
    coached.seek(9)
    nearest = "on turn 8, the nearest to turn 9 from which rollouts were played"
    coached.expect(".chance-now").to_contain_text(f"{nearest}: v26 66 % (46 to 86) v17 34 %")
    assert coached.js(POINTS)[:2] == ["0.0,300.0", "0.0,700.0"], "70 % and 30 % on the first frame"
    coached.js("viewer.session.load({...viewer.session.game})")
    expect(strip).to_be_hidden()
    coached.expect(".panel.coach").to_be_hidden()


def test_a_growing_page_reads_itself_again(browser, tmp_path):
    path = coached_page_in(tmp_path, chance=[], points=[], open="Futures are played.", left=100.0)
    with opened(browser) as coached:
        coached.page.goto(path.as_uri())
        coached.expect(".panel.coach").to_contain_text("Futures are played. At most 1:40 left.")
        coached.expect(".turning").to_have_count(0)
        coached_page_in(tmp_path)
        coached.expect(".turning").not_to_have_count(0)


@pytest.mark.parametrize(("change", "complaint"), [
    ({"turns": 999}, "the coach looked at a game of 999 turns"),
    ({"version": 2}, "findings of another version"),
    ({"chance": [{"frame": 1, "won": [0, 1, 0], "each": [0]}]}, "another number of players"),
])  # fmt: skip
def test_findings_that_do_not_fit_are_refused_in_words(change, complaint):
    found = as_text(json.dumps(sentences.findings(invented(game())) | change).encode())
    refused = f"await open({BYTES}(it), '{STORED}').then(({{ value }}) => checkFindings(value, game))"
    game_of = "({ frames: 161, players: ['v26', 'v17'] })"
    said = f"(async (game) => {{ try {{ {refused}; }} catch ({{ message }}) {{ return message; }} }})({game_of})"
    assert complaint in node({**READ, "ui/coach.js": "checkFindings"}, f"await {said}", found)


# The combat database as a page, and a rule: what it finds and misses.


def test_the_chart_of_combat_is_drawn_and_a_row_names_its_players(blank, combat_page):
    blank.page.goto(combat_page.as_uri())
    blank.page.wait_for_selector("#chart svg .mark-symbol path")
    blank.expect("thead th").to_have_text(["place", "went", "all players", "v17", "v26", "example"])
    expect(blank.page.locator("tbody .place").first.locator("i")).to_have_count(13)


def test_a_missed_position_opens_in_the_viewer(blank, rule_page):
    blank.page.goto(rule_page.as_uri())
    expect(blank.page.locator("table").first).to_contain_text("0 right (0 %), 1 wrong")
    blank.expect("body").to_contain_text("East closes up behind the 217.")
    (square,) = of_game().square
    blank.page.click("text=breakthrough-20x20")
    blank.wait_for("window.viewer?.session.selected", {"x": square.x, "y": square.y})
