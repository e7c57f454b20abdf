"""How many functions of experiments/ stand between the command `match` and its first game."""

import json
import os
import subprocess
import sys

import pytest

from tests.support.processes import PATIENCE
from tests.support.project import ROOT

MOST_FUNCTIONS, MOST_FILES = 20, 8

PROFILED = """
import inspect, json, os, runpy, sys

FOLDER, called = os.path.join(os.getcwd(), "experiments", ""), {}

def is_loading(frame):
    while frame and "importlib" not in frame.f_code.co_filename:
        frame = frame.f_back
    return frame is not None

def note(frame, event, _):
    code = frame.f_code
    if event != "call" or not code.co_filename.startswith(FOLDER):
        return
    if code.co_qualname == "play_game":  # the first game begins
        sys.setprofile(None)
        print(json.dumps(called))
        sys.stdout.flush()
        os._exit(0)
    is_function = code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<")
    if is_function and not is_loading(frame):
        called.setdefault(code.co_filename.removeprefix(FOLDER), {})[code.co_qualname] = None

sys.argv = ["experiments", *sys.argv[1:]]
sys.setprofile(note)
runpy.run_module("experiments", run_name="__main__")
"""
# Classes, comprehensions and what runs while a module is loaded are no functions that are called.


@pytest.mark.parametrize("stop", [(), ("--blocks", "1")], ids=["until a test decides", "one block"])
def test_few_functions_are_called_before_the_first_game_of_a_match(tmp_path, stop):
    words = [sys.executable, "-c", PROFILED, "match", "v26", "v17", *stop]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*words, "--database", str(tmp_path / "laboratory.db")],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    called = json.loads(done.stdout.splitlines()[-1])
    number = sum(map(len, called.values()))
    listed = "\n".join(f"{file}: {', '.join(names)}" for file, names in called.items())
    assert number <= MOST_FUNCTIONS, f"{number} functions are called:\n{listed}"
    assert len(called) <= MOST_FILES, f"in {len(called)} files:\n{listed}"
