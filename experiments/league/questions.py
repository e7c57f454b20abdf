"""Questions: every match and ladder that was planned, with its blocks, and every command that plays or played."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count, islice
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from experiments.arena.schedule import Map, Mix, ScheduleError
from experiments.laboratory.database.counting import MISSING, turned
from experiments.match import ledger as ledgers
from experiments.match import plan as plans
from experiments.match.ledger import Ledger, LedgerError
from experiments.match.plan import MatchPlan
from experiments.match.words import PlanError
from experiments.stats import Interval, Tally, Verdict, from_score, of_score, words
from experiments.stats.elo import Floats
from experiments.stats.tally import Counts, support

from . import ladders, runs, scores
from .season import Season
from .standings import rounded

ENDS = re.compile(r"(\S+) \(([-+.\w]+) to ([-+.\w]+)\)")
VALUE = re.compile(r"([-+][\d.]+) ± ([\d.]+)")

LOOKS = 120  # points of a curve
SIZE = re.compile(r"^ *size(?:, [^:]*)?: (.+?) Elo", re.MULTILINE)  # of a number of blocks that was fixed before


def listed(season: Season, books: list[Ledger]) -> dict[str, Any]:
    """Return all plans with what is known of them, the newest first; and the commands."""
    plans = [told for book in books for told in reversed(_summaries(season, book))]
    return {"plans": plans, "runs": runs.listed(season.database)}


def question(season: Season, books: list[Ledger], name: str) -> dict[str, Any] | None:
    """Return one match or ladder over its blocks; None when there is no such plan."""
    for book in books:
        for path in _plans(book):
            if name_of(book, path) == name:
                return _in_full(season, book, path)
    return None


def names(season: Season, books: list[Ledger]) -> list[str]:
    """Return the names of all listed plans."""
    return [told["name"] for book in books for told in _summaries(season, book) if told["name"]]


def name_of(book: Ledger, path: Path) -> str:
    """`laboratory-0003`: the ledger and the number of the plan."""
    return f"{'project' if book.games else 'laboratory'}-{ledgers.number_of(path):04d}"


def measured(size: str) -> Interval | None:
    """Return an interval as a ledger writes it: `+7.4 ± 6.0`, `+8.0 (-1.0 to +20.0)`; None for others."""
    if ends := ENDS.fullmatch(size):
        return Interval(float(ends[2]), float(ends[1]), float(ends[3]))
    if value := VALUE.fullmatch(size):
        middle, half = float(value[1]), float(value[2])
        return Interval(middle - half, middle, middle + half)
    return None


def side(interval: Interval) -> str:
    """Return where an interval lies."""
    return "better" if interval.low > 0 else "worse" if interval.high < 0 else "not told apart"


def shares(season: Season, plan: MatchPlan) -> Iterator[float]:
    """Yield the first player's share of opponents beaten, block after block, up to the first incomplete one."""
    seated = _seated(season, plan)
    lineup, _, _ = turned(seated)
    outcomes = season.outcomes(lineup, plan.referee)
    for board in _boards(plan):
        outcome = outcomes.get((board.seed, board.width, board.height))
        if outcome is None or MISSING in outcome.split():
            return
        yield scores.read(lineup, outcome).players[seated[0]][0]


def _boards(plan: MatchPlan) -> Iterator[Map]:
    """Yield the maps of a plan, without end."""
    mix = Mix.parse(plan.mix)
    return (mix.drawn(plan.seeds.first + number, len(plan.lineup)) for number in count(plan.first))


def _games(season: Season, plan: MatchPlan, blocks: int) -> dict[str, Any]:
    """Return the games of so many blocks: who sits where in the first game of each, by which rules, on which boards.

    The seeds of the boards follow one another; `sizes` says which of `sides` each board has.
    """
    boards = list(islice(_boards(plan), blocks))
    sides = sorted({(board.width, board.height) for board in boards})
    return {
        "seated": _seated(season, plan), "rules": plan.referee, "first": boards[0].seed if boards else 0,
        "sides": sides, "sizes": [sides.index((board.width, board.height)) for board in boards],
    }  # fmt: skip


def _seated(season: Season, plan: MatchPlan) -> tuple[int, ...]:
    """Return the numbers of a plan's players, in its order; -1 for one that never played here."""
    return tuple(season.numbers.get(plan.identities[notation], -1) for notation in plan.lineup)


def _plans(book: Ledger) -> list[Path]:
    folder = book.path.parent / "plans"
    return sorted(path for path in folder.glob("[0-9][0-9][0-9][0-9]-*.toml") if path.stat().st_size)


def _summaries(season: Season, book: Ledger) -> list[dict[str, Any]]:
    """Return a ledger's plans, the project's only where their players met; an unreadable ledger has no name."""
    try:
        entries = book.entries()
    except LedgerError as error:
        return [{"name": "", "number": 0, "question": str(error), "error": True}]
    here = set(season.lineups.values())
    told = []
    for path in _plans(book):
        plan = _read(path)
        if book.games is None or (
            isinstance(plan, MatchPlan)
            and (ladders.is_met(season, plan) if plan.ladder else turned(_seated(season, plan))[0] in here)
        ):
            told.append(_described(book, path, plan, entries))
    return told


