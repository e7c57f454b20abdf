"""Games whose replay or log files cannot be written."""

import errno
import io
from pathlib import Path

import pytest

from engine import host, replay
from engine.flags import parse
from engine.host import Host
from engine.interrupts import Interrupts
from engine.replay import Replay
from tests.support.bots import bot

WORDS = ["-q", "-d", "2 2", "-s", "4"]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """The current folder, with a folder for replays in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    return tmp_path


def play(*words: str) -> int:
    """Host a short game; returns the exit code."""
    with Interrupts() as interrupts:
        return Host(parse([*WORDS, *words]), interrupts).run()


def full_disk(monkeypatch, *places: str) -> None:
    """Let writing a replay fail in these folders."""

    def write(game: Replay, path: str) -> None:
        if str(Path(path).parent) in places:
            raise OSError(errno.ENOSPC, "No space left on device")
        replay.write(game, path)

    monkeypatch.setattr(host, "write_replay", write)


def test_a_replay_that_cannot_be_written_is_saved_in_the_current_folder(folder, monkeypatch, capfd):
    """As the official program does; the failure is said, and no empty file stays behind."""
    full_disk(monkeypatch, "there")
    assert play("-i", "there", bot("pusher")) == 0
    out, complaint = capfd.readouterr()
    (saved,) = folder.glob("*-4.hlt")
    assert f"\n{saved.name} 4\n" in out
    assert "could not be saved in there: No space left on device" in complaint
    assert not list((folder / "there").iterdir())


def test_a_failure_is_said_once(folder, monkeypatch, capfd):
    """The current folder, full, is not tried again under another name, nor again without the logs."""
    full_disk(monkeypatch, ".")
    assert play("-i", ".", bot("pusher")) == 1
    assert capfd.readouterr().err.count("could not be saved in the current folder") == 1


def test_a_closed_stderr_does_not_cost_the_result(folder, monkeypatch, capfd):
    """Remarks are lost; the lines for machines are not."""

    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.EBADF, "Bad file descriptor")

    monkeypatch.setattr("sys.stderr", Closed())
    assert play("-r", bot("pusher")) == 0
    assert "\n1 1 " in capfd.readouterr().out


def test_a_result_without_any_room_for_its_replay_is_still_told(folder, monkeypatch, capfd):
    """With exit code 1, and with the seed, so that the game can be played again."""
    full_disk(monkeypatch, "there", ".")
    assert play("-i", "there", bot("pusher")) == 1
    out, complaint = capfd.readouterr()
    assert "\n1 1 " in out
    assert "Map seed was 4" in complaint
    assert not list(folder.rglob("*.hlt"))


class TestAGameInWhichNobodyMovedEndedWell:
    """`./play "java -jar Theirs.jar" "true"` ended with exit code 0 and a table of zeros."""

    DEAD = "exit 7"

    def test_it_ends_with_exit_code_1_and_a_sentence(self, folder, capfd):
        """The sentence is on stderr, so it is said beside JSON too."""
        assert self.played("-d", "2 2", self.DEAD, self.DEAD) == 1
        assert "No bot ever moved, so there was no game" in capfd.readouterr().err
        assert self.played("--results-as-json", "-d", "2 2", self.DEAD) == 1

    def test_quiet_or_with_one_bot_that_moved_it_ends_well(self, folder, capfd):
        """A tournament reads the lines of the result; the official program ends with 0."""
        assert self.played("-q", "-d", "2 2", self.DEAD, self.DEAD) == 0
        assert "\n1 " in capfd.readouterr().out
        assert self.played("-d", "2 2", self.DEAD, bot("pusher")) == 0
        assert "No bot ever moved" not in capfd.readouterr().err

    def played(self, *words: str) -> int:
        """The exit code."""
        with Interrupts() as interrupts:
            return Host(parse(["-s", "4", *words]), interrupts).run()
