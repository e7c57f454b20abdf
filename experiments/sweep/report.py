"""The report of a sweep: its best points, and whether they beat the default beyond luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from experiments.stats import TOO_RARE, Interval
from experiments.stats.words import amount, signed

from .points import Design
from .table import ALL, pooled

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

TOLD = "Its lead is still too large on average: it was chosen for it."
UNTOLD = "More blocks may tell; choosing it now would be choosing luck."


def report(design: Design, scores: pd.DataFrame) -> str:
    """Return several lines: the default, the best point, and whether luck explains the lead of the best.

    scores   as `table.table` makes it
    """
    rows = pooled(scores)
    opponents = [name for name in scores.opponent.unique() if name != ALL]
    best = int(rows.score[1:].idxmax())
    lines = [
        f"{len(rows)} points, the default {design.points[0].player.notation} among them, "
        f"against {', '.join(opponents)}: {amount(rows.blocks[0], 'block')} each, {rows.games.sum()} games.",
        f"Default  {_scored(rows.iloc[0])}  {design.label(0)}",
        f"Best     {100 * rows.score[best]:5.1f} %  {design.label(best)}",
        *_verdict(design, rows, best),
        *_worse(rows),
        *_faults(rows),
    ]
    return "\n".join(lines)


def _scored(row: pd.Series) -> str:
    elo = Interval(row.elo_low, row.elo, row.elo_high)
    return f"{100 * row.score:5.1f} % ± {50 * (row.score_high - row.score_low):.1f}, Elo {signed(elo)}"


def _verdict(design: Design, rows: pd.DataFrame, best: int) -> list[str]:
    row = rows.iloc[best]
    if row.difference <= 0:
        return ["No point scored above the default: there is nothing to confirm."]
    difference = Interval(*(100 * row[name] for name in ("difference_low", "difference", "difference_high")))
    is_better = row.chance < TOO_RARE
    chance = f"at most {100 * row.chance:.1f} %" if row.chance >= 0.001 else "less than 0.1 %"
    base, challenger = design.points[0].player.notation, design.points[best].player.notation
    return [
        f"Over the same maps the best is {signed(difference)} percentage points ahead of the default",
        f"(95 %, the intervals of all {len(rows) - 1} points together).",
        f"If no point differed from the default, one would be as far off in {chance} of such sweeps.",
        f"So the best {'can' if is_better else 'CANNOT'} be told from the default. {TOLD if is_better else UNTOLD}",
        "A sweep proves nothing by itself; on maps that it has never seen:",
        f'  python -m experiments match "{challenger}" "{base}" --held-out',
    ]


def _worse(rows: pd.DataFrame) -> list[str]:
    worse = int(((rows.difference < 0) & (rows.chance < TOO_RARE)).sum())
    return [f"Worse than the default beyond luck: {worse} of {len(rows) - 1} points."] if worse else []


def _faults(rows: pd.DataFrame) -> list[str]:
    faults = int(rows.faults.sum())
    return [f"In {faults} games a player was late, crashed or wrote unreadable answers."] if faults else []
