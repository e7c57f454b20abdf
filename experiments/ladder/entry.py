"""Entry: the text of a finished ladder in the ledger."""

from collections.abc import Iterator
from typing import Any

from experiments.match.plan import MatchPlan
from experiments.stats import Estimate, Tally
from experiments.stats.words import signed

from .standings import Standings

VERDICT = "RATED"  # the head of experiments/LEDGER.md says what it means


def entry(called: str, plan: MatchPlan, standings: Standings, seen: str = "") -> str:
    """Return the text of the ladder's entry, named as in E-0012; experiments/LEDGER.md explains its lines.

    seen   which maps earlier entries used, from `used_maps.statement`
    """
    head, longest = f"{called}  {plan.date}  {plan.question}", max(map(len, plan.lineup))
    is_gauntlet = plan.ladder is not None and plan.ladder.gauntlet
    lines = [
        f"{head:<77} {VERDICT}",
        f"plan {called.partition('-')[2]} · {plan.lineup[0]} {_conditions(plan, is_gauntlet)}",
        *(_met(standings.tallies(), longest) if is_gauntlet else _ranked(standings, longest)),
        f"{standings.games:,} games · {plan.seeds} seeds from {plan.first} on · revision {plan.revision}",
        *([seen] if seen else []),
    ]
    return "\n  ".join(lines)


def _conditions(plan: MatchPlan, is_gauntlet: bool) -> str:
    seats = f"{plan.seats} players" if plan.seats else "players as the mix draws them"
    players = f"against each of {len(plan.lineup) - 1}" if is_gauntlet else f"= 0 Elo · ladder of {len(plan.lineup)}"
    return f"{players} · {seats}, {plan.mix}, seats rotated · {plan.blocks:,} blocks"


def _met(tallies: dict[str, Tally], longest: int) -> Iterator[str]:
    """Yield how strong the first player was against each other one, measured as in a match."""
    for name, tally in tallies.items():
        below, even, above = tally.below_even_above
        yield (
            f"{name:{longest}} {signed(Estimate.of(tally).elo)} Elo · score {100 * tally.score:.1f} % · "
            f"lost {below} · even {even} · won {above}"
        )


def _ranked(standings: Standings, longest: int) -> Iterator[str]:
    rows: list[dict[Any, Any]] = standings.table().to_dict("records")
    for place, row in enumerate(rows, start=1):
        interval = f"({row['elo_low']:+.1f} to {row['elo_high']:+.1f})"
        faults = f" · {row['faults']} faults" if row["faults"] else ""
        yield (
            f"{place:2}. {row['player']:{longest}} {row['elo']:+8.1f} Elo {interval:>20} · "
            f"score {100 * row['score']:5.1f} % · {row['blocks']} blocks{faults}"
        )
