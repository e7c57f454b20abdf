"""The bash scripts: environment.sh makes .venv when it must, and only then; ./play from a copy of the tree."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.replay import read
from experiments.recordings import explanations
from tests.support.project import PATIENCE, ROOT, tracked
from tests.support.recordings import GOLDEN

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="play and test are bash scripts; docs/play.md has the plain commands"
)

# Answers as Python, venv, pip and uv do, and writes down which of them was called.
STAND_IN = """#!/bin/bash
echo "$*" >>"$CALLS"
case "$*" in
  *_base_executable*) echo "$0" ;;
  "--version") echo "Python 3.11.0" ;;
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip install"* | "-m uv pip install"*) echo "$SAID"; exit "${BROKEN:-0}" ;;
esac
"""


@dataclass
class Newcomer:
    """A fresh clone in a folder with a blank in its name, and a machine with one Python."""

    clone: Path
    calls: Path
    env: dict[str, str]

    def started(self, words: str, **env: str) -> "subprocess.Popen[str]":
        """These words after environment.sh, from another folder, as a person who calls play by its path does."""
        script = f'. "{self.clone}/environment.sh" && {words}'
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(["bash", "-c", script], cwd="/", env=self.env | env, **streams)

    def ready(self, lock: str, **env: str) -> subprocess.CompletedProcess[str]:
        self.calls.write_text("", encoding="utf-8")
        process = self.started(f"ready {lock}", **env)
        out, err = process.communicate(timeout=PATIENCE)
        return subprocess.CompletedProcess(lock, process.returncode, out, err)

    @property
    def installed(self) -> list[str]:
        """What the latest `ready` asked pip and uv for, in order: pip:uv.lock is the installer itself."""
        calls = [line.split() for line in self.calls.read_text(encoding="utf-8").splitlines() if " install " in line]
        return [f"{words[1]}:{Path(words[-1]).name}" for words in calls]


def program(folder, name, script):
    (folder / name).write_text(script, encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.fixture
def newcomer(tmp_path):
    clone, programs, calls = tmp_path / "a clone", tmp_path / "bin", tmp_path / "calls"
    clone.mkdir()
    programs.mkdir()
    for name in ("environment.sh", "requirements.lock", "requirements-all.lock"):
        shutil.copy(ROOT / name, clone)
    program(programs, "python3", STAND_IN)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return Newcomer(clone, calls, {"PATH": path, "CALLS": str(calls), "SAID": ""})


def test_the_first_start_installs_the_small_lock_with_pip_and_the_second_nothing(newcomer):
    said = newcomer.ready("requirements.lock")
    assert said.returncode == 0
    assert newcomer.installed == ["pip:requirements.lock"]
    assert said.stdout == "", "standard output belongs to the game"
    assert len(said.stderr.splitlines()) == 2
    assert newcomer.ready("requirements.lock").stderr == ""
    assert newcomer.calls.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("second", ["requirements.lock", "requirements-all.lock"])
def test_two_set_ups_in_one_folder_wait_for_one_another(newcomer, second):
    stand_in = newcomer.clone.parent / "bin" / "python3"
    at_work, go_on = newcomer.clone.parent / "at-work", newcomer.clone.parent / "go-on"
    slow = f'"-m uv pip"*) touch {at_work}; until [ -e {go_on} ]; do sleep 0.02; done ;;\n'
    locking = f'*fcntl*) exec {sys.executable} "$@" ;;\n'
    stand_in.write_text(STAND_IN.replace('case "$*" in\n', f'case "$*" in\n  {slow}  {locking}'), encoding="utf-8")
    first = newcomer.started("ready requirements-all.lock")
    while not at_work.exists():
        assert first.poll() is None
    waiting = newcomer.started(f"ready {second}")
    assert waiting.stderr.readline() == "Waiting for another set-up in this folder ...\n"
    go_on.touch()
    assert (first.wait(60), waiting.wait(60)) == (0, 0)
    for each in (first, waiting):
        each.communicate()
    assert newcomer.installed == ["pip:uv.lock", "uv:requirements-all.lock"]


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-all.lock"])
def test_a_changed_lock_makes_the_environment_anew(newcomer, lock):
    newcomer.ready(lock)
    with (newcomer.clone / lock).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    newcomer.ready("requirements.lock")
    assert newcomer.installed[-1].endswith(f":{lock}")


def test_a_moved_folder_and_a_link_to_another_clones_environment_install_nothing(newcomer):
    newcomer.ready("requirements-all.lock")
    first = newcomer.clone
    newcomer.clone = first.rename(first.parent / "elsewhere")
    newcomer.ready("requirements-all.lock")
    assert newcomer.installed == []
    second = shutil.copytree(newcomer.clone, first, symlinks=True, ignore=shutil.ignore_patterns(".venv*"))
    (second / ".venv").symlink_to(newcomer.clone / ".venv")
    newcomer.clone = second
    newcomer.ready("requirements-all.lock")
    newcomer.ready("requirements.lock")
    assert newcomer.installed == []


def test_a_failed_set_up_is_explained_and_begun_again(newcomer):
    failed = newcomer.ready("requirements.lock", BROKEN="1", SAID="Temporary failure in name resolution")
    assert failed.returncode == 1
    assert "Temporary failure in name resolution" in failed.stderr
    assert "Likely cause: no network" in failed.stderr
    assert newcomer.ready("requirements.lock").returncode == 0
    assert newcomer.installed == ["pip:requirements.lock"]


@pytest.fixture
def bare(tmp_path):
    folder = tmp_path / "bare"
    folder.mkdir()
    for name in ("bash", "dirname", "cat", "ls", "cksum"):
        (folder / name).symlink_to(shutil.which(name))
    return folder


def test_a_machine_without_a_fitting_python_is_told_what_to_install(newcomer, bare):
    """None new enough; one that was named and is too old, which none replaces; Debian's, which comes without venv."""
    refused = newcomer.ready("requirements.lock", PATH=str(bare))
    assert refused.returncode == 1
    assert "No Python 3.11 or newer was found" in refused.stderr
    assert "PYTHON=" in refused.stderr
    assert not (newcomer.clone / ".venv").exists()
    program(bare, "old", "#!/bin/bash\ncase $1 in --version) echo Python 3.10.9 ;; esac\n")
    refused = newcomer.ready("requirements.lock", PYTHON=str(bare / "old"))
    assert refused.returncode == 1
    assert f"PYTHON={bare / 'old'} is no Python 3.11 or newer: Python 3.10.9" in refused.stderr
    assert newcomer.installed == []
    program(bare, "python3", STAND_IN.replace("esac", "  *ensurepip*) exit 1 ;;\nesac"))
    refused = newcomer.ready("requirements.lock", PATH=str(bare))
    assert refused.returncode == 1
    assert "apt install python3-venv" in refused.stderr


