"""environment.sh makes .venv when it must, and only then; the Python of these tests is a stand-in."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.processes import PATIENCE
from tests.support.project import ROOT

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

    def ready(self, lock: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run `ready LOCK` from another folder, as a person who calls play by its path does."""
        self.calls.write_text("", encoding="utf-8")
        script = f'. "{self.clone}/environment.sh" && ready {lock}'
        return subprocess.run(
            ["bash", "-c", script], cwd="/", env=self.env | env, capture_output=True, text=True, timeout=PATIENCE
        )

    def started(self, lock: str) -> "subprocess.Popen[str]":
        script = f'. "{self.clone}/environment.sh" && ready {lock}'
        return subprocess.Popen(["bash", "-c", script], cwd="/", env=self.env, stderr=subprocess.PIPE, text=True)

    @property
    def installed(self) -> list[str]:
        """What the latest `ready` asked pip and uv for, in order: pip:uv.lock is the installer itself."""
        calls = [line.split() for line in self.calls.read_text(encoding="utf-8").splitlines() if " install " in line]
        return [f"{words[1]}:{Path(words[-1]).name}" for words in calls]


@pytest.fixture
def newcomer(tmp_path):
    """The scripts and the locks, and a stand-in for python3 that is first on PATH."""
    clone, programs, calls = tmp_path / "a clone", tmp_path / "bin", tmp_path / "calls"
    clone.mkdir()
    programs.mkdir()
    for name in ("environment.sh", "requirements.lock", "requirements-all.lock"):
        shutil.copy(ROOT / name, clone)
    (programs / "python3").write_text(STAND_IN, encoding="utf-8")
    (programs / "python3").chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return Newcomer(clone, calls, {"PATH": path, "CALLS": str(calls), "SAID": ""})


def test_the_first_start_installs_the_small_lock_with_pip_and_the_second_nothing(newcomer):
    """Two packages: an installer for the installer would only cost time."""
    said = newcomer.ready("requirements.lock")
    assert said.returncode == 0
    assert newcomer.installed == ["pip:requirements.lock"]
    assert said.stdout == "", "standard output belongs to the game"
    assert len(said.stderr.splitlines()) == 2
    assert newcomer.ready("requirements.lock").stderr == ""
    assert newcomer.calls.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("second", ["requirements.lock", "requirements-all.lock"])
def test_two_set_ups_in_one_folder_wait_for_one_another(newcomer, second):
    """The second would remove the files that the first has just made; now it finds them made."""
    stand_in = newcomer.clone.parent / "bin" / "python3"
    at_work, go_on = newcomer.clone.parent / "at-work", newcomer.clone.parent / "go-on"
    slow = f'"-m uv pip"*) touch {at_work}; until [ -e {go_on} ]; do sleep 0.02; done ;;\n'
    locking = f'*fcntl*) exec {sys.executable} "$@" ;;\n'
    stand_in.write_text(STAND_IN.replace('case "$*" in\n', f'case "$*" in\n  {slow}  {locking}'), encoding="utf-8")
    first = newcomer.started("requirements-all.lock")
    while not at_work.exists():
        assert first.poll() is None
    waiting = newcomer.started(second)
    assert waiting.stderr.readline() == "Waiting for another set-up in this folder ...\n"
    go_on.touch()
    assert (first.wait(60), waiting.wait(60)) == (0, 0)
    first.stderr.close()
    waiting.stderr.close()
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
    """A folder with the few programs that a system without any Python still has."""
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
    (bare / "old").write_text("#!/bin/bash\ncase $1 in --version) echo Python 3.10.9 ;; esac\n", encoding="utf-8")
    (bare / "old").chmod(0o755)
    refused = newcomer.ready("requirements.lock", PYTHON=str(bare / "old"))
    assert refused.returncode == 1
    assert f"PYTHON={bare / 'old'} is no Python 3.11 or newer: Python 3.10.9" in refused.stderr
    assert newcomer.installed == []
    (bare / "python3").write_text(STAND_IN.replace("esac", "  *ensurepip*) exit 1 ;;\nesac"), encoding="utf-8")
    (bare / "python3").chmod(0o755)
    refused = newcomer.ready("requirements.lock", PATH=str(bare))
    assert refused.returncode == 1
    assert "apt install python3-venv" in refused.stderr


@pytest.fixture
def fresh_debian(newcomer):
    """A machine with nothing but what environment.sh needs, where apt-get writes down what it is asked for."""
    programs = newcomer.clone.parent / "debian"
    programs.mkdir()
    for name in ("bash", "dirname", "cat"):
        (programs / name).symlink_to(shutil.which(name))
    for name, script in {"id": "echo 0", "apt-get": 'echo "$*" >>"$CALLS"; exit "${BROKEN:-0}"'}.items():
        (programs / name).write_text(f"#!{shutil.which('bash')}\n{script}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    venv_programs = newcomer.clone / ".venv" / "bin"
    venv_programs.mkdir(parents=True)
    (venv_programs / "python").symlink_to(sys.executable)  # it asks for the lock
    newcomer.env["PATH"] = str(programs)
    newcomer.calls.write_text("", encoding="utf-8")
    return newcomer


def ready_browser(newcomer, **env):
    """Run `ready_browser`."""
    script = f'. "{newcomer.clone}/environment.sh" && ready_browser'
    return subprocess.run(
        ["bash", "-c", script], env=newcomer.env | env, capture_output=True, text=True, timeout=PATIENCE
    )


def test_a_missing_browser_is_installed_where_that_can_be_done(fresh_debian):
    """On Debian, as root, chromium is installed with apt, which waits while an upgrade holds the package manager."""
    assert ready_browser(fresh_debian).returncode == 0
    asked = fresh_debian.calls.read_text(encoding="utf-8").splitlines()
    waits = "-o DPkg::Lock::Timeout=300"
    assert asked == [f"{waits} update", f"{waits} install -y --no-install-recommends chromium-headless-shell chromium"]
