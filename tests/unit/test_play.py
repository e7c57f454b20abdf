"""./play without arguments, or with flags alone; the Python of these tests is a stand-in that records the calls."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.processes import PATIENCE
from tests.support.project import ROOT

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="play and test are bash scripts; docs/1 has the plain commands"
)

STAND_IN = f"""#!/bin/bash
case "$*" in
  *_base_executable*) echo "$0" ;;
  "--version") echo "Python 3.11.0" ;;
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  *'run_module(sys.argv'*" engine.flags "*) exec "{sys.executable}" "$@" ;;
  *'run_module(sys.argv'*" viewer "*) shift 5; echo "viewer $*" >>"$CALLS"; echo "a page" ;;
  *'run_module("engine"'*)
    [ -z "$FAILS" ] || exit 3
    unsaid=$5
    shift 5
    echo "engine $*" >>"$CALLS"
    folder=. seed=""
    while [ $# -gt 0 ]; do case "$1" in -i) folder=$2 ;; -s) seed=$2 ;; esac; shift; done
    [ -z "$THINKS" ] || [ -z "$unsaid" ] || eval "echo $seed >${{unsaid# --explain }}"
    while [ -e "$WAITS" ]; do sleep 0.05; done
    touch "$folder/17-$seed.hlt"; echo "played" ;;
  "-m bot.program.warm") exit "${{WARMS:-0}}" ;;
esac
"""


@pytest.fixture
def play(tmp_path):
    """Run ./play of a fresh clone; what it said, what engine and viewer were asked for, and the clone."""
    clone, programs, calls = tmp_path / "a clone", tmp_path / "bin", tmp_path / "calls"
    (clone / "engine").mkdir(parents=True)
    programs.mkdir()
    for name in ("__init__.py", "flags.py"):
        shutil.copy(ROOT / "engine" / name, clone / "engine")
    for name in ("play", "environment.sh", "requirements.lock", "requirements-all.lock"):
        shutil.copy(ROOT / name, clone)
    (programs / "python3").write_text(STAND_IN, encoding="utf-8")
    (programs / "python3").chmod(0o755)
    calls.write_text("", encoding="utf-8")
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"

    def run(*words, folder="/", program=clone / "play", **env):
        told = {"PATH": path, "CALLS": str(calls), "THINKS": "yes", "FAILS": "", "WAITS": ""} | env
        said = subprocess.run([program, *words], cwd=folder, env=told, capture_output=True, text=True, timeout=PATIENCE)
        return said, calls.read_text(encoding="utf-8"), clone

    return run


def test_a_game_ends_with_its_page_and_the_thoughts_of_the_bot(play):
    """The explanation lies beside the replay; without a terminal no browser opens."""
    said, calls, clone = play()
    assert said.returncode == 0
    assert said.stdout.splitlines()[-1].endswith("a page")
    (game,) = (clone / "replays").glob("*.hlt")
    explanation = game.with_suffix(".player1.explain.gz")
    assert calls.splitlines()[-1] == f"viewer {game} --explanation {explanation} --no-open"
    assert set((clone / "replays").iterdir()) == {game, explanation}, "what was written meanwhile is gone"


def test_a_bot_that_thought_nothing_is_shown_all_the_same_and_a_game_that_was_not_played_is_not(play):
    """It may not have started; what an earlier game left is not taken for its thoughts. The exit code is the game's."""
    play()
    _, calls, _ = play(THINKS="")
    assert re.fullmatch(r"viewer .*/replays/17-\d+\.hlt --no-open", calls.splitlines()[-1])
    said, after, _ = play(FAILS="1")
    assert (said.returncode, after) == (3, calls)


@pytest.mark.parametrize(("warms", "code"), [("1", 0), ("130", 130)])
def test_where_the_search_does_not_compile_the_game_is_played_all_the_same(play, warms, code):
    """The bot has its greedy moves. Only Ctrl-C ends it without a game."""
    said, calls, _ = play(WARMS=warms)
    assert (said.returncode, bool(calls)) == (code, code == 0)


def test_of_two_games_at_once_each_keeps_its_own_thoughts(play, tmp_path):
    """Both wrote to replays/thoughts.explain.gz: a page explained 10,344 squares that its player did not own."""
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
        assert f"{game} --explanation {game.with_suffix('.player1.explain.gz')}" in calls


