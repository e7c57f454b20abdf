"""The output of a match: one line while it is played, all results at the end, from the experiment alone."""

import math
from collections import defaultdict
from collections.abc import Iterator

from experiments.arena.schedule import Mix, maps
from experiments.stats import Sprt, Tally, from_score, of_score, of_shares, result_block, shares
from experiments.stats.text_table import text_table
from experiments.stats.words import amount, percent, rounded

from . import places
from .experiment import Experiment

STOPPED = "A test stops when luck agrees with its verdict, so this Elo leans that way; --further measures without."
LEANS = "A test stopped the match, so this leans towards its verdict."
LATE = (
    "An answer may be late because this machine was busy; its game counts all the same. Stored games are not played "
    "again: to see whether it was the machine, play with --workers 1 and another --database."
)
ALIKE = (
    "Every block was even: do the players move alike? A new parameter plays only when the compiled bot reads it, too; "
    "docs/lab/match.md."
)
FEW = 4  # blocks that may all be even by chance


def running(tally: Tally, test: Sprt | None) -> str:
    """Return how the match stands."""
    score = of_score(tally)
    elo = rounded(score.mapped(from_score)) if tally.varies else "–"
    line = f"{amount(tally.blocks, 'block')}, score {percent(score)}, Elo {elo}"
    return line if test is None else f"{line}, {evidence(tally, test)}"


def evidence(tally: Tally, test: Sprt) -> str:
    """Return the log-likelihood ratio in words: `evidence -0.30, decides at ±2.94`."""
    lower, upper = test.bounds
    at = f"±{upper:.2f}" if math.isclose(-lower, upper) else f"{lower:.2f} or +{upper:.2f}"
    return f"evidence {test.llr(tally):+.2f}, decides at {at}"


def text(asked: Experiment) -> str:
    """Return the whole report of an answered match, parts that have nothing to tell left out."""
    assert asked.result  # for the type checker: it is answered
    names, test = (asked.players[0], asked.opponents), asked.stop.test
    decided, further = places.tallies(asked)
    is_stopped = test is not None and asked.result.verdict != "UNDECIDED"
    parts = [result_block(*names, decided, test)]
    if test:
        parts[0] += f"\nVerdict: {asked.result.verdict}, {evidence(decided, test)}"
    if is_stopped:
        parts.append(STOPPED)
    if further:
        parts.append(f"Size, from further blocks:\n{result_block(*names, further)}")
    parts += [_sizes(asked), *_everybody(asked), *_programs(asked)]
    if decided.blocks >= FEW and not decided.varies and decided.score == 0.5:
        parts.append(ALIKE)
    leans = f" {LEANS}" if is_stopped and not further else ""
    return "\n\n".join([*parts, sentence(*names, further or decided) + leans])


def sentence(first: str, others: str, tally: Tally) -> str:
    """Return how often the first player wins or loses, and how sure that is."""
    of = "games" if tally.players == 2 else "meetings"
    known = of_score(tally)
    if known.low <= 0.5 <= known.high:
        low, high = math.floor(100 * known.low), math.ceil(100 * known.high)
        return (
            f"Neither side is surely better: {first} beats {others} in about {round(100 * known.value)} of 100 {of}, "
            f"and anything from {low} to {high} is possible (95 %)."
        )
    # The end of the same interval: a one-sided one would be nearer, but who looks first where the interval lies, and
    # then says the one or the other, would be wrong in up to 8 % of the matches.
    is_better = known.value > 0.5
    value, end = (known.value, known.low) if is_better else (1 - known.value, 1 - known.high)
    return (
        f"{first} {'beats' if is_better else 'loses to'} {others} in about {round(100 * value)} of 100 {of}; "
        f"sure to 95 % that it is more than {math.floor(100 * end)}."
    )


def _sizes(asked: Experiment) -> str:
    """Return a row for each board size, smallest first."""
    by_size: dict[tuple[int, int], list[tuple[float, ...]]] = defaultdict(list)
    drawn = maps(Mix.parse(asked.maps.mix), len(asked.players), asked.maps.seeds, asked.maps.first)
    for block, board in zip(places.shares(asked), drawn, strict=False):
        by_size[board.width, board.height].append(block)
    rows = []
    for (width, height), found in sorted(by_size.items()):
        tally = Tally.of_games(found)
        score = of_score(tally)
        counts = f"{tally.blocks}", f"{tally.games}"
        rows.append([f"{width}x{height}", *counts, percent(score), rounded(score.mapped(from_score))])
    return text_table(["board", "blocks", "games", "score", "Elo"], rows)


def _everybody(asked: Experiment) -> Iterator[str]:
    """Yield the scores of three and more different players, first player first."""
    if len(set(asked.players)) < 3:
        return
    scores: dict[str, list[float]] = defaultdict(list)  # name -> of each block the mean over its seats
    for lineup, games in places.lineups(asked):
        beaten = shares(games).mean(axis=0)
        for name in dict.fromkeys(lineup):
            scores[name].append(float(beaten[[other == name for other in lineup]].mean()))
    yield text_table(
        ["player", "opponents beaten"], [[name, percent(of_shares(each))] for name, each in scores.items()]
    )


def _programs(asked: Experiment) -> Iterator[str]:
    """Yield crashes, late answers and worst times of programs; players of this process have none."""
    assert asked.result  # for the type checker: it is answered
    faults = asked.result.faults
    if faults:
        rows = [[name, f"{crashes}", f"{late}", f"{slowest} ms"] for name, (crashes, late, slowest) in faults.items()]
        yield text_table(["program", "crashes", "late answers", "slowest answer"], rows)
    if any(late for _, late, _ in faults.values()):
        yield LATE
