"""The league's charts: Altair specifications whose data the page fills in."""

from typing import Any

import altair as alt

LABEL = 170  # px of a name beside a chart
MARKED, PLAIN = "#e0803c", "#3b8fd0"  # readable on light and dark
COLOURS = [PLAIN, MARKED, "#3aa76d", "#c95fb0", "#b8a12c", "#7a78d8", "#d0504f", "#2aa6b4"]


def charts() -> dict[str, Any]:
    """Return a Vega-Lite specification for each chart; its data are called `rows`."""
    return {
        name: chart.properties(width="container", autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
        .configure(background="transparent", font="system-ui, sans-serif", view=alt.ViewConfig(stroke=None))
        .configure_axis(labelLimit=LABEL, labelFontSize=12, titleFontSize=12, titleFontWeight="normal")
        .configure_legend(labelLimit=LABEL, labelFontSize=12, title=None, orient="bottom", columns=2)
        .to_dict()
        for name, chart in (
            ("ratings", _ratings()),
            ("matrix", _matrix()),
            ("history", _history()),
            ("turns", _turns()),
        )
    }


def _rows() -> Any:  # altair's own types end in Any where a chart is encoded
    return alt.Chart(alt.NamedData("rows"))


def _ratings() -> Any:
    """Return ratings with their intervals, in the order of the rows: name, low, elo, high, tracked."""
    colour = alt.condition("datum.tracked", alt.value(MARKED), alt.value(PLAIN))
    of_all = _rows().encode(y=alt.Y("name:N", sort=None, title=None), color=colour)
    ends = of_all.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title="Elo, with 95 % intervals"), x2="high:Q")
    values = of_all.mark_point(filled=True, size=70).encode(x="elo:Q", tooltip=["name:N", "elo:Q", "low:Q", "high:Q"])
    return ends + values


def _matrix() -> Any:
    """Return how often the row finished ahead of the column: name, opponent, row, column (places), share, games."""
    share = alt.Color("share:Q", scale=alt.Scale(scheme="redblue", domain=[0, 1]), legend=alt.Legend(format="%"))
    row = alt.Y("name:N", sort=alt.EncodingSortField("row"), title=None)
    column = alt.X("opponent:N", sort=alt.EncodingSortField("column"), title=None, axis=alt.Axis(labelAngle=-60))
    tooltip = ["name:N", "opponent:N", alt.Tooltip("share:Q", format=".1%"), "games:Q"]
    return _rows().mark_rect().encode(x=column, y=row, color=share, tooltip=tooltip)


def _history() -> Any:
    """Return ratings over time: name, time, low, elo, high."""
    moment = alt.X("time:T", title=None)
    elo = alt.Y("elo:Q", title="Elo", scale=alt.Scale(zero=False))
    tooltip = ["name:N", alt.Tooltip("time:T", format="%d %b %Y, %H:%M"), "elo:Q", "low:Q", "high:Q"]
    colour = alt.Color("name:N", sort=None, scale=alt.Scale(range=COLOURS))
    return _rows().mark_line(point=alt.OverlayMarkDef(size=50)).encode(x=moment, y=elo, color=colour, tooltip=tooltip)


def _turns() -> Any:
    """Return the length of games in tens of turns: turns, result, games."""
    turns = alt.X("turns:Q", bin="binned", title="turns", axis=alt.Axis(format="d"))
    games = alt.Y("games:Q", title="games", stack=True)
    colour = alt.Color("result:N", scale=alt.Scale(domain=["won", "not won"], range=[PLAIN, MARKED]))
    return _rows().mark_bar().encode(x=turns, x2="end:Q", y=games, color=colour, tooltip=["result:N", "games:Q"])
