"""What is built: the site's parts, the copies of lessons and their graphs, the module, and the table of speeds."""

import json
from importlib import import_module

import numpy as np
import pytest

from engine.errors import UserError
from experiments.__main__ import laboratory
from experiments.commands import options
from experiments.module.exports import exports, workspace
from experiments.module.ir import Library, library
from experiments.module.linking import NotPortableError, link
from experiments.module.loadable import loadable
from experiments.module.table import LayoutError, _dimension
from experiments.site import MARK, build
from experiments.site.staging import FRAME, Staging
from notebooks import copies
from tests.support.project import ROOT
from viewer.planes import LINK


def staged(root, **pages):
    for name, text in pages.items():
        (root / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "project" / name).write_text(text, encoding="utf-8")
    Staging(root / "project", root / "site").place(next(iter(pages)))
    return lambda name: (root / "site" / name).read_text(encoding="utf-8")


def notebook(*cells):
    made = [
        {"cell_type": "markdown", "source": [cell]}
        if isinstance(cell, str)
        else {"cell_type": "code", "source": ["x"], "outputs": [{"output_type": "execute_result", "data": cell}]}
        for cell in cells
    ]
    return json.dumps({"cells": made})


def test_everything_that_the_documents_lead_to_is_staged(tmp_path):
    text = "[1](docs/1.md#there) [2](https://x.y/z) [3](#here)\n"
    files = {"README.md": text, "room/rule.py": "x = 1\n\n", "docs/a.png": "picture"}
    page = staged(tmp_path, **files, **{"docs/1.md": "[up](../README.md) [code](../room/rule.py) ![](a.png)\n"})
    assert page("README.md") == text
    assert page("docs/1.md") == "[up](../README.md) [code](../room/rule.py.md) ![](a.png)\n"
    assert page("docs/a.png") == "picture"
    code = "# room/rule.py\n\n~~~~~~python\nx = 1\n~~~~~~\n"
    assert page("room/rule.py.md") == f"---\nsearch:\n  exclude: true\n---\n\n{code}"


def test_a_lesson_has_links_of_the_site_its_formulas_and_its_boards(tmp_path):
    """The plugin follows no link to Markdown, and would fetch a script for formulas."""
    board = {LINK: "#board=H4s&as=v26", "text/plain": "Run it."}
    lesson = notebook("# 1 · A", "[up](../README.md) and [again](01-a.ipynb#b): $x^2$", board)
    files = {"README.md": "[1](notebooks/01-a.ipynb)\n", "notebooks/01-a.ipynb": lesson}
    page = staged(tmp_path, **files, **{"docs/extras/lessons.md": "How.\n"})
    cells = json.loads(page("notebooks/01-a.ipynb"))["cells"]
    assert "my-lessons/01-a.ipynb" in cells[1]["source"]
    assert cells[2]["source"].startswith("[up](../index.html) and [again](01-a.html#b): <math")
    link = "#board=H4s&amp;as=v26"
    assert cells[3]["outputs"][0]["data"] == {"text/html": FRAME.format(board="league/board.html", link=link)}


@pytest.mark.parametrize(("text", "drawn"), [
    (r"twice $\alpha^2$ it", True), (r"$$v_\text{here} = \alpha \cdot v$$", True),
    (r"| cell | $\sqrt{1 + \text{advantage} / \text{step}}$ |", True), ("costs $5 or $6", False),
    ("`$HOME/$USER`", False),
])  # fmt: skip
def test_a_formula_is_drawn_and_money_is_not(tmp_path, text, drawn):
    page = staged(tmp_path, **{"README.md": text})("README.md")
    assert ("<math" in page) == drawn
    assert ("$" in page) != drawn
    assert "\\" not in page


def test_what_is_missing_is_named(tmp_path):
    with pytest.raises(UserError, match=r"README.md links to docs/1.md, and there is no file docs/1.md"):
        staged(tmp_path, **{"README.md": "[1](docs/1.md)\n"})


