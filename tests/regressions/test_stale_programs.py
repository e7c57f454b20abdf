"""Programs whose stored games may be reused, and programs that must be played again."""

import shutil

import pytest
from click.testing import CliRunner

from experiments.__main__ import laboratory
from experiments.arena import players
from experiments.arena.players import PlayerError, player
from tests.support.bots import FIXTURES


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with a bot in `sub`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    shutil.copy(FIXTURES / "scripted_bot.py", tmp_path / "sub" / "bot.py")
    return tmp_path


class TestStaleResults:
    """An edited bot had "4 games stored before". Nothing is guessed any more: the user says which version it is."""

    @pytest.mark.parametrize("command", ["cd sub && python3 bot.py", "python3 -u sub/bot.py", "java -cp sub Bot", ""])
    def test_a_program_without_a_version_is_another_player_in_each_run(self, folder, command, monkeypatch):
        notation = f"cmd:{command or chr(34) * 2}"
        chosen = player(notation)
        assert chosen.is_unversioned
        assert chosen == player(notation)
        monkeypatch.setattr(players, "_this_run", lambda: "another run")
        assert player(notation).identity != chosen.identity

    def test_the_second_match_plays_the_edited_bot(self, folder):
        asked = ["match", "cmd:cd sub && python3 bot.py", "v17", "--blocks", "1", "--mix", "10x10"]
        for after in ("raise SystemExit(3)", ""):
            players._this_run.cache_clear()  # as a new process
            done = CliRunner().invoke(laboratory, asked)
            assert "of them stored before" not in done.stderr
            assert '"cmd@1:cd sub && python3 bot.py"' in done.stderr
            (folder / "sub" / "bot.py").write_text(after)

    def test_a_version_that_is_given_is_believed(self, folder):
        before = player("cmd@3:cd sub && python3 bot.py")
        (folder / "sub" / "bot.py").write_text("raise SystemExit(3)")
        assert not before.is_unversioned
        assert player("cmd@3:cd sub && python3 bot.py") == before
        assert player("cmd@4:cd sub && python3 bot.py").identity != before.identity
        assert before.command == "cd sub && python3 bot.py"
        with pytest.raises(PlayerError, match="names no version"):
            player("cmd@:python3 bot.py")
