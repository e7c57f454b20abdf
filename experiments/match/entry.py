"""Entry: the text of a finished match in the ledger."""

from collections import Counter
from collections.abc import Iterator, Sequence

from experiments.stats import Estimate, Sprt, Tally
from experiments.stats.words import amount, percent, signed

from .result import MatchResult
from .scoresheet import Scoresheet


def entry(called: str, result: MatchResult, seen: str = "") -> str:
    """Return the text of the match's entry, named as in E-0012; experiments/LEDGER.md explains its lines.

    seen   which maps earlier entries used, from `used_maps.statement`
    """
    plan = result.plan
    head = f"{called}  {plan.date}  {plan.question}"
    lines = [
        f"{head:<77} {result.verdict}",
        f"plan {called.partition('-')[2]} · {plan.lineup[0]} against {opponents(plan.lineup)} · {_conditions(result)}",
        _blocks(result),
        f"{_when(result)}: {strength(result.sheet.tally)}",
        *_size(result.further),
        *_everybody(result.whole),
        *_conduct(result),
        f"{result.whole.tally.games:,} games · {plan.seeds} seeds from {plan.first} on · revision {plan.revision}",
        *([seen] if seen else []),
    ]
    return "\n  ".join(lines)


def opponents(lineup: Sequence[str]) -> str:
    """Return the opponents of the first: `v17`, `3 x v17`, `v17, v12 and tiny`."""
    names = [f"{number} x {name}" if number > 1 else name for name, number in Counter(lineup[1:]).items()]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def strength(tally: Tally) -> str:
    """Return `+24.1 ± 15.0 Elo, normalised …` with 95 % intervals, and the score they come from."""
    estimate = Estimate.of(tally)
    return f"{signed(estimate.elo)} Elo · normalised {signed(estimate.normalised)} · score {100 * tally.score:.1f} %"


def _conditions(result: MatchResult) -> str:
    plan = result.plan
    return f"{len(plan.lineup)} players, {plan.mix}, seats rotated · {_test(plan.test, plan.blocks)}"


def _test(test: Sprt | None, blocks: int) -> str:
    if test is None:
        return amount(blocks, "block")
    return f"SPRT [{test.elo0:g}, {test.elo1:g}] Elo, {100 * test.alpha:g} %/{100 * test.beta:g} %"


def _blocks(result: MatchResult) -> str:
    """Return `612 pairs: both lost 118 …`, and how far the evidence went."""
    text = counted(result.sheet.tally)
    if not (test := result.plan.test):
        return text
    llr = test.llr(result.sheet.tally)
    return f"{text}     LLR {llr:+.2f} (bound {test.bounds[llr > 0]:+.2f})"


def counted(tally: Tally) -> str:
    """Return blocks by their result, for the first player."""
    below, even, above = tally.below_even_above
    if tally.players > 2:
        spread = f"deviation {tally.deviation:.3f}"
        return f"{amount(tally.blocks, 'block')}: below one half {below} · at it {even} · above {above} · {spread}"
    points = " ".join(map(str, tally.counts))
    return f"{amount(tally.blocks, 'pair')}: lost {below} · even {even} · won {above} (0 to 2 points: {points})"


def _when(result: MatchResult) -> str:
    if result.plan.test is None:
        return "size"
    return "where the test stopped" if result.is_decided else "when no block was left"


def _size(further: Scoresheet | None) -> Iterator[str]:
    if further:
        noun = "pairs" if further.tally.players == 2 else "blocks"
        yield f"size, {further.tally.blocks:,} further {noun}: {strength(further.tally)}"


def _everybody(sheet: Scoresheet) -> Iterator[str]:
    """Yield the share of opponents that each of three and more different players beat."""
    if len(sheet.names) > 2:
        yield "opponents beaten: " + " · ".join(f"{name} {percent(sheet.score(name))}" for name in sheet.names)


def _conduct(result: MatchResult) -> Iterator[str]:
    """Yield a line for each program that lost games by its own fault."""
    for name, conduct in result.whole.conduct.items():
        if conduct.crashes or conduct.timeouts:
            yield f"{name}: {conduct.crashes} crashes, {conduct.timeouts} timeouts"
