"""A player that is compiled and loaded while a game begins: each step once, and no second lost by waiting for nothing.

Nothing is compiled here: stand-ins say when a step is over.
"""

import gc
import itertools
import threading

import pytest

from bot.program.warm import Recruit
from tests.support.processes import PATIENCE


class Beside:
    """A compilation without processes."""

    is_stopped = False

    def __init__(self, is_over=False, has_failed=False):
        self.is_over, self.has_failed = is_over, has_failed

    def stop(self):
        """Note it."""
        self.is_stopped = True

    def step_back(self):
        """Do nothing."""


class Newcomer(Recruit):
    """Compiles as its test says; loading it calls `load`."""

    subject = "the newcomer"

    def __init__(self, beside=None, load=lambda: None):
        self.beside, self.loader, self.loads = beside, load, 0
        super().__init__(None, 5, 5)

    def compiling(self, folder):
        """Return the compilation; a function says why there is none."""
        return self.beside() if callable(self.beside) else self.beside

    def load(self):
        """Count, and load."""
        self.loads += 1
        self.loader()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder for machine code."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))


def long_enough():
    """A clock that strikes after so many looks that only a recruit which never comes is still waited for."""
    looks = itertools.count()
    return lambda: next(looks) > 500


def test_it_is_loaded_once_even_where_there_is_no_time_to_wait():
    """A wait that ends at once does not stop the loading; the thread is a daemon, so no game ends later for it."""
    newcomer = Newcomer()
    newcomer.wait(lambda: True)
    newcomer.loading.join(PATIENCE)
    newcomer.look()
    assert (newcomer.is_ready, newcomer.loads, newcomer.loading.daemon) == (True, 1, True)


def test_it_is_loaded_as_soon_as_it_is_compiled(caplog):
    """Within the initial time, so that its tables and its plans are made before the game."""
    beside, clock = Beside(), long_enough()

    def compiled_meanwhile():
        beside.is_over = True
        return clock()

    newcomer = Newcomer(beside)
    newcomer.wait(compiled_meanwhile)
    assert newcomer.is_ready
    assert not clock()
    assert beside.is_stopped
    assert not caplog.text


def refuse():
    """Fail as a folder does that cannot be written."""
    raise OSError("read-only")


@pytest.mark.parametrize("beside", [Beside(is_over=True, has_failed=True), refuse], ids=["failed", "not begun"])
def test_what_does_not_compile_is_neither_waited_for_nor_loaded(beside, caplog):
    """Loading would compile it in the player's own process; a half that goes on would take the game's processor."""
    newcomer = Newcomer(beside)
    newcomer.wait(lambda: pytest.fail("waits"))
    newcomer.look()
    assert newcomer.is_lost
    assert newcomer.loading is None
    assert beside is refuse or beside.is_stopped
    assert "until" not in caplog.text


def test_what_cannot_be_loaded_is_not_waited_for(caplog):
    """The initial time passed to its end."""
    clock = long_enough()
    newcomer = Newcomer(load=refuse)
    newcomer.wait(clock)
    assert newcomer.is_lost
    assert not clock()
    assert "until" not in caplog.text


def test_the_log_says_what_takes_longer_than_the_initial_time(caplog):
    """Compiling or loading."""
    hold = threading.Event()
    newcomer = Newcomer(load=hold.wait)
    newcomer.wait(lambda: True)
    hold.set()
    newcomer.loading.join(PATIENCE)
    assert "until the newcomer is loaded" in caplog.text
    Newcomer(Beside()).wait(lambda: True)
    assert "until the newcomer is compiled" in caplog.text


def test_what_was_loaded_is_not_looked_through_in_a_turn(monkeypatch):
    """All that numba consists of lives until the end of the game; the collector would find nothing in it."""
    done = []
    monkeypatch.setattr(gc, "freeze", lambda: done.append(gc.isenabled()))
    Newcomer()._load()
    assert done == [False]
