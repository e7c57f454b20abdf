"""The panel that asks a bot: what each of its controls asks, and what the board and the panel show of the answer."""

import numpy as np
import pytest

from bot import PRESETS, changed, preset
from bot.parameters.declaration import plain
from bot.parameters.presets import SILENT
from tests.support.asking import TURN, Asked, decided
from tests.support.pages import expect, opened, resize
from tests.support.watching import SIDE, game

V26 = preset("v26")
NAME = "asking.explanation.header.name"

NAMELESS = """[...document.querySelectorAll(".live :is(input, select, button, summary)")]
    .filter((one) => !(one.labels?.length || one.ariaLabel || one.textContent.trim()))
    .map((one) => one.outerHTML)"""


def row_of(asked, name):
    return asked.page.locator(f".parameter[data-parameter={name}]")


def field_of(asked, name):
    return asked.page.locator(f"#parameter-{name}")


# Sliders and other controls.


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
        moves = "1 move differs" if len(differing) == 1 else f"{len(differing)} moves differ"
        expect(asked.status).to_contain_text(f"{moves} from v26 ·")
        seen.add((alpha, len(differing)))
    asked.page.mouse.up()
    assert len({alpha for alpha, _ in seen}) == 3
    assert len({count for _, count in seen}) > 1, "the stops should not all look the same"
    asked.js("viewer.seek(0)")
    asked.answered()
    assert asked.marked() == [], "another frame has frames of its own"


@pytest.mark.parametrize("name", ["potential_degradation_step", "enemy_ROI", "hold_until"])
def test_every_slider_asks_with_its_own_parameter(asked, name):
    row_of(asked, name).locator("input[type=range]").fill("820")
    asked.answered()
    value = float(field_of(asked, name).input_value())
    assert value != getattr(V26, name)
    asked.wait_for("asking.changes", {name: int(value) if value.is_integer() else value})
    asked.wait_for(NAME, f"v26?{name}={value:g}")


def test_every_parameter_has_a_control_that_asks_with_it(asked):
    """In groups that leave none out: numbers, switches and choices; what they mean is read aloud with them."""
    rows = asked.js("[...document.querySelectorAll('.live .parameter')].map((row) => row.dataset.parameter)")
    assert sorted(rows) == sorted(set(plain(V26)) - SILENT)
    for name in ("pact", "dodge"):  # by key: an answer may move what is below it between two clicks
        asked.page.locator(f".group:has(#parameter-{name}) summary").press("Enter")
    field_of(asked, "dodge").uncheck()
    asked.type("stilling_enemies", 4)
    field_of(asked, "pact").select_option("off")
    asked.wait_for("asking.changes", {"dodge": False, "stilling_enemies": 4, "pact": "off"})
    expect(asked.page.locator(".group:has(#parameter-dodge) summary")).to_have_text("Combat · 2 changed")
    asked.answered()
    asked.wait_for(NAME, "v26?dodge=off&stilling_enemies=4&pact=off")
    described = "document.getElementById('parameter-pact').ariaDescribedByElements[0].id"
    asked.wait_for(described, "why-pact")
    asked.wait_for(NAMELESS, [])


def test_a_parameter_and_all_of_them_go_back_to_the_preset(asked):
    """With a button each that can only be pressed when there is something to take back."""
    back, everything = row_of(asked, "alpha").locator(".icon"), asked.page.get_by_role("button", name="Reset all")
    expect(back).to_be_disabled()
    expect(everything).to_be_disabled()
    asked.type("alpha", 0.4)
    asked.type("hold_until", 9)
    expect(back).to_have_attribute("title", "alpha: back to 0.1")
    back.click()
    asked.wait_for("asking.changes", {"hold_until": 9})
    everything.click()
    asked.answered()
    asked.wait_for("asking.changes", {})
    expect(field_of(asked, "hold_until")).to_have_value("5")
    asked.wait_for(NAME, "v26")


def test_changes_are_taken_back(asked):
    """One by one with Ctrl+Z, or several by the list; all values of one drag are one change."""
    for name, value in (("alpha", 0.2), ("alpha", 0.0129), ("enemy_ROI", -1)):
        asked.type(name, value)
    expect(asked.page.locator(".history .chip")).to_have_text(["enemy_ROI -1", "alpha 0.0129"])
    assert field_of(asked, "alpha").evaluate("(one) => one.scrollWidth <= one.clientWidth"), "it was cut to 0.012"
    asked.js("viewer.root.focus()")
    asked.page.keyboard.press("Control+z")
    asked.wait_for("asking.changes", {"alpha": 0.0129})
    asked.page.keyboard.press("Control+z")
    asked.wait_for("asking.changes", {})


