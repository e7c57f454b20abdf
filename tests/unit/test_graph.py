"""The graphs behind the lessons' sliders: well-formed, with fixed limits."""

from xml.etree import ElementTree

import numpy as np


def parabola(factor=1.0, label="x²"):
    from notebooks.graph import Graph  # here: pyplot and ipywidgets are slow to load

    graph = Graph("A parabola", "x", "y", (0, 3), (0, 9), rows=("none", "one"))
    xs = np.linspace(0, 3, 100)
    graph.axis.bar([1, 2], [1, 4], label="bars")
    graph.axis.plot(xs, factor * xs**2, label=label)
    return graph


def test_the_axes_stay_while_values_change():
    (axes,), (moved,) = parabola(1).axes, parabola(20).axes
    assert (axes.get_xlim(), axes.get_ylim()) == (moved.get_xlim(), moved.get_ylim()) == ((0, 3), (0, 9))
    assert parabola(1)._repr_html_() == parabola(1)._repr_html_() != parabola(20)._repr_html_()
    assert ElementTree.fromstring(parabola()._repr_html_()).tag.endswith("svg")


def test_the_legend_names_what_has_a_label_once():
    graph = parabola(label="a < b & c")
    graph._repr_html_()
    (axes,) = graph.axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a < b & c", "bars"]
    assert axes.get_legend().get_window_extent().y0 >= axes.get_window_extent().y1
