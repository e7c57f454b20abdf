"""Match: is one player stronger than others? Asked in a file, played, answered in the same file.

Blocks come in the same order on any number of workers, and stored games count as if they had been played now. So a
match that was killed and started again ends with the same result in the same file.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import date
from itertools import islice
from time import monotonic

import msgspec

from engine.faults import Kind
from engine.state import MOST_PLAYERS
from experiments.arena import schedule
from experiments.arena.players import Player, PlayerError, player
from experiments.arena.schedule import Block, Mix, Seeds
from experiments.laboratory import playing_time
from experiments.laboratory.executor.code import revision_here
from experiments.laboratory.laboratory import Laboratory, PlayedBlock
from experiments.laboratory.progress import Progress
from experiments.stats import Estimate, Interval, Sprt, Tally, Verdict, planning

from . import ledger_page, places
from . import report as reports
from .experiment import Book, Draw, Ends, Experiment, ExperimentError, Maps, Result, Stop, play_of, unused

BETWEEN_LOOKS = 0.5  # s from one running score to the next
LOOKED_AT = 20  # blocks of a mix whose boards stand for all
UNDECIDED = 1  # exit code
# What a result says for what a test says. The first player is the change that is asked about.
WORDS = {Verdict.H1: "KEEP", Verdict.H0: "DROP", Verdict.OPEN: "UNDECIDED"}
IMPROVED = WORDS[Verdict.H1]


def lineup(notations: Sequence[str], seats: int | None = None) -> tuple[Player, ...]:
    """Return the players by seat: the first against all others, or against copies of its only opponent.

    Raises   PlayerError when there is no such player, they do not fill the seats, or the first meets itself
    """
    players = [player(notation) for notation in notations]
    if len(players) == 2 and seats:
        players += [players[1]] * (seats - 2)
    if not 2 <= len(players) <= MOST_PLAYERS or len(players) != (seats or len(players)):
        raise PlayerError(
            f"{len(players)} players for {seats or '2 to 6'} seats; expected two (the first against copies of the "
            "second) or one for each seat, for example: v26 v17"
        )
    if same := [other for other in players[1:] if other.identity == players[0].identity]:
        raise PlayerError(
            f"{players[0].notation} and {same[0].notation} are the same player, which beats itself half the time; "
            "is a change missing, as in v26?alpha=0.2"
        )
    return tuple(players)


def bounds(text: str) -> tuple[float, float]:
    """Return (elo0, elo1) of a text such as `0,10`. Raises ExperimentError when it is not a pair of numbers."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise ExperimentError(
            f"{text!r} is not a pair of bounds; expected ELO0,ELO1 as in 0,10 or --sprt=-5,5"
        ) from None
    return elo0, elo1


def experiment(
    players: Sequence[Player],
    question: str | None,
    mix: str,
    seeds: Seeds,
    first: int,
    stop: Stop,
    draw: Draw | None = None,
) -> Experiment:
    """Return what is asked about these players today. Raises ExperimentError, ScheduleError."""
    asked = Experiment(
        question="?" if question is None else question,
        date=date.today().isoformat(),
        players=tuple(each.notation for each in players),
        play=play_of(players),
        maps=Maps(mix, seeds, first),
        stop=stop,
        ladder=draw,
    )
    if draw is None:
        _check(stop, len(players))
        next(blocks(asked, players))  # a board that is too small is refused now
    if question is None:
        asked = msgspec.structs.replace(
            asked, question=f"How strong is {players[0].notation} against {asked.opponents}?"
        )
    return asked


def _check(stop: Stop, players: int) -> None:
    try:
        if stop.test:
            stop.test.llr(Tally.empty(players))
    except ValueError as error:
        raise ExperimentError(f"no test has these bounds: {error}") from None


def on_unused(asked: Experiment, book: Book, other: Book) -> Experiment:
    """Return the experiment on the first held-out maps that none took; on its own where it was asked before."""
    found = book.find(asked, is_moved=True)
    first = found[1].maps.first if found else unused(book, other)
    return msgspec.structs.replace(asked, maps=Maps(asked.maps.mix, asked.maps.seeds, first))


