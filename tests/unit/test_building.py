"""The command `speed` and the builder of the module."""

import numpy as np
import pytest

from experiments.commands.speed import Group
from experiments.module.exports import exports, things
from experiments.module.ir import Library, library
from experiments.module.linking import NotPortableError, link
from experiments.module.loadable import loadable
from experiments.module.table import LayoutError, _dimension
from experiments.speed import figures, run
from experiments.speed.figures import QUICK, Figure


@pytest.mark.slow  # it plays games
def test_a_run_prints_a_table_of_its_figures(capsys):
    run.run(["turns", "steps", "games"], quick=True)
    _, _, *lines = capsys.readouterr().out.splitlines()
    rows = [dict(zip(run.HEADER, line[2:-2].split(" | "), strict=True)) for line in (lines[0], *lines[2:])]
    named = {row["figure"] for row in rows}
    assert {"plain turn of v26, worst", "compiled rules", "v26 against v17", "champion against champion"} <= named
    assert all(float(row["value"]) > 0 for row in rows[1:])


def test_a_whole_run_puts_its_table_into_the_document(monkeypatch, tmp_path, capsys):
    document = tmp_path / "speed.md"
    document.write_text(f"before\n{run.BEGIN}old\n{run.END}after\n", encoding="utf-8")
    monkeypatch.setattr(run, "DOCUMENT", document)
    monkeypatch.setattr(run, "GROUPS", {"one": lambda effort: [Figure("turn", "9 x 9", 0.5, "ms", "1 or less")]})
    run.run(["one"], quick=False)
    assert "old" in document.read_text(encoding="utf-8")
    run.run([], quick=False)
    text = document.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{run.BEGIN}")
    assert text.endswith(f"| turn | 9 x 9 | 0.5 | ms | 1 or less |\n{run.END}after\n")
    assert "old" not in text
    assert capsys.readouterr().out.count("| turn |") == 2
    assert run.BEGIN in (figures.ROOT / "docs" / "speed.md").read_text(encoding="utf-8")


def test_the_command_names_the_groups_that_there_are_and_figures_have_four_digits():
    assert list(Group) == list(run.GROUPS)
    assert [Figure("", "", value, "").text for value in (0.12346, 33.816, 70672.4)] == ["0.1235", "33.82", "70670"]


def test_what_differs_is_not_measured(monkeypatch):
    wrong = lambda decider, view: np.full(view.owner.shape, 9, np.uint8)  # noqa: E731 - one line says it
    monkeypatch.setattr("experiments.speed.figures.Decider.moves", wrong)
    with pytest.raises(AssertionError):
        list(figures.turns(QUICK))


def test_inside_busy_every_core_has_something_to_do_and_outside_nothing_stays():
    with figures.busy(2) as counters:
        assert [counter.poll() for counter in counters] == [None, None]
    assert all(counter.poll() is not None for counter in counters)


KERNEL = """
define i32 @kernel(ptr %result, ptr %raised, i64 %n) {{
  {body}
  store i64 %n, ptr %result
  ret i32 0
}}
{declared}
"""


def built(body="", declared=""):
    return loadable(link([Library("run", "kernel", KERNEL.format(body=body, declared=declared))]), ["run"])


@pytest.mark.parametrize(
    ("body", "declared", "named"),
    [
        ("%d = sitofp i64 %n to double\n  %x = call double @exp(double %d)\n"
         "  store double %x, ptr %result", "declare double @exp(double)", "exp"),
        ("call void @llvm.memset.p0.i64(ptr %result, i8 0, i64 %n, i1 0)",
         "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)", "memset"),
        ("%p = inttoptr i64 140000000000 to ptr\n  store volatile i64 %n, ptr %p", "", "inttoptr"),
        ("%x = load volatile i64, ptr @large", f'@large = constant [99999 x i8] c"{"a" * 99999}", align 8', "stack"),
        ("%x = load volatile i64, ptr @numba.dynamic.globals.1", "@numba.dynamic.globals.1 = global i64 5", "dynamic"),
    ],
    ids=["a library's function", "memory of 64 bits", "an address", "too much", "a global of the building process"],
)  # fmt: skip
def test_what_no_page_has_is_refused(body, declared, named):
    """At once, by name: a page would fail when it is opened, or worse, read what lies elsewhere."""
    with pytest.raises(NotPortableError, match=named):
        built(body, declared)


def test_an_optimising_numba_is_refused():
    with pytest.raises(RuntimeError, match="NUMBA_OPT"):
        library("count", exports(things(3, 3))["count"])


def test_a_shape_that_is_no_sum_of_the_sides_is_refused():
    """The page could not lay it out on boards that were not measured."""
    boards = [(h, w) for h in (17, 24, 30, 50) for w in (17, 24, 30, 50)]
    assert _dimension("plane", boards, [(h + 4) * (w + 4) for h, w in boards])[1:] == [16, 4, 4, 1]
    with pytest.raises(LayoutError, match="plane"):
        _dimension("plane", boards, [h * h for h, w in boards])
