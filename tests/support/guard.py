"""The guard of the tests: which test kills each mutant of the modules that everything rests on.

`python -m tests.support.guard` tries all mutants against the tests of their modules and writes golden/mutants.toml;
`--check MODULE`, which tests/proofs runs, says which are killed no more. Whoever cuts a test runs that first.
"""

import importlib
import io
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tests.support.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]
KILLERS = ROOT / "tests" / "golden" / "mutants.toml"
SURVIVES = ""  # in place of a test
HANGS = "hangs"  # the same
PATIENCE = 60  # seconds of processor time for the tests of one mutant; one that takes more hangs, which a person sees

OPTIONS = [
    "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile", "quick", "-m", "not slow",
]  # fmt: skip

REFUSALS, FILES = "tests/unit/test_refusals.py", "tests/properties/test_files.py"
STATISTICS = "tests/properties/test_block_statistics.py"
SCORES, RATINGS = "tests/unit/test_scores.py", "tests/unit/test_sprt_and_ratings.py"
GUARDED = {
    "engine.rules": ["tests/unit/test_rules.py", "tests/properties/test_turn.py", REFUSALS],
    "engine.ranking": ["tests/unit/test_rules.py"],
    "engine.wire": ["tests/unit/test_protocol.py", FILES],
    "engine.replay": ["tests/unit/test_replay.py", REFUSALS, FILES],
    "engine.writing": ["tests/regressions/test_disks_and_streams.py"],
    "bot.program.protocol": ["tests/unit/test_protocol.py", REFUSALS],
    "experiments.stats.tally": [SCORES, REFUSALS],
    "experiments.stats.elo": [SCORES],
    "experiments.stats.sprt": [RATINGS, REFUSALS],
    "experiments.stats.interval": [SCORES, REFUSALS, STATISTICS],
    "experiments.stats.estimate": [SCORES, STATISTICS],
    "experiments.stats.selection": [SCORES, REFUSALS],
    "experiments.stats.planning": [RATINGS, STATISTICS],
    "experiments.stats.ratings": [RATINGS, REFUSALS, STATISTICS],
}  # fmt: skip
"""The tests that may kill a module's mutants, quickest first. A module that is added here is recorded."""


class First:
    """The first test that fails."""

    def __init__(self) -> None:
        self.test = SURVIVES

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """See pytest."""
        if report.failed and not self.test:
            self.test = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """See pytest: a module that cannot be imported any more has noticed, too."""
        if report.failed and not self.test:
            self.test = report.nodeid


def killer(mutant: Mutant, tests: Sequence[str]) -> str:
    """Return the first of these tests that fails while the mutant is alive; SURVIVES if none does."""
    first = First()
    signal.signal(signal.SIGPROF, _give_up)
    with mutant.alive(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            pytest.main([*OPTIONS, *tests], plugins=[first])
        except TimeoutError:
            return HANGS
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return first.test


def _give_up(*_: object) -> None:
    raise TimeoutError


def named(module: str) -> Iterator[tuple[str, Mutant]]:
    """Yield the mutants of a module under names of their own."""
    seen: Counter[str] = Counter()
    for mutant in mutants(importlib.import_module(module), has_numbers=True):
        seen[str(mutant)] += 1
        count = seen[str(mutant)]
        yield f"{mutant} [{count}]" if count > 1 else str(mutant), mutant


def stored() -> dict[str, dict[str, str]]:
    """Return the killers by module and mutant."""
    return tomllib.loads(KILLERS.read_text(encoding="utf-8")) if KILLERS.exists() else {}


def record(modules: Sequence[str]) -> None:
    """Try the mutants of these modules against all tests of their modules, and write who killed them."""
    known = stored()
    for module in modules:
        known[module] = {}
        for name, mutant in named(module):
            known[module][name] = killer(mutant, GUARDED[module])
        survive = sum(test == SURVIVES for test in known[module].values())
        print(f"{module}: {len(known[module])} mutants, {survive} survive", flush=True)
        KILLERS.write_text(_text(known), encoding="utf-8")


def _text(known: dict[str, dict[str, str]]) -> str:
    lines = ["# Which test kills each mutant; `python -m tests.support.guard` writes this."]
    for module in GUARDED:
        if module in known:
            lines += [
                "",
                f'["{module}"]',
                *(f"{_quoted(name)} = {_quoted(test)}" for name, test in known[module].items()),
            ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def revived(module: str) -> list[str]:
    """Return the mutants that no test notices any more: each is tried against its killer, then against all tests."""
    killers, alive = stored()[module], []
    for name, mutant in named(module):
        known = killers.get(name)  # None: the line is new
        if known in (SURVIVES, HANGS):
            continue
        dies = known is not None and killer(mutant, [known.partition("::")[0]]) != SURVIVES
        if not dies and killer(mutant, GUARDED[module]) == SURVIVES:
            alive.append(name)
    return alive


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        sys.exit("\n".join(revived(sys.argv[2])) or 0)
    record(sys.argv[1:] or list(GUARDED))
