"""Pages of reports: the coach's findings, the combat database, a rule."""

import json
from io import BytesIO

import pytest
from PIL import Image

from experiments.coach import sentences
from tests.support.coaching import STORED, coached_page_in, invented
from tests.support.pages import expect, opened
from tests.support.tagged import of_game
from tests.support.watching import game

# The coach's findings in the game's page: chances under the time line, turning points, better moves as arrows.


@pytest.fixture
def tab(browser, coached_page):
    with opened(browser, 1440, 900) as tab:
        tab.goto(coached_page)
        tab.until("viewer.session.findings")
        yield tab


def test_turning_points_are_stepped_through_and_the_better_move_is_an_arrow(tab):
    """By key, by button, by the number under the time line; on other turns there is no arrow."""
    card = tab.page.locator(".panel.coach .told")
    expect(tab.page.locator(".panel.coach")).to_contain_text("Why did player 1 (v26) lose?")
    expect(card).to_be_hidden()
    without = tab.picture()
    for step in (
        lambda: tab.page.keyboard.press("]"),
        lambda: tab.page.get_by_role("button", name="Next turning point").click(),
        lambda: tab.page.get_by_role("button", name="Turning point 1: turn 31").click(),
    ):
        tab.js("(viewer.seek(0), viewer.select(null))")
        step()
        tab.page.wait_for_function("() => viewer.turn === 30")
        expect(card).to_contain_text("Better, all else being equal on this turn")
        assert tab.js("viewer.session.selected") is not None
        tab.until("viewer.session.layers.has('better')")
    tab.js("viewer.select(null)")
    with_arrow = tab.picture()
    tab.js("viewer.setLayer('better', false)")
    assert tab.picture() != with_arrow
    tab.js("(viewer.setLayer('better'), viewer.seek(0))")
    assert tab.picture() == without
    expect(tab.page.get_by_role("button", name="Turning point before")).to_be_disabled()


def test_the_chances_follow_the_time_line(tab):
    """A click goes to that turn; the panel says what was measured nearest to it; another game has no findings."""
    strip = tab.page.locator(".coached .plot")
    box, bar = strip.bounding_box(), tab.page.locator(".scrubber").bounding_box()
    assert box["y"] >= bar["y"] + bar["height"] - 1
    tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    turns = tab.js("viewer.session.lastTurn")
    assert abs(tab.js("viewer.turn") - turns / 2) <= 1
    tab.js("viewer.seek(9)")
    told = tab.page.locator(".chance-now").inner_text()
    assert "on turn 8, the nearest to turn 9 from which futures were played" in told
    ends = tab.js(
        "[...document.querySelectorAll('.coached polyline')].map((one) => one.getAttribute('points').split(' ')[0])"
    )
    assert ends[:2] == ["0.0,300.0", "0.0,700.0"], "70 % and 30 % on the first frame"
    tab.js("viewer.session.load({...viewer.session.game})")
    expect(strip).to_be_hidden()
    expect(tab.page.locator(".panel.coach")).to_be_hidden()


def test_a_growing_page_reads_itself_again(browser, tmp_path):
    """What is written meanwhile is shown, unless a hand is on the page."""
    path = coached_page_in(tmp_path, chance=[], points=[], open="Futures are played.", left=100.0)
    with opened(browser) as tab:
        tab.goto(path)
        expect(tab.page.locator(".panel.coach")).to_contain_text("Futures are played. At most 1:40 left.")
        expect(tab.page.locator(".turning")).to_have_count(0)
        coached_page_in(tmp_path)
        tab.page.wait_for_selector(".turning")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"turns": 999}, "the coach looked at a game of 999 turns"),
        ({"version": 2}, "findings of another version"),
        ({"chance": [{"frame": 1, "won": [0, 1, 0], "each": [0, 2]}]}, "each must be a share 0..1, found 2"),
        ({"points": [{"first": 9999, "last": 2}]}, "first must be a whole number 0.."),
    ],
)
def test_findings_that_do_not_fit_are_refused_in_words(tab, change, complaint):
    found = sentences.findings(invented(game())) | change
    assert not tab.open(json.dumps(found).encode(), STORED)
    assert complaint in tab.message


# The combat database as a page: a chart and a table.


def test_the_chart_is_drawn_and_a_row_names_its_players(blank, combat_page):
    blank.page.goto(combat_page.as_uri())
    blank.page.wait_for_selector("#chart svg .mark-symbol path")
    expect(blank.page.locator("thead th")).to_have_text(["place", "went", "all players", "v17", "v26", "example"])
    expect(blank.page.locator("tbody .place").first.locator("i")).to_have_count(13)


# The page of a rule in a browser: what it finds and misses, and a click on a missed position.


def test_a_missed_position_opens_in_the_viewer(blank, rule_page):
    """The share by theme stands on the page; the link shows the frame, its square chosen."""
    blank.page.goto(rule_page.as_uri())
    expect(blank.page.locator("table").first).to_contain_text("0 right (0 %), 1 wrong")
    expect(blank.page.locator("body")).to_contain_text("East closes up behind the 217.")
    (square,) = of_game().square
    blank.page.click("text=breakthrough-20x20")
    blank.wait_for("window.viewer?.session.selected", {"x": square.x, "y": square.y})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_has_the_theme_of_the_system(blank, rule_page, theme):
    """On a dark system its links were pale on white."""
    blank.page.emulate_media(color_scheme=theme)
    blank.page.goto(rule_page.as_uri())
    with Image.open(BytesIO(blank.page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1}))) as corner:
        assert (max(corner.getpixel((0, 0))[:3]) < 64) == (theme == "dark")
