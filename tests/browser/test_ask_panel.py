"""The panel that asks a bot: what each of its controls asks, and what the board and the panel show of the answer."""

import re

import numpy as np
import pytest

from bot import preset
from bot.parameters.declaration import plain
from bot.parameters.presets import SILENT
from tests.support.asking import TURN, AskPage
from tests.support.node import VIEWER
from tests.support.pages import expect
from tests.support.watching import SIDE, game

V26 = preset("v26")
NAME = "asking.explanation.header.name"


def ours():
    return game().owner[TURN].ravel() == 1


def row_of(ask_page, name):
    return ask_page.page.locator(f".parameter[data-parameter={name}]")


def field_of(ask_page, name):
    return ask_page.page.locator(f"#parameter-{name}")


# Sliders and other controls. That the answers are those of Python is tested in tests/contract/test_page_thinking.py.


def test_dragging_a_slider_asks_at_every_stop_and_frames_what_moves_differently(ask_page):
    ask_page.js("viewer.session.setLayer('potential')")
    scale = ask_page.page.locator(".scale").first
    before = scale.inner_text()
    left, length, middle = ask_page.grasp("alpha")
    ask_page.page.mouse.down()
    seen = set()
    for share in (0.3, 0.62, 0.95):
        ask_page.page.mouse.move(left + length * share, middle)
        ask_page.answered()
        moved = np.flatnonzero(ours() & (ask_page.thought("move") != game().moves[TURN].ravel())).tolist()
        assert ask_page.marked() == moved
        moves = "1 move differs" if len(moved) == 1 else f"{len(moved)} moves differ"
        expect(ask_page.status).to_contain_text(f"{moves} from v26")
        ask_page.wait_for("[asking.explanation.header.parameters.alpha]", [ask_page.js("asking.valueInPlay('alpha')")])
        seen.add((ask_page.js("asking.valueInPlay('alpha')"), len(moved)))
        assert scale.inner_text() == before
    ask_page.page.mouse.up()
    assert len({alpha for alpha, _ in seen}) == 3
    assert len({count for _, count in seen}) > 1, "the stops should not all look the same"
    ask_page.until("document.querySelector('.scale').innerText !== it", before)
    ask_page.wait_for("viewer.session.scales.size", 0)
    ask_page.page.keyboard.press("ArrowLeft")  # the keys are the board's again
    ask_page.wait_for("viewer.session.turn", TURN - 1)
    ask_page.seek(0)
    ask_page.answered()
    assert ask_page.marked() == []


def test_every_parameter_has_a_control_that_asks_with_it(ask_page):
    ask_page.unfold()
    rows = ask_page.js("[...document.querySelectorAll('.live .parameter')].map((row) => row.dataset.parameter)")
    assert sorted(rows) == sorted(set(plain(V26)) - SILENT)
    row_of(ask_page, "enemy_ROI").locator("input[type=range]").fill("820")
    ask_page.answered()
    found = float(field_of(ask_page, "enemy_ROI").input_value())
    assert found != V26.enemy_ROI
    field_of(ask_page, "dodge").uncheck()
    ask_page.type("stilling_enemies", 4)
    field_of(ask_page, "pact").select_option("off")
    ask_page.wait_for("asking.changes", {"enemy_ROI": found, "dodge": False, "stilling_enemies": 4, "pact": "off"})
    ask_page.answered()
    ask_page.expect(".group:has(#parameter-dodge) summary").to_have_text("Combat · 2 changed")
    ask_page.wait_for(NAME, f"v26?enemy_ROI={found:g}&dodge=off&stilling_enemies=4&pact=off")
    ask_page.wait_for("document.getElementById('parameter-pact').ariaDescribedByElements[0].id", "why-pact")


