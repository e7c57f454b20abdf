"""The graphs: a click goes to a turn, the mouse reads numbers off."""

import numpy as np
import pytest

from tests.support.pages import expect

FINISHED = "() => viewer.session.events?.isComplete"
LINES = """[...document.querySelectorAll(`[data-measure=${it}] polyline:not(.over, .raw)`)].map((line) =>
    line.getAttribute("points").split(" ").map((point) => point.split(",").map(Number)))"""


def test_the_lines_are_the_counted_numbers(tab):
    """To the last point, on a scale from 0 to the largest; where two lines are one, it has both colours."""
    tab.page.wait_for_function(FINISHED)
    land = np.array(tab.js("viewer.session.events.territory.map((values) => [...values])"))
    for line, values in zip(tab.js(LINES, "territory"), land, strict=True):
        np.testing.assert_allclose(np.array(line)[:, 1], 1000 * (1 - values / land.max()), atol=0.06)
    expect(tab.page.locator("[data-measure=territory] .most")).to_have_text(f"up to {land.max():.0f} squares")
    expect(tab.page.locator("[data-measure=territory] .over")).to_have_count(2)


def test_a_click_goes_to_its_turn_and_the_mouse_tells_its_numbers(tab):
    """The middle of a graph is the middle of the game; of losses the exact number is told, not the smoothed one."""
    tab.page.wait_for_function(FINISHED)
    for measure in ("territory", "damage_taken"):
        tab.page.locator(f"[data-measure={measure}] .plot").hover()
        words = tab.page.locator(f"[data-measure={measure}] .tip").inner_text().split()
        numbers = tab.js("viewer.session.events[it[0]].map((values) => values[it[1]])", [measure, int(words[1])])
        assert [float(word.replace(",", "")) for word in words[2:]] == pytest.approx(numbers, abs=0.51)
    tab.page.locator("[data-measure=damage_taken] .plot").click()
    assert tab.js("viewer.turn") == pytest.approx(143 / 2, abs=1.5)
    tab.js("viewer.seek(100)")
    share = tab.js("parseFloat(document.querySelector('[data-measure=strength] .cursor').style.left)")
    assert share == pytest.approx(100 * 100 / 143, abs=0.1)
