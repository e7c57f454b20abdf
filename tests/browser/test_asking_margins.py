"""Margins in a page that asks: how much a parameter must change until a square moves differently."""

import numpy as np
import pytest

from bot import changed, preset
from experiments.recordings.watched import Watched
from tests.support.asking import TURN, decided
from tests.support.margins import margins
from tests.support.watching import SIDE, game

V26 = preset("v26")
DIRECTIONS = ["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
NEVER = [58, 63, 71]  # the dark theme's colour of squares that nothing flips
BRIGHTEST = [253, 231, 37]  # the bright end of the heat map

COLOURS = """(() => {
    const { camera, canvas, board } = viewer;
    board.draw();
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const ctx = copy.getContext("2d", { willReadFrequently: true });
    ctx.drawImage(canvas, 0, 0);
    const colour = (x, y) => [...ctx.getImageData(camera.left(x + 0.2), camera.top(y + 0.2), 1, 1).data].slice(0, 3);
    return Array.from({ length: 256 }, (_, square) => colour(square % 16, Math.floor(square / 16)));
})()"""

ROWS = """[...document.querySelectorAll(".flips tbody tr")]
    .map((row) => [row.dataset.knob, ...[...row.querySelectorAll("td")].map((cell) => cell.textContent)])"""


def computed(**changes):
    """The margins on the frame that is shown, computed here."""
    return margins(Watched(game()), 1, TURN, changed(V26, changes))


def smallest(knob):
    """For each square the smallest change that flips it, inf where there is none."""
    pairs = zip(knob["down"], knob["up"], strict=True)
    return [min((abs(pair[0] - knob["value"]) for pair in both if pair), default=np.inf) for both in pairs]


def choose(asked, knob):
    """Show the margins of one parameter."""
    asked.page.locator(".panel.margin select").select_option(knob)
    asked.page.wait_for_function("() => !document.querySelector('.legends').textContent.includes('being computed')")


def number(text):
    """The number in the page's notation."""
    return float(text.replace("−", "-").replace(",", ""))


@pytest.mark.parametrize("knob", ["alpha", "potential_degradation_step", "enemy_ROI"])
def test_the_layer_colours_squares_by_the_change_that_flips_them(asked, knob):
    """Grey where nothing does, brightest where the least does; the legend has the ends of the scale and the unit."""
    answer = computed()
    choose(asked, knob)
    changes = dict(zip(answer["squares"], smallest(answer["knobs"][knob]), strict=True))
    flipping = [square for square, change in changes.items() if np.isfinite(change)]
    assert flipping
    colours = asked.js(COLOURS)
    assert [square for square in changes if colours[square] != NEVER] == flipping
    assert colours[min(flipping, key=changes.get)] == BRIGHTEST
    low, high = asked.page.locator(".legends .scale span:not(.gradient)").all_inner_texts()
    ends = [changes[square] for square in flipping]
    assert (number(low), number(high)) == pytest.approx((min(ends), max(ends)), abs=0.0006)
    unit = {"alpha": "", "enemy_ROI": ", in turns per enemy neighbour"}.get(knob, ", in turns per (own step)²")
    assert f"smallest change of {knob} that flips the move{unit}\n" in asked.page.locator(".legends").inner_text()


def test_a_square_says_where_its_move_flips(asked):
    """For all three parameters, below and above, with the move that it then makes; and the bot does move so there."""
    answer = computed()
    place = int(np.argmin(smallest(answer["knobs"]["alpha"])))
    square = answer["squares"][place]
    asked.js("viewer.select({x: it % 16, y: Math.floor(it / 16)})", square)
    asked.page.wait_for_selector(".flips")
    checked = 0
    for name, below, _, above in asked.js(ROWS):
        knob = answer["knobs"][name]
        for text, pair in ((below, knob["down"][place]), (above, knob["up"][place])):
            assert (text == "–") == (pair is None)
            if pair is None:
                continue
            value, direction = text.split()
            assert (number(value), direction) == (pytest.approx(pair[0], abs=0.0006), DIRECTIONS[pair[1]])
            moves = decided(game(), changed(V26, {name: pair[0]})).moves
            assert DIRECTIONS[moves[divmod(square, SIDE)]] == direction
            checked += 1
    assert checked


def test_margins_follow_the_sliders(asked):
    """They are about the parameters that are asked with, not about the preset."""
    choose(asked, "alpha")
    before = asked.page.locator(".legends").inner_text()
    asked.type("alpha", 0.4)
    asked.answered()
    asked.page.wait_for_function(
        "(before) => !/being computed/.test(document.querySelector('.legends').textContent) && "
        "document.querySelector('.legends').innerText !== before",
        arg=before,
    )
    ends = [change for change in smallest(computed(alpha=0.4)["knobs"]["alpha"]) if np.isfinite(change)]
    low, high = asked.page.locator(".legends .scale span:not(.gradient)").all_inner_texts()
    assert (number(low), number(high)) == pytest.approx((min(ends), max(ends)), abs=0.0006)


def test_margins_and_other_heat_maps_take_turns(asked):
    """Two grounds cannot be told apart; the chooser and the layers agree about which is on."""
    choose(asked, "enemy_ROI")
    asked.page.locator("[data-layer=potential]").click()
    assert asked.js("[...viewer.session.layers]") == ["potential"]
    assert asked.page.locator(".panel.margin select").input_value() == ""
    asked.page.locator("[data-layer=margin]").click()
    assert asked.js("[...viewer.session.layers]") == ["margin"]
    assert asked.page.locator(".panel.margin select").input_value() == "enemy_ROI"


HELD = """(() => {
    const { setTimeout: wait, clearTimeout: forget } = window;
    const { margin } = asking.service;
    Object.assign(window, { rests: new Map(), margins: [] });
    asking.service.margin = (question) => {
        margins.push(question.parameters.alpha);
        return margin.call(asking.service, question);
    };
    window.setTimeout = (act, ms = 0) => {
        if (ms < 100) return wait(act, ms);
        rests.set(-rests.size - 1, act);
        return -rests.size;
    };
    window.clearTimeout = (timer) => (rests.has(timer) ? rests.set(timer, null) : forget(timer));
    window.giveBack = () => {
        Object.assign(window, { setTimeout: wait, clearTimeout: forget });
        for (const act of rests.values()) act?.();
        delete asking.service.margin;
    };
})()"""
"""In a page: waits of a tenth of a second and more end with `giveBack`, and questions about margins are noted."""


def test_margins_wait_until_the_slider_rests(asked):
    """They take longer than a field: of a slider that is dragged only the last value is asked about."""
    choose(asked, "alpha")
    asked.js(HELD)
    for alpha in (0.2, 0.3, 0.4):
        asked.js("asking.setValue('alpha', it), null", alpha)
        asked.answered()
    before = asked.js("[...margins]")
    asked.js("giveBack(), null")
    asked.page.wait_for_function("() => !document.querySelector('.legends').textContent.includes('being computed')")
    assert (before, asked.js("margins")) == ([], [0.4])
