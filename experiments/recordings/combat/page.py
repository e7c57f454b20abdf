"""Page: what players did in the places seen in most games, and what happened next, as a chart and a table."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from experiments.laboratory.exports import in_table
from experiments.recordings.drawing import chart_script
from experiments.stats import Interval, of_counts
from experiments.stats.words import percent
from viewer import alone, inline

from .database import WITHIN
from .neighbourhood import DIAMOND, DIRECTIONS, alike, kinds_of

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

MOST, CHARTED = 40, 6  # places in the table, and in the chart
ROW = 16  # px of a row of the chart
EVERYBODY = "all players"
LETTERS = {"o": "own", "e": "enemy", ".": "empty", "n": "neutral"}
STYLE = """
body { margin: 0 auto; max-width: 1240px; padding: 20px; font: 15px/1.5 system-ui, sans-serif; color-scheme: light dark;
  background: light-dark(#f4f6f8, #0e1116); color: light-dark(#18202a, #e7ebf0); font-variant-numeric: tabular-nums }
p { max-width: 80ch }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 13px; border: 0 }
th, td { text-align: left; font-weight: normal; padding: 4px 14px 4px 0; border: 0; white-space: nowrap;
  vertical-align: top; border-top: 1px solid light-dark(#d9dfe6, #2a323d) }
.place { display: grid; grid-template-columns: repeat(5, 14px); gap: 1px }
.place i { width: 14px; height: 14px; border-radius: 2px }
.own { background: light-dark(#0072b2, #2f8fd0) }
.enemy { background: light-dark(#c64f00, #d9702f) }
.neutral { background: light-dark(#9aa5b1, #5d6875) }
.empty { box-shadow: inset 0 0 0 1px light-dark(#9aa5b1, #5d6875) }
.vega-embed { width: 100% }
.vega-embed text { fill: currentColor }
"""
LEGEND = f"""<h1>The combat database</h1>
<p>A square is in contact when it has strength and an enemy stands at most two steps away. Turned and mirrored places
count as one, in the position that is drawn: blue ours (the square that moves is in the middle), orange an enemy's, grey
neutral with strength, a frame neutral without. <i>Ahead</i> is how often the balance of strength around the square rose
within {WITHIN} turns. Intervals are 95 %: a game counts once, however many of its squares were in such a place. An
example in a file opens with <code>python -m viewer</code>, one in a database by its key: docs/lab/database.md.</p>"""


def choices(contact: pd.DataFrame, most: int = MOST) -> pd.DataFrame:
    """Return what was chosen in the places of most games: a row for each place, player (and all) and direction.

    Columns: place (0 is the most frequent), pattern, player, went, chosen, chosen_low, chosen_high, ahead, ahead_low,
    ahead_high, squares, games, example. Directions that a place's symmetry makes the same are one.
    """
    import pandas as pd

    if contact.empty:
        return pd.DataFrame(columns=["place", "pattern", "player", "went"])
    counted = contact.groupby("pattern")["game"].agg(["nunique", "size"]).reset_index()
    counted = counted.sort_values(["nunique", "size", "pattern"], ascending=[False, False, True]).head(most)
    rows = []
    for place, pattern in enumerate(counted["pattern"]):
        here = contact[contact["pattern"] == pattern]
        for player, mine in [(EVERYBODY, here), *here.groupby("player")]:
            rows += [{"place": place, "pattern": pattern, "player": player, **row} for row in _choices(pattern, mine)]
    table = pd.DataFrame(rows)
    for name in ("chosen", "ahead"):
        means = table.pop(name)
        intervals = of_counts([Counter(each.round(2).tolist()) for each in means])
        ends = [(float(mean.mean()), each.low, each.high) for mean, each in zip(means, intervals, strict=True)]
        table[[name, f"{name}_low", f"{name}_high"]] = ends
    return table


def _choices(pattern: str, mine: pd.DataFrame) -> list[dict[str, Any]]:
    """Return each direction that was chosen, with its means in each game."""
    rows = []
    for group in alike(kinds_of(pattern)):
        chose = mine["direction"].isin(group)
        if chose.any():
            first, went = mine[chose].iloc[0], " or ".join(DIRECTIONS[each] for each in group)
            rows.append({
                "went": went, "squares": int(chose.sum()), "games": mine.loc[chose, "game"].nunique(),
                "chosen": chose.groupby(mine["game"]).mean(), "ahead": mine[chose].groupby("game")["ahead"].mean(),
                "example": f"{first['game']}, turn {first['turn']}, ({first['x']}, {first['y']})",
            })  # fmt: skip
    return rows


def page(parts: Sequence[pd.DataFrame]) -> str:
    """Return the page as text, to be written in UTF-8; `parts` are the squares of each game."""
    import pandas as pd

    contact = pd.concat(parts, ignore_index=True)
    contact["player"] = contact["player"].map(in_table)
    table = choices(contact)
    counted = f"<p>{len(contact):,} squares in contact, of {len(parts)} games.</p>"
    root = f'{LEGEND}{counted}<div id="chart"></div><div class="wide">{_table(table)}</div>'
    drawing = f"{chart_script()}\ndrawChart(document.getElementById('chart'), {_chart(table)});"
    return alone("The combat database", STYLE, root, inline(drawing))


def _table(table: pd.DataFrame) -> str:
    """Return the choices as HTML, a player's beside the other's."""
    if table.empty:
        return ""
    texts = table.assign(
        text=[
            f"{percent(Interval(row.chosen_low, row.chosen, row.chosen_high), 0)}, "
            f"ahead {percent(Interval(row.ahead_low, row.ahead, row.ahead_high), 0)}<br>"
            f"{row.squares} squares in {row.games} games"
            for row in table.itertuples()
        ],
        player=table["player"].map(html.escape), example=table["example"].map(html.escape),
    )  # fmt: skip
    wide = texts.pivot(index=["place", "pattern", "went"], columns="player", values="text").fillna("–")
    first = texts[texts["player"] == EVERYBODY].set_index(["place", "pattern", "went"])["example"]
    wide = wide[sorted(wide.columns, key=lambda name: (name != EVERYBODY, name))].assign(example=first)
    wide = wide.reset_index().rename_axis(columns=None)
    wide["place"] = [f"{n + 1}{_diamond(each)}" for n, each in zip(wide["place"], wide.pop("pattern"), strict=True)]
    wide.loc[wide["place"].duplicated(), "place"] = ""
    return str(wide.to_html(escape=False, index=False, border=0))


def _diamond(pattern: str) -> str:
    cells = zip(pattern.replace("/", ""), DIAMOND, strict=True)
    parts = [f'<i class="{LETTERS[one]}" style="grid-area: {y + 3} / {x + 3}"></i>' for one, (y, x) in cells]
    return f'<div class="place" role="img" aria-label="{pattern}">{"".join(parts)}</div>'


def _chart(table: pd.DataFrame) -> str:
    """Return the shares of the first places as a Vega-Lite chart, a colour for each player."""
    import altair as alt

    rows = table[table["place"] < CHARTED].assign(choice=lambda it: (it.place + 1).astype(str) + ": went " + it.went)
    data = alt.Data(values=rows.drop(columns=["example"], errors="ignore").to_dict("records"))
    pick = alt.selection_point(fields=["player"], bind="legend")
    base: Any = alt.Chart(data).encode(
        y=alt.Y("choice:N", sort=None, title="place of the table below", axis=alt.Axis(labelLimit=320)),
        yOffset=alt.YOffset("player:N", sort=None),
        color=alt.Color("player:N", legend=alt.Legend(orient="top", title="click a player to see it alone")),
        opacity=alt.condition(pick, alt.value(1.0), alt.value(0.06)),
    )
    share = alt.Axis(format="%")
    ends = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("chosen_low:Q", title="chosen, 95 %", axis=share), x2="chosen_high:Q"
    )
    shown = [alt.Tooltip(name, format=".0%") for name in ("chosen:Q", "ahead:Q")]
    points = base.mark_point(filled=True, size=40).encode(x="chosen:Q", tooltip=["player:N", "choice:N", *shown])
    chart = (ends + points).properties(width="container", height=ROW * max(1, len(rows))).add_params(pick)
    return str(chart.configure(background="transparent").to_json(indent=None)).replace("<", "\\u003c")