def test_changes_are_taken_back_one_by_one_or_all(ask_page):
    """A drag is one change, two drags of a slider are two, and keys are a third: they were taken back together."""
    back, everything = row_of(ask_page, "alpha").locator(".icon"), ask_page.page.get_by_role("button", name="Reset all")
    expect(back).to_be_disabled()
    expect(everything).to_be_disabled()
    ask_page.type("alpha", 0.0129)
    assert field_of(ask_page, "alpha").evaluate("(one) => one.scrollWidth <= one.clientWidth"), "it was cut to 0.012"
    values = []
    for share, start in ((0.3, None), (0.6, 0.95)):  # the second one begins beside the handle
        left, length, middle = ask_page.grasp("alpha")
        if start:
            ask_page.page.mouse.move(left + length * start, middle)
        ask_page.page.mouse.down()
        ask_page.page.mouse.move(left + length * share, middle, steps=3)
        ask_page.page.mouse.up()
        values.insert(0, ask_page.js("asking.changes.alpha"))
    ask_page.page.locator(".transport select").focus()
    ask_page.page.keyboard.press("Tab")  # the panel comes before the switches of the game
    ask_page.wait_for("document.activeElement.closest('.panel').className", "panel ask")
    for _ in range(2):
        row_of(ask_page, "alpha").locator("input[type=range]").press("ArrowRight")
    ask_page.wait_for("viewer.session.turn", TURN)  # the arrows are the slider's
    ask_page.page.keyboard.press("Tab")
    ask_page.wait_for("document.activeElement.id", "parameter-potential_degradation_step")
    values.insert(0, ask_page.js("asking.changes.alpha"))
    ask_page.type("enemy_ROI", -1)
    chips = ["enemy_ROI -1", *(f"alpha {value}" for value in values)]  # as many as are listed
    ask_page.expect(".history .chip").to_have_text(chips)
    expect(back).to_have_attribute("title", "alpha: back to 0.1")
    back.click()
    ask_page.wait_for("asking.changes", {"enemy_ROI": -1})
    ask_page.js("viewer.root.focus()")
    both = {"alpha": values[0], "enemy_ROI": -1}
    for left in (both, *({"alpha": value} for value in (*values, 0.0129)), {}):
        ask_page.page.keyboard.press("Control+z")
        ask_page.wait_for("asking.changes", left)
    ask_page.type("alpha", 0.3)
    everything.click()
    ask_page.answered()
    ask_page.wait_for("[asking.changes, asking.explanation.header.name]", [{}, "v26"])
    expect(field_of(ask_page, "alpha")).to_have_value("0.1")


def test_a_value_beyond_its_range_is_not_asked_and_the_field_says_why(ask_page):
    for value in ("9", ""):
        ask_page.type("alpha", value)
        said = field_of(ask_page, "alpha").evaluate("(one) => one.validationMessage")
        assert said == "expected 0.001 to 0.999"
        ask_page.wait_for("asking.changes", {})
    ask_page.type("alpha", 0.3)
    ask_page.wait_for("[asking.changes, document.querySelector('#parameter-alpha:invalid')]", [{"alpha": 0.3}, None])
    ask_page.js("(asking.put(1, 'v26', {alpha: 9}), null)")
    expect(ask_page.status).to_have_text("alpha = 9: expected 0.001 to 0.999")


def test_a_player_without_squares_is_said_to_have_none(ask_page, small_games):
    ask_page.drop(small_games / "elsewhere.hlt")
    ask_page.js("viewer.session.seek(viewer.session.lastTurn)")
    loser = int(game(("v17", "v12"), 4).owner[-1].max()) % 2 + 1
    ask_page.page.locator(".ask select").first.select_option(str(loser))
    ask_page.answered()
    expect(ask_page.status).to_have_text(f"Player {loser} owns no square on this frame.")


def test_what_a_parameter_means_stands_below_while_it_is_pointed_at(ask_page):
    meaning = row_of(ask_page, "alpha").locator(".meaning")
    expect(meaning).to_be_hidden()
    row_of(ask_page, "alpha").locator("label").hover()
    expect(meaning).to_be_visible()
    expect(meaning).to_have_text(
        "share of a square's own price in the running average; lower sees farther."
        " From 0.001 to 0.999 weight; the slider from 0.01 to 0.9; v26 has 0.1."
    )
    ask_page.page.locator(".top h1").hover()
    expect(meaning).to_be_hidden()
    field_of(ask_page, "alpha").focus()
    ask_page.page.keyboard.press("Tab")
    expect(meaning).to_be_visible()
    ask_page.js("asking.put(1, 'v12', {})")
    expect(meaning).to_contain_text(f"v12 has {preset('v12').alpha}.")


def test_frames_and_legend_have_the_colour_of_the_theme():
    """The frames are drawn on a canvas, the legend by the style sheet; they must agree."""
    script, styles = ((VIEWER / "think" / name).read_text("utf-8") for name in ("ask.js", "ask.css"))
    dark, light = re.search(r'CHANGED = \{ dark: "(#\w+)", light: "(#\w+)"', script).groups()
    assert f"--changed: light-dark({light}, {dark})" in styles


