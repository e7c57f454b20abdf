"""The graphs and small boards behind the lessons' sliders: well-formed, with fixed limits, and quick."""

from xml.etree import ElementTree

import numpy as np
import pytest

from experiments.recordings.sketch import drawn
from notebooks.graph import BOTTOM, HEIGHT, TOP, Boards, Graph, ticks

SVG = "{http://www.w3.org/2000/svg}"


def parsed(shown):
    """The elements of what a cell would show."""
    return ElementTree.fromstring(shown._repr_html_())


def words(shown):
    """All its texts, in order."""
    return [element.text for element in parsed(shown).iter(f"{SVG}text")]


def parabola(factor=1.0, label="x²"):
    """A graph of a formula, as a slider draws it."""
    graph = Graph("A parabola", "x", "y", (0, 3), (0, 9))
    xs = np.linspace(0, 3, 100)
    graph.bars([1, 2], [1, 4], "#888888", "bars")
    graph.line(xs, factor * xs**2, "#0072b2", label)
    return graph


def test_the_axes_stay_while_values_change_and_the_legend_stands_above_the_frame():
    """A slider moves the line, the reader sees by how much; the frame cuts off what leaves it."""
    assert words(parabola(1)) == words(parabola(20))
    assert parabola(1)._repr_html_() != parabola(20)._repr_html_()
    keys = [box for box in parsed(parabola()).findall(f"{SVG}rect") if box.get("width") == "10"]
    assert len(keys) == 2
    assert all(float(box.get("y")) + 10 < TOP for box in keys)
    inside = parsed(parabola(20)).find(f"{SVG}svg")
    assert (float(inside.get("y")), float(inside.get("height"))) == (TOP, HEIGHT - BOTTOM - TOP)
    assert inside.find(f"{SVG}polyline") is not None
    assert "a < b & c" in words(parabola(label="a < b & c"))


@pytest.mark.parametrize(("low", "high", "expected"), [(0.5, 5.5, [1, 2, 3, 4, 5]), (-600, 600, [-400, 0, 400])])
def test_ticks_are_round(low, high, expected):
    """Whole numbers for squares, hundreds for Elo."""
    assert set(expected) <= set(ticks(low, high))
    assert all(low <= tick <= high for tick in ticks(low, high))


def test_small_boards_show_strengths_and_an_arrow_and_no_common_rim_of_rock():
    """Rock stays blank, a piece that moves has one arrow; what is rock on one board only stays on both."""
    seen = drawn("a30/3 .9/2\n# .4")
    orders = np.array([[2, 0], [0, 0]])
    boards = Boards("two boards", {"before": (seen, orders), "after": (seen, 0 * orders)})
    assert [text for text in words(boards) if text.isdigit()] == ["30", "9", "4"] * 2
    assert len(list(parsed(boards).iter(f"{SVG}path"))) == 1
    before, after = drawn("# # # #\n# a30/3 .9/2 #\n# # # #"), drawn("# # # #\n# a30/3 .9/2 .1\n# # # #")
    still = np.zeros((3, 4), int)
    boards = Boards("two boards", {"before": (before, still), "after": (after, still)})
    assert len(list(parsed(boards).iter(f"{SVG}rect"))) == 2 * 3
