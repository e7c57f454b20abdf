"""All lessons but those that tests/contract/test_notebooks.py runs every time."""

import pytest

from tests.contract.test_notebooks import ALWAYS, NOTEBOOKS, assert_runs, lessons

__all__ = ["lessons"]  # pytest finds the fixture here


@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if not path.name.startswith(ALWAYS)], ids=lambda path: path.stem
)
def test_a_lesson_runs(path, lessons, tmp_path):
    assert_runs(path, lessons, tmp_path)
