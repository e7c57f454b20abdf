"""What is refused before anything slow is loaded or written: wrong words, boards too large, folders as files."""

import json
import subprocess
import sys

import pytest

from engine import mapgen
from engine.halite1_v0 import parallel_env
from experiments.arena.schedule import ScheduleError, Seeds, maps
from tests.support.bots import engine
from tests.support.laboratory import asked, complaint
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
            ["match", "v26", "v17?alpa=2"],
            ["match", "v26", "v17", "--scheduler", "nope"],
            ["ladder", "v26", "v99", "v17"],
            ["ladder", "v26", "v17", "--scheduler", "nope", "--question", "Who?"],
            ["sweep", "--vary", "alpha=0.1:0.2", "--against", "v99"],
            ["sweep", "--vary", "alpha=0.1:0.2", "--against", "v17", "--scheduler", "nope"],
            ["tune", "--space", "nope.toml"],
            ["tune", "--space", "experiments/plans/spaces/first-six.toml", "--scheduler", "nope"],
            ["tags", "tests/positions/suite", "v99"],
            ["analyse", "README.md", "tests/unit"],
            ["watch", GAME, "--turn", "9999"],
            ["coach", GAME, "--player", "3"],
            ["speed", "--only", "nope"],
            ["explain", GAME, "--preset", "v99"],
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
        assert run(verb, "--help") == [0, []]


@pytest.fixture
def refused(tmp_path):
    """A command of the laboratory in an empty folder: what it says on stderr, and that nothing stays there."""

    def ask(*words):
        done = asked(tmp_path, *words)
        assert isinstance(done.exception, SystemExit), done.exception
        assert done.exit_code == 2
        assert list(tmp_path.iterdir()) == []
        return complaint(done)

    return ask


class TestBoardsTooLarge:
    """The story: `match v26 v17 --mix 100000x100000` filed its plan and hung, and so did `-d "1000000 1000000"`."""

    @pytest.mark.parametrize("mix", ["100000x100000", "30x30,101x100", "10001x1"])
    def test_a_match_is_refused_before_its_plan_is_filed(self, refused, mix):
        """Any board of the mix counts; Python does not even read a side of thousands of digits."""
        assert "10,000" in refused("match", "v26", "v17", "--mix", mix)
        assert "30x30" in refused("match", "v26", "v17", "--mix", f"{'9' * 5000}x30")

    def test_the_environment_says_so_at_once(self, tmp_path):
        done = engine("-d", "1000000 1000000", "true", "true", folder=tmp_path)
        assert done.returncode == 1
        assert done.stderr == (
            "No map can be made: a 1000000 x 1000000 board has 1,000,000,000,000 squares, "
            "and a board may have 10,000, as 100 x 100 has.\n"
        )
        assert list(tmp_path.iterdir()) == []

    def test_the_largest_board_is_one_and_the_environment_for_algorithms_knows_it_too(self):
        assert mapgen.size(100, 100, 2, seed=1) == (100, 100)
        with pytest.raises(ScheduleError):
            next(maps("101x100", 2, Seeds.DEVELOPMENT))
        with pytest.raises(ValueError, match="a board may have 10,000"):
            parallel_env(width=100_000, height=100_000)


@pytest.mark.parametrize("path", [".", "/", "", ".."])
@pytest.mark.parametrize(
    "words",
    [
        ("match", "v26", "v17", "--database"),
        ("ladder", "v26", "v17", "--database"),
        ("sweep", "--vary", "alpha=0.1,0.2", "--database"),
        ("tune", "--space", "space.toml", "--out"),
    ],
)
def test_a_folder_is_no_file(refused, words, path):
    """`--database .` printed a traceback and exit code 1, which means "undecided"."""
    assert "directory" in refused(*words, path)
