"""Parameters of a page that asks: dragging a slider asks the bot, and the page shows its answer."""

import numpy as np
import pytest

from bot import PRESETS, changed, preset
from bot.parameters.declaration import plain
from bot.parameters.presets import SILENT
from tests.support.asking import TURN, decided
from tests.support.pages import resize
from tests.support.watching import game

V26 = preset("v26")
BEFORE_COMBAT = 60  # a turn on which hold_until counts: later combat_hold_until replaces it

NAMELESS = """[...document.querySelectorAll(".live :is(input, select, button, summary)")]
    .filter((one) => !(one.labels?.length || one.ariaLabel || one.textContent.trim()))
    .map((one) => one.outerHTML)"""


def test_dragging_alpha_changes_the_field_as_decide_says(asked):
    """At every stop, the button still down: potential and moves to the last bit, and which squares are framed."""
    left, length, middle = asked.grasp("alpha")
    asked.page.mouse.down()
    seen = set()
    for share in (0.3, 0.62, 0.9):
        asked.page.mouse.move(left + length * share, middle)
        asked.answered()
        alpha = asked.js("asking.values.alpha")
        wanted = decided(game(), changed(V26, {"alpha": alpha}))
        np.testing.assert_array_equal(asked.thought("potential"), wanted.explanation.potential.ravel())
        ours = game().owner[TURN].ravel() == 1
        np.testing.assert_array_equal(asked.thought("move")[ours], wanted.moves.ravel()[ours])
        differing = np.flatnonzero(ours & (wanted.moves != decided(game(), V26).moves).ravel())
        assert asked.marked() == differing.tolist()
        seen.add((alpha, len(differing)))
    asked.page.mouse.up()
    assert len({alpha for alpha, _ in seen}) == 3
    assert len({count for _, count in seen}) > 1, "the stops should not all look the same"


@pytest.mark.parametrize(
    ("name", "turn"), [("potential_degradation_step", TURN), ("enemy_ROI", TURN), ("hold_until", BEFORE_COMBAT)]
)
def test_every_slider_asks_with_its_own_parameter(asked, name, turn):
    """Field and moves are those of the value beside the slider."""
    asked.js("viewer.seek(it)", turn)
    asked.answered()
    before = [asked.thought("potential"), asked.thought("move")]
    asked.page.locator(f".parameter[data-parameter={name}] input[type=range]").fill("820")
    asked.answered()
    value = asked.page.locator(f"#parameter-{name}").input_value()
    wanted = decided(game(), changed(V26, {name: float(value)}), turn)
    np.testing.assert_array_equal(asked.thought("potential"), wanted.explanation.potential.ravel())
    ours = game().owner[turn].ravel() == 1
    np.testing.assert_array_equal(asked.thought("move")[ours], wanted.moves.ravel()[ours])
    assert not np.array_equal([asked.thought("potential"), asked.thought("move")], before)


def test_the_page_says_how_many_moves_differ_and_frames_them(asked):
    """The squares that move differently; one is one, and none is none."""
    assert asked.status().startswith("0 moves differ from v26 ·")
    asked.type("alpha", 0.4)
    asked.answered()
    differing = decided(game(), V26).moves != decided(game(), changed(V26, {"alpha": 0.4})).moves
    squares = np.flatnonzero(differing & (game().owner[TURN] == 1)).tolist()
    assert asked.marked() == squares
    words = "1 move differs" if len(squares) == 1 else f"{len(squares)} moves differ"
    assert asked.status().startswith(f"{words} from v26 ·")
    asked.js("viewer.seek(0)")
    asked.answered()
    assert asked.marked() == [], "another frame has frames of its own"


def test_a_parameter_and_all_of_them_go_back_to_the_preset(asked):
    """With a button each that can only be pressed when there is something to take back."""
    back = asked.page.locator(".parameter[data-parameter=alpha] .icon")
    everything = asked.page.get_by_role("button", name="Reset all")
    assert back.is_disabled()
    assert everything.is_disabled()
    asked.type("alpha", 0.4)
    asked.type("hold_until", 9)
    assert back.get_attribute("title") == "alpha: back to 0.1"
    back.click()
    assert asked.js("asking.changes") == {"hold_until": 9}
    everything.click()
    asked.answered()
    assert asked.js("asking.changes") == {}
    assert asked.page.locator("#parameter-hold_until").input_value() == "5"
    wanted = decided(game(), V26)
    np.testing.assert_array_equal(asked.thought("potential"), wanted.explanation.potential.ravel())