SMALL = ("-d", "12 12")


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A copy of the tree in a folder with a blank in its name, with a link to this environment."""
    if not (ROOT / ".venv" / "made-from").exists():
        pytest.skip("only ./test makes the environment")
    folder = tmp_path_factory.mktemp("play") / "a clone"
    for path in tracked():
        name = path.relative_to(ROOT)
        if not str(name).startswith(("tests/", "docs/", "notebooks/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, folder / name)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    return folder


@pytest.fixture
def play(clone, tmp_path):
    """Run ./play in a folder, with an empty HOME; returns what it printed, and the games and pages there."""
    home = tmp_path / "home"
    home.mkdir()

    def run(*words, folder=tmp_path, **environment):
        told = os.environ | {"HOME": str(home), "XDG_CACHE_HOME": ""} | environment
        done = subprocess.run(
            [clone / "play", *words], cwd=folder, env=told, capture_output=True, text=True, timeout=PATIENCE
        )
        listed = {kind: sorted(folder.glob(f"*{kind}")) for kind in (".hlt", ".html", ".explain.gz")}
        return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr, files=listed)

    return run


@pytest.mark.slow
def test_games_at_once_end_with_their_pages_and_the_reasons_of_the_champion(play, tmp_path):
    """Both wrote into one file: a page explained 10,344 squares that its player did not own."""
    with ThreadPoolExecutor() as pool:
        games = list(pool.map(lambda seed: play(*SMALL, "-s", seed), ("7", "8")))
    assert [each.code for each in games] == [0, 0], games[0].err
    whys = list(tmp_path.glob("*.explain.gz"))
    for why in whys:
        game = why.with_name(why.name.replace(".player1.explain.gz", ".hlt"))
        page, explanation = game.with_suffix(".html"), explanations.read(why)
        assert game.stem in page.read_text(encoding="utf-8")
        assert any(page.name in each.out.splitlines()[-1] for each in games)
        assert explanation.turns[0].search["opening"]["tried"] > 0, "as many as there is time for"
        assert_is_of(read(game), explanation)
    assert len(whys) == len(list(tmp_path.glob("*.html"))) == 2
    assert not list(tmp_path.glob(".thoughts*"))


def assert_is_of(replay, explanation):
    """Every square of player 1 that moved did so for a reason that is written down."""
    assert len(explanation.turns) >= replay.turns - 1
    for turn, why in enumerate(explanation.turns[: replay.turns]):
        ours = replay.owner[turn] == 1
        assert (why.move[ours] == replay.moves[turn][ours]).all(), f"turn {turn}"


@pytest.mark.slow
def test_a_machine_without_wasmtime_is_told_so_once_and_plays(play, tmp_path):
    without = tmp_path / "without"
    without.mkdir()
    (without / "wasmtime.py").write_text("raise ImportError('none here')", encoding="utf-8")
    played = play("-q", *SMALL, "-s", "7", PYTHONPATH=str(without))
    assert played.code == 0, played.err
    assert len(re.findall("wasmtime is not installed", played.err)) == 1


@pytest.mark.slow
def test_a_recording_is_shown(play, tmp_path):
    game = shutil.copy(GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz", tmp_path)
    played = play(str(game))
    assert played.code == 0, played.err
    assert len(played.files[".html"]) == 1
