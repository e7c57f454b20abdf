"""Report: the result block, in the form that users of fastchess and fishtest read, and a match in a sentence."""

import math
from collections.abc import Sequence

from engine.names import printable_in_full

from .elo import from_score
from .estimate import Estimate
from .interval import of_score
from .sprt import Sprt
from .tally import Tally
from .words import amount, format_short, percent


def result_block(name: str, opponents: str, tally: Tally) -> str:
    """Return several lines of text about a match, without a line end after the last.

    Elo, nElo, LOS, the shares of blocks, and the counts; for three to six players blocks below, at and above one half.
    """
    estimate = Estimate.of(tally)
    lines = [
        f"Results of {name} vs {opponents}:",
        f"Elo: {format_short(estimate.elo, 2, ' +/- ', '')}, nElo: {format_short(estimate.normalised, 2, ' +/- ', '')}",
        f"LOS: {100 * estimate.superiority:.2f} %, {_shares(tally)}",
        f"Games: {tally.games}, Blocks: {tally.blocks}, {_points(tally)}",
        _counts(tally),
    ]
    return "\n".join(lines)


def running_score(tally: Tally, test: Sprt | None) -> str:
    """Return how the match stands."""
    score = of_score(tally)
    elo = format_short(score.on_scale(from_score)) if tally.varies else "–"
    line = f"{amount(tally.blocks, 'block')}, score {percent(score)}, Elo {elo}"
    return line if test is None else f"{line}, {evidence(tally, test)}"


def evidence(tally: Tally, test: Sprt) -> str:
    """Return the log-likelihood ratio in words: `evidence (LLR) -0.30, decides at ±2.94`."""
    lower, upper = test.bounds
    at = f"±{upper:.2f}" if math.isclose(-lower, upper) else f"{lower:.2f} or +{upper:.2f}"
    return f"evidence (LLR) {test.llr(tally):+.2f}, decides at {at}"


def sentence(first: str, others: str, tally: Tally) -> str:
    """Return how often the first player wins or loses, and how sure that is."""
    of = "games" if tally.players == 2 else "meetings"
    score = of_score(tally)
    if score.low <= 0.5 <= score.high:
        low, high = math.floor(100 * score.low), math.ceil(100 * score.high)
        return (
            f"Neither side is surely better: {first} beats {others} in about {round(100 * score.value)} of 100 {of}, "
            f"and anything from {low} to {high} is possible (95 %)."
        )
    # The end of the same interval: a one-sided one would be nearer, but who looks first where the interval lies, and
    # then says the one or the other, would be wrong in up to 8 % of the matches.
    is_better = score.value > 0.5
    value, end = (score.value, score.low) if is_better else (1 - score.value, 1 - score.high)
    return (
        f"{first} {'beats' if is_better else 'loses to'} {others} in about {round(100 * value)} of 100 {of}; "
        f"sure to 95 % that it is more than {math.floor(100 * end)}."
    )


def _shares(tally: Tally) -> str:
    below, even, above = tally.below_even_above
    ratio = f"{above / below:.2f}" if below else "unknown"
    word = "Pairs" if tally.players == 2 else "Blocks"
    return f"DrawRatio: {100 * even / max(tally.blocks, 1):.2f} %, {word}Ratio: {ratio}"


def _points(tally: Tally) -> str:
    if tally.players == 2:
        return f"Points: {tally.score * tally.games:.1f} ({100 * tally.score:.2f} %)"
    met = tally.games * (tally.players - 1)
    return f"Opponents beaten: {tally.score * met:.1f} of {met} ({100 * tally.score:.2f} %)"


def _counts(tally: Tally) -> str:
    if tally.players == 2:
        return f"Ptnml(0-2): {list(tally.counts)}"
    below, even, above = tally.below_even_above
    return f"Blocks below, at, above 1/2: {[below, even, above]}, deviation of a block: {tally.deviation:.3f}"


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return lines of equal columns: the first, names, to the left, the others, numbers, to the right."""
    lines = [list(map(printable_in_full, line)) for line in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])] for cells in lines)
    return "\n".join(map("  ".join, padded))