def test_another_player_and_another_preset_are_asked(asked):
    """A player begins with the preset that it is named after."""
    player, chosen = asked.page.locator(".ask select").nth(0), asked.page.locator(".ask select").nth(1)
    player.select_option("2")
    asked.answered()
    assert chosen.input_value() == "v17"
    wanted = decided(game(), preset("v17"), seat=2)
    np.testing.assert_array_equal(asked.thought("potential"), wanted.explanation.potential.ravel())
    chosen.select_option("v12")
    asked.answered()
    wanted = decided(game(), preset("v12"), seat=2)
    np.testing.assert_array_equal(asked.thought("potential"), wanted.explanation.potential.ravel())
    assert asked.page.locator("#parameter-alpha").input_value() == str(preset("v12").alpha)
    assert asked.page.locator(".ask select").nth(1).locator("option").all_inner_texts() == list(PRESETS)


def test_every_parameter_has_a_control_that_asks_with_it(asked):
    """In groups that leave none out: numbers, switches and choices; what they mean is read aloud with them."""
    rows = asked.js("[...document.querySelectorAll('.live .parameter')].map((row) => row.dataset.parameter)")
    assert sorted(rows) == sorted(set(plain(V26)) - SILENT)
    asked.answered()  # an answer that comes between two clicks may move what is below it
    asked.page.get_by_text("The pact and its wall", exact=True).click()
    asked.page.get_by_text("Combat", exact=True).click()
    asked.page.locator("#parameter-dodge").uncheck()
    asked.type("stilling_enemies", 4)
    asked.page.locator("#parameter-pact").select_option("off")
    changes = {"dodge": False, "stilling_enemies": 4, "pact": "off"}
    assert asked.js("asking.changes") == changes
    assert asked.page.locator(".group:has(#parameter-dodge) summary").inner_text() == "Combat · 2 changed"
    asked.answered()
    wanted = decided(game(), changed(V26, changes))
    ours = game().owner[TURN].ravel() == 1
    np.testing.assert_array_equal(asked.thought("move")[ours], wanted.moves.ravel()[ours])
    assert asked.js("asking.explanation.header.name") == "v26?dodge=off&stilling_enemies=4&pact=off"
    described = asked.js(
        "document.getElementById(document.getElementById('parameter-pact').ariaDescribedByElements[0].id)"
    )
    assert described is not None


def test_what_a_parameter_means_is_told_to_a_finger_as_well(browser, asked):
    """On phones and tablets the hint said *Point at a parameter*."""
    context = browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    tab = context.new_page()
    tab.goto(asked.page.url)
    tab.wait_for_function("() => document.querySelector('.reason-line')")
    assert tab.locator(".reason-line").text_content() == "Choose a parameter to read what it means."
    tab.locator("#parameter-alpha").tap()
    tab.wait_for_function("() => document.querySelector('.reason-line').textContent.startsWith('alpha: ')")
    context.close()


def test_what_a_parameter_means_stands_below_while_it_is_pointed_at(asked):
    """Reason, range, unit and the preset's value, for the mouse and for the keyboard."""
    line = asked.page.locator(".reason-line")
    asked.page.locator(".parameter[data-parameter=alpha] label").hover()
    expected = (
        "alpha: share of a square's own price in the running average; lower sees farther."
        " From 0.001 to 0.999 weight; the slider from 0.01 to 0.9; v26 has 0.1."
    )
    asked.page.wait_for_function("(text) => document.querySelector('.reason-line').textContent === text", arg=expected)
    asked.page.locator(".top h1").hover()
    asked.page.locator("#parameter-hold_until").focus()
    asked.page.wait_for_function("() => document.querySelector('.reason-line').textContent.startsWith('hold_until')")
    assert "From 0 to 255 turns of production; v26 has 5." in line.inner_text()
    asked.page.locator("#parameter-alpha").focus()
    asked.page.wait_for_function("() => document.querySelector('.reason-line').textContent.endsWith('v26 has 0.1.')")
    asked.js("asking.put(1, 'v12', {})")
    assert asked.page.locator(".reason-line").inner_text().endswith(f"v12 has {preset('v12').alpha}.")


