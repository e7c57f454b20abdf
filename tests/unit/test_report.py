"""The output during and after a game, without playing it through pipes."""

import io
import re
import unicodedata

import numpy as np
import pytest

from engine import Fault, FaultError, Function, Game, Result, generate
from engine.colours import Paint, paint_for
from engine.faults import Kind
from engine.files import Files, claim
from engine.flags import Settings
from engine.progress import Progress
from engine.report import Report, as_json, fault_line, quiet_lines
from engine.slips import LAUNCHER, SHOWN
from tests.support.project import ROOT

COMMANDS = ("./first --option 'with blanks'", "./second")
WORDS = ("Traceback", "boom")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """What makes it one."""
        return True


def rest(state, player, turn):
    """Order nothing."""
    return np.zeros(state.owner.shape, int)


def leave(state, player, turn):
    """Be ejected on the first turn."""
    raise FaultError(Fault(Kind.EXITED, "it exited with code 1", turn, WORDS))


@pytest.fixture
def result() -> Result:
    """The second player left on turn 1; the first has a name that no terminal should see as it is."""
    return Game([Function(rest, "\x1b[31mred\n" + "n" * 30), Function(leave, "gone")], generate(8, 8, 2, 1)).play()


@pytest.fixture
def closing(result, monkeypatch) -> str:
    """The report on that game at 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv(LAUNCHER, raising=False)
    settings = Settings(size=(8, 8), words=COMMANDS)
    return Report(settings, Paint(False)).closing(result, Files("./9-1.hlt", {2: "2-9.log"}), 1)


@pytest.mark.parametrize(
    "name", ["plain", "日本語のボット", "☕ coffee", "e\u0301te\u0301", "名" * 30, "a" + "名" * 30]
)
def test_columns_of_the_table_meet_with_any_letters(name, monkeypatch):
    """A terminal gives some letters two columns and some none."""
    monkeypatch.setenv("COLUMNS", "100")
    game = Game([Function(rest, name), Function(rest, "n" * 30)], generate(2, 2, 2, 1)).play()
    rows = Report(Settings(words=COMMANDS), Paint(False)).closing(game, Files(None, {}), 1).splitlines()[1:3]
    assert len({column_of(row, row.index("  100%")) for row in rows}) == 1
    assert all(column_of(row, len(row)) <= 100 for row in rows)


def column_of(row: str, place: int) -> int:
    """Where on the terminal the letter at this place stands; the Unicode data of Python's own."""
    widths = {"W": 2, "F": 2}
    return sum(
        widths.get(unicodedata.east_asian_width(letter), 1) - (unicodedata.category(letter) == "Mn")
        for letter in row[:place]
    )


def test_a_name_cut_within_a_letter_is_whole_text_in_json():
    """30 bytes end where they end; the replay keeps the half letter, JSON has no place for it."""
    half = "é".encode()[:1].decode("utf-8", "surrogateescape")
    game = Game([Function(rest, f"caf{half}"), Function(rest)], generate(2, 2, 2, 1)).play()
    assert game.replay.player_names[0] == f"caf{half}"
    assert as_json(game, Files(None, {}), 1)["standings"][0]["name"] == "caf\\xc3"


def test_the_lines_for_machines_are_official_and_one_line_tells_which_bot_failed(result):
    """The official program prints no newline at the end; bots without a fault have no line."""
    assert quiet_lines(result, Files("./9-1.hlt", {2: "2-9.log"}), 1) == "./9-1.hlt 1\n1 1 1\n2 2 0\n2 \n2-9.log "
    assert quiet_lines(result, Files(None, {}), 1) == "1 1 1\n2 2 0\n2 \n "
    report = as_json(result, Files("./9-1.hlt", {2: "2-9.log"}), 1)
    assert (report["seed"], report["replay"], report["logs"]) == (1, "./9-1.hlt", {"2": "2-9.log"})
    line = fault_line(result.standings[1], COMMANDS[1])
    assert line == "player 2 (./second) was ejected on turn 1: it exited with code 1; last words: boom"
    assert fault_line(result.standings[0], COMMANDS[0]) == ""


