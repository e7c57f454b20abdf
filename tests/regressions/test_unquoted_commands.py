"""Command lines of the environment as beginners type them."""

import os
import subprocess
import sys

import pytest

from engine import flags, slips
from tests.support.bots import engine
from tests.support.project import ROOT


@pytest.fixture(autouse=True)
def called_as_play(monkeypatch):
    """The environment that ./play sets: its own name."""
    monkeypatch.setenv(slips.LAUNCHER, "./play")


class TestBotsWithoutQuotationMarks:
    """`./play -d "20 20" python3 MyBot.py` waited 30 s for a bot `python3`; `-d 20 20` took a number for a bot."""

    @pytest.mark.parametrize(
        ("words", "meant"),
        [
            (["-d", "20 20", "python3", "MyBot.py"], './play -d "20 20" "python3 MyBot.py"'),
            (["python3", "MyBot.py", "python3", "MyBot.py"], './play "python3 MyBot.py" "python3 MyBot.py"'),
            (["python3", "A.py", "--preset", "v17", "-s", "7"], './play -s 7 "python3 A.py --preset v17"'),
            (["-qr", "java", "-jar", "A.jar", "./B"], './play -qr "java -jar A.jar" "./B"'),
            (["python3 MyBot.py", "python3.11", "B.py"], './play "python3 MyBot.py" "python3.11 B.py"'),
            (
                ["--turn-time=9", "-d", "20x20", "/usr/bin/node", "b.js"],
                './play --turn-time=9 -d 20x20 "/usr/bin/node b.js"',
            ),
            (["-d", "20", "20", "python3", "MyBot.py"], './play -d "20 20" "python3 MyBot.py"'),
            (["-d", "20", "20", "-s", "7", "./a", "./b"], './play -d "20 20" -s 7 "./a" "./b"'),
            (["python3", "my$bot.py"], "./play 'python3 my$bot.py'"),
        ],
    )
    def test_the_quoted_command_is_printed(self, words, meant):
        """The error prints the command with quotation marks, ready to be copied."""
        assert slips.likely_mistake(words).splitlines()[-1] == f"  {meant}"

    @pytest.mark.parametrize(
        "words",
        [
            ["-d", "20 20", "python3 MyBot.py", "./theirs"],
            ["./a", "./b", "c"],
            ["-s", "5", "30", "./b"],
            ["-o", "python3 a.py", "python", "./b", "java"],
            ["-h"],
            ["--timeot", "a"],
            [],
        ],
    )
    def test_what_may_be_right_is_left_alone(self, words):
        """Names behind --override may be anything."""
        assert slips.likely_mistake(words) is None

    def test_nothing_is_played(self, tmp_path):
        """The answer comes at once, on stderr, with exit code 1."""
        done = engine("-d", "20 20", "python3", "MyBot.py", folder=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.endswith('\n  ./play -d "20 20" "python3 MyBot.py"\n')


class TestBoardsWithoutQuotationMarks:
    """`-d 30x30` and `-d 30 30` were errors that did not say what is right."""

    @pytest.mark.parametrize("text", ["30x20", "30X20", "30 20", " 30  20 ", "30 x 20", "+30 20"])
    def test_a_size_may_be_one_word(self, text):
        """30x20 is accepted, because --mix of the laboratory uses this form."""
        assert flags.parse(["-d", text]).size == (30, 20)

    @pytest.mark.parametrize("text", ["30", "30x", "x30", "30 20 10", "30x20x10", "30*20", ""])
    def test_what_is_no_size_is_told_how_it_is_written(self, text):
        """The error shows both notations of a size."""
        with pytest.raises(flags.FlagError, match="30x30"):
            flags.parse(["-d", text, "a"])


class TestARecordingIsNoBot:
    """`./play game.hlt` started the recording as a program; now it shows it."""

    def test_the_engine_names_the_viewer(self, tmp_path):
        """The advice begins with ./play if ./play called the engine."""
        (tmp_path / "game.hlt").touch()
        done = engine("game.hlt", folder=tmp_path)
        assert done.returncode == 1
        assert done.stderr.endswith('\n  ./play "game.hlt"\n')

    @pytest.mark.skipif(sys.platform == "win32", reason="play is a bash script")
    def test_play_shows_it(self, tmp_path):
        """In the caller's folder, and with what else the viewer takes."""
        python = tmp_path / "python3"
        python.write_text('#!/bin/bash\necho "${@:4}"\n')
        python.chmod(0o755)
        script = (ROOT / "play").read_text(encoding="utf-8").partition("ready requirements")
        stub = f"root=ROOT\nready() {{ :; }}\nready requirements{script[2]}"
        env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
        words = ["bash", "-c", stub, "play", "my game.hlt.gz", "-o", "page.html"]
        done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
        assert done.stdout == "ROOT viewer my game.hlt.gz -o page.html --no-open\n"