def test_the_reason_line_is_left_alone_while_it_says_the_same(asked):
    """With the mouse on the name of the parameter in focus, which was replaced under it, a core was busy."""
    asked.page.locator("#parameter-hold_until").focus()
    asked.page.locator(".reason-line strong", has_text="hold_until").wait_for()
    name = asked.page.locator(".reason-line strong").bounding_box()
    asked.page.mouse.move(name["x"] + name["width"] / 2, name["y"] + name["height"] / 2)
    assert asked.frames_asked() == 0
    assert asked.page.locator(".reason-line strong").inner_text() == "hold_until"


def test_keys_move_a_slider_and_not_the_game(asked):
    """Every control has a name; the arrows belong to the slider that has the focus."""
    assert asked.js(NAMELESS) == []
    asked.page.locator(".parameter[data-parameter=alpha] input[type=range]").focus()
    asked.page.keyboard.press("ArrowRight")
    asked.answered()
    assert asked.js("asking.values.alpha") > V26.alpha
    assert asked.js("viewer.turn") == TURN
    asked.page.keyboard.press("Tab")
    assert asked.js("document.activeElement.id") == "parameter-potential_degradation_step"


def test_the_keyboard_comes_to_the_sliders_before_the_switches(asked):
    """They were last, behind all panels of the game."""
    asked.page.locator(".transport select").focus()
    asked.page.keyboard.press("Tab")
    assert asked.js("document.activeElement.closest('.panel').className") == "panel ask"


def test_a_value_that_is_refused_is_explained(asked):
    """In words, beside the sliders; a good value takes the sentence away."""
    asked.type("alpha", 9)
    asked.page.wait_for_function("() => asking.refusal")
    assert asked.status() == "alpha = 9: expected 0.001 to 0.999"
    asked.type("alpha", 0.3)
    asked.answered()
    assert "from v26" in asked.status()
    # The line above the sliders is out of sight when the panel is scrolled.
    asked.type("alpha", 9)
    asked.page.wait_for_function("() => asking.refusal")
    line = asked.page.locator(".reason-line")
    assert line.inner_text().startswith("alpha = 9: expected 0.001 to 0.999\nalpha: share of")
    asked.js("document.querySelector('.parameter[data-parameter=hold_until]').scrollIntoView({block: 'start'})")
    panel, box = asked.page.locator(".live").bounding_box(), line.bounding_box()
    assert asked.page.locator(".ask .status").bounding_box()["y"] < panel["y"]
    assert panel["y"] < box["y"] < panel["y"] + panel["height"]
    asked.type("alpha", 0.3)
    asked.answered()
    assert line.inner_text().startswith("alpha: share of")
    asked.js("document.querySelector('.live').scrollTo(0, 0)")


def test_a_player_without_squares_is_said_to_have_none(asked, small_games):
    """The page says that the player has no squares, not that no square differs."""
    asked.drop(small_games / "elsewhere.hlt")
    asked.js("viewer.seek(viewer.session.lastTurn)")
    loser = int(game(("v17", "v12"), 4).owner[-1].max()) % 2 + 1
    asked.page.locator(".ask select").first.select_option(str(loser))
    asked.answered()
    assert asked.status() == f"Player {loser} owns no square on this frame."


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_frames_and_legend_have_the_colour_of_the_theme(asked, theme):
    """The frames are drawn on a canvas, the legend by the style sheet; they must agree."""
    asked.type("alpha", 0.4)
    asked.answered()
    asked.js("viewer.setTheme(it)", theme)
    legend = asked.js("getComputedStyle(document.querySelector('.status .swatch')).borderTopColor")
    assert {"dark": "rgb(255, 95, 210)", "light": "rgb(184, 0, 138)"}[theme] == legend
    assert asked.js("viewer.session.marks[0].color") == {"dark": "#ff5fd2", "light": "#b8008a"}[theme]


def test_on_a_phone_a_slider_that_gets_the_focus_is_not_under_the_line_about_it(asked):
    """The line stays at the bottom of the screen, and covered the slider of alpha, which could not be dragged."""
    resize(asked.page, 390, 844)
    try:
        asked.page.wait_for_function("() => viewer.root.classList.contains('narrow')")
        slider = asked.page.locator(".parameter[data-parameter=alpha] input[type=range]")
        slider.focus()
        box = slider.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert asked.js("document.elementFromPoint(...it)?.type", middle) == "range"
    finally:
        resize(asked.page, 1280, 800)
