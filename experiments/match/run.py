"""Match: is one player stronger than others? Asked in a file, played, answered in the same file.

Blocks come in the same order on any number of workers, and stored games count as if they had been played now. So a
match that was killed and started again ends with the same result in the same file.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import date
from itertools import islice
from time import monotonic
from typing import Any

import msgspec

from engine.faults import Kind
from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Mix, Seeds
from experiments.laboratory.executor import revision_here
from experiments.laboratory.laboratory import Laboratory, PlayedBlock
from experiments.laboratory.progress import Progress
from experiments.stats import Estimate, Interval, Tally, Verdict, planning

from . import report as reports
from .experiment import LEDGER, Book, Ends, Experiment, ExperimentError, Maps, Result, Stop, word

BETWEEN_LOOKS = 0.5  # s from one running score to the next
TELLING = 20  # blocks after which the evidence so far says when a test may end
# What a result says for what a test says. The first player is the change that is asked about.
WORDS = {Verdict.H1: "KEEP", Verdict.H0: "DROP", Verdict.OPEN: "UNDECIDED"}


def bounds(text: str) -> tuple[float, float]:
    """Return (elo0, elo1) of a text such as `0,10`. Raises ExperimentError when it is not a pair of numbers."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise ExperimentError(
            f"{text!r} is not a pair of bounds; expected ELO0,ELO1 as in 0,10 or --sprt=-5,5"
        ) from None
    return elo0, elo1


def ask(
    players: Sequence[Player],
    question: str | None,
    mix: str,
    is_held_out: bool,
    first: int | None,
    stop: Stop,
    **kind: Any,
) -> Experiment:
    """Return what is asked about these players today.

    Args:
        players: the first is asked about.
        question: in one line; None for what a match asks.
        mix: of boards.
        is_held_out: held-out maps are played, which no search plays.
        first: number of the first map.
        stop: the rule for stopping.
        kind: `ladder`, `sweep` or `tune`, and what they need; nothing for a match.

    Raises:
        ExperimentError: the question is not one line, no test has such bounds, or there are not so many maps.
        ScheduleError: a board cannot be played.
    """
    identities = "\n".join([schedule.RULES, *(each.identity for each in players)])
    asked = Experiment(
        question="?" if question is None else question,
        date=date.today().isoformat(),
        players=tuple(each.notation for each in players),
        play=hashlib.sha256(identities.encode()).hexdigest()[:12],
        maps=Maps(mix, Seeds.HELD_OUT if is_held_out else Seeds.DEVELOPMENT, first or 0),
        stop=stop,
        **kind,
    )
    if not kind:
        next(blocks(asked, players))  # a board that is too small is refused now
    if question is None:
        asked = msgspec.structs.replace(
            asked, question=f"How strong is {players[0].notation} against {asked.opponents}?"
        )
    return asked


def answer(book: Book, asked: Experiment, play: Callable[[Experiment], Result], is_free: bool = False) -> Experiment:
    """File an experiment, play it unless its file has the answer, and write that; return what the file says.

    is_free   its maps are the first that no experiment used
    Raises    ExperimentError, and what `play` raises
    """
    number, filed = book.file(asked, is_free)
    where = f"{filed.maps.seeds} maps from {filed.maps.first} on"
    print(f"{book.letter}-{number:04}, on {where}, is in {book.path(number)}", flush=True)
    if not filed.result:
        filed = book.answer(number, filed, play(filed))
    if book.letter == "E":
        reports.write_ledger(LEDGER)
    return filed


def cost(asked: Experiment) -> str:
    """Return how many games a match takes."""
    seats, stop = len(asked.players), asked.stop
    if stop.test is None:
        return f"{stop.blocks * seats:,} games."
    likely, longest = (seats * (stop.further + blocks) for blocks in _expected(stop, seats))
    return f"About {likely:,.0f} games where the truth is one of the bounds; about {longest:,.0f} half way between."


