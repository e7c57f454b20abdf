"""The commands of engine and laboratory as programs: outputs, exit codes, what they load; the bots of the documents."""

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest

from engine.replay import read
from experiments.commands import VERBS
from tests.support.bots import bot, engine, run_command
from tests.support.project import PATIENCE, ROOT, blocks

PUSHER = bot("pusher")
BOARD = ("-d", "8 8", "-s", "5")


def test_quiet_output_has_the_official_lines_in_the_official_order_and_an_ejected_bot_a_log(tmp_path):
    begun, babbler = int(time.time()), bot("faulty", "babble", 3)
    run = engine("-q", *BOARD, PUSHER, babbler, folder=tmp_path)
    lines = run.stdout.split("\n")
    assert lines[:3] == [PUSHER, babbler, "8 8"]
    number, seed = re.fullmatch(r"\./(\d+)-5\.hlt (\d+)", lines[3]).groups()
    assert begun <= int(number) <= time.time()
    assert (seed, lines[4:]) == ("5", ["1 1 3", "2 2 2", "2 ", f"2-{number}.log "])
    log = (tmp_path / f"2-{number}.log").read_text()
    assert "ejected on turn 3" in log
    assert "1 2 north" in log
    (fault,) = [line for line in run.stderr.splitlines() if not line.startswith(" ")]
    assert fault.startswith(f"player 2 ({babbler}) was ejected on turn 3")
    assert run.returncode == 0


def test_override_alternates_commands_and_names_and_one_player_may_play_on_the_map_of_several(tmp_path):
    run = engine("-q", "-o", *BOARD, PUSHER, "Ada", PUSHER, "Grace", folder=tmp_path)
    lines = run.stdout.split("\n")
    assert lines[0] == "8 8"
    assert read(tmp_path / lines[1].split()[0]).player_names == ("Ada", "Grace")
    run = engine("-q", "-n", "3", *BOARD, PUSHER, folder=tmp_path)
    replay = read(tmp_path / run.stdout.split("\n")[2].split()[0])
    assert replay.player_names == ("pusher",)
    assert (replay.owner[0] > 0).sum() == 1


def test_the_same_game_at_the_same_second_overwrites_nothing(tmp_path):
    words = ("-q", *BOARD, PUSHER, bot("faulty", "leave", 2))
    with ThreadPoolExecutor() as pool:
        runs = list(pool.map(lambda _: engine(*words, folder=tmp_path), range(3)))
    replays = {run.stdout.split("\n")[3] for run in runs}
    assert len(replays) == len(list(tmp_path.glob("*-5.hlt"))) == 3
    assert len(list(tmp_path.glob("2-*.log"))) == 3


def test_the_result_as_json_is_alone_on_stdout(tmp_path):
    run = engine("--results-as-json", "--turn-time", "2000", *BOARD, PUSHER, bot("faulty", "hang", 2), folder=tmp_path)
    report = json.loads(run.stdout)
    assert (report["seed"], report["width"], report["height"], report["timed_out"]) == (5, 8, 8, [2])
    assert (tmp_path / report["replay"]).exists()
    late = report["standings"][1]["fault"]
    assert (late["kind"], late["turn"]) == ("late", 2)
    assert report["standings"][0]["name"] == "pusher"


def test_timeouts_can_be_ignored_and_a_game_without_a_replay_says_its_seed(tmp_path):
    run = engine("-qrt", "--turn-time", "100", "-d", "2 2", "-s", "1", bot("faulty", "be_late", 1), folder=tmp_path)
    assert (run.stdout.split("\n")[-2:], run.stderr) == ([" ", " "], "Map seed was 1\n")
    assert not list(tmp_path.glob("*.hlt"))


