"""The field in a page that asks: shown from the start, on a scale that can be held, beside the unchanged field."""

import numpy as np

from bot import changed, preset
from tests.support.asking import TURN, Asked, decided
from tests.support.watching import game

V26 = preset("v26")
ALPHA = 0.4
DELTA = "() => viewer.session.layers.has('delta') && document.querySelector('.legends .gradient')"


def difference():
    """The potential with the other alpha less that without, as bot.decide gives both."""
    fields = [decided(game(), parameters).explanation.potential for parameters in (changed(V26, {"alpha": ALPHA}), V26)]
    with np.errstate(invalid="ignore"):
        return (fields[0] - fields[1]).ravel()


def legend(asked):
    """The text of the legends."""
    return asked.page.locator(".legends").inner_text()


def ends(asked):
    """The ends of the scale; whether there are numbers beyond them is another matter."""
    return [text.strip("≤≥ ") for text in asked.page.locator(".legends .scale > span:not(.gradient)").all_inner_texts()]


def test_the_panel_opens_with_the_potential_on(blank, small_games):
    """What the panel is for is on the board without a click; later games keep the layers that are on."""
    tab = Asked(blank.page).begin(small_games / "game.html")
    assert tab.js("[...viewer.session.layers]") == ["potential"]
    assert "turns" in legend(tab)
    tab.js("viewer.setLayer('moves')")
    tab.drop(small_games / "other.hlt")
    assert tab.js("[...viewer.session.layers]") == ["potential", "moves"]


def test_the_change_of_the_field_is_that_of_two_decisions(asked):
    """The change is compared square by square, read with the mouse."""
    asked.type("alpha", ALPHA)
    asked.answered()
    asked.page.locator("[data-layer=delta]").click()
    asked.page.wait_for_function(DELTA)
    expected = difference()
    for c in np.flatnonzero(np.isfinite(expected))[::7].tolist():
        asked.js("viewer.hover(it)", {"x": c % 16, "y": c // 16})
        said = asked.page.locator(".hover-card").inner_text()
        number = float(said.split()[-2].replace("−", "-").replace(",", ""))
        assert abs(number - expected[c]) <= 0.006 * abs(expected[c]) + 1e-9


def test_without_a_change_the_field_is_the_same(asked):
    """The legend says so instead of showing a scale of nought."""
    asked.page.locator("[data-layer=delta]").click()
    asked.page.wait_for_function("() => document.querySelector('.legends').innerText.includes('the same as with v26')")
    assert asked.page.locator(".legends .gradient").count() == 0


def test_while_a_game_plays_the_next_frame_is_asked_too(asked):
    """Its answer is there when the game comes to it."""
    asked.js("viewer.seek(20)")
    asked.answered()
    assert not asked.js("asking.isKnown(21)")
    asked.js("(viewer.session.isPlaying = true, asking.ask().finally(() => (viewer.session.isPlaying = false)))")
    assert asked.js("[asking.isKnown(21), asking.isKnown(22)]") == [True, False]


def test_the_usual_field_is_asked_once_a_turn(asked):
    """Dragging a slider asks for the changed field only."""
    asked.type("alpha", ALPHA)
    asked.page.locator("[data-layer=delta]").click()
    asked.page.wait_for_function(DELTA)
    asked.js(
        "(window.told = [], asking.service.explain = function (question) {"
        "told.push(question.parameters); return Object.getPrototypeOf(this).explain.call(this, question); }, null)"
    )
    for alpha in (0.5, 0.6, 0.7):
        asked.type("alpha", alpha)
        asked.answered()
    asked.js("delete asking.service.explain")
    assert asked.js("told") == [{"alpha": alpha} for alpha in (0.5, 0.6, 0.7)]
    assert asked.js("viewer.turn") == TURN


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
    assert all("." in text for text in said)
    asked.js("(viewer.setLayer('potential'), viewer.setLayer('distance'))")
    assert not any("." in text for text in asked.js(WRITTEN)[0])
