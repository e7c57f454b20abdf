"""Tests that depended on how they were started."""

import signal
import subprocess
import sys

import pytest

from tests.support.project import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="only POSIX hands ignored signals on")

CHILD = """
import signal, sys
print(*(signal.getsignal(signal.Signals[name]) == signal.SIG_IGN for name in sys.argv[1:]))
"""

STARTED_BY_NOHUP = f"""
import signal, subprocess, sys
for name in sys.argv[1:]:
    signal.signal(signal.Signals[name], signal.SIG_IGN)
import tests.conftest
subprocess.run([sys.executable, "-c", {CHILD!r}, *sys.argv[1:]], check=True)
for name in sys.argv[1:]:
    signal.raise_signal(signal.Signals[name])
print("still there")
"""


def test_what_a_test_starts_hears_the_signals_that_pytest_ignores():
    """`nohup ./test &` failed four tests: what ignored SIGINT and SIGHUP handed that on to what it started."""
    names = [one.name for one in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM)]
    told = subprocess.run(
        [sys.executable, "-c", STARTED_BY_NOHUP, *names], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout.split("\n")[:2] == ["False False False False", "still there"]
