"""The progress display of a run."""

import io
from contextlib import closing

import pytest
from rich.console import Console

from experiments.laboratory.progress import Progress, duration


class Clock:
    """A clock that stands until it is moved."""

    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr("experiments.laboratory.progress.monotonic", clock := Clock())
    return clock


def progress(total, is_terminal=False, **rest):
    out = io.StringIO()
    shown = Console(file=out, width=160, force_terminal=is_terminal)
    return Progress(total, "v26 against v17", shown, **rest), out


def test_a_log_has_a_line_every_ten_seconds_and_one_at_the_end(clock):
    watch, out = progress(100)
    with closing(watch):
        watch.advance()
        for _ in range(9):
            clock.now += 2.5
            watch.advance(games=5, status="+24 ± 15 Elo")
    assert out.getvalue().splitlines() == [
        "v26 against v17: 20/100 games, 2.0 games/s, 0:40 left · +24 ± 15 Elo",
        "v26 against v17: 40/100 games, 2.0 games/s, 0:30 left · +24 ± 15 Elo",
        "v26 against v17: 45/100 games, 2.0 games/s, 0:28 left · +24 ± 15 Elo",
    ]


def test_games_from_the_database_are_done_but_say_nothing_about_the_pace(clock):
    """A resumed run starts where it was, and its rate is that of the games that are really played."""
    watch, _ = progress(100)
    watch.advance(stored=50)
    watch.advance(games=2)
    assert watch.line == "52/100 games, 50 of them stored before"
    clock.now += 4
    watch.advance(games=8)
    assert watch.line == "60/100 games, 50 of them stored before, 2.0 games/s, 0:20 left"


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0:00"), (59.6, "1:00"), (3723, "1:02:03")])
def test_a_duration_is_written_as_people_write_it(seconds, text):
    assert duration(seconds) == text
