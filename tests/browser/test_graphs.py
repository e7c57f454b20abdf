"""The graphs show the numbers of experiments.recordings.events."""

import json

import numpy as np
import pytest

from tests.support.pages import written
from tests.support.recordings import GOLDEN

EVENTS = sorted((GOLDEN / "events").glob("*.json"))
OF_FRAMES = {"territory", "production", "strength"}
MEASURES = [*OF_FRAMES, "realised_production", "neutral_damage", "cap_loss", "damage_taken", "overkill"]
OWNED = ["territory", "production", "strength"]
FINISHED = "() => viewer.charts.events?.isComplete"


@pytest.mark.parametrize("golden", EVENTS, ids=lambda path: path.stem)
def test_every_graph_has_the_numbers_that_are_written_down(blank, files, golden):
    """Another language, the same sums as experiments.recordings.events. One of the games has an ejected player."""
    known = json.loads(golden.read_text(encoding="utf-8"))
    blank.goto(written(files / f"{golden.stem}.html", GOLDEN / known["replay"]))
    blank.page.wait_for_function(FINISHED)
    for name in MEASURES:
        curves = blank.js(f"viewer.charts.events.{name}.map((values) => [...values])")
        if name in OF_FRAMES:  # they begin with the map, before the first turn
            curves = [values[1:] for values in curves]
        for seat, values in enumerate(known["measures"][name]):
            assert curves[seat] == pytest.approx(values, abs=1e-5), f"{name} of player {seat + 1}"


def test_a_click_goes_to_its_turn_and_a_player_can_be_left_out(tab):
    """The middle of a graph is the middle of the game."""
    tab.page.locator("[data-measure=cap_loss] .plot").click()
    assert tab.js("viewer.turn") == pytest.approx(143 / 2, abs=1.5)
    tab.page.wait_for_function(FINISHED)
    picture = "viewer.root.querySelector('[data-measure=territory] canvas').toDataURL()"
    pictures = [tab.js(picture)]
    for player in (1, 2):
        tab.page.locator(f".charts [data-player='{player}']").click()
        pictures.append(tab.js(picture))
    assert len(set(pictures)) == 3


def test_the_numbers_of_a_turn_are_told_at_the_mouse(tab):
    """A graph that cannot be read off is a decoration."""
    tab.page.wait_for_function(FINISHED)
    tab.page.locator("[data-measure=territory] .plot").hover()
    tip = tab.page.locator("[data-measure=territory] .tip").inner_text().split()
    turn = int(tip[1])
    assert [int(number) for number in tip[2:]] == tab.js("viewer.charts.events.territory.map((v) => v[it])", turn)
    # The number at a graph is that of its lines: a scale of 1 where all are 0 would be invented.
    tab.js("(viewer.charts.events.overkill.forEach((values) => values.fill(0)), viewer.session.togglePlayer(1))")
    assert tab.page.locator("[data-measure=overkill] .most").inner_text() == "0"
    tab.page.locator("[data-measure=territory] .plot").hover()
    told = tab.page.locator("[data-measure=territory] .tip").inner_text().split()
    assert len(told) == 3, "the word turn, its number, and that of the second player"


def test_a_graph_opens_in_a_window_with_the_values_of_the_turn(tab):
    """The values follow the turn; a click goes to one; Escape closes the window and keeps the square."""
    tab.page.wait_for_function(FINISHED)
    tab.js("(viewer.select({x: 1, y: 1}), viewer.seek(84))")
    tab.page.get_by_role("button", name="Enlarge the graph Territory").click()
    window = tab.page.locator(".enlarged")
    for turn in (84, 120):
        tab.js("viewer.seek(it)", turn)
        words = window.locator(".values").inner_text().split()
        squares = tab.js("viewer.charts.events.territory.map((v) => String(v[it]))", turn)
        assert words == ["turn", str(turn), "v26", squares[0], "v17", squares[1]]
    box = window.locator("canvas").bounding_box()
    tab.page.mouse.click(box["x"] + 52 + (box["width"] - 66) / 2, box["y"] + box["height"] / 2)
    assert tab.js("viewer.turn") == pytest.approx(143 / 2, abs=1)
    assert window.locator(".tip").is_visible()
    tab.page.keyboard.press("Escape")
    assert window.is_hidden()
    assert tab.js("viewer.session.selected") == {"x": 1, "y": 1}


PIXELS = """(() => {
    const canvas = viewer.root.querySelector("[data-measure=overkill] canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const isNear = (i, colour) => colour.every((it, k) => Math.abs(data[i + k] - it) < 60) && data[i + 3] > 100;
    return it.map((colour) => data.filter((_, i) => i % 4 === 0 && isNear(i, colour)).length);
})()"""


def test_no_player_is_hidden_behind_another_and_who_is_ahead_is_the_mean_of_three_shares(tab):
    """Where two lines are one, it has both colours; territory, production and strength, which all have together."""
    tab.page.wait_for_function(FINISHED)
    tab.js("(viewer.charts.events.overkill.forEach((values) => values.fill(7)), viewer.charts.draw())")
    assert min(tab.js(PIXELS, [[86, 180, 233], [230, 159, 0]])) > 40
    owned = [np.array(tab.js(f"viewer.charts.events.{key}.map((values) => [...values])")) for key in OWNED]
    expected = 100 * np.mean([values / values.sum(axis=0) for values in owned], axis=0)
    tab.page.get_by_role("button", name="Enlarge the graph Who is ahead").click()
    curves = np.array(tab.js("viewer.charts.enlarged.chart.series.map((values) => [...values])"))
    np.testing.assert_allclose(curves, expected)
    np.testing.assert_allclose(curves.sum(axis=0), 100)


def test_a_jagged_graph_is_smoothed_and_the_exact_numbers_are_told(tab):
    """Each point is the mean of the turns around it; the window has the counted numbers behind it."""
    tab.page.wait_for_function(FINISHED)
    tab.page.get_by_role("button", name="Enlarge the graph Damage taken").click()
    counted = np.array(tab.js("[...viewer.charts.events.damage_taken[0]]"))
    line = {key: tab.js(f"[...viewer.charts.enlarged.chart.line(0).{key}]") for key in ("values", "counted")}
    width = 7  # turns, of 143
    means = [counted[max(t - width // 2, 0) : t + width // 2 + 1].mean() for t in range(len(counted))]
    np.testing.assert_allclose(line["values"], means)
    np.testing.assert_allclose(line["counted"], counted)
    assert f"mean of {width} turns" in tab.page.locator(".enlarged").inner_text()
    tab.js("viewer.seek(100)")
    assert f"v26 {round(counted[100]):,}" in " ".join(tab.page.locator(".enlarged .values").inner_text().split())
