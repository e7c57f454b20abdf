"""The command `speed`. No measured value is asserted: these machines are noisy."""

import numpy as np
import pytest

from experiments.commands.speed import Group
from experiments.speed import figures, run, start
from experiments.speed.figures import QUICK, Figure


@pytest.mark.slow  # it plays games
def test_a_run_prints_a_table_of_its_figures(capsys):
    run.run(["turns", "steps", "games"], quick=True)
    _, _, *lines = capsys.readouterr().out.splitlines()
    rows = [dict(zip(run.HEADER, line[2:-2].split(" | "), strict=True)) for line in (lines[0], *lines[2:])]
    named = {row["figure"] for row in rows}
    assert {"plain turn of v26, worst", "compiled rules", "v26 against v17", "champion against champion"} <= named
    assert all(float(row["value"]) > 0 for row in rows[1:])


def test_a_whole_run_puts_its_table_into_the_document(monkeypatch, tmp_path, capsys):
    document = tmp_path / "speed.md"
    document.write_text(f"before\n{run.BEGIN}old\n{run.END}after\n", encoding="utf-8")
    monkeypatch.setattr(run, "DOCUMENT", document)
    monkeypatch.setattr(run, "GROUPS", {"one": lambda effort: [Figure("turn", "9 x 9", 0.5, "ms", "1 or less")]})
    run.run(["one"], quick=False)
    assert "old" in document.read_text(encoding="utf-8")
    run.run([], quick=False)
    text = document.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{run.BEGIN}")
    assert text.endswith(f"| turn | 9 x 9 | 0.5 | ms | 1 or less |\n{run.END}after\n")
    assert "old" not in text
    assert capsys.readouterr().out.count("| turn |") == 2
    assert run.BEGIN in (figures.ROOT / "docs" / "speed.md").read_text(encoding="utf-8")


def test_the_command_names_the_groups_that_there_are_and_figures_have_four_digits():
    assert list(Group) == list(run.GROUPS)
    assert [Figure("", "", value, "").text for value in (0.12346, 33.816, 70672.4)] == ["0.1235", "33.82", "70670"]


def test_what_differs_is_not_measured(monkeypatch):
    wrong = lambda decider, view: np.full(view.owner.shape, 9, np.uint8)  # noqa: E731 - one line says it
    monkeypatch.setattr("experiments.speed.figures.Decider.moves", wrong)
    with pytest.raises(AssertionError):
        list(figures.turns(QUICK))


def test_inside_busy_every_core_has_something_to_do_and_outside_nothing_stays():
    with start.busy(2) as counters:
        assert [counter.poll() for counter in counters] == [None, None]
    assert all(counter.poll() is not None for counter in counters)