def test_the_report_fits_the_terminal_and_ends_with_commands_that_can_be_pasted(closing):
    """A long name is cut, control characters never reach the terminal; a command is one word for the shell again."""
    table = closing.split("\n\n")[0].splitlines()
    assert max(len(line) for line in table) <= 80
    assert "\x1b" not in closing
    assert [line.split()[1] for line in table[1:3]] == ["#1", "#2"]
    assert "engine.verify games ./9-1.hlt" in closing
    assert re.search(r"-m engine -d '8 8' -s 1 '\./first --option .*' '\./first --option", closing)


def test_a_game_without_a_fault_is_followed_by_others(monkeypatch):
    """The same map, another one, and the page of this game, which the list did not name."""
    monkeypatch.delenv(LAUNCHER, raising=False)
    advice = advised([Function(rest), Function(rest)])
    assert re.search(r"see the game:\n    .* -m viewer .*9-1\.hlt\n", advice)
    assert re.search(r"the same map again:\n    .* -m engine -d '8 8' -s 1 .* \./second\n", advice)
    assert re.search(r"another map and size:\n    .* -m engine -d '40 40' .* \./second\n", advice)
    monkeypatch.setenv(SHOWN, "yes")
    advice = advised([Function(rest), Function(rest)])
    assert "see the game" not in advice
    assert "check the replay against the rules" in advice


class TestAnErrorTextBecameAName:
    """`./play "java -jar Theirs.jar" …` listed a player called "Error: Unable to access jarfil"."""

    def test_a_bot_that_never_moved_is_called_by_its_command(self, result):
        """Its first line is official as a name, so the replay and the JSON keep it."""
        settings = Settings(size=(8, 8), words=COMMANDS)
        table = self.table(result, settings)
        assert "#2 ./second" in table
        assert "gone" not in table
        assert result.replay.player_names[1] == "gone"

    def test_a_name_that_the_user_gave_stays(self):
        """With --override every second word is a name."""
        settings = Settings(override=True, words=(COMMANDS[0], "one", COMMANDS[1], "two"))
        game = Game([Function(rest), Function(leave)], generate(8, 8, 2, 1), names=settings.names)
        assert "#2 two" in self.table(game.play(), settings)

    def table(self, result, settings):
        """The table alone."""
        return Report(settings, Paint(False)).closing(result, Files(None, {}), 1).partition("\nalive")[0]


class TestAFailedCommandIsNotProposedAgain:
    """`./play nope "./second"` ended with the advice to play `nope` again, on this map and on a larger one."""

    @pytest.mark.parametrize(
        ("failed", "told"),
        [
            (1, "#2 in place of #1: no first move came from it:"),
            (3, "#4 in place of #1, #2 and #3: no first move came"),
        ],
    )
    def test_a_sound_bot_takes_the_place_of_those_that_never_moved(self, failed, told):
        """In one sentence; the commands do not exist, or their bots crash at once."""
        advice = advised([*[Function(leave)] * failed, Function(rest)])
        assert f"the same map with {told}" in advice
        assert "./first" not in advice

    def test_without_a_sound_bot_no_game_is_proposed_and_one_that_failed_later_is_to_be_mended_first(self):
        """The page and the check remain; its own map is what shows whether it is mended."""
        advice = advised([Function(leave), Function(leave)])
        assert "see the game" in advice
        assert "-s 1" not in advice

        def crash(state, player, turn):
            if turn == 3:
                raise FaultError(Fault(Kind.EXITED, "it exited with code 1", turn, WORDS))
            return rest(state, player, turn)

        advice = advised([Function(rest), Function(crash)])
        assert re.search(r"the same map again, once #2 can play to the end:\n    .* \./second\n", advice)
        assert "another" not in advice