def test_another_player_and_another_preset_are_asked(asked):
    player, chosen = asked.page.locator(".ask select").nth(0), asked.page.locator(".ask select").nth(1)
    expect(player.locator("option")).to_have_text(["1 · v26", "2 · v17"])
    player.select_option("2")
    asked.answered()
    expect(chosen).to_have_value("v17")
    asked.wait_for("[asking.explanation.header.player, asking.explanation.header.name]", [2, "v17"])
    chosen.select_option("v12")
    asked.answered()
    asked.wait_for("[asking.explanation.header.player, asking.explanation.header.name]", [2, "v12"])
    expect(field_of(asked, "alpha")).to_have_value(str(preset("v12").alpha))
    expect(chosen.locator("option")).to_have_text(list(PRESETS))


def test_a_value_that_is_refused_is_explained(asked):
    line = asked.page.locator(".reason-line")
    asked.type("alpha", 9)
    expect(asked.status).to_have_text("alpha = 9: expected 0.001 to 0.999")
    expect(line).to_contain_text("alpha = 9: expected 0.001 to 0.999")
    # The line above the sliders is out of sight when the panel is scrolled.
    asked.js("document.querySelector('.parameter[data-parameter=hold_until]').scrollIntoView({block: 'start'})")
    panel, box = asked.page.locator(".live").bounding_box(), line.bounding_box()
    assert asked.status.bounding_box()["y"] < panel["y"]
    assert panel["y"] < box["y"] < panel["y"] + panel["height"]
    asked.type("alpha", 0.3)
    asked.answered()
    expect(asked.status).to_contain_text("from v26")
    expect(line).not_to_contain_text("expected")


def test_a_player_without_squares_is_said_to_have_none(asked, small_games):
    asked.drop(small_games / "elsewhere.hlt")
    asked.js("viewer.seek(viewer.session.lastTurn)")
    loser = int(game(("v17", "v12"), 4).owner[-1].max()) % 2 + 1
    asked.page.locator(".ask select").first.select_option(str(loser))
    asked.answered()
    expect(asked.status).to_have_text(f"Player {loser} owns no square on this frame.")


# What a parameter means.


def test_what_a_parameter_means_stands_below_while_it_is_pointed_at(asked):
    """Reason, range, unit and the preset's value, for the mouse and for the keyboard."""
    line = asked.page.locator(".reason-line")
    row_of(asked, "alpha").locator("label").hover()
    expect(line).to_have_text(
        "alpha: share of a square's own price in the running average; lower sees farther."
        " From 0.001 to 0.999 weight; the slider from 0.01 to 0.9; v26 has 0.1."
    )
    asked.page.locator(".top h1").hover()
    field_of(asked, "hold_until").focus()
    expect(line).to_contain_text("From 0 to 255 turns of production; v26 has 5.")
    field_of(asked, "alpha").focus()
    expect(line).to_contain_text("v26 has 0.1.")
    asked.js("asking.put(1, 'v12', {})")
    expect(line).to_contain_text(f"v12 has {preset('v12').alpha}.")


def test_the_reason_line_is_left_alone_while_it_says_the_same(asked):
    """With the mouse on the name of the parameter in focus, which was replaced under it, a core was busy."""
    name = asked.page.locator(".reason-line strong")
    field_of(asked, "hold_until").focus()
    expect(name).to_have_text("hold_until")
    box = name.bounding_box()
    asked.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert asked.frames_asked() == 0
    expect(name).to_have_text("hold_until")


def test_what_a_parameter_means_is_told_to_a_finger_as_well(browser, asked):
    """On phones and tablets the hint said *Point at a parameter*."""
    with opened(browser, 820, 1180, has_touch=True, is_mobile=True) as tab:
        tab.page.goto(asked.page.url)
        line = tab.page.locator(".reason-line")
        expect(line).to_have_text("Choose a parameter to read what it means.")
        tab.page.locator("#parameter-alpha").tap()
        expect(line).to_contain_text("alpha: ")


# The keyboard, and small screens.


def test_keys_move_a_slider_and_not_the_game(asked):
    """The arrows belong to the slider that has the focus, which comes before the switches of the game."""
    asked.page.locator(".transport select").focus()
    asked.page.keyboard.press("Tab")
    asked.wait_for("document.activeElement.closest('.panel').className", "panel ask")
    row_of(asked, "alpha").locator("input[type=range]").focus()
    asked.page.keyboard.press("ArrowRight")
    asked.until("asking.values.alpha > it", V26.alpha)
    asked.wait_for("viewer.turn", TURN)
    asked.page.keyboard.press("Tab")
    asked.wait_for("document.activeElement.id", "parameter-potential_degradation_step")


