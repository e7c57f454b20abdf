"""Match: is one player stronger than others? Planned, then played, then written down.

Blocks come in the same order on any number of workers, and stored games count as if they had been played now. So a
match that was killed and started again ends with the same result, the same plan, and one entry in the ledger.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from copy import deepcopy
from datetime import date
from itertools import islice
from time import monotonic
from typing import Any

from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Mix
from experiments.laboratory import playing_time
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.stats import Sprt, Verdict, planning

from . import entry, filing, used_maps
from . import plan as plans
from . import report as match_report
from .ledger import Ledger
from .plan import MatchPlan
from .result import MatchResult
from .scoresheet import Scoresheet

BETWEEN_LOOKS = 0.5  # s from one running score to the next

LOOKED_AT = 20  # blocks of a mix whose boards stand for all

UNDECIDED = 1  # exit code


def run(plan: MatchPlan, players: tuple[Player, ...], laboratory: Laboratory, ledger: Ledger) -> int:
    """File the plan, play it, enter the result in the ledger and print it; return the exit code.

    players   the line-up that the plan names
    Raises    LedgerError, and what Laboratory.play raises
    """
    result, _ = entered(plan, players, laboratory, ledger)
    return 0 if result.is_decided else UNDECIDED


def entered(
    plan: MatchPlan, players: tuple[Player, ...], laboratory: Laboratory, ledger: Ledger
) -> tuple[MatchResult, int]:
    """Run it for a caller with further questions: return the result, and the number of its entry."""
    number, filed = filing.file(plan, ledger)
    with Progress(_games(plan), f"{plan.lineup[0]} against {entry.opponents(plan.lineup)}") as progress:
        result = play(filed, players, laboratory, progress)
    played = islice(_blocks(plan, players), result.whole.tally.blocks)
    others = [] if ledger.games else [Ledger.published()]
    seen = used_maps.statement(filed, number, result.whole.tally.blocks, ledger, others)
    text = entry.entry(ledger.called(number), result, seen)
    announced = filing.enter(number, text, played, ledger, laboratory.database)
    print(match_report.text(result, seen))
    print(f"\n{announced}\n\n{match_report.sentence(result)}")
    return result, number


def cost(plan: MatchPlan, players: tuple[Player, ...], workers: int | None) -> str:
    """Return how many games the plan takes, and how long with `workers` of this machine; None for other machines."""
    like = [block.games[0] for block in islice(_blocks(plan, players), LOOKED_AT)]
    seats = len(players)
    if plan.test is None:
        games = plan.blocks * seats
        return f"{games:,} games{playing_time.duration(games, like, workers)}. {playing_time.STORED}"
    spread = planning.unrelated_games(seats)
    truths = (plan.test.elo0 + plan.test.elo1) / 2, plan.test.elo1
    longest, least = (
        seats * (plan.size + min(plan.blocks, planning.expected_blocks(plan.test, truth, spread))) for truth in truths
    )
    if longest == least:  # the plan's own end comes first
        return f"At most {least:,.0f} games{playing_time.duration(least, like, workers)}. {playing_time.STORED}"
    return (
        f"About {least:,.0f} games where the truth is one of the bounds{playing_time.duration(least, like, workers)}; "
        f"about {longest:,.0f} half way between{playing_time.duration(longest, like, workers)}. {playing_time.STORED}"
    )


def until_decided(bounds: str, most: int, size: int, alpha: float, beta: float) -> dict[str, Any]:
    """Return the part of a plan that says when a test stops; for a number of blocks, that number alone.

    bounds   ELO0,ELO1
    Raises   PlanError
    """
    test = plans.sprt(bounds, alpha, beta)
    return {"test": test, "blocks": most, "size": size}


def planned(
    players: Sequence[Player], question: str | None, today: date, stopping: dict[str, Any], **rest: Any
) -> MatchPlan:
    """Return the plan for a line-up.

    question    None for the one that a match of these players most often asks
    stopping    from `until_decided`, or a number of blocks
    Raises      PlanError; ScheduleError when the line-up does not fit on the boards
    """
    first, others = players[0].notation, entry.opponents([player.notation for player in players])
    default = (
        f"Is {first} stronger than {others}?" if "test" in stopping else f"How strong is {first} against {others}?"
    )
    plan = plans.between(players, default if question is None else question, today, **stopping, **rest)
    if plan.test:
        plans.check(plan.test, len(players))
    next(_blocks(plan, tuple(players)))
    return plan


def play(plan: MatchPlan, players: tuple[Player, ...], laboratory: Laboratory, progress: Progress) -> MatchResult:
    """Play what was planned; a test stops it at the block that decides. Raises what Laboratory.play raises."""
    sheet, further = Scoresheet(players), Scoresheet(players)
    planned = islice(_blocks(plan, players), plan.blocks)
    _count(planned, [sheet], plan.test, laboratory, progress)
    if not plan.test or not plan.size or plan.test.verdict(sheet.tally) is Verdict.OPEN:
        return MatchResult(plan, sheet, None, sheet)
    whole = deepcopy(sheet)
    planned = islice(_blocks(plan, players, after=sheet.tally.blocks), plan.size)
    _count(planned, [further, whole], None, laboratory, progress)
    return MatchResult(plan, sheet, further if further.tally.blocks else None, whole)


def _blocks(plan: MatchPlan, players: tuple[Player, ...], after: int = 0) -> Iterator[Block]:
    drawn = schedule.maps(Mix.parse(plan.mix), len(players), plan.seeds, plan.first + after)
    return schedule.blocks(players, drawn)


def _games(plan: MatchPlan) -> int | None:
    """Return how many there will be; None when a test decides that."""
    return None if plan.test else plan.blocks * len(plan.lineup)


def _count(
    planned: Iterator[Block], sheets: list[Scoresheet], test: Sprt | None, laboratory: Laboratory, progress: Progress
) -> None:
    """Add blocks to all sheets until the test is decided by the first one, or no block is left."""
    next_look = 0.0
    with closing(laboratory.play(planned, progress)) as played:
        for block in played:
            for sheet in sheets:
                sheet.add(block)
            if test and test.verdict(sheets[0].tally) is not Verdict.OPEN:
                break
            if monotonic() >= next_look:
                progress.advance(status=match_report.running(sheets[0], test))
                next_look = monotonic() + BETWEEN_LOOKS
    progress.advance(status=match_report.running(sheets[0], test))
