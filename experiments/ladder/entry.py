"""Entry: the text of a finished ladder in the ledger."""

from collections.abc import Iterator
from typing import Any

from experiments.match.plan import MatchPlan

from .standings import Standings

VERDICT = "RATED"  # the head of experiments/LEDGER.md says what it means


def entry(called: str, plan: MatchPlan, standings: Standings, seen: str = "") -> str:
    """Return the text of the ladder's entry, named as in E-0012; experiments/LEDGER.md explains its lines.

    seen   which maps earlier entries used, from `used_maps.statement`
    """
    head = f"{called}  {plan.date}  {plan.question}"
    table = standings.table()
    lines = [
        f"{head:<77} {VERDICT}",
        f"plan {called.partition('-')[2]} · {plan.lineup[0]} = 0 Elo · {_conditions(plan)}",
        *_ranked(table.to_dict("records"), max(map(len, plan.lineup))),
        f"{standings.games:,} games · {plan.seeds} seeds from {plan.first} on · revision {plan.revision}",
        *([seen] if seen else []),
    ]
    return "\n  ".join(lines)


def _conditions(plan: MatchPlan) -> str:
    seats = f"{plan.seats} players" if plan.seats else "players as the mix draws them"
    return f"ladder of {len(plan.lineup)} · {seats}, {plan.mix}, seats rotated · {plan.blocks:,} blocks"


def _ranked(rows: list[dict[Any, Any]], longest: int) -> Iterator[str]:
    for place, row in enumerate(rows, start=1):
        interval = f"({row['elo_low']:+.1f} to {row['elo_high']:+.1f})"
        faults = f" · {row['faults']} faults" if row["faults"] else ""
        yield (
            f"{place:2}. {row['player']:{longest}} {row['elo']:+8.1f} Elo {interval:>20} · "
            f"score {100 * row['score']:5.1f} % · {row['blocks']} blocks{faults}"
        )