def _read(path: Path) -> MatchPlan | PlanError:
    return _read_once(path, path.stat().st_mtime_ns)


@lru_cache(1 << 10)
def _read_once(path: Path, changed: int) -> MatchPlan | PlanError:
    """Read a plan once: a page asks for all of them every second while something plays, and plans do not change."""
    try:
        return plans.read(path)
    except PlanError as error:
        return error


def _in_full(season: Season, book: Ledger, path: Path) -> dict[str, Any]:
    """Return a plan with its curve. A file that is no plan says why."""
    plan = _read(path)
    try:
        told = _described(book, path, plan, book.entries())
    except LedgerError as error:
        return _described(book, path, PlanError(str(error)), {})
    if isinstance(plan, PlanError):
        return told
    return {**told, **(ladders.in_full if plan.ladder else _test)(season, plan)}


def _described(book: Ledger, path: Path, plan: MatchPlan | PlanError, entries: dict[int, str]) -> dict[str, Any]:
    number = ledgers.number_of(path)
    base: dict[str, Any] = {"name": name_of(book, path), "number": number}
    if isinstance(plan, PlanError):
        return {**base, "question": str(plan), "error": True}
    entry = entries.get(number)
    first = (entry or "").splitlines()[:1]
    size = SIZE.search(entry or "")
    interval = measured(size[1]) if size else None
    return {
        **base, "question": plan.question, "date": plan.date, "lineup": list(plan.lineup), "mix": plan.mix,
        "players": plan.seats, "blocks": plan.blocks, "entry": entry,
        "verdict": first[0].split()[-1] if first else None,
        "size": words.rounded(interval) if interval else size and size[1],
        "side": side(interval) if interval else None,
    }  # fmt: skip


def _test(season: Season, plan: MatchPlan) -> dict[str, Any]:
    """Return the evidence over the blocks, and where it stands."""
    try:
        scores = list(islice(shares(season, plan), plan.blocks))
    except ScheduleError as error:
        return {"error": str(error)}
    counts = _counts(scores, len(plan.lineup))
    llrs = _until_decided(plan, counts)
    played = len(counts) if llrs is None else len(llrs)
    looks = sorted({played * look // LOOKS for look in range(1, LOOKS + 1)} - {0})  # the last block among them
    tallies = [Tally(len(plan.lineup), tuple(counts[number - 1].tolist())) for number in looks]
    tallies = tallies or [Tally.empty(len(plan.lineup))]
    scored = [of_score(each) for each in tallies]
    elo = scored[-1].mapped(from_score)
    return {
        "curve": [_look(each, score, llrs) for each, score in zip(tallies, scored, strict=True) if each.blocks],
        "played": played,
        "bounds": list(plan.test.bounds) if plan.test else None,
        "elos": [plan.test.elo0, plan.test.elo1] if plan.test else None,
        "elo": [round(end, 3) if isfinite(end) else None for end in (elo.low, elo.value, elo.high)],
        "score": rounded(scored[-1]),
        "left": _left(plan, tallies[-1]),
        "games": _games(season, plan, played),
    }


def _counts(scores: list[float], players: int) -> Counts:
    """(blocks, outcomes) the counts of a tally after each block."""
    outcomes = len(support(players))
    counts = np.zeros((len(scores), outcomes), np.int64)
    counts[np.arange(len(scores)), np.rint(np.array(scores) * (outcomes - 1)).astype(np.int64)] = 1
    return np.cumsum(counts, axis=0)


def _until_decided(plan: MatchPlan, counts: Counts) -> Floats | None:
    """(blocks,) the LLR after each block up to the one that decides, as the match looked at it; None without a test."""
    if plan.test is None:
        return None
    llrs = plan.test.llrs(len(plan.lineup), counts)
    lower, upper = plan.test.bounds
    decided = np.flatnonzero((llrs >= upper) | (llrs <= lower))
    return np.asarray(llrs[: decided[0] + 1] if len(decided) else llrs)


def _look(tally: Tally, score: Interval, llrs: Floats | None) -> dict[str, Any]:
    llr = None if llrs is None else round(float(llrs[tally.blocks - 1]), 4)
    return {"blocks": tally.blocks, "games": tally.games, "score": rounded(score), "llr": llr}


def _left(plan: MatchPlan, tally: Tally) -> int | None:
    """Return how many blocks are likely still to come at the evidence's pace so far; None while that is unknown."""
    if plan.test is None:
        return plan.blocks - tally.blocks
    llr = plan.test.llr(tally)
    if plan.test.verdict(tally) is not Verdict.OPEN:
        return 0
    pace = abs(llr) / tally.blocks if tally.blocks else 0.0
    bound = abs(plan.test.bounds[llr > 0])
    return min(plan.blocks - tally.blocks, round((bound - abs(llr)) / pace)) if pace > 0 else None
