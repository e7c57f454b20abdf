"""The pages that are written from the code."""

import re

import pytest

from experiments import reference
from experiments.speed import history
from tests.project import ROOT, blocks

EXAMPLES = [
    pytest.param(page, example, id=f"{page.name}-{number}")
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for number, example in enumerate(blocks(page.read_text(encoding="utf-8"), "python"))
    if "input()" not in example  # a bot: tests/contract/test_documented_bot.py plays a game with it
]


def test_the_parameter_page_says_what_the_parameters_are():
    """docs/4-parameters.md is what `python -m experiments parameters` prints, to the letter."""
    assert (ROOT / "docs" / "4-parameters.md").read_text(encoding="utf-8") == reference.page()


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_the_examples_in_the_docs_run(page, example, capsys):
    """Every Python block of every page runs by itself, and prints what a comment behind a print promises."""
    exec(example, {})
    printed = capsys.readouterr().out
    for promised in re.findall(r"print\(.*\)  # (.*)…", example):
        assert printed.startswith(promised)


def test_the_figures_of_the_speed_page_are_those_of_a_recorded_run():
    """docs/2-speed.md holds what `python -m experiments speed --table` printed of the run that it names."""
    page = (ROOT / "docs" / "2-speed.md").read_text(encoding="utf-8")
    (date,) = re.findall(r"^\w+\+?, ([^,]+), .* numba", page, re.MULTILINE)
    assert history.table(date=date) in page
