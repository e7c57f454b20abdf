"""The benchmark command. No measured value is asserted: these machines are noisy."""

import re

import numpy as np
import pytest

from experiments.commands.speed import Group
from experiments.speed import boards, champion, page, run, start, thinking
from experiments.speed.figures import QUICK, Figure, turns


@pytest.mark.slow  # it plays games of programs
def test_a_quick_run_measures_everything(capsys):
    """It prints a row for each figure, and the machine and the versions."""
    groups = [name for name in run.GROUPS if name not in ("start", "page", "thinking")]  # minutes, a browser
    run.run(groups, quick=True)
    where, _, *table = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\w+\+?, .*, .* cores, Python [\d.]+, numpy [\d.]+, numba [\d.]+", where)
    rows = [dict(zip(run.HEADER, line[2:-2].split(" | "), strict=True)) for line in (table[0], *table[2:])]
    named = {row["figure"] for row in rows}
    assert {
        "plain turn, worst",
        "plain / compiled turn",
        "compiled rules",
        "through pipes / in process",
        *(f"{who} against itself" for who in champion.PLAYERS),
    } <= named
    assert {"match, 1 worker", "match, 2 workers", "2 workers / 1 worker"} <= named
    assert all(float(row["value"]) > 0 for row in rows[1:])


def test_the_command_names_the_groups_that_there_are_and_figures_have_four_digits():
    """Without loading what measures them; never a power of ten."""
    assert list(Group) == list(run.GROUPS)
    assert [Figure("", "", value, "").text for value in (0.12346, 33.816, 70672.4)] == ["0.1235", "33.82", "70670"]


def test_the_measured_boards_are_the_fullest_and_always_the_same():
    """From several games, two players or more, seen by the largest. On full ones every square moves."""
    views = boards.grown(20, 8)
    shares = [boards.owned(view) for view in views]
    assert shares == sorted(shares, reverse=True)
    for view in views:
        squares = np.bincount(view.owner.ravel())[1:]
        assert np.count_nonzero(squares) > 1
        assert view.me == 1 + squares.argmax()
    boards.game.cache_clear()
    for one, two in zip(views, boards.grown(20, 8), strict=True):
        np.testing.assert_array_equal(one.owner, two.owner)
    owner, _, production, moves = boards.full(10, 2)
    assert set(np.unique(owner)) == {1, 2}
    assert moves.min() == 1
    assert moves.max() == 4
    assert production.min() > 0


def test_what_differs_or_has_no_browser_is_not_measured(monkeypatch):
    """The benchmark compares the moves of both paths; the message names the programs that would do."""
    wrong = lambda decider, view: np.full(view.owner.shape, 9, np.uint8)  # noqa: E731 - one line says it
    monkeypatch.setattr("experiments.speed.figures.Decider.moves", wrong)
    with pytest.raises(AssertionError):
        list(turns(QUICK))
    monkeypatch.setattr(page, "BROWSERS", ("no-such-browser",))
    with pytest.raises(SystemExit, match="no-such-browser"):
        list(page.page(QUICK))
    with pytest.raises(SystemExit, match="no-such-browser"):
        list(thinking.thinking(QUICK))


def test_the_frames_shown_to_the_champion_are_of_one_game_from_its_start_to_its_end():
    """It returns the number asked for, or as many as the game has."""
    states = start.chosen(12, 6, 5)
    assert len(states) == 5
    assert np.count_nonzero(states[0].owner) == 6
    assert np.count_nonzero(states[-1].owner) > np.count_nonzero(states[1].owner)
    assert len(start.chosen(12, 6, 10_000)) < 10_000


def test_inside_busy_every_core_has_something_to_do_and_outside_nothing_stays():
    """The counters end with the measurement."""
    with start.busy(2) as counters:
        assert [counter.poll() for counter in counters] == [None, None]
    assert all(counter.poll() is not None for counter in counters)
