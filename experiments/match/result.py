"""The result of a match: the blocks it played, and its verdict."""

from dataclasses import dataclass

from experiments.stats import Verdict

from .plan import MatchPlan
from .scoresheet import Scoresheet

# What the ledger says for what a test says. The first player is the change that is asked about.
WORDS = {Verdict.H1: "KEEP", Verdict.H0: "DROP", Verdict.OPEN: "UNDECIDED"}


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A played plan."""

    plan: MatchPlan
    sheet: Scoresheet  # the blocks of the test, or the fixed number of them
    further: Scoresheet | None  # the blocks for the size
    whole: Scoresheet  # all of them

    @property
    def is_decided(self) -> bool:
        """Whether the question is answered; False if a test reached its limit of blocks."""
        return self.verdict != WORDS[Verdict.OPEN]

    @property
    def verdict(self) -> str:
        """One word; the head of experiments/LEDGER.md says what it means."""
        return WORDS[self.plan.test.verdict(self.sheet.tally)] if self.plan.test else "MEASURED"

    @property
    def was_stopped_by_test(self) -> bool:
        """Whether a test ended it: then its score is, on average, too far from even."""
        return self.plan.test is not None and self.is_decided