def test_the_panel_opens_with_the_potential_on_and_three_sliders(blank, small_games):
    tab = AskPage(blank.page).begin(small_games / "game.html")
    tab.wait_for("[...viewer.session.layers]", ["potential"])
    tab.expect(".legends").to_contain_text("turns")
    rows = tab.page.locator(".live .parameter:visible, .live .group:visible")
    tab.js("document.querySelectorAll('.live details').forEach((one) => (one.open = false)), null")
    expect(rows).to_have_count(3)
    tab.page.get_by_text("All parameters").click()
    expect(rows.nth(8)).to_be_visible()
    tab.js("viewer.session.setLayer('moves')")
    tab.drop(small_games / "other.hlt")
    tab.wait_for("[...viewer.session.layers]", ["potential"])


def test_the_change_of_the_field_is_read_with_the_mouse(ask_page):
    ask_page.page.locator("[data-layer=delta]").click()
    ask_page.expect(".legends").to_contain_text("the same as with v26")
    ask_page.expect(".legends .gradient").to_have_count(0)
    ask_page.type("alpha", 0.4)
    ask_page.answered()
    ask_page.expect(".legends .gradient").to_have_count(1)
    expected = ask_page.thought("delta")
    card = ask_page.page.locator(".hover-card")
    c = int(np.nanargmax(np.where(np.isfinite(expected), expected, np.nan)))
    ask_page.js("viewer.session.hover(it)", {"x": c % SIDE, "y": c // SIDE})
    expect(card).to_contain_text(f"({c % SIDE}, {c // SIDE})")
    assert float(card.inner_text().split()[-2].replace(",", "")) == pytest.approx(expected[c], rel=0.006)


ORDERS = "asking.orders.map(({turn, square, move}) => [turn, square, move])"
STILL, NORTH, EAST = 0, 1, 2


@pytest.fixture
def square(ask_page):
    strong = game().strength[TURN].ravel() > 0
    found = int(np.flatnonzero(ours() & ~np.isin(ask_page.thought("move"), [NORTH, EAST]) & strong)[0])
    ask_page.select(found % SIDE, found // SIDE)
    yield found
    ask_page.js("(asking.reset(), null)")


def chip(ask_page, name):
    return ask_page.page.locator(".own-move").get_by_role("button", name=name, exact=True)


def test_a_move_by_hand_is_counted_framed_and_explained_and_taken_back(ask_page, square):
    given = ask_page.page.locator(".own-move .given")
    chip(ask_page, "NORTH").click()
    ask_page.answered()
    expect(ask_page.status).to_contain_text("1 move differs from v26")
    ask_page.wait_for("viewer.session.thought.move[it]", NORTH, square)
    assert ask_page.marked() == [square]
    ask_page.wait_for("viewer.session.marks.map(({move}) => move)", [NORTH])
    ask_page.expect(".inspector .reason").to_contain_text("by hand")
    ask_page.expect(".inspector .warning").to_have_count(0)  # it said that the parameters choose this move
    expect(given).to_have_attribute("aria-pressed", "true")
    expect(chip(ask_page, "NORTH")).to_have_attribute("title", "Take this move back")
    ask_page.js("viewer.root.focus()")
    for key, move in (("Shift+L", EAST), ("m", STILL), ("Control+z", EAST)):
        ask_page.page.keyboard.press(key)
        ask_page.answered()
        ask_page.wait_for(ORDERS, [[TURN, square, move]])
    chip(ask_page, "EAST").click()
    ask_page.answered()
    ask_page.wait_for(ORDERS, [])
    assert ask_page.marked() == []
    expect(given).to_have_count(0)


def test_only_squares_of_the_asked_player_are_given_moves_and_a_foreign_bot_keeps_its_own(ask_page, square):
    foe = int(np.flatnonzero(game().owner[TURN].ravel() == 2)[0])
    place = f"viewer.session.select({{x: it % {SIDE}, y: Math.floor(it / {SIDE})}})"
    ask_page.js(f"({place}, asking.order(1), null)", foe)
    ask_page.expect(".own-move").to_be_hidden()
    ask_page.wait_for(ORDERS, [])
    ask_page.js(f"({place}, asking.put(1, 'v17', {{}}), null)", square)
    ask_page.answered()
    headline = ask_page.page.locator(".ask .headline")
    before = headline.inner_text()
    assert before.startswith("v17 would move ")
    for name in ("NORTH", "EAST"):
        chip(ask_page, name).click()
        ask_page.answered()
        expect(headline).to_have_text(before)
