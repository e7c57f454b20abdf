"""How many games a question costs."""

from datetime import date

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import ScheduleError, Seeds
from experiments.laboratory.database import Database
from experiments.laboratory.executor import open_executor
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.match import calculator
from experiments.match import run as match
from experiments.stats import Sprt

LINEUP = player("v26"), player("v26?alpha=0.9")


@pytest.fixture
def database(tmp_path):
    """With the first 12 blocks of a line-up."""
    rest = {"mix": "10x10", "seeds": Seeds.DEVELOPMENT, "first": 0}
    plan = match.planned(LINEUP, None, date(2026, 9, 3), {"blocks": 12}, **rest)
    path = tmp_path / "laboratory.db"
    with Database.open(path) as opened, open_executor() as executor, Progress(None, "test") as progress:
        tally = match.play(plan, LINEUP, Laboratory(opened, executor), progress).sheet.tally
    return path, tally


def test_stored_blocks_tell_how_much_blocks_vary_if_there_are_enough(database):
    """As many as there are from the first map on, without playing any."""
    path, tally = database
    assert calculator.measured(path, LINEUP, "10x10") == tally
    with pytest.raises(ScheduleError, match=r"has 0 blocks of v26 v26\?alpha=0\.9 on 12x12.*match --blocks 50"):
        calculator.measured(database[0], LINEUP, "12x12")


def test_the_report_has_the_figures_of_page_6_and_strengths_on_both_sides_of_the_bounds():
    """The row of 10 Elo, for pairs that vary by 0.354; strengths are on the scale of the test, which the rows name."""
    text = calculator.report(Sprt(0, 10), half_width=5, deviation=0.5**1.5, players=2)
    rows = [line.split() for line in text.splitlines() if line.startswith(("+0 ", "+5 ", "+10 "))]
    assert [row[-1] for row in rows] == ["6,401", "10,471", "6,401"]
    assert [row[2] for row in rows] == ["5.0", "50.0", "95.0"]
    assert text.endswith("a fixed 9,275 blocks, 18,550 games.")
    test = Sprt(-5, 5)
    assert calculator.truths(test) == [-10, -5, 0, 5, 10, 15]
    assert "-10 Elo" in calculator.report(test, 5, 0.2, 4)
