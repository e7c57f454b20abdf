"""./play without arguments ends with a page beside the replay.

The Python of these tests is a stand-in that neither plays nor draws, but writes down what it was asked for.
"""

import os
import shutil
import subprocess
import sys

import pytest

from tests.project import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="play and test are bash scripts; README has the plain commands"
)

STAND_IN = """#!/bin/bash
case "$*" in
  *_base_executable*) echo "$0" ;;
  "--version") echo "Python 3.11.0" ;;
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-P -c"*) [ -z "$FAILS" ] || exit 3; touch replays/17-4.hlt $THINKS; echo "played" ;;
  "-m viewer"*) echo "$*" >>"$CALLS"; echo "a page" ;;
esac
"""


@pytest.fixture
def play(tmp_path):
    """Run ./play in a fresh clone; what it said, what the viewer was asked for, and the clone."""
    clone, programs, calls = tmp_path / "a clone", tmp_path / "bin", tmp_path / "calls"
    clone.mkdir()
    programs.mkdir()
    for name in ("play", "environment.sh", "requirements.lock", "requirements-all.lock"):
        shutil.copy(ROOT / name, clone)
    (programs / "python3").write_text(STAND_IN, encoding="utf-8")
    (programs / "python3").chmod(0o755)
    calls.write_text("", encoding="utf-8")
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"

    def run(**env):
        told = {"PATH": path, "CALLS": str(calls), "THINKS": "replays/thoughts.explain.gz", "FAILS": ""} | env
        said = subprocess.run([clone / "play"], cwd="/", env=told, capture_output=True, text=True, timeout=60)
        return said, calls.read_text(encoding="utf-8"), clone

    return run


def test_a_game_ends_with_its_page_and_the_thoughts_of_the_bot(play):
    """The explanation lies beside the replay; without a terminal no browser opens."""
    said, calls, clone = play()
    assert said.returncode == 0
    assert said.stdout.splitlines()[-1].endswith("a page")
    assert calls.strip() == ("-m viewer replays/17-4.hlt --explanation replays/17-4.player1.explain.gz --no-open")
    assert sorted(path.name for path in (clone / "replays").iterdir()) == ["17-4.hlt", "17-4.player1.explain.gz"]


def test_a_bot_that_thought_nothing_is_shown_all_the_same(play):
    """It may not have started; what an earlier game left is not taken for its thoughts."""
    play()
    _, calls, _ = play(THINKS="")
    assert calls.splitlines()[-1] == "-m viewer replays/17-4.hlt --no-open"


def test_a_game_that_was_not_played_has_no_page(play):
    """The exit code is the game's."""
    said, calls, _ = play(FAILS="1")
    assert said.returncode == 3
    assert calls == ""


SPEAKER = """import sys
print("#1", sys.argv[-2])
print("the same map again:", *sys.argv, sys.stdout.isatty())
"""


def test_what_play_adds_to_the_bot_is_not_printed(play, tmp_path):
    """The advice is to be typed: as short as a person would type it, and it asks for no file that nobody reads."""
    _, _, clone = play()
    (clone / "engine").mkdir()
    (clone / "engine" / "__init__.py").touch()
    (clone / "engine" / "__main__.py").write_text(SPEAKER, encoding="utf-8")
    python = clone / ".venv" / "bin" / "python3"
    python.write_text(STAND_IN.replace('"-P -c"*)', f'"-P -c"*) exec "{sys.executable}" "$@";; never)'))
    python.chmod(0o755)
    said, _, _ = play()
    first, second = said.stdout.splitlines()[:2]
    assert first == "#1 python3 MyBot.py"
    assert second.endswith("-d 30 30 -i replays python3 MyBot.py python3 MyBot.py --preset v17 False")
