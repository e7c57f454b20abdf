"""The copies of the lessons that `make jupyter` opens."""

import subprocess

import pytest

from notebooks import copies
from tests.support.project import ROOT


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
    copies.copied(source, target)
    assert {path.name for path in target.iterdir()} == {"01-one.ipynb", "02-two.ipynb"}
    (target / "01-one.ipynb").write_text("run")
    (target / "02-two.ipynb").unlink()
    copies.copied(source, target)
    assert (target / "01-one.ipynb").read_text() == "run"
    assert (target / "02-two.ipynb").read_text() == "02-two.ipynb"


class TestRunningALessonChangedTrackedFiles:
    """`make jupyter` opened the project's own notebooks, and JupyterLab saved every run into them."""

    def test_git_ignores_the_copies_and_make_jupyter_makes_them(self):
        path = f"{copies.COPIES.name}/01-one-turn-by-hand.ipynb"
        assert subprocess.run(["git", "check-ignore", "-q", path], cwd=ROOT, check=False).returncode == 0
        assert "python3 notebooks/copies.py" in (ROOT / "Makefile").read_text(encoding="utf-8")
