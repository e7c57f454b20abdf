"""Every mechanism of every school acts: without it some move of a frame or of a game is another."""

import re

import pytest

from experiments.match import mechanisms
from experiments.opponents import registry
from tests.support.project import ROOT

NAMES = registry.NAMES

ALL = [(name, each) for name in NAMES for each in mechanisms.mechanisms(registry.school(name))]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mechanism"), ALL, ids=[f"{name}-{each.knob}" for name, each in ALL])
def test_a_school_without_one_of_its_mechanisms_moves_differently(name, mechanism):
    """In the six games of its page's table."""
    assert mechanisms.acts(registry.school(name), mechanism)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_school_has_the_table(name):
    """A row for every knob, none without a move; `python -m experiments mechanisms NAME` prints it."""
    page = (ROOT / "docs" / "schools" / f"{name}.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .* \| .* \| (?:yes|no) \| `(\w+)=.*` \| ([\d,]+) \|", page, re.MULTILINE)
    assert [knob for knob, _ in rows] == [each.knob for each in mechanisms.mechanisms(registry.school(name))]
    assert all(int(moves.replace(",", "")) > 0 for _, moves in rows)


@pytest.mark.parametrize("name", NAMES)
def test_every_knob_of_a_school_is_read_by_one_of_its_files(name):
    """One that no kernel and no turn reads could not act."""
    assert all(each.files for each in mechanisms.mechanisms(registry.school(name)))


def test_an_idea_that_is_off_is_asked_with_the_idea_on():
    """And what belongs to it, too; what has no neutral value is asked at the ends of its range."""
    known = {each.knob: each for each in mechanisms.mechanisms(registry.school("amortizer"))}
    assert known["swap"].values == (False,)
    assert known["stay"].values == (0.0, 50.0)
    assert known["by_loss"].on