SPEAKER = """import sys
print("#1", sys.argv[-2])
print("the same map again:", *sys.argv, sys.stdout.isatty())
"""


def engine_of(play, program):
    """Let this be the engine; returns the clone."""
    _, _, clone = play()
    (clone / "engine" / "__main__.py").write_text(program, encoding="utf-8")
    python = clone / ".venv" / "bin" / "python3"
    engine = """*'run_module("engine"'*)"""
    python.write_text(STAND_IN.replace(engine, f'{engine} exec "{sys.executable}" "$@" ;; never)'))
    python.chmod(0o755)
    return clone


def test_what_play_adds_to_the_bot_is_not_printed(play):
    """The advice repeats the command as a person would type it, without the options that `play` adds."""
    clone = engine_of(play, SPEAKER)
    said, _, _ = play()
    first, second = said.stdout.splitlines()[:2]
    bot = f"python3 {shlex.quote(str(clone))}/MyBot.py"
    assert shlex.split(first) == ["#1", *shlex.split(bot)]
    seed = re.search(r"-d 30 30 -s (\d+) -i (.*)/replays python3 .*/MyBot.py python3 .* --preset v26 False$", second)
    assert 1 <= int(seed[1]) < 2**32, "a seed of the engine"
    assert seed[2] == str(clone)


class TestFlagsAloneNamedNoBot:
    """`./play -d "20 20"` asked for a command of a bot instead of playing the usual game on that board."""

    @pytest.mark.parametrize(
        ("words", "played"),
        [
            (["-d", "20 20"], r"-d 30 30 -s \d+ -d 20 20"),
            (["--dimensions=20x20", "-s", "7"], r"-d 30 30 -s \d+ --dimensions=20x20 -s 7"),
            (["-t"], r"-d 30 30 -s \d+ -t"),
            (["-s", "0"], r"-d 30 30 -s \d+ -s 0"),
        ],
    )
    def test_the_usual_bots_play_with_them(self, play, tmp_path, words, played):
        """The replay lies in the folder of the caller, as with bots of their own; the page shows it."""
        said, calls, clone = play(*words, folder=tmp_path)
        bot = "python3 .*/MyBot.py"
        game, page = calls.splitlines()
        assert re.fullmatch(rf"engine {played} {bot} --explain .*thoughts.* {bot} --preset v26", game)
        (replay,) = tmp_path.glob("*.hlt")
        assert page == f"viewer ./{replay.name} --explanation ./{replay.stem}.player1.explain.gz --no-open"
        assert said.returncode == 0
        assert not (clone / "replays").exists()

    def test_in_the_folder_of_the_project_the_commands_are_short(self, play):
        """They are printed, to be typed again."""
        _, _, clone = play(WARMS="130")
        _, calls, _ = play("-s", "7", "-i", "replays", folder=clone, program="./play", THINKS="")
        game, page = calls.splitlines()
        flags, bots = r"-d 30 30 -s \d+ -s 7 -i replays", r"python3 MyBot.py --explain replays/\S+ python3 MyBot.py"
        assert re.fullmatch(f"engine {flags} {bots} --preset v26", game)
        assert page == "viewer replays/17-7.hlt --no-open"

    @pytest.mark.parametrize("flag", ["-q", "-r", "--results-as-json"])
    def test_without_a_report_or_a_replay_there_is_no_page(self, play, tmp_path, flag):
        """Programs read the output, or nothing was recorded: the bot explains nothing either."""
        _, calls, _ = play(flag, folder=tmp_path)
        assert "viewer" not in calls
        assert "--explain" not in calls
        assert "MyBot.py --preset v26" in calls

    def test_on_a_map_for_several_the_bot_is_alone(self, play, tmp_path):
        """-n is for one player; with two the engine refuses it."""
        _, calls, _ = play("-n", "3", folder=tmp_path)
        assert re.match(r"engine -d 30 30 -s \d+ -n 3 python3 .*/MyBot.py --explain \S+\n", calls)

    @pytest.mark.parametrize(
        "words", [["-d", "20"], ["--version"], ["-o", "-s", "7"], ["-q", "./theirs"], ["--", "-x"]]
    )
    def test_what_is_wrong_or_names_a_bot_goes_to_the_engine_as_it_is(self, play, tmp_path, words):
        """It says what is wrong; where -o stands, names are missing as well."""
        _, calls, _ = play(*words, folder=tmp_path)
        assert calls == f"engine {' '.join(words)}\n"
