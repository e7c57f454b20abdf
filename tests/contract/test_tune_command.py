"""The command `tune`, with real games."""

import time
import tomllib

import pytest

from experiments.arena.players import player
from tests.contract.test_match_command import WAITING, games_stored, started, written
from tests.support.laboratory import asked

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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--space", "missing.toml"], "missing.toml"),
        (["--sampler", "spsa"], "'spsa'"),
        (["--against", "v99"], "'v99'"),
        (["--mix", "30"], "mix of boards"),
        (["--sprt", "10"], "10"),
    ],
)
def test_a_wrong_word_ends_in_a_sentence(folder, words, message):
    done = asked(folder, *FROM_V26, *words)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (folder / "tuned.toml").exists()
