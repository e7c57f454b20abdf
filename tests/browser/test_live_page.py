"""The live window's parameters in a real browser: dragging a slider asks the bot, and the page shows its answer."""

import numpy as np
import pytest

from bot import PRESETS, changed, preset
from bot.knobs.knob import plain
from bot.knobs.parameters import SILENT
from tests.support.live_window import TURN, decided
from tests.support.watching import game

V26 = preset("v26")
BEFORE_COMBAT = 60  # a turn on which hold_until counts: later combat_hold_until replaces it

NAMELESS = """[...document.querySelectorAll(".live :is(input, select, button, summary)")]
    .filter((one) => !(one.labels?.length || one.ariaLabel || one.textContent.trim()))
    .map((one) => one.outerHTML)"""


def test_dragging_alpha_changes_the_field_as_decide_says(live):
    """At every stop, the button still down: potential and moves to the last bit, and which squares are framed."""
    left, length, middle = live.grasp("alpha")
    live.page.mouse.down()
    seen = set()
    for share in (0.3, 0.62, 0.9):
        live.page.mouse.move(left + length * share, middle)
        live.answered()
        alpha = live.js("asking.values.alpha")
        asked = decided(game(), changed(V26, {"alpha": alpha}))
        np.testing.assert_array_equal(live.thought("potential"), asked.explanation.potential.ravel())
        ours = game().owner[TURN].ravel() == 1
        np.testing.assert_array_equal(live.thought("move")[ours], asked.moves.ravel()[ours])
        differing = np.flatnonzero(ours & (asked.moves != decided(game(), V26).moves).ravel())
        assert live.marked() == differing.tolist()
        seen.add((alpha, len(differing)))
    live.page.mouse.up()
    assert len({alpha for alpha, _ in seen}) == 3
    assert len({count for _, count in seen}) > 1, "the stops should not all look the same"


@pytest.mark.parametrize(
    ("name", "turn"), [("potential_degradation_step", TURN), ("enemy_ROI", TURN), ("hold_until", BEFORE_COMBAT)]
)
def test_every_slider_asks_with_its_own_parameter(live, name, turn):
    """Field and moves are those of the value beside the slider."""
    live.js("viewer.seek(it)", turn)
    live.answered()
    before = [live.thought("potential"), live.thought("move")]
    live.page.locator(f".knob[data-knob={name}] input[type=range]").fill("820")
    live.answered()
    value = live.page.locator(f"#knob-{name}").input_value()
    asked = decided(game(), changed(V26, {name: float(value)}), turn)
    np.testing.assert_array_equal(live.thought("potential"), asked.explanation.potential.ravel())
    ours = game().owner[turn].ravel() == 1
    np.testing.assert_array_equal(live.thought("move")[ours], asked.moves.ravel()[ours])
    assert not np.array_equal([live.thought("potential"), live.thought("move")], before)


def test_the_page_says_how_many_moves_differ_and_frames_them(live):
    """The same squares as the server names; one is one, and none is none."""
    assert live.status().startswith("0 moves differ from v26 ·")
    live.type("alpha", 0.4)
    live.answered()
    differing = decided(game(), V26).moves != decided(game(), changed(V26, {"alpha": 0.4})).moves
    squares = np.flatnonzero(differing & (game().owner[TURN] == 1)).tolist()
    assert live.marked() == squares
    words = "1 move differs" if len(squares) == 1 else f"{len(squares)} moves differ"
    assert live.status().startswith(f"{words} from v26 ·")
    live.js("viewer.seek(0)")
    live.answered()
    assert live.marked() == [], "another frame has frames of its own"


def test_a_parameter_and_all_of_them_go_back_to_the_preset(live):
    """With a button each that can only be pressed when there is something to take back."""
    back = live.page.locator(".knob[data-knob=alpha] button")
    everything = live.page.get_by_role("button", name="Reset all")
    assert back.is_disabled()
    assert everything.is_disabled()
    live.type("alpha", 0.4)
    live.type("hold_until", 9)
    assert back.get_attribute("title") == "alpha: back to 0.1"
    back.click()
    assert live.js("asking.changes") == {"hold_until": 9}
    everything.click()
    live.answered()
    assert live.js("asking.changes") == {}
    assert live.page.locator("#knob-hold_until").input_value() == "5"
    asked = decided(game(), V26)
    np.testing.assert_array_equal(live.thought("potential"), asked.explanation.potential.ravel())


def test_another_player_and_another_preset_are_asked(live):
    """A player begins with the preset that it is named after."""
    player, chosen = live.page.locator(".ask select").nth(0), live.page.locator(".ask select").nth(1)
    player.select_option("2")
    live.answered()
    assert chosen.input_value() == "v17"
    asked = decided(game(), preset("v17"), seat=2)
    np.testing.assert_array_equal(live.thought("potential"), asked.explanation.potential.ravel())
    chosen.select_option("v12")
    live.answered()
    asked = decided(game(), preset("v12"), seat=2)
    np.testing.assert_array_equal(live.thought("potential"), asked.explanation.potential.ravel())
    assert live.page.locator("#knob-alpha").input_value() == str(preset("v12").alpha)


