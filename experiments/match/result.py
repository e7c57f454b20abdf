"""The result of a match: the blocks it played, and its verdict."""

from dataclasses import dataclass

from experiments.stats import Verdict

from .plan import Plan
from .scoresheet import Scoresheet

# What the ledger says for what a test says. The first player is the change that is asked about.
WORDS = {Verdict.H1: "KEEP", Verdict.H0: "DROP", Verdict.OPEN: "UNDECIDED"}


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What became of a plan."""

    plan: Plan
    sheet: Scoresheet  # the blocks of the test, or the fixed number of them
    further: Scoresheet | None  # the blocks for the size
    whole: Scoresheet  # all of them

    @property
    def is_decided(self) -> bool:
        """Whether all was found out that was planned; False where a test reached the most blocks it may take."""
        return self.verdict != WORDS[Verdict.OPEN]

    @property
    def verdict(self) -> str:
        """One word; the head of experiments/LEDGER.md says what it means."""
        return WORDS[self.plan.test.verdict(self.sheet.tally)] if self.plan.test else "MEASURED"

    @property
    def was_stopped_by_test(self) -> bool:
        """Whether luck had a say in when it ended, so that its score is too far from even on average."""
        return self.plan.test is not None and self.is_decided
