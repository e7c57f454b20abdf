"""What a sweep found: a table with a row for each point and opponent, and whether its best point is beyond luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from experiments.arena.players import Player
from experiments.stats import TOO_RARE, Interval, Tally, contrasts, from_score, of_score, of_shares
from experiments.stats.words import amount, format_interval, percent

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

    from .run import Design, Floats

ALL = "all"  # the opponent of rows in which each map counts with its mean over all opponents
CAN = "can be told from the default. Its lead is still too large on average: it was chosen for it."
CANNOT = "CANNOT be told from the default. More blocks may tell; choosing it now would be choosing luck."


def table(design: Design, opponents: Sequence[Player], results: Floats) -> pd.DataFrame:
    """Return a row per point and opponent, and with several opponents one per point over all of them.

    Returns:
        a column for each axis, then opponent, blocks, games and these:
        default: whether the point is the base unchanged
        score, score_low, score_high: 0..1, and its 95 % interval
        elo, elo_low, elo_high: the same as Elo
        difference, …_low, …_high: of the score to that of the default over the same maps; these intervals hold for all
            points together
        superiority: LOS over the default of this point alone, as if no other had been tried
        chance: at most: that one of points which all equal the default is as far off
    """
    import pandas as pd

    groups = {each.notation: [number] for number, each in enumerate(opponents)}
    groups |= {ALL: list(range(len(opponents)))} if len(opponents) > 1 else {}
    return pd.DataFrame([row for name, which in groups.items() for row in _rows(design, name, results[:, :, which])])


def pool_opponents(scores: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that count for the verdict: over all opponents, or of the only one."""
    chosen = scores[scores.opponent == (ALL if scores.opponent.nunique() > 1 else scores.opponent.iloc[0])]
    return chosen.reset_index(drop=True)


def leader(scores: pd.DataFrame) -> Any:
    """Return the row of the best point besides the default, named by its number.

    `is_ahead` in it: whether it can be told from the default, given that it is the best of many.
    """
    rows = pool_opponents(scores)
    best = rows.loc[rows.score[1:].idxmax()].copy()
    best["is_ahead"] = bool(best.difference > 0 and best.chance < TOO_RARE)
    return best


def _rows(design: Design, opponent: str, shares: Floats) -> Iterator[dict[str, Any]]:
    compared = contrasts(shares.mean(axis=(2, 3)), 0)
    for number, (point, contrast) in enumerate(zip(design.points, compared, strict=True)):
        if shares.shape[2] == 1:
            score = of_score(Tally.of_games(shares[:, number, 0]))
        else:  # the opponents' blocks of a map make one number
            score = of_shares(shares[:, number].mean(axis=(1, 2)))
        yield {
            **dict(zip(design.space.names, point.values, strict=True)),
            "default": number == 0,
            "opponent": opponent,
            "blocks": shares.shape[0] * shares.shape[2],
            "games": shares[:, number].size,
            **_columns("score", score),
            **_columns("elo", score.on_scale(from_score)),
            **_columns("difference", contrast.difference),
            "superiority": contrast.superiority,
            "chance": contrast.chance,
        }


def _columns(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}


def report(design: Design, scores: pd.DataFrame, boards: str = "") -> str:
    """Return several lines: the default, the best point, and whether luck explains the lead of the best.

    Args:
        scores: as `table.table` makes it
        boards: the options of `match` that ask for the same boards and number of players
    """
    rows, best = pool_opponents(scores), leader(scores)
    opponents = ", ".join(name for name in scores.opponent.unique() if name != ALL)
    default, challenger = (design.points[place].player.notation for place in (0, best.name))
    score, elo = (Interval(*rows.loc[0, [f"{name}_low", name, f"{name}_high"]]) for name in ("score", "elo"))
    head = "Best    " if best.difference > 0 else "Best of the others"
    lines = [
        f"{len(rows)} points, the default {default} among them, against {opponents}: "
        f"{amount(rows.blocks[0], 'block')} each, {rows.games.sum()} games.",
        f"Default  {percent(score)}, Elo {format_interval(elo)}  {design.label(0)}",
        f"{head} {100 * best.score:.1f} %  {design.label(best.name)}",
    ]
    if best.difference <= 0:
        lines += ["No point scored above the default: there is nothing to confirm."]
    else:
        low, value, high = (f"{100 * best[name]:+.1f}" for name in ("difference_low", "difference", "difference_high"))
        chance = f"at most {100 * best.chance:.1f} %" if best.chance >= 0.001 else "less than 0.1 %"
        lines += [
            f"Over the same maps the best is {value} ({low} to {high}) percentage points ahead of the",
            f"default (95 %, the intervals of all {len(rows) - 1} points together).",
            f"If no point differed from the default, one would be as far off in {chance} of such sweeps.",
            f"So the best {CAN if best.is_ahead else CANNOT}",
            "A sweep proves nothing by itself; on maps that it has never seen:",
            f'  python -m experiments match "{challenger}" "{default}"{boards} --held-out',
        ]
    if worse := ((rows.difference < 0) & (rows.chance < TOO_RARE)).sum():
        lines += [f"Significantly worse than the default: {worse} of {len(rows) - 1} points."]
    return "\n".join(lines)
