"""The graphs show the numbers of experiments.recordings.events."""

import json

import pytest

from tests.pages import written
from tests.recordings import GOLDEN

EVENTS = sorted((GOLDEN / "events").glob("*.json"))
OF_FRAMES = {"territory", "production", "strength"}
MEASURES = [*OF_FRAMES, "realised_production", "neutral_damage", "cap_loss", "damage_taken", "overkill"]
FINISHED = "() => viewer.charts.events?.isComplete"


@pytest.mark.parametrize("golden", EVENTS, ids=lambda path: path.stem)
def test_every_graph_has_the_numbers_that_are_written_down(blank, files, golden):
    """Another language, the same sums as experiments.recordings.events. One of the games has an ejected player."""
    known = json.loads(golden.read_text(encoding="utf-8"))
    blank.goto(written(files / f"{golden.stem}.html", GOLDEN / known["replay"]))
    blank.page.wait_for_function(FINISHED)
    for name in MEASURES:
        found = blank.js(f"viewer.charts.events.{name}.map((values) => [...values])")
        if name in OF_FRAMES:  # they begin with the map, before the first turn
            found = [values[1:] for values in found]
        for seat, values in enumerate(known["measures"][name]):
            assert found[seat] == pytest.approx(values, abs=1e-5), f"{name} of player {seat + 1}"


def test_a_click_goes_to_its_turn(shown):
    """The middle of a graph is the middle of the game."""
    shown.page.locator("[data-measure=cap_loss] .plot").click()
    assert shown.js("viewer.turn") == pytest.approx(143 / 2, abs=1.5)


def test_a_player_can_be_left_out(shown):
    """The lines of one player alone are another picture; so are those of nobody."""
    shown.page.wait_for_function(FINISHED)
    picture = "viewer.root.querySelector('[data-measure=territory] canvas').toDataURL()"
    pictures = [shown.js(picture)]
    for player in (1, 2):
        shown.page.locator(f".charts [data-player='{player}']").click()
        pictures.append(shown.js(picture))
    assert len(set(pictures)) == 3


def test_a_hidden_player_is_not_told_about_and_nothing_is_at_most_nothing(shown):
    """The number at a graph is that of its lines: a scale of 1 where all are 0 would be invented."""
    shown.page.wait_for_function(FINISHED)
    shown.js("(viewer.charts.events.overkill.forEach((values) => values.fill(0)), viewer.session.togglePlayer(1))")
    assert shown.page.locator("[data-measure=overkill] .most").inner_text() == "0"
    shown.page.locator("[data-measure=territory] .plot").hover()
    told = shown.page.locator("[data-measure=territory] .tip").inner_text().split()
    assert len(told) == 3, "the word turn, its number, and that of the second player"


def test_the_numbers_of_a_turn_are_told_at_the_mouse(shown):
    """A graph that cannot be read off is a decoration."""
    shown.page.wait_for_function(FINISHED)
    shown.page.locator("[data-measure=territory] .plot").hover()
    tip = shown.page.locator("[data-measure=territory] .tip").inner_text().split()
    turn = int(tip[1])
    assert [int(number) for number in tip[2:]] == shown.js("viewer.charts.events.territory.map((v) => v[it])", turn)
