"""Programs whose stored games may be reused, and programs that must be played again."""

import shutil
import sys

import pytest
from typer.testing import CliRunner

from experiments.__main__ import laboratory
from experiments.arena import players, programs
from experiments.arena.players import PlayerError, player
from tests.support.bots import FIXTURES


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with a bot in `sub`."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    shutil.copy(FIXTURES / "scripted_bot.py", tmp_path / "sub" / "bot.py")
    return tmp_path


class TestStaleResults:
    """The story: a bot was edited, and the match gave the old result.

    `match "cmd:cd sub && python3 bot.py" v17`, then bot.py became `raise SystemExit(3)`, and the same match said "4 of
    them stored before". Only words that are files seen from the current folder were looked at; what a shell makes
    of a command was not.
    """

    @pytest.mark.parametrize(
        "command",
        [
            "cd sub && python3 bot.py",
            "python3 sub/bot.py;true",
            "python3 $PWD/sub/bot.py",
            "python3 sub/b*.py",
            "python3 `echo sub/bot.py`",
            'python3 "$PWD/sub/bot.py"',
            "BOT=sub/bot.py ./run",
            "sh -c 'python3 sub/bot.py'",
            "env python3 sub/bot.py",
            "python3 -m sub.bot",
            "python3 -c 'import sub.bot'",
            "java -cp sub Bot",
            "node sub/bot.js",
            "theirs",
            "",
        ],
    )
    def test_a_command_that_a_shell_or_another_program_reads_is_doubted(self, folder, command, monkeypatch):
        """A doubtful program is another player in each run."""
        notation = f"cmd:{command or chr(34) * 2}"
        chosen = player(notation)
        assert chosen.doubt
        assert chosen == player(notation)  # within this run it is one player
        monkeypatch.setattr(players, "_this_run", lambda: "another run")
        assert player(notation).identity != chosen.identity

    def test_the_second_match_plays_the_edited_bot(self, folder):
        """No game of the first is taken, and both say why."""
        asked = ["match", "cmd:cd sub && python3 bot.py", "v17", "--blocks", "1", "--mix", "10x10"]
        for after in ("raise SystemExit(3)", ""):
            players._this_run.cache_clear()  # as a new process
            done = CliRunner().invoke(laboratory, asked)
            assert "of them stored before" not in done.stderr
            assert "the shell reads '&'" in done.stderr
            (folder / "sub" / "bot.py").write_text(after)

    def test_a_version_that_is_given_is_believed(self, folder):
        """With the same version the games are the same, even if the files change."""
        before = player("cmd@3:cd sub && python3 bot.py")
        (folder / "sub" / "bot.py").write_text("raise SystemExit(3)")
        assert before.doubt is None
        assert player("cmd@3:cd sub && python3 bot.py") == before
        assert player("cmd@4:cd sub && python3 bot.py").identity != before.identity
        assert before.command == "cd sub && python3 bot.py"
        with pytest.raises(PlayerError, match="names no version"):
            player("cmd@:python3 bot.py")


class TestWhatAScriptLoads:
    """The same mistake one step further: bot.py was known, and the module that it imports was not."""

    def write(self, folder, **sources):
        """Files of the bot's folder by name; `__` is a folder."""
        for name, source in sources.items():
            path = folder / "sub" / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(source)
        return player("cmd:python3 -u sub/bot.py")

    def test_imported_modules_of_its_folder_count(self, folder):
        """Also those that a module imports, in packages, relatively, and inside a function."""
        sources = {
            "bot": "import sys, mind.plan\ndef late():\n    from hands import move\n",
            "mind__init": "",
            "mind__plan": "from . import deep\nfrom .deep import *\n",
            "mind__deep": "DEPTH = 1\n",
            "hands": "def move(): pass\n",
        }
        before = self.write(folder, **sources)
        assert before.doubt is None
        for name in ("bot", "mind__plan", "mind__deep", "hands"):
            after = self.write(folder, **{**sources, name: sources[name] + "MORE = 1\n"})
            assert after.identity != before.identity, name
        assert self.write(folder, **sources).identity == before.identity

    @pytest.mark.parametrize(
        "source",
        [
            "weights = open('weights.txt').read()",
            "import importlib; importlib.import_module('m' + 'ind')",
            "import sys; sys.path.append('..')",
            "from subprocess import run",
            "exec('1')",
            "def broken(:",
            "import numpy as np; np.load('w.npy')",
        ],
    )
    def test_a_script_that_may_load_anything_is_doubted(self, folder, source):
        """What it reads while it plays cannot be seen in it."""
        assert self.write(folder, bot=source).doubt

    def test_a_changed_search_path_is_a_doubt(self, folder, monkeypatch):
        """The same script then imports other modules."""
        source = "import mind\n"
        assert self.write(folder, bot=source).doubt is None
        monkeypatch.setenv("PYTHONPATH", "elsewhere")
        assert "PYTHONPATH" in self.write(folder, bot=source).doubt

    def test_programs_of_one_file_are_known(self, folder):
        """An archive of Java's, a compiled program; a script of another language is not."""
        (folder / "Theirs.jar").write_bytes(b"PK")
        (folder / "theirs").write_bytes(b"\x7fELF")
        (folder / "shell").write_text("#!/bin/sh\n./theirs\n")
        (folder / "mine").write_text("#!/usr/bin/env python3\n")
        assert [programs.known(command).doubt is None for command in (
            "java -jar Theirs.jar --level=3", "./theirs", "./mine", "./shell", f"'{sys.executable}' sub/none.py",
        )] == [True, True, True, False, False]  # fmt: skip

    def test_folders_in_the_words_are_a_doubt(self, folder):
        """The program may read any file of the folder."""
        (folder / "theirs").write_bytes(b"\x7fELF")
        assert programs.known("./theirs --data=sub").doubt == "it names the folder sub"