def test_on_a_phone_a_slider_that_gets_the_focus_is_not_under_the_line_about_it(asked):
    """The line stays at the bottom of the screen, and covered the slider of alpha, which could not be dragged."""
    resize(asked.page, 390, 844)
    try:
        asked.until("viewer.root.classList.contains('narrow')")
        slider = row_of(asked, "alpha").locator("input[type=range]")
        slider.focus()
        box = slider.bounding_box()
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        asked.wait_for("document.elementFromPoint(...it)?.type", "range", middle)
    finally:
        resize(asked.page, 1280, 800)


@pytest.mark.parametrize(("theme", "colour"), [("dark", "#ff5fd2"), ("light", "#b8008a")])
def test_frames_and_legend_have_the_colour_of_the_theme(asked, theme, colour):
    """The frames are drawn on a canvas, the legend by the style sheet; they must agree."""
    asked.type("alpha", 0.4)
    asked.answered()
    asked.js("viewer.setTheme(it)", theme)
    rgb = f"rgb({', '.join(str(byte) for byte in bytes.fromhex(colour[1:]))})"
    expect(asked.page.locator(".status .swatch")).to_have_css("border-top-color", rgb)
    asked.wait_for("viewer.session.marks[0].color", colour)


# The field on the board.


def difference_layer(asked):
    asked.page.locator("[data-layer=delta]").click()
    asked.until("viewer.session.layers.has('delta') && document.querySelector('.legends .gradient')")


def test_the_panel_opens_with_the_potential_on(blank, small_games):
    """What the panel is for is on the board without a click; later games keep the layers that are on."""
    tab = Asked(blank.page).begin(small_games / "game.html")
    tab.wait_for("[...viewer.session.layers]", ["potential"])
    expect(tab.page.locator(".legends")).to_contain_text("turns")
    tab.js("viewer.setLayer('moves')")
    tab.drop(small_games / "other.hlt")
    tab.wait_for("[...viewer.session.layers]", ["potential", "moves"])


def test_three_sliders_come_first_and_the_rest_behind_one_more(blank, small_games):
    tab = blank
    tab.goto(small_games / "game.html")
    tab.page.keyboard.press("q")
    rows = tab.page.locator(".live .parameter:visible, .live .group:visible")
    expect(rows).to_have_count(3)
    tab.page.get_by_text("All parameters").click()
    expect(rows.nth(8)).to_be_visible()


