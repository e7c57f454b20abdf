"""The progress display of a run."""

import io

import pytest
from rich.console import Console

from experiments.laboratory.progress import Progress, spoken


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        """The time in seconds."""
        return self.now


def progress(total, **console):
    """A Progress that shows itself in a text, that text, and its clock."""
    out, clock = io.StringIO(), Clock()
    shown = Console(file=out, width=120, **console)
    return Progress(total, "v26 against v17", shown, clock), out, clock


def test_a_log_has_a_line_every_ten_seconds_and_one_at_the_end():
    """What a file or a pipe receives is plain text."""
    watch, out, clock = progress(100, force_terminal=False)
    with watch:
        for _ in range(9):
            clock.now += 2.5
            watch.advance(games=5, status="+24 ± 15 Elo")
    assert out.getvalue().splitlines() == [
        "v26 against v17: 20/100 games, 2.0 games/s, 0:40 left · +24 ± 15 Elo",
        "v26 against v17: 40/100 games, 2.0 games/s, 0:30 left · +24 ± 15 Elo",
        "v26 against v17: 45/100 games, 2.0 games/s, 0:28 left · +24 ± 15 Elo",
    ]
    watch, out, clock = progress(100, force_terminal=False)
    with watch:
        clock.now += 10
        watch.advance(games=20)
    assert out.getvalue().count("20/100") == 1


def test_games_from_the_database_are_done_but_say_nothing_about_the_pace():
    """A resumed run starts where it was, and its rate is that of the games that are really played."""
    watch, _, clock = progress(100)
    watch.advance(stored=50)
    assert watch.left is None
    clock.now += 5
    watch.advance(games=10)
    assert watch.rate == pytest.approx(2)
    assert watch.left == pytest.approx(20)
    assert watch.line == "60/100 games, 50 of them stored before, 2.0 games/s, 0:20 left"


def test_a_run_whose_end_is_open_says_so():
    """A ladder ends when all intervals are narrow; its blocks are the most that it plays."""
    clock = Clock()
    watch = Progress(20, "ladder of 3", Console(file=io.StringIO()), clock, is_most=True)
    watch.advance(games=10)
    clock.now += 5
    assert watch.line == "10/20 games, 2.0 games/s, at most 0:05 left"
    watch, _, clock = progress(None)
    clock.now += 4
    watch.advance(games=10)
    assert watch.line == "10 games, 2.5 games/s"


def test_a_terminal_shows_a_bar_that_is_drawn_again():
    """One place on the screen, with the status below; no line for the log."""
    watch, out, clock = progress(10, force_terminal=True)
    with watch:
        clock.now += 1
        watch.advance(games=4, status="LLR 1.2 (-2.94, 2.94)")
    shown = out.getvalue()
    assert "4/10 games, 4.0 games/s" in shown
    assert "LLR 1.2 (-2.94, 2.94)" in shown
    assert "━" in shown


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0:00"), (59.6, "1:00"), (3723, "1:02:03")])
def test_a_duration_is_written_as_people_write_it(seconds, text):
    """Hours only where there are some."""
    assert spoken(seconds) == text
