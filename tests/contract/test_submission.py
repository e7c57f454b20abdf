"""MyBot.py and bot/ are a whole submission: they play in an empty folder, with two libraries."""

import sys
import zipfile

import numpy as np
import pytest

from bot import changed, preset
from engine import generate
from engine.game import Game
from engine.program import Program
from experiments.arena.arena import Arena
from tools import submission

# Python runs a module of this name at every start. It refuses every import that a tournament machine could not serve.
BARE_MACHINE = """
import sys

class Refuse:
    known = {*sys.stdlib_module_names, "bot", "numpy", "sortedcontainers", "usercustomize"}

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in self.known:
            raise ImportError(f"{name} is not on the tournament machine")

sys.meta_path.insert(0, Refuse())
"""


@pytest.fixture
def bare_machine(tmp_path, monkeypatch):
    """Bots started from here have an empty HOME and numpy and sortedcontainers only."""
    home, start = tmp_path / "home", tmp_path / "start"
    home.mkdir()
    start.mkdir()
    (start / "sitecustomize.py").write_text(BARE_MACHINE, encoding="utf-8")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("PYTHONPATH", str(start))
    return home


def repacked(source, target, change):
    """A copy of the zip `source` with each file passed through `change(name, text)`; None leaves it out."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            if not name.endswith(".py"):
                new.writestr(name, old.read(name))
            elif (text := change(name, old.read(name).decode("utf-8"))) is not None:
                new.writestr(name, text)
    return target


def test_the_zip_plays_a_game_in_an_empty_folder_with_two_libraries(tmp_path, bare_machine):
    result, told = submission.check(submission.build(tmp_path / "submission.zip"))
    assert "wasmtime is not installed" in told
    assert not result.timed_out
    assert result.turns > 10
    assert not list(bare_machine.iterdir()), "the bot wrote into the home of its user"


def test_the_zip_holds_the_bot_and_nothing_else_in_the_same_bytes(tmp_path):
    with zipfile.ZipFile(submission.build(tmp_path / "submission.zip")) as archive:
        names = archive.namelist()
    assert names[0] == "MyBot.py"
    assert all(name.startswith("bot/") and name.endswith((".py", ".wasm", ".json")) for name in names[1:])
    assert submission.build(tmp_path / "one.zip").read_bytes() == submission.build(tmp_path / "two.zip").read_bytes()


def test_a_zip_that_lacks_a_file_or_imports_what_the_tournament_lacks_is_refused(tmp_path, bare_machine):
    """In the bot's own words: a missing module is what its author must add. The bare machine of these tests is bare."""
    whole = submission.build(tmp_path / "whole.zip")
    broken = repacked(whole, tmp_path / "broken.zip", lambda name, text: None if name == "bot/decide.py" else text)
    with pytest.raises(submission.SubmissionError, match="No module named"):
        submission.check(broken)
    rich = repacked(
        whole, tmp_path / "rich.zip", lambda name, text: text.replace("import numpy", "import numba\nimport numpy")
    )
    with pytest.raises(submission.SubmissionError, match="ejected"):
        submission.check(rich)


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6)])
def test_without_wasmtime_it_makes_the_moves_of_the_greedy_champion_in_the_laboratory(
    tmp_path, bare_machine, monkeypatch, players, seed
):
    with zipfile.ZipFile(submission.build(tmp_path / "submission.zip")) as archive:
        archive.extractall(tmp_path)
    monkeypatch.chdir(tmp_path)
    state = generate(18, 18, players, seed)
    ours, other = f'"{sys.executable}" MyBot.py', f'"{sys.executable}" MyBot.py --preset v26'
    played = Game([Program(ours), *(Program(other) for _ in range(players - 1))], state).play().replay
    greedy = changed(preset("champion"), {"combat_search": 0, "opening_search": 0, "war_every": 0})
    seats = [greedy, *[preset("v26")] * (players - 1)]
    expected = Arena(*state.owner.shape).play(seats, state, record=True).replay
    np.testing.assert_array_equal(played.moves, expected.moves)


MUTE = """
import sys
for _ in range(4):
    input()
print("mute", flush=True)
for _ in sys.stdin:
    print(flush=True)
"""


def test_a_bot_that_answers_without_moves_is_refused(tmp_path):
    mute = tmp_path / "mute.zip"
    with zipfile.ZipFile(mute, "w") as archive:
        archive.writestr("MyBot.py", MUTE)
    with pytest.raises(submission.SubmissionError, match="captured nothing"):
        submission.check(mute)
