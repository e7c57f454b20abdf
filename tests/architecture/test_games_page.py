"""docs/9-reading-games.md agrees with the code."""

import re

from experiments.recordings.analysis.tables import STATES
from experiments.recordings.combat import Pattern
from experiments.recordings.events import MEASURES
from tests.support.project import ROOT, blocks

PAGE = (ROOT / "docs" / "9-reading-games.md").read_text(encoding="utf-8")


def test_every_measure_is_explained_once_with_its_unit():
    """Readers look up the columns of the tables on this page."""
    explained = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", PAGE, re.MULTILINE)
    assert sorted(explained) == sorted((name, measure.unit) for name, measure in MEASURES.items())


def test_the_averaged_measures_are_named():
    """The page names the measures that are averaged; all others are sums."""
    assert set(STATES) == {"territory", "production", "strength", "strength_before"}
    assert "`territory`, `production` and both strengths are averages" in " ".join(PAGE.split())


def test_every_pattern_of_the_page_is_one():
    """The reader copies the commands."""
    patterns = re.findall(r'--pattern "([^"]+)"', "".join(blocks(PAGE, "sh")))
    assert len(patterns) == 2
    for pattern in patterns:
        assert Pattern.parse(pattern)


def test_the_drawing_of_the_page_is_how_a_place_is_drawn():
    """The page draws it as the left half of the legend does."""
    place = Pattern.parse("e/n.n/ooonn/oon/o")
    drawn = [line[4:15].rstrip() for line in PAGE.splitlines() if re.match(r"    [ oen.]{9,11}  .*[oen.?]   \S", line)]
    assert drawn == place.drawing.splitlines()
