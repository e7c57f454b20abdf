"""Pages of reports: the coach's findings, the combat database, a rule."""

import json
from io import BytesIO

import pytest
from PIL import Image

from experiments.coach import sentences
from tests.support.coaching import STORED, coached_page_in, invented
from tests.support.node import BYTES, READ, node
from tests.support.pages import as_text, expect, opened
from tests.support.tagged import of_game
from tests.support.watching import game


@pytest.fixture
def tab(browser, coached_page):
    with opened(browser, 1440, 900) as tab:
        tab.goto(coached_page)
        tab.until("viewer.session.findings")
        yield tab


def test_turning_points_are_stepped_through_and_the_better_move_is_an_arrow(tab):
    card, button = tab.page.locator(".panel.coach .told"), tab.page.get_by_role
    tab.expect(".panel.coach").to_contain_text("Why did player 1 (v26) lose?")
    expect(card).to_be_hidden()
    without = tab.picture()
    for step in (
        lambda: tab.page.keyboard.press("]"),
        button("button", name="Next turning point").click,
        button("button", name="Turning point 1: turn 31").click,
    ):
        tab.js("(viewer.session.seek(0), viewer.session.select(null))")
        step()
        tab.until("viewer.session.turn === 30 && viewer.session.selected && viewer.session.layers.has('better')")
        expect(card).to_contain_text("Better, all else being equal on this turn")
    tab.js("viewer.session.select(null)")
    tab.switch("better")
    tab.js("(viewer.session.setLayer('better'), viewer.session.seek(0))")
    assert tab.picture() == without
    expect(button("button", name="Turning point before")).to_be_disabled()


POINTS = "[...document.querySelectorAll('.coached polyline')].map((one) => one.getAttribute('points').split(' ')[0])"


def test_the_chances_follow_the_time_line(tab):
    strip = tab.page.locator(".coached .plot")
    box, bar = strip.bounding_box(), tab.page.locator(".scrubber").bounding_box()
    assert box["y"] >= bar["y"] + bar["height"] - 1
    tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    tab.until("Math.abs(viewer.session.turn - viewer.session.lastTurn / 2) <= 1")
    tab.seek(9)
    nearest = "on turn 8, the nearest to turn 9 from which rollouts were played"
    tab.expect(".chance-now").to_contain_text(nearest)
    assert tab.js(POINTS)[:2] == ["0.0,300.0", "0.0,700.0"], "70 % and 30 % on the first frame"
    tab.js("viewer.session.load({...viewer.session.game})")
    expect(strip).to_be_hidden()
    tab.expect(".panel.coach").to_be_hidden()


def test_a_growing_page_reads_itself_again(browser, tmp_path):
    path = coached_page_in(tmp_path, chance=[], points=[], open="Futures are played.", left=100.0)
    with opened(browser) as tab:
        tab.page.goto(path.as_uri())
        tab.expect(".panel.coach").to_contain_text("Futures are played. At most 1:40 left.")
        tab.expect(".turning").to_have_count(0)
        coached_page_in(tmp_path)
        tab.expect(".turning").not_to_have_count(0)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"turns": 999}, "the coach looked at a game of 999 turns"),
        ({"version": 2}, "findings of another version"),
        ({"chance": [{"frame": 1, "won": [0, 1, 0], "each": [0, 2]}]}, "each must be a share 0..1, found 2"),
        ({"points": [{"first": 9999, "last": 2}]}, "first must be a whole number 0.."),
    ],
)
def test_findings_that_do_not_fit_are_refused_in_words(change, complaint):
    found = as_text(json.dumps(sentences.findings(invented(game())) | change).encode())
    refused = f"await open({BYTES}(it), '{STORED}').then(({{ value }}) => checkFindings(value, game))"
    game_of = "({ frames: 161, players: ['v26', 'v17'] })"
    said = f"(async (game) => {{ try {{ {refused}; }} catch ({{ message }}) {{ return message; }} }})({game_of})"
    assert complaint in node({**READ, "ui/coach.js": "checkFindings"}, f"await {said}", found)


# The combat database as a page, and a rule: what it finds and misses.


def test_the_chart_is_drawn_and_a_row_names_its_players(blank, combat_page):
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


def test_a_rule_has_the_theme_of_the_system(blank, rule_page):
    for theme in ("light", "dark"):
        blank.page.emulate_media(color_scheme=theme)
        blank.page.goto(rule_page.as_uri())
        with Image.open(BytesIO(blank.page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1}))) as corner:
            assert (max(corner.getpixel((0, 0))[:3]) < 64) == (theme == "dark")
