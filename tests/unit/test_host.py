"""The command line of games: its flags, what is printed after a game, and replays that cannot be written."""

import errno
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from engine import Fault, FaultError, Function, Game, Result, generate, host
from engine.flags import default_game, parse
from engine.host import table
from engine.result import Kind
from tests.support.bots import bot


@pytest.mark.parametrize(("words", "field", "value"), [
    (["-q"], "quiet", True), (["--quiet"], "quiet", True), (["-t"], "ignore_timeouts", True),
    (["--timeout"], "ignore_timeouts", True), (["-r"], "no_replay", True), (["--noreplay"], "no_replay", True),
    (["-d", "30 20"], "size", (30, 20)), (["--dimensions", "30x20"], "size", (30, 20)),
    (["-d 30 20"], "size", (30, 20)), (["-d", " 30 X 20 "], "size", (30, 20)), (["-s", "7"], "seed", 7),
    (["--seed", "4294967295"], "seed", 2**32 - 1), (["--seed=7"], "seed", 7),
    (["-i", "there"], "replay_directory", "there"), (["--replaydirectory", "there"], "replay_directory", "there"),
    (["-n", "3"], "map_players", 3), (["--nplayers", "3"], "map_players", 3),
    (["--turn-time", "200"], "turn_time", 200), (["--init-time", "200"], "init_time", 200),
    (["--results-as-json"], "as_json", True), (["-qtr"], "no_replay", True), (["--", "-s"], "words", ("-s", "a")),
    (["--ignore_rest", "-s"], "words", ("-s", "a")),
])  # fmt: skip
def test_every_flag_sets_one_thing(words, field, value):
    assert getattr(parse([*words, "a"]), field) == value


@pytest.mark.parametrize(("words", "complaint"), [
    ([], 'no bot is named; for example: ./play -d "30 30" "python3 MyBot.py"'),
    (["-o", "a", "A", "b"], "--override needs a name behind every command"),
    (["-n", "3", "a", "b"], "--nplayers is for a single bot"),
    (["-n", "7", "a"], "invalid choice: 7"),
    (list("abcdefg"), "a map has room for 6 players, but 7 bots are named"),
    (["python3", "MyBot.py"], "a bot's whole command is one word"),
    (["-s"], "-s/--seed: expected one argument"),
    (["-s", "12x"], "-s/--seed: '12x' is not a whole number from 0 to 4294967295"),
    (["-s", "4294967296"], "'4294967296' is not a whole number"),
    (["-d", "30"], "'30' is not two numbers in one word, such as \"30 30\" or 30x30"),
    (["--turn-time", "0"], "--turn-time: '0' is not a whole number of milliseconds"),
    (["--timeot", "a"], "unrecognized arguments: --timeot"),
])  # fmt: skip
def test_what_cannot_be_played_is_refused_in_a_line(words, complaint, capsys, monkeypatch):
    monkeypatch.setenv("HALITE_PLAY", "./play")
    with pytest.raises(SystemExit) as caught:
        parse(words)
    said = capsys.readouterr()
    assert (caught.value.code, said.out) == (2, "")
    assert said.err.splitlines()[-1].startswith("./play: error: ")
    assert complaint in said.err


@pytest.mark.parametrize(("given", "printed"), [
    ([], ["2", ".", "9", "shows"]), (["-d", "20 20"], ["2", ".", "9", "shows"]),
    (["-s", "4", "-i", "there"], ["2", "there", "4", "shows"]), (["-s", "0"], ["2", ".", "*", "shows"]),
    (["-n", "3"], ["1", ".", "9", "shows"]), (["-q"], ["2", ".", "9", ""]),
    (["python3 MyBot.py"], None), (["-q", "--", "-x"], None), (["-o"], None),
])  # fmt: skip
def test_flags_alone_get_what_they_do_not_name_and_a_game_with_bots_is_no_default_game(given, printed):
    assert default_game("9", given) == (printed and [*printed, "-d", "30 30", "-s", "9", *given])


COMMANDS = ("./first --option 'with blanks'", "./second")


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    return tmp_path


def play(*words: str) -> int:
    return host.play(parse(["-d", "2 2", "-s", "4", *words]))


def test_a_replay_that_cannot_be_written_costs_no_result(folder, monkeypatch, capfd):
    def write(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "there")

    monkeypatch.setattr(host, "write", write)
    monkeypatch.setattr(host, "Game", made := Mock(wraps=Game))
    assert play("-q", "-i", "there", "--turn-time", "4000", "--init-time", "5000", bot("pusher")) == 1
    assert [made.call_args.kwargs[name] for name in ("turn_time", "init_time")] == [4, 5], "seconds"
    out, complaint = capfd.readouterr()
    assert "\n1 1 " in out
    for part in ("could not be saved in there: No space left on device", "Map seed was 4"):
        assert part in complaint


def test_a_game_in_which_nobody_moved_ends_with_exit_code_1(folder, capfd):
    """`./play "java -jar Theirs.jar" "true"` ended with 0 and a table of zeros; after --quiet 0 is official."""
    dead = "exit 7"
    assert play(dead, dead) == 1
    assert "No bot ever moved, so there was no game" in capfd.readouterr().err
    assert play("--results-as-json", dead) == 1
    assert play("-q", dead, dead) == 0
    assert play(dead, bot("pusher")) == 0


@pytest.fixture
def result() -> Result:
    """The second player left on turn 1; the first has a name that no terminal should see as it is."""

    def leave(state, player, turn):
        raise FaultError(Fault(Kind.EXITED, "it exited with code 1", turn, ("Traceback", "boom")))

    rests = Function(lambda state, *_: np.zeros(state.owner.shape, int), "\x1b[31mred\n" + "n" * 30)
    return Game([rests, Function(leave, "gone")], generate(8, 8, 2, 1)).play()


def test_the_table_calls_a_bot_that_never_moved_by_its_command(result):
    """`./play "java -jar Theirs.jar"` listed "Error: Unable to access jarfil"; no control character is printed."""
    printed = table(result, COMMANDS)
    first, second = printed.splitlines()[1:3]
    assert (first.split()[0], first.split()[7]) == ("1", "#1")
    assert second.endswith("  #2 ./second")
    assert "likely cause: an exception" in printed
    assert "\x1b" not in printed
    assert result.replay.player_names[1] == "gone", "the replay and the JSON keep the name"
