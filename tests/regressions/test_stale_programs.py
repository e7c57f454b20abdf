"""Programs whose stored games may be reused, and programs that must be played again."""

import shutil
import sys
from itertools import islice

import pytest
from typer.testing import CliRunner

from experiments.__main__ import laboratory
from experiments.arena import players, programs
from experiments.arena.players import PlayerError, player
from experiments.arena.schedule import Mix, Seeds, blocks, maps
from experiments.laboratory.database import Database
from experiments.laboratory.executor import PlayingError, open_executor
from experiments.laboratory.laboratory import Laboratory
from tests.support.bots import FIXTURES
from tests.support.programs import KNOWN, PLAYS, WAYS, Way
from tests.support.project import ROOT


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
        source = "import random\n"
        assert self.write(folder, bot=source).doubt is None
        monkeypatch.setenv("PYTHONPATH", "elsewhere")
        assert "PYTHONPATH" in self.write(folder, bot=source).doubt

    def test_a_script_may_be_started_by_itself(self, folder):
        """With Python behind #!; scripts of other languages and compiled programs are not read."""
        (folder / "theirs").write_bytes(b"\x7fELF")
        (folder / "shell").write_text("#!/bin/sh\n./theirs\n")
        (folder / "mine").write_text("#!/usr/bin/env python3\n")
        (folder / "plain").write_text("#!/usr/bin/env python3 -u\n")
        commands = (
            "./mine",
            "./plain",
            "./shell",
            "./theirs",
            f"'{sys.executable}' sub/none.py",
            "java -jar sub/A.jar",
        )
        assert [programs.known(each).doubt is None for each in commands] == [True, True, False, False, False, False]

    def test_folders_in_the_words_are_a_doubt(self, folder):
        """The program may read any file of the folder."""
        assert programs.known("python3 sub/bot.py --data=sub").doubt == "it names the folder sub"


class TestWhatAListOfDangersMissed:
    """The story: of 77 ways to change a program behind `cmd:`, 41 left its identity as it was.

    Names behind which anything can be loaded were listed: open, exec, subprocess and thirty more. os.execv, a link as
    the script, core.pyc beside it, keras' load_model or `from sys import path` were not among them, so the games of
    the old program came back as those of the new one. Now the list says what is harmless.
    """

    @pytest.fixture
    def here(self, tmp_path, monkeypatch):
        """An empty current folder."""
        monkeypatch.delenv("PYTHONPATH", raising=False)
        monkeypatch.chdir(tmp_path)
        return tmp_path

    @pytest.mark.parametrize("way", WAYS)
    def test_a_changed_program_is_another_player_in_the_next_run(self, here, monkeypatch, way):
        """It has another fingerprint, or it is doubted, with a reason in one line."""
        identities = []
        for changed in (False, True):
            monkeypatch.setattr(players, "_this_run", lambda run=changed: f"run {run}")
            WAYS[way].write(here, changed=changed)
            chosen = player(f"cmd:{WAYS[way].command}")
            assert chosen.doubt is None or "\n" not in chosen.doubt
            identities.append(chosen.identity)
        assert identities[0] != identities[1]

    @pytest.mark.parametrize("name", KNOWN)
    def test_a_plain_bot_is_known(self, here, monkeypatch, name):
        """Its games are found again, and every byte of its files counts."""
        source, others = KNOWN[name]
        files = {"sub/bot.py": source, **{f"sub/{other}": text for other, text in others.items()}}
        Way(files, {}).write(here, changed=False)
        first = player("cmd:python3 -u sub/bot.py")
        assert first.doubt is None
        monkeypatch.setattr(players, "_this_run", lambda: "another run")
        assert player("cmd:python3 -u sub/bot.py").identity == first.identity
        for changed in files:
            Way({}, {**files, changed: f"{files[changed]}\nMORE = 1\n"}).write(here, changed=True)
            assert player("cmd:python3 -u sub/bot.py").identity != first.identity, changed
            Way(files, {}).write(here, changed=False)

    def test_the_starter_and_the_small_programs_are_known(self, monkeypatch):
        """What a newcomer begins with: its games are reused."""
        monkeypatch.delenv("PYTHONPATH", raising=False)
        monkeypatch.chdir(ROOT)
        for name in players.PROGRAMS:
            assert player(f"cmd:python3 experiments/opponents/{name}.py").doubt is None

    @pytest.mark.parametrize("variable", ["PYTHONPATH", "PYTHONHOME", "PYTHONSAFEPATH", "PYTHONNOTYETINVENTED"])
    def test_variables_of_pythons_are_doubted_unless_they_are_harmless(self, here, monkeypatch, variable):
        """The same list, turned round."""
        (here / "bot.py").write_text(PLAYS)
        monkeypatch.setenv("PYTHONUNBUFFERED", "1")
        assert player("cmd:python3 bot.py").doubt is None
        monkeypatch.setenv(variable, "x")
        assert player("cmd:python3 bot.py").doubt == f"{variable} is set, which may change what it imports"


class TestEditedWhileItPlays:
    """The story: bot.py was edited during a match, and the new file's games were stored under the old identity."""

    def test_the_command_stops_and_keeps_what_was_played_before(self, tmp_path, monkeypatch):
        """The edit comes with the second block; the first one's games stay, none of the edited program is stored."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("PYTHONPATH", raising=False)
        shutil.copy(FIXTURES / "pusher_bot.py", tmp_path / "bot.py")
        edited = player("cmd:python3 bot.py")
        assert edited.doubt is None
        lineup = (edited, player("v12"))
        asked = list(islice(blocks(lineup, maps(Mix.parse("10x10"), 2, Seeds.DEVELOPMENT)), 3))
        with Database.open("laboratory.db") as database, open_executor(workers=1) as executor:
            playing = Laboratory(database, executor).play(asked)
            next(playing)
            with (tmp_path / "bot.py").open("a") as file:
                file.write("MORE = 1\n")
            with pytest.raises(PlayingError, match=r"bot\.py was changed while it was playing.*All games before are"):
                list(playing)
            stored = database.query("SELECT count(*) FROM games")
            assert stored == [(2,)]
        assert player("cmd:python3 bot.py").identity != edited.identity
