"""A command whose output is cut off, or that is interrupted, prints no traceback and exits with no answer's code."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project import ROOT

INTERRUPTED_WHILE_LOADING = """
import runpy, sys

class CtrlC:
    def find_spec(self, name, *_):
        if name == "experiments.commands":
            raise KeyboardInterrupt

sys.meta_path.insert(0, CtrlC())
runpy.run_module("experiments", run_name="__main__")
"""


def started(*words, **options):
    return subprocess.Popen([sys.executable, *words], cwd=ROOT, stderr=subprocess.PIPE, text=True, **options)


def ended(process):
    complaint = process.stderr.read()
    process.stderr.close()
    return process.wait(), complaint


def test_a_reader_that_leaves_ends_a_command_quietly():
    """141, as shells report it."""
    process = started("-m", "experiments", "match", "--help", stdout=subprocess.PIPE)
    process.stdout.close()
    assert ended(process) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is a file of Linux")
def test_a_full_disk_is_told():
    with Path("/dev/full").open("w") as full:
        process = started("-m", "experiments", "match", "--help", stdout=full)
        code, complaint = ended(process)
    assert (code, complaint.count("\n")) == (2, 1)
    assert "No space left" in complaint


def test_ctrl_c_while_the_program_is_loaded_is_quiet():
    assert ended(started("-c", INTERRUPTED_WHILE_LOADING)) == (130, "")
