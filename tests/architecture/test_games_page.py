"""docs/lab/replays.md agrees with the code."""

import re

from experiments.recordings.analysis.tables import STATES
from experiments.recordings.combat import Pattern
from experiments.recordings.events import MEASURES
from tests.support.project import ROOT

PAGE = (ROOT / "docs" / "lab" / "replays.md").read_text(encoding="utf-8")


def test_every_measure_is_explained_once_with_its_unit_and_the_averaged_ones_are_named():
    """Readers look up the columns of the tables on this page; all others are sums."""
    explained = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", PAGE, re.MULTILINE)
    assert sorted(explained) == sorted((name, measure.unit) for name, measure in MEASURES.items())
    assert set(STATES) == {"territory", "production", "strength", "strength_before"}
    assert "`territory`, `production` and both strengths are averages" in " ".join(PAGE.split())


def test_the_drawing_of_the_page_is_a_place():
    """The diamond that the page draws, left of the legend, reads as the text of a table."""
    drawing = PAGE.partition("thirteen squares:\n\n")[2].splitlines()[:5]
    text = "/".join(line[4:13].replace(" ", "") for line in drawing)
    assert str(Pattern.parse(text)) == text == "e/n.n/ooonn/oon/o"
