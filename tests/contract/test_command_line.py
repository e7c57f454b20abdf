"""The command `python -m engine`: the official output, files and errors, and our additions."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.replay import read
from tests.support.bots import bot, engine

PUSHER = bot("pusher")
BOARD = ("-d", "8 8", "-s", "5")


def test_quiet_output_has_the_official_lines_in_the_official_order(tmp_path):
    begun = int(time.time())
    run = engine("-q", *BOARD, PUSHER, bot("faulty", "leave", 3), folder=tmp_path)
    lines = run.stdout.split("\n")
    assert lines[:3] == [PUSHER, bot("faulty", "leave", 3), "8 8"]
    number, seed = re.fullmatch(r"\./(\d+)-5\.hlt (\d+)", lines[3]).groups()
    assert begun <= int(number) <= time.time()
    assert (seed, lines[4:]) == ("5", ["1 1 3", "2 2 2", "2 ", f"2-{number}.log "])
    assert run.returncode == 0


def test_the_log_of_an_ejected_bot_lies_in_the_current_folder(tmp_path):
    engine("-q", *BOARD, PUSHER, bot("faulty", "babble", 2), folder=tmp_path)
    (log,) = tmp_path.glob("2-*.log")
    assert "ejected on turn 2" in log.read_text()
    assert "1 2 north" in log.read_text()


def test_quiet_extras_go_to_stderr(tmp_path):
    run = engine("-qr", *BOARD, PUSHER, bot("faulty", "crash", 2), folder=tmp_path)
    seed, fault = run.stderr.splitlines()
    assert seed == "Map seed was 5"
    assert "player 2" in fault
    assert "ejected on turn 2" in fault
    assert "ZeroDivisionError" in fault
    assert not list(tmp_path.glob("*.hlt"))


def test_override_alternates_commands_and_names_and_one_player_may_play_on_the_map_of_several(tmp_path):
    run = engine("-q", "-o", *BOARD, PUSHER, "Ada", PUSHER, "Grace", folder=tmp_path)
    lines = run.stdout.split("\n")
    assert lines[0] == "8 8"
    assert read(tmp_path / lines[1].split()[0]).player_names == ("Ada", "Grace")
    run = engine("-q", "-n", "3", *BOARD, PUSHER, folder=tmp_path)
    replay = read(tmp_path / run.stdout.split("\n")[2].split()[0])
    assert replay.player_names == ("pusher",)
    assert (replay.owner[0] > 0).sum() == 1


def test_the_same_game_at_the_same_second_overwrites_nothing(tmp_path):
    """The later one takes the next free id; replay and logs keep their official names."""
    words = ("-q", *BOARD, PUSHER, bot("faulty", "leave", 2))
    with ThreadPoolExecutor() as pool:
        runs = list(pool.map(lambda _: engine(*words, folder=tmp_path), range(3)))
    replays = {run.stdout.split("\n")[3] for run in runs}
    assert len(replays) == len(list(tmp_path.glob("*-5.hlt"))) == 3
    assert len(list(tmp_path.glob("2-*.log"))) == 3


def test_the_result_as_json_is_alone_on_stdout(tmp_path):
    run = engine("--results-as-json", "--turn-time", "2000", *BOARD, PUSHER, bot("faulty", "hang", 2), folder=tmp_path)
    report = json.loads(run.stdout)
    assert (report["seed"], report["width"], report["height"], report["timed_out"]) == (5, 8, 8, [2])
    assert (tmp_path / report["replay"]).exists()
    late = report["standings"][1]["fault"]
    assert (late["kind"], late["turn"]) == ("late", 2)
    assert report["standings"][0]["name"] == "pusher"


def test_timeouts_can_be_ignored(tmp_path):
    run = engine("-qrt", "--turn-time", "100", "-d", "2 2", "-s", "1", bot("faulty", "be_late", 1), folder=tmp_path)
    assert run.stdout.split("\n")[-2:] == [" ", " "]


def test_the_report_for_people_has_a_table_the_fault_and_what_comes_next(tmp_path):
    run = engine(*BOARD, PUSHER, bot("faulty", "crash", 3), folder=tmp_path)
    assert "\x1b" not in run.stdout
    table = run.stdout[run.stdout.index("rank") :].splitlines()
    assert [[row.split()[0], *row.split()[-2:]] for row in table[1:3]] == [["1", "#1", "pusher"], ["2", "#2", "crash"]]
    for part in ("ejected on turn 3", "likely cause", "-5.hlt", "seed 5", "-m viewer ./"):
        assert part in run.stdout


@pytest.mark.parametrize("flag", ["--help", "-h", "--version"])
def test_help_and_version_are_no_errors(flag, tmp_path):
    run = engine(flag, folder=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert "1.2" in run.stdout or "usage" in run.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["-i", "nowhere", PUSHER], "replay directory 'nowhere' is no folder"),
        (["-i", __file__, PUSHER], f"replay directory '{__file__}' is no folder"),
        (["-d", "2 2", PUSHER, PUSHER, PUSHER], "too small for 3 players"),
    ],
)
def test_an_option_that_cannot_work_is_refused_before_the_game(words, complaint, tmp_path):
    """A replay that cannot be written would otherwise be lost at the end of the game."""
    run = engine(*words, folder=tmp_path)
    assert complaint in run.stderr
    assert run.returncode == 1
