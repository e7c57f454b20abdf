"""./play without arguments plays a game and writes a page beside the replay.

The Python of these tests is a stand-in that neither plays nor draws: it records the calls.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.processes import PATIENCE
from tests.project import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="play and test are bash scripts; README has the plain commands"
)

STAND_IN = """#!/bin/bash
case "$*" in
  *_base_executable*) echo "$0" ;;
  "--version") echo "Python 3.11.0" ;;
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-P -c"*)
    [ -z "$FAILS" ] || exit 3
    [ -z "$THINKS" ] || echo "$9" >"${5# --explain }"
    while [ -e "$WAITS" ]; do sleep 0.05; done
    touch "replays/17-$9.hlt"; echo "played" ;;
  "-m bot.warm") exit "${WARMS:-0}" ;;
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
        told = {"PATH": path, "CALLS": str(calls), "THINKS": "yes", "FAILS": "", "WAITS": ""} | env
        said = subprocess.run([clone / "play"], cwd="/", env=told, capture_output=True, text=True, timeout=PATIENCE)
        return said, calls.read_text(encoding="utf-8"), clone

    return run


def test_a_game_ends_with_its_page_and_the_thoughts_of_the_bot(play):
    """The explanation lies beside the replay; without a terminal no browser opens."""
    said, calls, clone = play()
    assert said.returncode == 0
    assert said.stdout.splitlines()[-1].endswith("a page")
    (game,) = (clone / "replays").glob("*.hlt")
    explanation = game.with_suffix(".player1.explain.gz")
    assert calls.strip() == f"-m viewer replays/{game.name} --explanation replays/{explanation.name} --no-open"
    assert set((clone / "replays").iterdir()) == {game, explanation}, "what was written meanwhile is gone"


def test_a_bot_that_thought_nothing_is_shown_all_the_same(play):
    """It may not have started; what an earlier game left is not taken for its thoughts."""
    play()
    _, calls, _ = play(THINKS="")
    assert re.fullmatch(r"-m viewer replays/17-\d+\.hlt --no-open", calls.splitlines()[-1])


def test_where_the_search_does_not_compile_the_game_is_played_all_the_same(play):
    """The bot has its greedy moves. ./play said so, and ended without a game."""
    said, calls, _ = play(WARMS="1")
    assert said.returncode == 0
    assert calls


def test_ctrl_c_while_the_search_compiles_ends_play(play):
    """Ctrl-C ends `play` with code 130, and no game begins."""
    said, calls, _ = play(WARMS="130")
    assert said.returncode == 130
    assert not calls


class TestTwoGamesAtOnceSwappedTheirThoughts:
    """Both wrote to replays/thoughts.explain.gz: a page explained 10,344 squares that its player did not own."""

    def test_each_game_keeps_its_own(self, play, tmp_path):
        """The first goes on until the second has ended; each page shows its own game with its own thoughts."""
        play()  # makes the environment, so that the two do nothing but play
        barrier = tmp_path / "barrier"
        barrier.touch()
        with ThreadPoolExecutor() as pool:
            first = pool.submit(play, WAITS=str(barrier))
            _, _, clone = play()
            barrier.unlink()
            said, calls, _ = first.result()
        assert said.returncode == 0
        games = {path.stem.partition("-")[2]: path for path in (clone / "replays").glob("*.hlt")}
        assert len(games) == 3
        for seed, game in games.items():
            assert game.with_suffix(".player1.explain.gz").read_text() == f"{seed}\n"
            assert f"replays/{game.name} --explanation replays/{game.stem}.player1.explain.gz" in calls


def test_a_game_that_was_not_played_has_no_page(play):
    """No page is written, and the exit code is the game's."""
    said, calls, _ = play(FAILS="1")
    assert said.returncode == 3
    assert calls == ""


SPEAKER = """import sys
print("#1", sys.argv[-2])
print("the same map again:", *sys.argv, sys.stdout.isatty())
"""


def test_what_play_adds_to_the_bot_is_not_printed(play, tmp_path):
    """The advice repeats the command as a person would type it, without the options that `play` adds."""
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
    seed = re.search(r"-d 30 30 -s (\d+) -i replays python3 MyBot.py python3 MyBot.py --preset v26 False$", second)
    assert 1 <= int(seed[1]) < 2**32, "a seed of the engine"