def advised(seats) -> str:
    """What comes after a game between these."""
    game = Game(seats, generate(8, 8, len(seats), 1)).play()
    commands = (*COMMANDS, *["./another"] * (len(seats) - len(COMMANDS)))
    report = Report(Settings(size=(8, 8), words=commands), Paint(False))
    return report.closing(game, Files("./9-1.hlt", {}), 1).partition("Next\n")[2]


UNUSUAL = "  an unusually {} board: Halite is played on 20 x 20 to 50 x 50, for example -d 30x30"


@pytest.mark.parametrize(
    ("asked", "made", "remarks"),
    [
        ((30, 30), (30, 30), []),
        ((0, 0), (30, 30), []),
        ((20, 20), (18, 18), ["  not 20 x 20: a board is cut so that all players get an equal part"]),
        ((2, 2), (2, 2), [UNUSUAL.format("small")]),
        ((8, 60), (8, 60), [UNUSUAL.format("small")]),
        ((30, 60), (30, 60), [UNUSUAL.format("large")]),
    ],
)
def test_an_unusual_board_is_said_to_be_one(asked, made, remarks):
    """`-d 2x2` played a game of two squares a player and said nothing; so did `-d "20 20"` on 18 x 18."""
    opening = Report(Settings(size=asked, words=COMMANDS), Paint(False)).opening(*made, 1, 100)
    assert opening.splitlines()[1 : 1 + len(remarks)] == remarks
    assert opening.splitlines()[1 + len(remarks)].startswith("  #1")


def test_the_advice_works_in_the_folder_it_is_read_in(result, monkeypatch, tmp_path):
    """Python finds the engine only from the project's folder; ./play works from all of them, so it names itself."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(LAUNCHER, "../halite/play")
    closing = Report(Settings(size=(8, 8), words=COMMANDS), Paint(False)).closing(result, Files("./9-1.hlt", {}), 1)
    assert "    ../halite/play -d '8 8' -s 1 " in closing
    assert "    ../halite/play ./9-1.hlt\n" in closing
    assert re.search(rf"    cd {re.escape(str(ROOT))} && .* -m engine.verify games {tmp_path / '9-1.hlt'}", closing)


@pytest.mark.parametrize(
    ("variables", "is_on"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)], ids=str
)
@pytest.mark.skipif("sys.platform == 'win32'", reason="older Windows terminals show no colours")
def test_colours_are_for_terminals_whose_user_wants_them(variables, is_on, monkeypatch):
    """NO_COLOR is obeyed; a file never gets any."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert paint_for(Terminal()).is_on == is_on
    assert not paint_for(io.StringIO()).is_on


def test_progress_is_one_line_on_a_terminal_and_a_few_in_a_log(monkeypatch):
    """A line that wraps could not be rewritten."""
    monkeypatch.setenv("COLUMNS", "60")
    stream, state = Terminal(), generate(24, 24, 6, 1)
    progress = Progress(stream, 6, Paint(True))
    progress(240, 240, state)
    progress.finish()
    drawn = re.sub(r"\x1b\[[0-9;]*[mK]", "", stream.getvalue())
    assert "\n" not in drawn
    assert max(map(len, drawn.split("\r"))) < 60
    stream, state = io.StringIO(), generate(8, 8, 2, 1)
    progress = Progress(stream, 2, Paint(False))
    for turn in range(301):
        progress(turn, 300, state)
    assert len(stream.getvalue().splitlines()) == 10
    assert "\r" not in stream.getvalue()


def test_files_are_claimed_under_the_first_number_that_is_free_for_all(tmp_path):
    """All or none: a log that exists moves the replay too."""
    (tmp_path / "2-7.log").touch()
    assert claim(7, lambda number: [f"{tmp_path}/{number}-1.hlt", f"{tmp_path}/2-{number}.log"]) == 8
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2-7.log", "2-8.log", "8-1.hlt"]
