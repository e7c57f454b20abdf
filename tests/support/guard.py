"""The guard of the tests: which test kills each mutant of the modules that everything rests on.

`python -m tests.support.guard` tries all mutants against the tests of their modules and writes golden/mutants.toml;
tests/proofs checks that each is still killed by the test named there. Whoever cuts a test runs that first.
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
PATIENCE = 60  # seconds for the tests of one mutant; one that takes longer hangs, which a person sees

GUARDED = {
    "engine.rules": ["tests/unit/test_rules.py", "tests/properties/test_turn.py"],
    "engine.ranking": ["tests/unit/test_ranking.py"],
    "engine.wire": ["tests/unit/test_wire.py", "tests/properties/test_protocol_text.py"],
    "engine.writing": ["tests/architecture/test_imports.py"],
    "experiments.stats.tally": ["tests/unit/test_tally.py"],
    "experiments.stats.sprt": ["tests/unit/test_sprt.py"],
}
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
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile", "quick"]
    signal.signal(signal.SIGALRM, _give_up)
    with mutant.alive(), redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        signal.alarm(PATIENCE)
        try:
            pytest.main([*options, *tests], plugins=[first])
        except TimeoutError:
            return HANGS
        finally:
            signal.alarm(0)
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


if __name__ == "__main__":
    record(sys.argv[1:] or list(GUARDED))
