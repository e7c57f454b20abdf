"""What a sweep found: a table with a row for each point and opponent, and whether its best point is beyond luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from experiments.arena.players import Player
from experiments.stats import TOO_RARE, Interval, Tally, contrasts, from_score, of_score, of_shares
from experiments.stats.words import amount, percent, signed

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

    from .run import Design, Floats

ALL = "all"  # the opponent of rows in which each map counts with its mean over all opponents
LIKELY = "Its lead is still too large on average: it was chosen for it."
UNSURE = "More blocks may tell; choosing it now would be choosing luck."


def table(design: Design, opponents: Sequence[Player], results: Floats) -> pd.DataFrame:
    """Return a row per point and opponent, and with several opponents one per point over all of them.

    Columns: one per axis, then

    default                           whether the point is the base unchanged
    opponent, blocks, games
    score, score_low, score_high      0..1, and its 95 % interval
    elo, elo_low, elo_high            the same as Elo
    difference, …_low, …_high         of the score to that of the default over the same maps; these intervals
                                      hold for all points together
    superiority                       LOS over the default of this point alone, as if no other had been tried
    chance                            at most: that one of points which all equal the default is as far off
    """
    import pandas as pd

    rows = [row for number in range(len(opponents)) for row in _rows(design, opponents, results, [number])]
    if len(opponents) > 1:
        rows += _rows(design, opponents, results, list(range(len(opponents))))
    return pd.DataFrame(rows)


def pooled(scores: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that count for the verdict: over all opponents, or of the only one."""
    chosen = scores[scores.opponent == (ALL if scores.opponent.nunique() > 1 else scores.opponent.iloc[0])]
    return chosen.reset_index(drop=True)


def _rows(design: Design, opponents: Sequence[Player], results: Floats, which: list[int]) -> Iterator[dict[str, Any]]:
    shares = results[:, :, which]
    compared = contrasts(shares.mean(axis=(2, 3)), 0)
    for number, (point, contrast) in enumerate(zip(design.points, compared, strict=True)):
        score = _score(shares[:, number])
        yield {
            **dict(zip(design.space.names, point.values, strict=True)),
            "default": number == 0,
            "opponent": opponents[which[0]].notation if len(which) == 1 else ALL,
            "blocks": shares.shape[0] * len(which),
            "games": shares[:, number].size,
            **_columns("score", score),
            **_columns("elo", score.mapped(from_score)),
            **_columns("difference", contrast.difference),
            "superiority": contrast.superiority,
            "chance": contrast.chance,
        }


def _score(shares: Floats) -> Interval:
    """Return the interval of (maps, opponents, games) shares; the opponents' blocks of a map make one number."""
    if shares.shape[1] == 1:
        return of_score(Tally.of_games(shares[:, 0]))
    return of_shares(shares.mean(axis=(1, 2)))


def _columns(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}


def report(design: Design, scores: pd.DataFrame, boards: str = "") -> str:
    """Return several lines: the default, the best point, and whether luck explains the lead of the best.

    Args:
        design: of the sweep.
        scores: as `table.table` makes it.
        boards: the options of `match` that ask for the same boards and number of players.
    """
    rows = pooled(scores)
    opponents = [name for name in scores.opponent.unique() if name != ALL]
    best = int(rows.score[1:].idxmax())
    head = "Best    " if rows.difference[best] > 0 else "Best of the others"
    lines = [
        f"{len(rows)} points, the default {design.points[0].player.notation} among them, "
        f"against {', '.join(opponents)}: {amount(rows.blocks[0], 'block')} each, {rows.games.sum()} games.",
        f"Default  {_scored(rows.iloc[0])}  {design.label(0)}",
        f"{head} {100 * rows.score[best]:.1f} %  {design.label(best)}",
        *_verdict(design, rows, best, boards),
        *_worse(rows),
    ]
    return "\n".join(lines)


def _scored(row: pd.Series) -> str:
    score, elo = Interval(row.score_low, row.score, row.score_high), Interval(row.elo_low, row.elo, row.elo_high)
    return f"{percent(score)}, Elo {signed(elo)}"


def is_ahead(scores: pd.DataFrame) -> bool:
    """Return whether the best point can be told from the default, given that it is the best of many."""
    best = pooled(scores)[1:].sort_values("score", kind="stable").iloc[-1]
    return bool(best.difference > 0 and best.chance < TOO_RARE)


def _verdict(design: Design, rows: pd.DataFrame, best: int, boards: str) -> list[str]:
    row = rows.iloc[best]
    if row.difference <= 0:
        return ["No point scored above the default: there is nothing to confirm."]
    low, value, high = (f"{100 * row[name]:+.1f}" for name in ("difference_low", "difference", "difference_high"))
    is_better = row.chance < TOO_RARE
    chance = f"at most {100 * row.chance:.1f} %" if row.chance >= 0.001 else "less than 0.1 %"
    base, challenger = design.points[0].player.notation, design.points[best].player.notation
    return [
        f"Over the same maps the best is {value} ({low} to {high}) percentage points ahead of the",
        f"default (95 %, the intervals of all {len(rows) - 1} points together).",
        f"If no point differed from the default, one would be as far off in {chance} of such sweeps.",
        f"So the best {'can' if is_better else 'CANNOT'} be told from the default. {LIKELY if is_better else UNSURE}",
        "A sweep proves nothing by itself; on maps that it has never seen:",
        f'  python -m experiments match "{challenger}" "{base}"{boards} --held-out',
    ]


def _worse(rows: pd.DataFrame) -> list[str]:
    worse = int(((rows.difference < 0) & (rows.chance < TOO_RARE)).sum())
    return [f"Worse than the default beyond luck: {worse} of {len(rows) - 1} points."] if worse else []