def _expected(stop: Stop, seats: int) -> list[float]:
    """Return the blocks of a test where the truth is one of its bounds, and half way between them."""
    assert stop.test  # for the type checker: the caller has one
    truths, spread = (stop.test.elo1, (stop.test.elo0 + stop.test.elo1) / 2), planning.unrelated_games(seats)
    return [min(stop.blocks, planning.expected_blocks(stop.test, truth, spread)) for truth in truths]


def play(asked: Experiment, players: Sequence[Player], laboratory: Laboratory) -> Result:
    """Play what was asked; a test stops it at the block that decides. Raises what Laboratory.play raises."""
    stop, seats, test = asked.stop, len(players), asked.stop.test
    decided, further, verdict = Tally.empty(seats), Tally.empty(seats), Verdict.OPEN
    words: list[str] = []
    faults: dict[str, tuple[int, int, int]] = {}
    likely = _expected(stop, seats)[0] if test else stop.blocks
    title, drawn = f"{asked.players[0]} against {asked.opponents}", blocks(asked, players)
    with (
        Progress(seats * round(likely + stop.further), title, how="about " if test else "") as progress,
        closing(laboratory.play(islice(drawn, stop.blocks + stop.further), progress)) as played,
    ):
        next_look = 0.0
        for block in played:
            words.append(word(block, asked.players))
            note_faults(faults, block)
            if verdict is Verdict.OPEN:
                decided += Tally.of_games([block.shares(0)])
                verdict = test.verdict(decided) if test else verdict
            else:
                further += Tally.of_games([block.shares(0)])
            is_open = verdict is Verdict.OPEN
            left = stop.blocks - decided.blocks if is_open else stop.further - further.blocks
            if not left or monotonic() >= next_look:
                progress.expect(seats * _total(stop, decided, is_open))
                progress.advance(
                    status=reports.running(further, None) if further.blocks else reports.running(decided, test)
                )
                next_look = monotonic() + BETWEEN_LOOKS
            if not left:
                break
    return Result(
        revision=revision_here(),
        verdict=WORDS[verdict] if test else "MEASURED",
        blocks=decided.below_even_above,
        llr=round(test.llr(decided), 3) if test else None,
        elo=ends(Estimate.of(decided).elo),
        further=further.below_even_above if further.blocks else None,
        size=ends(Estimate.of(further).elo) if further.blocks else None,
        faults=faults,
        games=" ".join(words),
    )


def _total(stop: Stop, decided: Tally, is_open: bool) -> int:
    """Return how many blocks there will be in all; of a test, if its evidence goes on to grow as it did."""
    if not stop.test:
        return stop.blocks
    total: float = decided.blocks
    if is_open and decided.blocks < TELLING:
        total = max(total, _expected(stop, decided.players)[0])
    elif is_open:
        share = max(stop.test.llr(decided) / bound for bound in stop.test.bounds)
        total = min(stop.blocks, decided.blocks / max(share, 1e-9))
    return round(total) + stop.further


def note_faults(faults: dict[str, tuple[int, int, int]], block: PlayedBlock) -> None:
    """Count a block's crashes and late answers of each program, and its slowest answer."""
    for game, played in zip(block.block.games, block.games, strict=True):
        for seated, fault, worst in zip(game.seats, played.faults, played.worst_answer, strict=True):
            if worst is not None or fault is not None:
                crashes, late, slowest = faults.get(seated.notation, (0, 0, 0))
                is_late = fault is not None and fault.startswith(Kind.LATE)
                faults[seated.notation] = (
                    crashes + (fault is not None and not is_late),
                    late + is_late,
                    max(slowest, round(1000 * (worst or 0))),
                )


def ends(interval: Interval) -> Ends:
    """Return an interval as results have it."""
    return round(interval.low, 1), round(interval.value, 1), round(interval.high, 1)


def blocks(asked: Experiment, players: Sequence[Player]) -> Iterator[Block]:
    """Yield the blocks of a match without end."""
    maps = asked.maps
    for each in schedule.maps(Mix.parse(maps.mix), len(players), maps.seeds, maps.first):
        yield Block(each, tuple(players))