def test_the_change_of_the_field_is_read_with_the_mouse(asked):
    """Square by square, as it was computed."""
    asked.type("alpha", 0.4)
    asked.answered()
    difference_layer(asked)
    expected = asked.thought("delta")
    card = asked.page.locator(".hover-card")
    for c in np.flatnonzero(np.isfinite(expected))[::20].tolist():
        asked.js("viewer.session.hover(it)", {"x": c % SIDE, "y": c // SIDE})
        expect(card).to_contain_text(f"({c % SIDE}, {c // SIDE})")
        number = float(card.inner_text().split()[-2].replace("−", "-").replace(",", ""))
        assert abs(number - expected[c]) <= 0.006 * abs(expected[c]) + 1e-9, f"({c % SIDE}, {c // SIDE})"


def test_without_a_change_the_field_is_the_same(asked):
    asked.page.locator("[data-layer=delta]").click()
    expect(asked.page.locator(".legends")).to_contain_text("the same as with v26")
    expect(asked.page.locator(".legends .gradient")).to_have_count(0)


def test_the_colour_scale_stays_while_a_slider_is_dragged(asked):
    """Half of what changed under the hand was the palette. Afterwards the keys are the board's again."""
    asked.js("viewer.setLayer('potential')")
    scale = asked.page.locator(".scale").first
    before = scale.inner_text()
    left, length, height = asked.grasp("alpha")
    asked.page.mouse.down()
    for share in (0.7, 0.95):
        asked.page.mouse.move(left + share * length, height)
        asked.answered()
        assert scale.inner_text() == before
    asked.page.mouse.up()
    asked.until("document.querySelector('.scale').innerText !== it", before)
    asked.wait_for("viewer.session.scales.size", 0)
    asked.page.keyboard.press("ArrowRight")
    asked.wait_for("viewer.turn", TURN + 1)


def test_while_a_game_plays_the_next_frame_is_asked_too(asked):
    asked.js("viewer.seek(20)")
    asked.answered()
    assert not asked.js("asking.isKnown(21)")
    asked.js("(viewer.session.isPlaying = true, asking.ask().finally(() => (viewer.session.isPlaying = false)))")
    asked.wait_for("[asking.isKnown(21), asking.isKnown(22)]", [True, False])


WRITTEN = """(() => {
    const said = [], pen = viewer.canvas.getContext("2d"), { potential } = viewer.session.thought;
    pen.fillText = (text) => said.push(text);
    viewer.board.draw();
    delete pen.fillText;
    return [said, [...potential].some(Number.isInteger)];
})()"""


def test_every_number_of_a_field_has_as_many_digits_as_the_others(asked):
    """A square whose potential is exactly 16 stood as 16 among 16.3 and 18.0; distances are whole and have none."""
    asked.js("(viewer.setLayer('potential'), viewer.seek(40))")
    asked.answered()
    said, has_whole = asked.js(WRITTEN)
    assert has_whole
    assert said
    assert [text for text in said if "." not in text] == []
    asked.js("(viewer.setLayer('potential'), viewer.setLayer('distance'))")
    assert [text for text in asked.js(WRITTEN)[0] if "." in text] == []


# Moves by hand.

ORDERS = "asking.orders.map(({turn, square, move}) => [turn, square, move])"
STILL, NORTH, EAST = 0, 1, 2


@pytest.fixture
def square(asked):
    """A square of the first player that the bot moves to neither side of the keys below, selected."""
    moves, ours = asked.thought("move"), game().owner[TURN].ravel() == 1
    found = int(np.flatnonzero(ours & ~np.isin(moves, [NORTH, EAST]) & (game().strength[TURN].ravel() > 0))[0])
    asked.js("viewer.select(it)", {"x": found % SIDE, "y": found // SIDE})
    yield found
    asked.js("(asking.reset(), null)")


def chip(asked, name):
    return asked.page.locator(".own-move").get_by_role("button", name=name, exact=True)


def test_a_move_by_hand_is_counted_framed_and_explained_and_taken_back(asked, square):
    """By a button, by keys, and by Ctrl+Z; the same button again takes it back too."""
    given = asked.page.locator(".own-move .given")
    chip(asked, "NORTH").click()
    asked.answered()
    expect(asked.status).to_contain_text("1 move differs from v26")
    assert (asked.marked(), asked.js("viewer.session.thought.move[it]", square)) == ([square], NORTH)
    asked.wait_for("viewer.session.marks.map(({move}) => move)", [NORTH])
    expect(asked.page.locator(".inspector .reason")).to_contain_text("by hand")
    expect(asked.page.locator(".inspector .warning")).to_have_count(0)  # it said that the parameters choose this move
    expect(given).to_have_attribute("aria-pressed", "true")
    expect(chip(asked, "NORTH")).to_have_attribute("title", "Take this move back")
    asked.js("viewer.root.focus()")
    asked.page.keyboard.press("Shift+L")
    asked.answered()
    asked.wait_for(ORDERS, [[TURN, square, EAST]])
    asked.page.keyboard.press("m")
    asked.wait_for(ORDERS, [[TURN, square, STILL]])
    asked.page.keyboard.press("Control+z")
    asked.wait_for(ORDERS, [[TURN, square, EAST]])
    chip(asked, "EAST").click()
    asked.answered()
    asked.wait_for(ORDERS, [])
    assert asked.marked() == []
    expect(given).to_have_count(0)


def test_only_squares_of_the_asked_player_are_given_moves(asked, square):
    """Not an enemy's, and none on the last frame."""
    foe = int(np.flatnonzero(game().owner[TURN].ravel() == 2)[0])
    asked.js("(viewer.select(it), asking.order(1), null)", {"x": foe % SIDE, "y": foe // SIDE})
    expect(asked.page.locator(".own-move")).to_be_hidden()
    asked.wait_for(ORDERS, [])


def test_a_bot_is_said_to_move_as_it_would_itself(asked, square):
    """In a foreign game a move by hand was counted as one of the bot's."""
    asked.js("asking.setPreset('v17')")
    asked.answered()
    headline = asked.page.locator(".ask .headline")
    before = headline.inner_text()
    for name in ("NORTH", "EAST"):
        chip(asked, name).click()
        asked.answered()
        expect(headline).to_have_text(before)


def test_the_link_has_the_move(asked, square, browser, small_games):
    chip(asked, "NORTH").click()
    asked.js("viewer.writeAddress()")
    address = asked.js("location.hash")
    assert address.endswith(f"&player=1&as=v26&move={TURN}.{square % SIDE}.{square // SIDE}.north")
    with opened(browser, kind=Asked) as tab:
        tab.begin(small_games / "game.html", f"{address}&move=3.99.0.north&move=up")
        tab.wait_for(ORDERS, [[TURN, square, NORTH]])
        assert tab.marked() == [square]