def run(asked: Experiment, players: Sequence[Player], laboratory: Laboratory, book: Book) -> Experiment:
    """File the experiment, play it, write the answer into its file, and print the report; return the answered one.

    players   the line-up that it names
    Raises    ExperimentError, and what Laboratory.play raises
    """
    number, filed = book.file(asked)
    print(
        f"{book.name(number)}, on {filed.maps.seeds} maps from {filed.maps.first} on, is in {book.path(number)}",
        flush=True,
    )
    if not filed.result:
        title = f"{filed.players[0]} against {filed.opponents}"
        with Progress(None if filed.stop.sprt else filed.stop.blocks * len(players), title) as progress:
            result = play(filed, players, laboratory, progress)
        filed = book.answer(number, filed, result)
    if book.folder == Book.published().folder:
        ledger_page.update()
    print(f"\n{reports.text(filed)}\n\n{book.name(number)} is answered in {book.path(number)}")
    return filed


def cost(asked: Experiment, players: Sequence[Player], workers: int | None) -> str:
    """Return how many games it takes, and how long with `workers` of this machine; None for other machines."""
    like = [block.games[0] for block in islice(blocks(asked, players), LOOKED_AT)]
    seats, stop = len(players), asked.stop
    if stop.test is None:
        games = stop.blocks * seats
        return f"{games:,} games{playing_time.duration(games, like, workers)}. {playing_time.STORED}"
    truths = stop.test.elo1, (stop.test.elo0 + stop.test.elo1) / 2
    spread = planning.unrelated_games(seats)
    least, longest = (
        seats * (stop.further + min(stop.blocks, planning.expected_blocks(stop.test, truth, spread)))
        for truth in truths
    )
    return (
        f"About {least:,.0f} games where the truth is one of the bounds{playing_time.duration(least, like, workers)}; "
        f"about {longest:,.0f} half way between. {playing_time.STORED}"
    )


def play(asked: Experiment, players: Sequence[Player], laboratory: Laboratory, progress: Progress) -> Result:
    """Play what was asked; a test stops it at the block that decides. Raises what Laboratory.play raises."""
    sheet, stop = Sheet(asked, players), asked.stop
    sheet.count(laboratory, progress, stop.blocks, stop.test)
    decided, verdict = sheet.tally, WORDS[stop.test.verdict(sheet.tally)] if stop.test else "MEASURED"
    further = Tally.empty(len(players))
    if stop.further and verdict != WORDS[Verdict.OPEN]:
        sheet.tally = further
        sheet.count(laboratory, progress, stop.further, None)
        further = sheet.tally
    return Result(
        revision=revision_here(),
        verdict=verdict,
        blocks=decided.below_even_above,
        llr=round(stop.test.llr(decided), 3) if stop.test else None,
        elo=ends(Estimate.of(decided).elo),
        further=further.below_even_above if further.blocks else None,
        size=ends(Estimate.of(further).elo) if further.blocks else None,
        faults=sheet.faults,
        games=" ".join(sheet.words),
    )


class Sheet:
    """The blocks of a match, in the order in which they count."""

    def __init__(self, asked: Experiment, players: Sequence[Player]) -> None:
        self.words: list[str] = []
        self.tally = Tally.empty(len(players))
        self.faults: dict[str, tuple[int, int, int]] = {}
        self._asked, self._players = asked, players

    def count(self, laboratory: Laboratory, progress: Progress, most: int, test: Sprt | None) -> None:
        """Play up to `most` further blocks, or until the test is decided."""
        next_look = 0.0
        planned = islice(blocks(self._asked, self._players, len(self.words)), most)
        with closing(laboratory.play(planned, progress)) as played:
            for block in played:
                self.words.append(places.word(block, self._asked.players, is_ladder=False))
                self.tally += Tally.of_games([block.shares(0)])
                note_faults(self.faults, block)
                if test and test.verdict(self.tally) is not Verdict.OPEN:
                    break
                if monotonic() >= next_look:
                    progress.advance(status=reports.running(self.tally, test))
                    next_look = monotonic() + BETWEEN_LOOKS
        progress.advance(status=reports.running(self.tally, test))


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


def blocks(asked: Experiment, players: Sequence[Player], after: int = 0) -> Iterator[Block]:
    """Yield the blocks of a match without end, from its map number `after` on."""
    maps = asked.maps
    drawn = schedule.maps(Mix.parse(maps.mix), len(players), maps.seeds, maps.first + after)
    return schedule.blocks(players, drawn)
