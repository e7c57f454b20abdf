"""Games whose replay cannot be written, or in which nobody moved; what is printed after a game."""

import errno
from pathlib import Path

import numpy as np
import pytest

from engine import Fault, FaultError, Function, Game, Result, generate, host
from engine.faults import Kind
from engine.flags import parse
from engine.host import Files, fault_lines, quiet_lines, table
from tests.support.bots import bot

COMMANDS = ("./first --option 'with blanks'", "./second")
WORDS = ("Traceback", "boom")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    return tmp_path


def play(*words: str) -> int:
    return host.play(parse(["-d", "2 2", "-s", "4", *words]))


def test_a_replay_that_cannot_be_written_costs_no_result(folder, monkeypatch, capfd):
    """Exit code 1; the failure is said, with the seed, so that the game can be played again."""

    def write(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "there")

    monkeypatch.setattr(host, "write", write)
    assert play("-q", "-i", "there", bot("pusher")) == 1
    out, complaint = capfd.readouterr()
    assert "\n1 1 " in out
    assert "could not be saved in there: No space left on device" in complaint
    assert "Map seed was 4" in complaint


def test_a_game_in_which_nobody_moved_ends_with_exit_code_1(folder, capfd):
    """`./play "java -jar Theirs.jar" "true"` ended with 0 and a table of zeros; after --quiet 0 is official."""
    dead = "exit 7"
    assert play(dead, dead) == 1
    assert "No bot ever moved, so there was no game" in capfd.readouterr().err
    assert play("--results-as-json", dead) == 1
    assert play("-q", dead, dead) == 0
    assert play(dead, bot("pusher")) == 0


def rest(state, player, turn):
    return np.zeros(state.owner.shape, int)


def leave(state, player, turn):
    raise FaultError(Fault(Kind.EXITED, "it exited with code 1", turn, WORDS))


@pytest.fixture
def result() -> Result:
    """The second player left on turn 1; the first has a name that no terminal should see as it is."""
    return Game([Function(rest, "\x1b[31mred\n" + "n" * 30), Function(leave, "gone")], generate(8, 8, 2, 1)).play()


def test_the_lines_for_machines_are_official_and_one_line_tells_which_bot_failed(result):
    """The official program prints no newline at the end; the line is the first of several."""
    files = Files("./9-1.hlt", {2: "2-9.log"})
    assert quiet_lines(result, files, 1) == "./9-1.hlt 1\n1 1 1\n2 2 0\n2 \n2-9.log "
    assert quiet_lines(result, Files(), 1) == "1 1 1\n2 2 0\n2 \n "
    line, *more = fault_lines(result.standings[1], COMMANDS[1])
    assert line == "player 2 (./second) was ejected on turn 1: it exited with code 1; last words: boom"
    assert more[0] == "    | Traceback"
    assert "likely cause: an exception" in more[1]


def test_the_table_calls_a_bot_that_never_moved_by_its_command(result):
    """`./play "java -jar Theirs.jar"` listed "Error: Unable to access jarfil"; no control character is printed."""
    printed = table(result, COMMANDS)
    first, second = printed.splitlines()[1:3]
    assert (first.split()[0], first.split()[7]) == ("1", "#1")
    assert second.endswith("  #2 ./second")
    assert "likely cause: an exception" in printed
    assert "\x1b" not in printed
    assert result.replay.player_names[1] == "gone", "the replay and the JSON keep the name"


def test_a_game_takes_only_names_under_which_none_of_its_files_is_there(folder):
    (folder / "2-7.log").touch()
    assert not host._is_claimed(Files("7-1.hlt", {2: "2-7.log"}))
    assert host._is_claimed(Files("8-1.hlt", {2: "2-8.log"}))
    assert sorted(path.name for path in folder.iterdir()) == ["2-7.log", "2-8.log", "8-1.hlt", "there"]
