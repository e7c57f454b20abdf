"""The guard of the tests: which test kills each mutant of the modules that everything rests on.

`python -m tests.support.guard` tries all mutants against the tests of their modules and writes golden/mutants.toml;
`--check MODULE`, which tests/proofs runs, says which are killed no more. Run that before you delete a test.
"""

import ast
import importlib
import inspect
import io
import json
import signal
import sys
import tomllib
import types
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

# What an operator becomes: a comparison moves by the edge of its range, others turn around.
OPPOSITES = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip

ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One function with one spot changed."""

    function: types.FunctionType
    line: str  # of the source, where the spot begins
    kind: str  # what is reversed there
    code: types.CodeType

    def __str__(self) -> str:
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}, {self.kind}: {self.line}"

    @contextmanager
    def alive(self) -> Iterator[None]:
        before = self.function.__code__
        self.function.__code__ = self.code
        try:
            yield
        finally:
            self.function.__code__ = before


def mutants(module: types.ModuleType, has_numbers: bool = False) -> Iterator[Mutant]:
    """Every mutant of the functions that a module declares; of its arithmetic and whole numbers, too, when asked."""
    source = inspect.getsource(module)
    tree = ast.parse(source)
    for function in _functions(module):
        name, line = function.__name__, function.__code__.co_firstlineno
        for node, kind, field, changed in list(_spots(_declared(tree, name, line), has_numbers)):
            before = getattr(node, field)
            setattr(node, field, changed)
            whole = compile(ast.fix_missing_locations(tree), inspect.getfile(module), "exec")
            setattr(node, field, before)
            at = node.target.lineno if isinstance(node, ast.comprehension) else node.lineno
            yield Mutant(function, source.splitlines()[at - 1].strip(), kind, _code(whole, name, line))


def _functions(module: types.ModuleType) -> Iterator[types.FunctionType]:
    """Functions, methods and properties whose source is the module's own."""
    for thing in list(vars(module).values()):
        members = vars(thing).values() if isinstance(thing, type) else [thing]
        for member in members:
            function = member.fget if isinstance(member, property) else member
            if isinstance(function, types.FunctionType):
                function = inspect.unwrap(function)  # contextlib's wrapper is in another file
                if function.__code__.co_filename == module.__file__:
                    yield function


def _declared(tree: ast.AST, name: str, line: int) -> ast.FunctionDef:
    """Python counts the lines of a function from its first decorator."""
    return next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and node.name == name
        and line == min([node.lineno, *(each.lineno for each in node.decorator_list)])
    )


def _spots(tree: ast.FunctionDef, has_numbers: bool) -> Iterator[tuple[ast.AST, str, str, Any]]:
    """What can be reversed: the node, how, its field and what the field becomes. `while` stays: it might never end."""
    for node in (each for part in tree.body for each in ast.walk(part)):
        match node:
            case ast.If() | ast.IfExp():
                yield node, "test", "test", ast.UnaryOp(ast.Not(), node.test)
            case ast.comprehension(ifs=[test, *more]):
                yield node, "filter", "ifs", [ast.UnaryOp(ast.Not(), test), *more]
            case ast.Compare(ops=[op]) if type(op) in OPPOSITES:
                yield node, "comparison", "ops", [OPPOSITES[type(op)]()]
            case ast.BoolOp(op=op) | ast.BinOp(op=(ast.BitAnd() | ast.BitOr()) as op):
                yield node, "operator", "op", OPPOSITES[type(op)]()
            case ast.BinOp(op=op) | ast.AugAssign(op=op) if has_numbers and type(op) in ARITHMETIC:
                yield node, "arithmetic", "op", ARITHMETIC[type(op)]()
            case ast.Call(func=ast.Name(id=name)) if has_numbers and name in NAMES:
                yield node, "function", "func", ast.Name(NAMES[name], ast.Load())
            case ast.Constant(value=int() as value) if has_numbers and not isinstance(value, bool):
                yield node, "number", "value", value + 1


def _code(code: types.CodeType, name: str, line: int) -> types.CodeType | None:
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            if (part.co_name, part.co_firstlineno) == (name, line):
                return part
            if (inner := _code(part, name, line)) is not None:
                return inner
    return None


ROOT = Path(__file__).parents[2]
KILLERS = ROOT / "tests" / "golden" / "mutants.toml"
SURVIVES = ""  # in place of a test
HANGS = "hangs"  # the same
PATIENCE = 60  # seconds of processor time for the tests of one mutant; one that takes more hangs, which a person sees

OPTIONS = [
    "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile", "quick", "-m", "not slow",
]  # fmt: skip

REFUSALS, FILES = "tests/unit/test_refusals.py", "tests/properties/test_files.py"
SCORES, RATINGS = "tests/unit/test_scores.py", "tests/unit/test_sprt_and_ratings.py"
# The tests that may kill a module's mutants, quickest first. A module that is added here is recorded.
GUARDED = {
    "engine.rules": ["tests/unit/test_rules.py", "tests/properties/test_turn.py", REFUSALS],
    "engine.ranking": ["tests/unit/test_rules.py"], "engine.wire": ["tests/unit/test_protocol.py", FILES],
    "engine.replay": ["tests/unit/test_replay.py", REFUSALS, FILES],
    "engine.writing": ["tests/regressions/test_disks_and_streams.py"],
    "bot.program.protocol": ["tests/unit/test_protocol.py", REFUSALS],
    "experiments.stats.tally": [SCORES, REFUSALS], "experiments.stats.elo": [SCORES],
    "experiments.stats.sprt": [RATINGS, REFUSALS], "experiments.stats.interval": [SCORES, REFUSALS],
    "experiments.stats.estimate": [SCORES], "experiments.stats.selection": [SCORES, REFUSALS],
    "experiments.stats.planning": [RATINGS, REFUSALS], "experiments.stats.ratings": [RATINGS, REFUSALS],
    "experiments.tune.search": ["tests/unit/test_tune.py"],
}  # fmt: skip


class First:
    def __init__(self) -> None:
        self.test = SURVIVES

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
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
    seen: Counter[str] = Counter()
    for mutant in mutants(importlib.import_module(module), has_numbers=True):
        seen[str(mutant)] += 1
        count = seen[str(mutant)]
        yield f"{mutant} [{count}]" if count > 1 else str(mutant), mutant


def stored() -> dict[str, dict[str, str]]:
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
                *(f"{json.dumps(name)} = {json.dumps(test)}" for name, test in known[module].items()),
            ]
    return "\n".join(lines) + "\n"


def revived(module: str) -> list[str]:
    """Return the mutants that died once, or are new, and that no test notices."""
    killers = stored()[module]
    tried = [(name, mutant) for name, mutant in named(module) if killers.get(name) not in (SURVIVES, HANGS)]
    return [name for name, mutant in tried if killer(mutant, GUARDED[module]) == SURVIVES]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        sys.exit("\n".join(revived(sys.argv[2])) or 0)
    record(sys.argv[1:] or list(GUARDED))