@pytest.mark.parametrize("flag", ["--help", "-h", "--version"])
def test_help_and_version_are_no_errors(flag, tmp_path):
    run = engine(flag, folder=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert "1.2" in run.stdout or "usage" in run.stdout


@pytest.mark.parametrize(("words", "complaint"), [
    (["-i", "nowhere", PUSHER], "replay directory 'nowhere' is no folder"),
    (["-i", __file__, PUSHER], f"replay directory '{__file__}' is no folder"),
    (["-d", "2 2", PUSHER, PUSHER, PUSHER], "too small for 3 players"),
    (["-d", "1000000 1000000", PUSHER], "1,000,000,000,000 squares, and a board may have 10,000, as 100 x 100 has"),
])  # fmt: skip
def test_an_option_that_cannot_work_is_refused_before_the_game(words, complaint, tmp_path):
    run = engine(*words, folder=tmp_path)
    assert complaint in run.stderr
    assert run.returncode == 1
    assert not list(tmp_path.iterdir())


# A command whose output is cut off, or that is interrupted, prints no traceback and exits with no answer's code.


INTERRUPTED_WHILE_LOADING = """
import runpy, sys

class CtrlC:
    def find_spec(self, name, *_):
        if name == "experiments.commands":
            raise KeyboardInterrupt

sys.meta_path.insert(0, CtrlC())
runpy.run_module("experiments", run_name="__main__")
"""


HELP = [sys.executable, "-m", "experiments", "match", "--help"]


def test_a_reader_that_leaves_ends_a_command_quietly():
    with subprocess.Popen(HELP, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is a file of Linux")
def test_a_full_disk_is_told():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(HELP, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left" in done.stderr


def test_ctrl_c_while_the_program_is_loaded_is_quiet():
    words = [sys.executable, "-c", INTERRUPTED_WHILE_LOADING]
    done = subprocess.run(words, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


# The examples of docs/play.md and docs/opponents.md, saved as the pages say.


def test_the_bot_of_the_docs_plays_a_whole_game(tmp_path):
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    (example,) = (block for block in blocks(page, "python") if "input()" in block)
    (tmp_path / "walker.py").write_text(example, encoding="utf-8")
    command = f'"{sys.executable}" walker.py'
    played = engine("--results-as-json", "-r", "-s", "7", "-d", "9 9", command, folder=tmp_path)
    result = json.loads(played.stdout)
    (standing,) = result["standings"]
    assert standing["name"] == "Random walker"
    assert standing["fault"] is None
    assert result["turns"] == 90


def test_the_opponent_of_the_docs_plays_as_a_program_from_any_folder(tmp_path):
    """Saved and registered as the page says; an import stood above the line that sets the path, and it was ejected."""
    page = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    (example,) = (block for block in blocks(page, "python") if "OPPONENT" in block)
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    for folder in ("bot", "experiments/opponents"):
        shutil.copytree(ROOT / folder, project / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "experiments" / "__init__.py", project / "experiments")
    elsewhere.mkdir()
    opponents = project / "experiments" / "opponents"
    (opponents / "miser").mkdir()
    (opponents / "miser" / "__init__.py").write_text(example, encoding="utf-8")
    registry = (opponents / "opponent.py").read_text(encoding="utf-8")
    (opponents / "opponent.py").write_text(registry.replace("NAMES = (", 'NAMES = ("miser", '), encoding="utf-8")
    command = f'"{sys.executable}" "{opponents}" miser --log miser.log'
    played = engine("--results-as-json", "-s", "7", "-d", "10 10", "-t", command, command, folder=elsewhere)
    for standing in json.loads(played.stdout)["standings"]:
        assert (standing["name"], standing["fault"]) == ("miser", None)
        assert standing["territory"] > 4
    assert not (elsewhere / "miser.log").exists()


# `python -m experiments` without a command, and on a machine on which ./test was never run.


def test_a_laboratory_without_its_libraries_says_where_they_come_from(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['typer'] = None", encoding="utf-8")
    command = [sys.executable, "-m", "experiments", "parameters"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    answer = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert answer.returncode == 1
    (line,) = answer.stderr.splitlines()
    assert "typer" in line
    assert "`make install`" in line


GAME = "tests/golden/decisions/v26-v17-20x20-4100.hlt.gz"

SLOW = ["numba", "scipy", "pandas", "matplotlib", "optuna", "distributed", "starlette", "uvicorn"]
NEEDLESS = ["numpy", "pydantic", "rich"]  # for help: they took two thirds of the time of `match --help`

# Exit codes of commands where these libraries cannot be loaded.
RUNS = """
import json, sys
from click.testing import CliRunner

sys.modules |= dict.fromkeys(json.loads(sys.argv[1]))
from experiments.__main__ import laboratory

print(json.dumps({line: CliRunner().invoke(laboratory, line.split()).exit_code for line in sys.argv[2:]}))
"""


def exit_codes(blocked, lines):
    words = [sys.executable, "-c", RUNS, json.dumps(blocked), *lines]
    return json.loads(subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)


class TestARefusalWaitedForLibraries:
    """`match v26 v99` took 11 to 17 s, for numba, scipy and a server. They cannot be loaded here."""

    def test_a_wrong_word_is_refused_before_anything_slow_is_loaded(self):
        refused = [
            "match v26 v17?alpa=2", "match v26 v17 --scheduler nope", "ladder v26 v99 v17",
            "sweep --vary alpha=0.1:0.2 --against v99", "sweep --vary alpha=0.1:0.2 --against v17 --scheduler nope",
            "tune --space nope.toml", "tune --space experiments/plans/spaces/first-six.toml --scheduler nope",
            "tags tests/positions/suite v99", "analyse README.md tests/unit", "growth v26 v99", "speed --only nope",
            f"watch {GAME} --turn 9999", f"coach {GAME} --player 3", f"explain {GAME} --preset v99",
            "league docs", "site nope --database nope.db", "database show --database nope.db",
        ]  # fmt: skip
        assert exit_codes(SLOW, refused) == dict.fromkeys(refused, 2)

    def test_help_loads_nothing_slow(self):
        asked = [
            f"{verb} --help" for verb in chain(*VERBS.values()) if verb not in ("explain", "league", "site", "tags")
        ]
        assert exit_codes(SLOW + NEEDLESS, asked) == dict.fromkeys(asked, 0)


# How many functions of experiments/ stand between the command `match` and its first game.
MOST_FUNCTIONS, MOST_FILES = 20, 8
FOLDER = f"{ROOT / 'experiments'}/"


def test_few_functions_are_called_before_the_first_game_of_a_match(tmp_path):
    """Classes, comprehensions and what runs while a module is loaded are no functions that are called."""
    words, called = ["match", "v26", "v17", "--blocks", "1", "--mix"], {}

    def note(frame, event, _):
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(FOLDER):
            return
        if code.co_qualname == "play_game":
            sys.setprofile(None)
            raise KeyboardInterrupt
        if code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<"):
            called.setdefault(code.co_filename.removeprefix(FOLDER), {})[code.co_qualname] = None

    (tmp_path / "before").mkdir()
    run_command(tmp_path / "before", *words, "10x10")  # loads all modules
    sys.setprofile(note)
    assert run_command(tmp_path, *words, "12x12").exit_code == 130
    listed = "\n".join(f"{file}: {', '.join(names)}" for file, names in called.items())
    number = sum(map(len, called.values()))
    assert number <= MOST_FUNCTIONS, f"{number} functions are called:\n{listed}"
    assert len(called) <= MOST_FILES, f"in {len(called)} files:\n{listed}"
