"""Report: the result block, in the form that users of fastchess and fishtest read."""

from .estimate import Estimate
from .tally import Tally
from .words import rounded


def result_block(name: str, opponents: str, tally: Tally, confidence: float = 0.95) -> str:
    """Return several lines of text about a match, without a line end after the last.

    Elo, nElo, LOS, the shares of blocks, and the counts; for three to six players blocks below, at and above one half.
    """
    estimate = Estimate.of(tally, confidence)
    lines = [
        f"Results of {name} vs {opponents}:",
        f"Elo: {rounded(estimate.elo, 2, ' +/- ', '')}, nElo: {rounded(estimate.normalised, 2, ' +/- ', '')}",
        f"LOS: {100 * estimate.superiority:.2f} %, {_shares(tally)}",
        f"Games: {tally.games}, Blocks: {tally.blocks}, {_points(tally)}",
        _counts(tally),
    ]
    return "\n".join(lines)


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
