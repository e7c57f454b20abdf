"""Settings that hold for every test."""

import gc
import os
import signal
import sys
import time

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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One process more than there are cores: many tests wait for a disk, a program or a browser."""
    return 1 + (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def pytest_configure():
    """Load the tests without the garbage collector: nearly everything stays, and looking through it takes long."""
    gc.disable()


def pytest_collection_finish():
    """The garbage collector leaves alone what is loaded."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """In `./test quick`, fail a test that needs more than two seconds of CPU and compiles nothing: it is to be slow."""
    began, before = time.time(), sum(os.times()[:4])  # the CPU of child processes as well
    result = yield
    spent = sum(os.times()[:4]) - before
    if spent > 2 and item.config.option.markexpr == "not slow":
        kept = (item.config.rootpath / "bot" / "__pycache__").rglob("*.nb?")
        assert any(file.stat().st_mtime > began for file in kept), f"{spent:.1f} s of CPU: mark the test slow"
    return result


def pytest_unconfigure():
    """Let go of the compiled bot before Python takes wasmtime apart, whose objects could not be deleted after that."""
    if module := sys.modules.get("bot.program.module"):
        module._load.cache_clear()
