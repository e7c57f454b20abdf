"""Match: is one player stronger than others? Asked in a file, played, answered in the same file.

Blocks come in the same order on any number of workers, and stored games count as if they had been played now. So a
match that was killed and started again ends with the same result in the same file.
"""

import hashlib
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from itertools import islice
from math import inf
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine import writing
from engine.state import MOST_PLAYERS
from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import HELD_OUT_FROM, Block, Seeds
from experiments.laboratory.database import Database
from experiments.laboratory.games import revision_here, seconds
from experiments.laboratory.laboratory import Executor, Laboratory
from experiments.laboratory.progress import Progress
from experiments.stats import Estimate, Interval, Tally, Verdict, planning
from experiments.stats.report import running_score
from experiments.stats.words import amount

from . import experiment as files
from . import report as reports
from .experiment import Ends, Experiment, ExperimentError, Maps, Result, Stop, text, word

BETWEEN_LOOKS = 0.5  # s from one running score to the next
SAMPLED = 32  # maps that tell how long a game takes
UNITS = ("day", 86_400), ("hour", 3_600), ("minute", 60)  # and their seconds
ENOUGH_BLOCKS = 20  # blocks after which the evidence so far says when a test may end
# What a result says for what a test says. The first player is the change that is asked about.
WORDS = {Verdict.H1: "KEEP", Verdict.H0: "DROP", Verdict.OPEN: "UNDECIDED"}


class Place(NamedTuple):
    """Where games are played and stored, and the experiment is written: what all commands have options for."""

    database: Path
    is_published: bool = False  # among the project's results, not in `laboratory-results` beside laboratory.db
    workers: int = 1  # processes; 1 is this process
    scheduler: str | None = None  # address of a running dask scheduler, whose workers play instead
    replays: bool = False  # keep all recordings


def ask(
    players: Sequence[Player], question: str, mix: str, stop: Stop, *, sprt: str | None = None,
    is_held_out: bool = False, first: int | None = None, **kind: Any,
) -> Experiment:  # fmt: skip
    """Return what is asked about these players today; say on stderr which games will not be found again.

    Args:
        players: the first is asked about
        sprt: the bounds of a test that may stop earlier, `0,10`
        is_held_out: held-out maps are played, which no search plays
        kind: `ladder`, `sweep` or `tune`, and what they need; nothing for a match

    Raises:
        ExperimentError: the question is not one line, no test has such bounds, or there are not so many maps
        ScheduleError: a board cannot be played
    """
    if not question.strip() or not question.isprintable():
        raise ExperimentError(f"the question is {question!r}; expected one line that can be answered")
    if sprt is not None:
        try:
            elo0, elo1 = map(float, sprt.split(","))
        except ValueError:
            elo0 = elo1 = inf
        if not -inf < elo0 < elo1 < inf:
            raise ExperimentError(
                f"{sprt!r} is not a pair of bounds; expected ELO0,ELO1, the smaller first, as in 0,10 or --sprt=-5,5"
            )
        stop = replace(stop, sprt=(elo0, elo1))
    maps = Maps(mix, Seeds.HELD_OUT if is_held_out else Seeds.DEVELOPMENT, first or 0)
    if (last := maps.first + stop.blocks + stop.further) > HELD_OUT_FROM:
        raise ExperimentError(f"maps {maps.first} to {last - 1} are outside 0..{HELD_OUT_FROM - 1}")
    seats = next((each.seats for each in kind.values()), len(players))
    next(schedule.maps(mix, seats, maps.seeds, maps.first, min(len(players), MOST_PLAYERS)))  # a small board is refused
    for player in dict.fromkeys(players):
        if player.is_unversioned:
            print(
                f"Later runs play the games with {player.notation} again: a program without a version may change. "
                "To reuse its games, give it a version, and another after each change: "
                f'"cmd@1:{player.notation.partition(":")[2]}"',
                file=sys.stderr,
            )
    identities = "\n".join([schedule.RULES, *(each.identity for each in players)])
    return Experiment(
        question=question,
        date=date.today().isoformat(),
        players=tuple(each.notation for each in players),
        play=hashlib.sha256(identities.encode()).hexdigest()[:12],
        maps=maps,
        stop=stop,
        **kind,
    )


def answer(
    asked: Experiment, place: Place, play: Callable[[Experiment, Laboratory], Result], is_free: bool = False
) -> tuple[str, Experiment]:
    """File an experiment, play it unless its file has the answer, and write that; `is_free` as for `file`.

    Returns:
        its name, such as L-0012, and what its file says
    """
    beside = place.database.with_name(f"{place.database.stem}-results")
    folders = (files.RESULTS, beside) if place.is_published else (beside, files.RESULTS)
    executor = Executor()
    if place.workers > 1 or place.scheduler:
        from experiments.laboratory import cluster  # here, because dask loads slowly

        executor = cluster.connect(place.scheduler) if place.scheduler else cluster.local(place.workers)
    with closing(executor), Database.open(place.database) as database:
        path, filed = file(asked, *folders, is_free=is_free)
        name = f"{'E' if place.is_published else 'L'}-{path.stem}"
        again = ", answered before" if filed.result else ""
        print(f"{name}, on {filed.maps.seeds} maps from {filed.maps.first} on, is in {path}{again}", flush=True)
        if not filed.result or place.replays:  # stored games without a recording are played again, and end alike
            laboratory = Laboratory(database, executor, place.replays)
            result = play(filed, laboratory)
            filed = replace(filed, result=filed.result or result)
            try:
                writing.write(path, text(filed))
            except OSError as error:
                raise ExperimentError(f"{path} cannot be written: {error.strerror}; repeat the command") from None
            if laboratory.unrecorded:
                print(
                    f"{len(laboratory.unrecorded)} games with programs were stored without a recording, and playing "
                    "them again might end differently. To record them, use another --database.",
                    file=sys.stderr,
                )
    if place.is_published:
        writing.write(files.LEDGER, reports.ledger())
    return name, filed