def files_of(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_folder_holds_the_new_site_and_hidden_files_of_a_host(tmp_path):
    place, built = tmp_path / "site", tmp_path / "built"
    files_of(place, MARK, "a.html", "b", "c/d.html", ".nojekyll", ".git/config")
    files_of(built, MARK, "a.html", "b/b.html", "c", "new.html", "404.html")
    build._replace(place, built)
    assert files_of(place) == {MARK, "a.html", "b/b.html", "c", "new.html", ".nojekyll", ".git/config"}


def test_a_folder_with_other_files_is_refused_before_the_games_are_unpacked(tmp_path, capsys, monkeypatch):
    files_of(tmp_path, "mine.txt")
    monkeypatch.setattr(options, "published_database", lambda: pytest.fail("unpacked"))
    with pytest.raises(SystemExit) as ended:
        laboratory(["site", str(tmp_path)], prog_name="python -m experiments")
    assert ended.value.code == 2
    assert "holds files that are not a site's" in capsys.readouterr().err


def test_lessons_are_copied_where_there_is_no_copy(tmp_path):
    source, target = tmp_path / "notebooks", tmp_path / "my-lessons"
    lessons = {"01-one.ipynb", "02-two.ipynb"}
    files_of(source, *lessons, "show.py")
    copies.copy_lessons(source, target)
    assert files_of(target) == lessons
    (target / "01-one.ipynb").write_text("run")
    (target / "02-two.ipynb").unlink()
    copies.copy_lessons(source, target)
    assert [(target / name).read_text() for name in sorted(lessons)] == ["run", "02-two.ipynb"]


def parabola(factor=1.0, label="x²"):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "notebooks")
        Graph = import_module("show").Graph  # noqa: N806 - here: pyplot and ipywidgets are slow to load

    graph = Graph("A parabola", "x", "y", (0, 3), (0, 9), rows=("none", "one"))
    xs = np.linspace(0, 3, 100)
    graph.axis.bar([1, 2], [1, 4], label="bars")
    graph.axis.plot(xs, factor * xs**2, label=label)
    return graph


def test_the_axes_stay_while_values_change():
    (axes,), (moved,) = parabola(1).axes, parabola(20).axes
    assert (axes.get_xlim(), axes.get_ylim()) == (moved.get_xlim(), moved.get_ylim()) == ((0, 3), (0, 9))
    assert parabola(1)._repr_html_() == parabola(1)._repr_html_() != parabola(20)._repr_html_()


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


@pytest.mark.parametrize(("body", "declared", "named"), [
    ("%d = sitofp i64 %n to double\n  %x = call double @exp(double %d)\n"
     "  store double %x, ptr %result", "declare double @exp(double)", "exp"),
    ("call void @llvm.memset.p0.i64(ptr %result, i8 0, i64 %n, i1 0)",
     "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)", "memset"),
    ("%p = inttoptr i64 140000000000 to ptr\n  store volatile i64 %n, ptr %p", "", "inttoptr"),
    ("%x = load volatile i64, ptr @large", f'@large = constant [99999 x i8] c"{"a" * 99999}", align 8', "stack"),
    ("%x = load volatile i64, ptr @numba.dynamic.globals.1", "@numba.dynamic.globals.1 = global i64 5", "dynamic"),
], ids=["a call of exp", "memory of 64 bits", "an address", "too much", "a global of the builder"])  # fmt: skip
def test_what_no_page_has_is_refused(body, declared, named):
    with pytest.raises(NotPortableError, match=named):
        built(body, declared)


def test_an_optimising_numba_is_refused():
    with pytest.raises(RuntimeError, match="NUMBA_OPT"):
        library("collect_moves", exports(workspace(3, 3))["collect_moves"])


def test_a_shape_that_is_no_sum_of_the_sides_is_refused():
    boards = [(h, w) for h in (17, 24, 30, 50) for w in (17, 24, 30, 50)]
    assert _dimension("plane", boards, [(h + 4) * (w + 4) for h, w in boards])[1:] == [16, 4, 4, 1]
    with pytest.raises(LayoutError, match="plane"):
        _dimension("plane", boards, [h * h for h, w in boards])
