"""The command `tune`, with real games."""

import shlex
import time
import tomllib

import pytest

from experiments.arena.players import player
from tests.contract.test_match_command import WAITING, games_stored, started, written
from tests.support.laboratory import asked, complaint

SPACE = 'alpha = "0.02:0.9:log"\nhold_until = "3:8"\n'
SETTINGS = ["--space", "space.toml", "--against", "v17,v12", "--mix", "10x10", "--sampler", "cmaes", "--most", "10"]
FROM_V26 = ["tune", *SETTINGS, "--trials", "5", "--blocks-per-trial", "8", "--base", "v26"]
SHORT = ["tune", *SETTINGS, "--trials", "1", "--blocks-per-trial", "1"]  # of the champion, whose games are slow


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "space.toml").write_text(SPACE, encoding="utf-8")
    return tmp_path


def test_a_search_that_is_killed_ends_as_one_that_was_not(folder):
    process = started(folder, *FROM_V26, program=("-c", WAITING, "40"))
    while process.poll() is None and games_stored(folder / "laboratory.db") < 36:
        time.sleep(0.02)
    assert process.poll() is None, "it was over before it could be killed"
    process.kill()
    process.communicate()
    other = folder / "undisturbed"
    other.mkdir()
    (other / "space.toml").write_text(SPACE, encoding="utf-8")
    done = [asked(each, *FROM_V26) for each in (folder, other)]
    assert [each.exit_code for each in done] == [1, 1]
    assert written(folder) == written(other)
    assert (folder / "tuned.toml").read_bytes() == (other / "tuned.toml").read_bytes()
    assert sorted(written(folder)) == ["0001.toml", "0002.toml"]
    parts = ["L-0001, on development maps", "is the winner of 5 candidates", "L-0002, on held-out maps from",
             "Results of v26?alpha=", "Its parameters are in tuned.toml"]  # fmt: skip
    places = [done[1].stdout.index(part) for part in parts]
    assert places == sorted(places)
    again = asked(folder, *FROM_V26)
    assert "games/s" not in again.stderr, "both answers stand in their files"
    longer = asked(folder, *FROM_V26, "--trials", "6")
    assert int(longer.stderr.partition(" of them stored before")[0].rpartition(", ")[2]) >= 60


def test_the_file_of_the_winner_is_a_player(folder):
    done = asked(folder, *SHORT, "--most", "2")
    assert done.exit_code == 1
    text = (folder / "tuned.toml").read_text(encoding="utf-8")
    assert "It is undecided whether" in text
    assert player(str(folder / "tuned.toml")).parameters.alpha == tomllib.loads(text)["alpha"]


def test_a_search_that_finds_the_base_has_nothing_to_test(folder):
    (folder / "space.toml").write_text("hold_until = [5]\n", encoding="utf-8")
    done = asked(folder, *SHORT, "--sampler", "random")
    assert done.exit_code == 1
    assert "nothing to test" in done.stdout
    assert "nothing to test" in (folder / "tuned.toml").read_text(encoding="utf-8")
    assert sorted(written(folder)) == ["0001.toml"]


REFUSED = [
    ("match", "Missing argument"),
    ("match v26", "2 to 6 seats"),
    ("match v26 v17 --sprt 10,0", "pair of bounds"),
    ("match v26 v17 --sprt ''", "pair of bounds"),
    ("match v26 v17 --blocks few", "integer"),
    ("match v26 v17 --mix 1x1", "1x1"),
    ("match v26 v17 --question ' '", "answered"),
    ("match v26 v17 --blocks 5 --question ''", "answered"),
    ("match v26 v17 --workers=0", "greater than or equal to 1"),
    ("match v26 'python3 MyBot.py'", "cmd:python3 MyBot.py"),
    ("sweep --vary alfa=0:1 --against v17", "there is no parameter 'alfa'"),
    ("sweep --vary alpha=0.1:0.2 --against v99", "there is no player 'v99'"),
    ("sweep --vary alpha=0.1:0.2 --against v17 --mix big", "mix of boards"),
    ("ladder v26", "2 players"),
    ("ladder v26 v17 --players 3", "too few"),
    ("ladder v26 v17 --players two", "6 or mix"),
    ("ladder v26 v17 --blocks 1", "too few"),
    ("ladder v26 v17 --blocks 3", "--blocks 4"),
    ("tune --space missing.toml --against v17", "missing.toml"),
    ("tune --space space.toml --against v17 --sampler spsa", "'spsa'"),
    ("tune --space space.toml --against v99", "'v99'"),
    ("tune --space space.toml --against v17 --mix 30", "mix of boards"),
    ("tune --space space.toml --against v17 --sprt 10", "10"),
]


@pytest.mark.parametrize(("line", "problem"), REFUSED)
def test_a_mistake_is_a_sentence_and_leaves_nothing_behind(folder, line, problem):
    """Exit code 2, no traceback, and no database or plan is made."""
    done = asked(folder, *shlex.split(line))
    assert done.exit_code == 2
    assert problem in complaint(done)
    assert [path.name for path in folder.iterdir()] == ["space.toml"]