def test_every_parameter_has_a_control_that_asks_with_it(live):
    """In groups that leave none out: numbers, switches and choices; what they mean is read aloud with them."""
    rows = live.js("[...document.querySelectorAll('.live .knob')].map((row) => row.dataset.knob)")
    assert sorted(rows) == sorted(set(plain(V26)) - SILENT)
    live.page.get_by_text("Combat", exact=True).click()
    live.page.locator("#knob-dodge").uncheck()
    live.type("stilling_enemies", 4)
    live.page.get_by_text("The pact and its wall", exact=True).click()
    live.page.locator("#knob-pact").select_option("off")
    changes = {"dodge": False, "stilling_enemies": 4, "pact": "off"}
    assert live.js("asking.changes") == changes
    assert live.page.locator("details:has(#knob-dodge) summary").inner_text() == "Combat · 2 changed"
    live.answered()
    asked = decided(game(), changed(V26, changes))
    ours = game().owner[TURN].ravel() == 1
    np.testing.assert_array_equal(live.thought("move")[ours], asked.moves.ravel()[ours])
    written = live.page.get_by_label("This player as commands write it").input_value()
    assert written == "v26?dodge=off&stilling_enemies=4&pact=off"
    described = live.js("document.getElementById(document.getElementById('knob-pact').ariaDescribedByElements[0].id)")
    assert described is not None


def test_what_a_parameter_means_stands_below_while_it_is_pointed_at(live):
    """Reason, range, unit and the preset's value, for the mouse and for the keyboard."""
    line = live.page.locator(".reason-line")
    live.page.locator(".knob[data-knob=alpha] label").hover()
    expected = (
        "alpha: share of a square's own price in the running average; lower sees farther."
        " From 0.001 to 0.999 weight; the slider from 0.01 to 0.9; v26 has 0.1."
    )
    live.page.wait_for_function("(text) => document.querySelector('.reason-line').textContent === text", arg=expected)
    live.page.locator(".top h1").hover()
    live.page.locator("#knob-hold_until").focus()
    live.page.wait_for_function("() => document.querySelector('.reason-line').textContent.startsWith('hold_until')")
    assert "From 0 to 255 turns of production; v26 has 5." in line.inner_text()


def test_a_window_at_rest_draws_nothing(live):
    """It stays open beside other work."""
    assert live.frames_asked() == 0


class TestTheReasonLineWasWrittenInEveryFrame:
    """With the mouse on the name of the parameter that had the focus, a quarter of a core was busy until it moved.

    The name was replaced under the mouse, which the browser told as entering an element, after which it was replaced.
    """

    def test_it_is_left_alone_while_it_says_the_same(self, live):
        """The mouse rests on the name, and no frame is asked for."""
        live.page.locator("#knob-hold_until").focus()
        live.page.locator(".reason-line strong", has_text="hold_until").wait_for()
        name = live.page.locator(".reason-line strong").bounding_box()
        live.page.mouse.move(name["x"] + name["width"] / 2, name["y"] + name["height"] / 2)
        assert live.frames_asked() == 0
        assert live.page.locator(".reason-line strong").inner_text() == "hold_until"


def test_keys_move_a_slider_and_not_the_game(live):
    """Every control has a name; the arrows belong to the slider that has the focus."""
    assert live.js(NAMELESS) == []
    live.page.locator(".knob[data-knob=alpha] input[type=range]").focus()
    live.page.keyboard.press("ArrowRight")
    live.answered()
    assert live.js("asking.values.alpha") > V26.alpha
    assert live.js("viewer.turn") == TURN
    live.page.keyboard.press("Tab")
    assert live.js("document.activeElement.id") == "knob-potential_degradation_step"


def test_the_keyboard_comes_to_the_sliders_before_the_switches(live):
    """They were last, behind all panels of the game."""
    live.page.locator(".transport select").focus()
    live.page.keyboard.press("Tab")
    assert live.js("document.activeElement.closest('.panel').className") == "panel ask"


def test_a_value_that_is_refused_is_explained(live):
    """In the server's words, beside the sliders; a good value takes the sentence away."""
    live.type("alpha", 9)
    live.page.wait_for_function("() => asking.refusal")
    assert live.status() == "alpha = 9 is outside 0.001..0.999 (weight)"
    live.type("alpha", 0.3)
    live.answered()
    assert "from v26" in live.status()