def file(asked: Experiment, folder: Path, *others: Path, is_free: bool = False) -> tuple[Path, Experiment]:
    """Return the experiment's file and what it says; it is written unless the same was asked before.

    Args:
        others: folders whose held-out maps are used, too
        is_free: the maps are the first that none used, or those on which the same was asked
    """
    for number, other in files.read_all(folder):
        maps = replace(asked.maps, first=other.maps.first) if is_free else asked.maps
        if other == replace(asked, date=other.date, result=other.result, maps=maps):
            return folder / f"{number:04}.toml", other
    if is_free:
        asked = replace(asked, maps=replace(asked.maps, first=files.first_unused_map(folder, *others)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1 + max((int(path.stem) for path in folder.glob("[0-9]*.toml")), default=0)
        path = folder / f"{number:04}.toml"
        with path.open("x", encoding="utf-8") as opened:
            opened.write(text(asked))
    except FileExistsError:  # another process took the number
        return file(asked, folder, *others, is_free=is_free)
    except OSError as error:
        raise ExperimentError(f"no experiment can be written to {folder}: {error.strerror}") from None
    return path, asked


def estimate(asked: Experiment, players: Sequence[Player]) -> str:
    """Return how many games a match takes, and about how long one idle core plays them."""
    seats, stop = len(players), asked.stop
    drawn = schedule.maps(asked.maps.mix, seats, asked.maps.seeds, asked.maps.first)
    game = fmean(seconds(Block(board, tuple(players)).games[0]) for board in islice(drawn, SAMPLED))

    def needs(games: float) -> str:
        unit, length = next(each for each in UNITS if games * game >= 2 * each[1] or each == UNITS[-1])
        return f"{games:,.0f} games ({amount(max(1, round(games * game / length)), unit)} of an idle core)"

    if stop.test is None:
        return f"{needs(stop.blocks * seats)}."
    truths = stop.test.elo1, (stop.test.elo0 + stop.test.elo1) / 2
    spread = planning.unrelated_games(seats)
    expected = (min(stop.blocks, planning.expected_blocks(stop.test, truth, spread)) for truth in truths)
    likely, longest = (seats * (stop.further + blocks) for blocks in expected)
    return f"About {needs(likely)} if the truth is one of the bounds, {needs(longest)} if it is half way between."


def play(asked: Experiment, players: Sequence[Player], laboratory: Laboratory) -> Result:
    """Play a match; a test stops it at the block that decides. Raises what Laboratory.play raises."""
    stop, seats, verdict = asked.stop, len(players), Verdict.OPEN
    decided: Tally | None = None  # until the decision
    further: Tally | None = None  # after it
    words: list[str] = []
    faults: dict[str, tuple[int, int, int]] = {}
    drawn = schedule.maps(asked.maps.mix, seats, asked.maps.seeds, asked.maps.first)
    blocks = (Block(each, tuple(players)) for each in islice(drawn, stop.blocks + stop.further))
    total, how = (None, "about ") if stop.sprt else (seats * stop.blocks, "")
    title, next_look = " against ".join(dict.fromkeys(asked.players)), 0.0
    with (
        closing(Progress(total, title, how=how)) as progress,
        closing(laboratory.play(blocks, progress)) as played,
    ):
        for block in played:
            words.append(word(block, asked.players))
            block.count_faults(faults)
            score = Tally.of_games([block.shares(0)])
            if verdict is Verdict.OPEN:
                decided = decided + score if decided else score
                verdict = stop.test.verdict(decided) if stop.test else verdict
            else:
                further = further + score if further else score
            assert decided  # for the type checker
            is_open = verdict is Verdict.OPEN
            left = stop.blocks - decided.blocks if is_open else stop.further - (further.blocks if further else 0)
            if not left or monotonic() >= next_look:
                progress.total = seats * (_in_all(stop, decided) if is_open else len(words) + left)
                progress.advance(status=running_score(further or decided, None if further else stop.test))
                next_look = monotonic() + BETWEEN_LOOKS
            if not left:
                break
    assert decided  # for the type checker: a match has a block
    return Result(
        revision=revision_here(),
        verdict=WORDS[verdict] if stop.test else "MEASURED",
        blocks=decided.below_even_above,
        llr=round(stop.test.llr(decided), 3) if stop.test else None,
        elo=ends(Estimate.of(decided).elo),
        further=further.below_even_above if further else None,
        size=ends(Estimate.of(further).elo) if further else None,
        faults=faults,
        games=" ".join(words),
    )


def _in_all(stop: Stop, decided: Tally) -> int:
    """Return how many blocks there will be, if the evidence of an open test goes on to grow as it did."""
    if not stop.test:
        return stop.blocks
    likely = planning.expected_blocks(stop.test, stop.test.elo1, planning.unrelated_games(decided.players))
    if decided.blocks >= ENOUGH_BLOCKS:
        likely = decided.blocks / max(1e-9, *(stop.test.llr(decided) / bound for bound in stop.test.bounds))
    return round(min(stop.blocks, max(decided.blocks, likely))) + stop.further


def ends(interval: Interval) -> Ends:
    """Return an interval as results have it."""
    return round(interval.low, 1), round(interval.value, 1), round(interval.high, 1)
