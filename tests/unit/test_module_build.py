"""The builder of the WebAssembly module refuses what a page could not run."""

import pytest

from experiments.module.exports import exports, things
from experiments.module.ir import Library, library
from experiments.module.linking import NotPortableError, linked
from experiments.module.loadable import loadable
from experiments.module.table import LayoutError, _dimension

KERNEL = """
define i32 @kernel(ptr %result, ptr %raised, i64 %n) {{
  {body}
  store i64 %n, ptr %result
  ret i32 0
}}
{declared}
"""


def built(body="", declared=""):
    return loadable(linked([Library("run", "kernel", KERNEL.format(body=body, declared=declared))]), ["run"])


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
