"""The output of a match: one line while it is played, all results at the end."""

import math
from collections.abc import Iterator

from experiments.stats import Sprt, from_score, of_score, result_block
from experiments.stats.text_table import text_table
from experiments.stats.words import amount, percent, rounded

from .entry import opponents
from .result import MatchResult
from .scoresheet import Scoresheet

STOPPED = "A test stops when luck agrees with its verdict, so this Elo leans that way; --further measures without."
LEANS = "A test stopped the match, so this leans towards its verdict."
LATE = (
    "An answer may be late because this machine was busy; its game counts all the same. Stored games are not played "
    "again: to see whether it was the machine, play with --workers 1 and another --database."
)
WHOLE = "What follows counts all blocks, those of the test too, and leans that way as well."
SURE = 0.95  # of the sentence at the end
FEW = 4  # blocks that may all be even by chance


def running(sheet: Scoresheet, test: Sprt | None) -> str:
    """Return how the match stands."""
    score = of_score(sheet.tally)
    elo = rounded(score.mapped(from_score)) if sheet.tally.varies else "–"
    line = f"{amount(sheet.tally.blocks, 'block')}, score {percent(score)}, Elo {elo}"
    if test is None:
        return line
    lower, upper = test.bounds
    return f"{line}, LLR {test.llr(sheet.tally):.2f} ({lower:.2f}, {upper:.2f})"


def text(result: MatchResult, seen: str = "") -> str:
    """Return the whole report, parts that have nothing to tell left out; `seen` is from `used_maps.statement`."""
    names = result.plan.lineup[0], opponents(result.plan.lineup)
    parts = [result_block(*names, result.sheet.tally, result.plan.test)]
    if result.was_stopped_by_test:
        parts.append(STOPPED)
    if result.further:
        parts.append(f"Size, from further blocks:\n{result_block(*names, result.further.tally)}")
    if result.was_stopped_by_test:
        parts.append(WHOLE)
    parts += [_sizes(result.whole), *_everybody(result.whole), *_programs(result.whole), *_twins(result.whole)]
    if seen:
        parts.append(f"Not new: {seen}. A choice that was made on these maps makes this score flatter.")
    return "\n\n".join(parts)


def sentence(result: MatchResult) -> str:
    """Return how often the first player wins or loses, and how sure that is; from blocks for the size if there are."""
    tally = (result.further or result.sheet).tally
    first, others = result.plan.lineup[0], opponents(result.plan.lineup)
    of = "games" if tally.players == 2 else "meetings"
    leans = f" {LEANS}" if result.was_stopped_by_test and not result.further else ""
    known = of_score(tally, SURE)
    if known.low <= 0.5 <= known.high:
        low, high = math.floor(100 * known.low), math.ceil(100 * known.high)
        about = round(100 * known.value)
        return (
            f"Neither side is surely better: {first} beats {others} in about {about} of 100 {of}, "
            f"and anything from {low} to {high} is possible ({100 * SURE:g} %).{leans}"
        )
    # The end of the same interval: a one-sided one would be nearer, but who looks first where the interval lies, and
    # then says the one or the other, would be wrong in up to 8 % of the matches.
    does, value, end = "beats", known.value, known.low
    if value < 0.5:
        does, value, end = "loses to", 1 - value, 1 - known.high
    base = 10 if 5 < math.floor(10 * end) < round(10 * value) else 100  # value, end and one half stay apart
    return (
        f"{first} {does} {others} in about {round(base * value)} of {base} {of}; "
        f"sure to {100 * SURE:g} % that it is more than {math.floor(base * end)}.{leans}"
    )


def _sizes(sheet: Scoresheet) -> str:
    """Return a row for each board size, smallest first."""
    rows = []
    for (width, height), tally in sorted(sheet.by_size.items()):
        score = of_score(tally)
        counts = f"{tally.blocks}", f"{tally.games}"
        rows.append([f"{width}x{height}", *counts, percent(score), rounded(score.mapped(from_score))])
    return text_table(["board", "blocks", "games", "score", "Elo"], rows)


def _everybody(sheet: Scoresheet) -> Iterator[str]:
    """Yield the scores of three and more different players, first player first."""
    if len(sheet.names) > 2:
        rows = [[name, percent(sheet.score(name))] for name in sheet.names]
        yield text_table(["player", "opponents beaten"], rows)


def _programs(sheet: Scoresheet) -> Iterator[str]:
    """Yield crashes, late answers and worst times of programs; players of this process have none."""
    rows = [
        [name, f"{conduct.crashes}", f"{conduct.timeouts}", f"{1000 * conduct.worst_answer:.0f} ms"]
        for name, conduct in sheet.conduct.items()
        if conduct.worst_answer is not None
    ]
    if rows:
        yield text_table(["program", "crashes", "timeouts", "worst answer"], rows)
    if any(conduct.timeouts for conduct in sheet.conduct.values()):
        yield LATE


def _twins(sheet: Scoresheet) -> Iterator[str]:
    """Yield a doubt, where nothing at all has tipped the balance."""
    if sheet.tally.blocks >= FEW and not sheet.tally.varies and sheet.tally.score == 0.5:
        yield (
            "Every block was even: do the players move alike? A new parameter plays only when the compiled bot reads "
            "it, too; docs/13-asking-a-question.md."
        )
