"""Commands that loaded the laboratory before they checked their arguments."""

import json
import subprocess
import sys

import pytest

from tests.support.project import ROOT

GAME = "tests/golden/decisions/v26-v17-20x20-4100.hlt.gz"

SLOW = ("numba", "scipy", "pandas", "matplotlib", "optuna", "distributed", "starlette", "uvicorn")

RUNS = f"""
import contextlib, io, json, os, runpy, sys
from experiments.__main__ import laboratory

with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    laboratory(["parameters", "--help"])

def run(words, told):
    for stream, way in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        os.dup2(os.open(os.devnull, way), stream)
    sys.argv = ["experiments", *words]
    try:
        runpy.run_module("experiments", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        told.write(json.dumps([ended.code, [name for name in {SLOW} if name in sys.modules]]))
        told.flush()
    finally:
        os._exit(0)

for line in sys.stdin:
    reading, writing = os.pipe()
    if not (child := os.fork()):
        run(json.loads(line), os.fdopen(writing, "w"))
    os.close(writing)
    with os.fdopen(reading) as told:
        print(told.read(), flush=True)
    os.waitpid(child, 0)
"""
"""Loads what every command loads, libraries of its command line included, then forks for each line of words."""


@pytest.fixture(scope="module")
def run():
    """The exit code of a command, and which slow libraries are loaded in its process."""
    words = [sys.executable, "-c", RUNS]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as runs:

        def told(*words):
            print(json.dumps(words), file=runs.stdin, flush=True)
            return json.loads(runs.stdout.readline())

        yield told


class TestARefusalWaitedForLibraries:
    """`match v26 v99` took 11 to 17 s, for numba, scipy and a server. What is loaded is asserted, not seconds."""

    @pytest.mark.parametrize(
        "words",
        [
            ["match", "v26", "v99"],
            ["tags", "none"],
            ["tags", "tests/positions/suite", "v99"],
            ["match", "v26", "v17?alpa=2"],
            ["ladder", "v26", "v99", "v17"],
            ["sweep", "--vary", "alpha=0.1:0.2", "--against", "v99"],
            ["sweep", "--vary", "alpa=0.1:0.2", "--against", "v17"],
            ["tune", "--space", "nope.toml"],
            ["tune", "--space", "experiments/plans/spaces/first-six.toml", "--against", "v99"],
            ["analyse"],
            ["analyse", "nope.hlt", "nor-this.hlt"],
            ["analyse", "README.md", "tests/unit"],
            ["watch", "nope.hlt"],
            ["watch", GAME, "--as", "v99"],
            ["watch", GAME, "--turn", "9999"],
            ["coach", "nope.hlt"],
            ["coach", GAME, "--player", "3"],
            ["match", "v26", "v17", "--scheduler", "nope"],
            ["match", "v26", "v17", "--scheduler", ""],
            ["ladder", "v26", "v17", "--scheduler", "nope", "--question", "Who?"],
            ["sweep", "--vary", "alpha=0.1:0.2", "--against", "v17", "--scheduler", "nope"],
            ["tune", "--space", "experiments/plans/spaces/first-six.toml", "--scheduler", "nope"],
            ["ladder", "v26"],
            ["speed", "--only", "nope"],
            ["explain", GAME, "--preset", "v99"],
            ["league", "--database", "nope.db"],
            ["league", "docs"],
            ["site", "nope", "--database", "nope.db"],
            ["database", "show", "--database", "nope.db"],
        ],
        ids=" ".join,
    )
    def test_a_wrong_word_is_refused_before_anything_slow_is_loaded(self, run, words):
        assert run(*words) == [2, []]

    @pytest.mark.parametrize("verb", ["match", "ladder", "sweep", "tune", "watch", "analyse", "speed", "coach"])
    def test_help_loads_nothing_slow(self, run, verb):
        """--help answers at once."""
        assert run(verb, "--help") == [0, []]
