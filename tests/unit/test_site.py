"""The site's parts, the copies of lessons, and the graphs behind their sliders."""

import json
import subprocess
from importlib import import_module
from xml.etree import ElementTree

import numpy as np
import pytest

from engine.errors import UserError
from experiments.__main__ import laboratory
from experiments.commands import options
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
    project = tmp_path / "project"
    for name in ("docs", "room"):
        (project / name).mkdir(parents=True)
    (project / "room" / "rule.py").write_text("x = 1\n\n", encoding="utf-8")
    (project / "docs" / "a.png").write_bytes(b"picture")
    (project / "docs" / "1.md").write_text("[up](../README.md) [code](../room/rule.py) ![](a.png)\n")
    text = "[1](docs/1.md#there) [2](https://x.y/z) [3](#here)\n"
    page = staged(tmp_path, **{"README.md": text})
    assert page("README.md") == text
    assert page("docs/1.md") == "[up](../README.md) [code](../room/rule.py.md) ![](a.png)\n"
    assert page("docs/a.png") == "picture"
    assert page("room/rule.py.md") == (
        "---\nsearch:\n  exclude: true\n---\n\n# room/rule.py\n\n~~~~~~python\nx = 1\n~~~~~~\n"
    )


def test_a_lesson_has_links_of_the_site_its_formulas_and_its_boards(tmp_path):
    """The plugin follows no link to Markdown, and would fetch a script for formulas."""
    board = {LINK: "#board=H4s&as=v26", "text/plain": "Run it."}
    lesson = notebook("# 1 · A", "[up](../README.md) and [again](01-a.ipynb#b): $x^2$", board)
    page = staged(
        tmp_path,
        **{
            "README.md": "[1](notebooks/01-a.ipynb)\n",
            "notebooks/01-a.ipynb": lesson,
            "docs/extras/lessons.md": "How.\n",
        },
    )
    cells = json.loads(page("notebooks/01-a.ipynb"))["cells"]
    assert "my-lessons/01-a.ipynb" in cells[1]["source"]
    assert cells[2]["source"].startswith("[up](../index.html) and [again](01-a.html#b): <math")
    link = "#board=H4s&amp;as=v26"
    assert cells[3]["outputs"][0]["data"] == {"text/html": FRAME.format(board="league/board.html", link=link)}


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        (r"twice $\alpha^2$ it", True), (r"$$v_\text{here} = \alpha \cdot v$$", True),
        (r"| cell | $\sqrt{1 + \text{advantage} / \text{step}}$ |", True), ("costs $5 or $6", False),
        ("`$HOME/$USER`", False),
    ],
)  # fmt: skip
def test_a_formula_is_drawn_and_money_is_not(tmp_path, text, drawn):
    """As MathML, without a script and with nothing left of how it was written."""
    page = staged(tmp_path, **{"README.md": text})("README.md")
    assert ("<math" in page) == drawn
    assert ("$" in page) != drawn
    assert "\\" not in page


def test_what_is_missing_is_named(tmp_path):
    """The site would otherwise have holes, without an error."""
    with pytest.raises(UserError, match=r"README.md links to docs/1.md, and there is no file docs/1.md"):
        staged(tmp_path, **{"README.md": "[1](docs/1.md)\n"})


class TestTheFolder:
    @staticmethod
    def site(folder, *names):
        for name in (MARK, *names):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name)
        return folder

    @staticmethod
    def files(folder):
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}

    def test_holds_the_new_site_and_hidden_files_of_a_host(self, tmp_path):
        place = self.site(tmp_path / "site", "a.html", "b", "c/d.html", ".nojekyll", ".git/config")
        built = self.site(tmp_path / "built", "a.html", "b/b.html", "c", "new.html", "404.html")
        build._replace(place, built)
        assert self.files(place) == {MARK, "a.html", "b/b.html", "c", "new.html", ".nojekyll", ".git/config"}

    def test_with_other_files_is_refused_before_the_games_are_unpacked(self, tmp_path, capsys, monkeypatch):
        (tmp_path / "mine.txt").write_text("mine")
        monkeypatch.setattr(options, "published_database", lambda: pytest.fail("unpacked"))
        with pytest.raises(SystemExit) as ended:
            laboratory(["site", str(tmp_path)], prog_name="python -m experiments")
        assert ended.value.code == 2
        assert "holds files that are not a site's" in capsys.readouterr().err


@pytest.fixture
def folders(tmp_path):
    source = tmp_path / "notebooks"
    source.mkdir()
    for name in ("01-one.ipynb", "02-two.ipynb"):
        (source / name).write_text(name)
    (source / "show.py").write_text("")
    return source, tmp_path / "my-lessons"


def test_lessons_are_copied_where_there_is_no_copy(folders):
    """Without their modules. A copy that was run stays; a deleted one is back."""
    source, target = folders
    copies.copy_lessons(source, target)
    assert {path.name for path in target.iterdir()} == {"01-one.ipynb", "02-two.ipynb"}
    (target / "01-one.ipynb").write_text("run")
    (target / "02-two.ipynb").unlink()
    copies.copy_lessons(source, target)
    assert (target / "01-one.ipynb").read_text() == "run"
    assert (target / "02-two.ipynb").read_text() == "02-two.ipynb"


class TestRunningALessonChangedTrackedFiles:
    """`make jupyter` opened the project's own notebooks, and JupyterLab saved every run into them."""

    def test_git_ignores_the_copies_and_make_jupyter_makes_them(self):
        path = f"{copies.COPIES.name}/01-one-turn-by-hand.ipynb"
        assert subprocess.run(["git", "check-ignore", "-q", path], cwd=ROOT, check=False).returncode == 0
        assert "python3 notebooks/copies.py" in (ROOT / "Makefile").read_text(encoding="utf-8")


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
    assert ElementTree.fromstring(parabola()._repr_html_()).tag.endswith("svg")


def test_the_legend_names_what_has_a_label_once():
    graph = parabola(label="a < b & c")
    graph._repr_html_()
    (axes,) = graph.axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a < b & c", "bars"]
    assert axes.get_legend().get_window_extent().y0 >= axes.get_window_extent().y1
