"""Settings that hold for every test."""

import gc
import os
import signal
import sys

import pytest
from hypothesis import settings

from tests.support.examples import register

register()
settings.load_profile("halite")

# As ./test has it, also for `python -m pytest`: without bytecode every run reads and compiles all test files again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # of the programs that are started

# What is started by `nohup` or in the background of a script ignores some signals, and all that it starts does too:
# the programs whose end by a signal is tested would not end. A handler that does nothing ignores them as well, but
# child processes do not inherit it.
for _name in ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"):
    _number = getattr(signal, _name, None)  # Windows knows two of them
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda _number, _frame: None)


# Not pandas: the league's tables are made of it.
SLOW_TO_LOAD = (
    "distributed", "ipywidgets", "matplotlib", "playwright", "scipy.optimize", "scipy.sparse.linalg", "scipy.stats",
)  # fmt: skip

PLAYS = ("bot.kernels.decide", "engine.kernels.step")
"""What every game runs; compiled, or loaded from the cache, when it is first called."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One process more than there are cores: many tests wait for a disk, a program or a browser."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_configure():
    """Load the tests without the garbage collector: nearly everything stays, and looking through it takes long."""
    gc.disable()


def pytest_collection_finish(session):
    """Remember which libraries were loaded before the first test, and whether anything was played; two tests ask."""
    session.config.loaded_with_the_tests = tuple(name for name in SLOW_TO_LOAD if name in sys.modules)
    session.config.played_with_the_tests = tuple(name for name in PLAYS if _has_run(name))
    gc.freeze()
    gc.enable()


def _has_run(kernel):
    module, _, name = kernel.rpartition(".")
    return module in sys.modules and bool(getattr(sys.modules[module], name).signatures)