def test_a_player_without_squares_is_said_to_have_none(live):
    """The page says that the player has no squares, not that no square differs."""
    live.js("live.openGame('elsewhere.hlt')")
    live.js("viewer.seek(viewer.session.lastTurn)")
    loser = int(game(("v17", "v12"), 4).owner[-1].max()) % 2 + 1
    live.page.locator(".ask select").first.select_option(str(loser))
    live.answered()
    assert live.status() == f"Player {loser} owns no square on this frame."


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_frames_and_legend_have_the_colour_of_the_theme(live, theme):
    """The frames are drawn on a canvas, the legend by the style sheet; they must agree."""
    live.type("alpha", 0.4)
    live.answered()
    live.js("viewer.setTheme(it)", theme)
    legend = live.js("getComputedStyle(document.querySelector('.status .swatch')).borderTopColor")
    assert {"dark": "rgb(255, 95, 210)", "light": "rgb(184, 0, 138)"}[theme] == legend
    assert live.js("viewer.session.marks[0].color") == {"dark": "#ff5fd2", "light": "#b8008a"}[theme]


@pytest.mark.parametrize(("width", "height"), [(1600, 1000), (1280, 800), (1000, 700), (800, 900), (390, 844)])
def test_nothing_is_wider_than_the_window(live, width, height):
    """On a desktop, a tablet and a phone; on a phone the board stays in sight while a slider is dragged."""
    live.page.set_viewport_size({"width": width, "height": height})
    try:
        live.page.wait_for_function("(narrow) => viewer.root.classList.contains('narrow') === narrow", arg=width < 760)
        assert live.js("document.documentElement.scrollWidth") <= width
        parts = "[...document.querySelectorAll('.live, .side, .transport')]"
        assert live.js(f"{parts}.every((one) => one.scrollWidth <= one.clientWidth)")
        live.grasp("hold_until")
        board = live.page.locator("canvas.board").bounding_box()
        assert 0 <= board["y"] < height / 2
        assert board["y"] + board["height"] <= height
    finally:
        live.page.set_viewport_size({"width": 1280, "height": 800})


def test_a_long_name_makes_no_panel_wider(live):
    """With a bot called Newcomer the buttons beside every slider were cut off."""
    live.js("(viewer.session.game.players[0] = 'A name that goes on and on and on', asking.put(1, 'v26', {}))")
    live.answered()
    wide = "[...document.querySelectorAll('.live .panel')].filter((it) => it.scrollWidth > it.clientWidth).length"
    width = live.js(wide)
    live.js("(viewer.session.game.players[0] = 'v26', asking.put(1, 'v26', {}))")
    assert width == 0


def test_all_presets_can_be_chosen(live):
    """The list holds the presets of bot.knobs.parameters."""
    assert live.page.locator(".ask select").nth(1).locator("option").all_inner_texts() == list(PRESETS)


def test_on_a_phone_a_slider_that_gets_the_focus_is_not_under_the_line_about_it(live):
    """The line stays at the bottom of the screen, and covered the slider of alpha, which could not be dragged."""
    live.page.set_viewport_size({"width": 390, "height": 844})
    try:
        live.page.wait_for_function("() => viewer.root.classList.contains('narrow')")
        slider = live.page.locator(".knob[data-knob=alpha] input[type=range]")
        slider.focus()
        box = slider.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert live.js("document.elementFromPoint(...it)?.type", middle) == "range"
    finally:
        live.page.set_viewport_size({"width": 1280, "height": 800})


def test_what_is_refused_is_said_where_the_sliders_are(live):
    """The line above the sliders is out of sight when the panel is scrolled; so is it when the server has stopped."""
    live.type("alpha", 9)
    live.page.wait_for_function("() => asking.refusal")
    line = live.page.locator(".reason-line")
    assert line.inner_text().startswith("alpha = 9 is outside 0.001..0.999 (weight)\nalpha: share of")
    live.js("document.querySelector('.knob[data-knob=hold_until]').scrollIntoView({block: 'start'})")
    panel, box = live.page.locator(".live").bounding_box(), line.bounding_box()
    assert live.page.locator(".ask .status").bounding_box()["y"] < panel["y"]
    assert panel["y"] < box["y"] < panel["y"] + panel["height"]
    live.type("alpha", 0.3)
    live.answered()
    assert line.inner_text().startswith("alpha: share of")
    live.js("document.querySelector('.live').scrollTo(0, 0)")


def test_the_line_about_a_parameter_follows_the_preset(live):
    """It said what v26 has while v12 was asked."""
    live.page.locator("#knob-alpha").focus()
    live.page.wait_for_function("() => document.querySelector('.reason-line').textContent.endsWith('v26 has 0.1.')")
    live.js("asking.put(1, 'v12', {})")
    assert live.page.locator(".reason-line").inner_text().endswith(f"v12 has {preset('v12').alpha}.")
