"""Every mechanism of every school acts: without it some move of a frame or of a game is another."""

import re

import pytest

from bot.knobs.knob import spoken
from experiments.opponents import registry
from tests.support import mechanisms
from tests.support.project import ROOT

NAMES = registry.NAMES

ALL = [(name, each) for name in NAMES for each in mechanisms.mechanisms(registry.school(name))]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mechanism"), ALL, ids=[f"{name}-{each.knob}" for name, each in ALL])
def test_a_school_without_one_of_its_mechanisms_moves_differently(name, mechanism):
    """In the six games of its page's table."""
    assert mechanisms.acts(registry.school(name), mechanism)


ROW = re.compile(r"^\|.*\| `(\w+)=(\S+)` \| ([\d,]+) \| (.*) \|$", re.MULTILINE)
"""A line of the table: knob, value, moves, worth."""


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_school_has_the_table(name):
    """As `python -m tests.support.mechanisms NAME` prints it from the same counts, none of which is zero."""
    school = registry.school(name)
    page = (ROOT / "docs" / "schools" / f"{name}.md").read_text(encoding="utf-8")
    known = {each.knob: each for each in mechanisms.mechanisms(school)}
    rows = []
    for knob, text, moves, worth in ROW.findall(page):
        (value,) = (value for value in known[knob].values if spoken(value) == text)
        rows.append(mechanisms.Row(known[knob], value, int(moves.replace(",", "")), worth))
    assert [row.mechanism.knob for row in rows] == list(known)
    assert mechanisms.table(school, rows) in page
    assert min(row.changed for row in rows) > 0


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
