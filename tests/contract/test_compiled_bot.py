"""MyBot.py plays the kept module through wasmtime, and is a whole submission without it."""

import itertools
import math
import shutil
import subprocess
import sys
import zipfile
from types import SimpleNamespace

import numpy as np
import pytest

from bot import View, decide, override, preset
from bot.board.board import Memory
from bot.program import bot, module
from bot.program.bot import Greedy, MyPlayer, PotentialField
from bot.program.module import BUILT, MODULE, WasmKernels
from bot.search.champion import Champion
from bot.search.player import CompiledPlayer
from bot.search.state import OPENING
from engine import generate
from engine.game import Game
from engine.program import Program
from experiments.arena.arena import Arena
from tests.support.boards import view_of
from tests.support.project import ROOT
from tools import submission

STATE = generate(16, 16, 2, 5)
VIEW = view_of(STATE, 1)
CHAMPION = override(preset("champion"), {"opening_search": 6, "campaign_search": 2})


def wasm(parameters):
    return CompiledPlayer(parameters, WasmKernels, *STATE.owner.shape)


class TestTheClock:
    """Between two looks at it a piece of work is done; what is not done by the deadline is left out."""

    def test_the_opening_is_searched_before_the_name_and_not_later(self):
        """A prototype lost four games: it searched on the first turn, which lasts one second."""
        player = MyPlayer(CHAMPION, VIEW, math.inf)
        assert bot.with_clock(CHAMPION).opening_search == 120
        assert player.compiled.opening["tried"] == 120
        player.compiled.receive(VIEW)
        assert player.compiled.state["phase"] > OPENING

    def test_without_time_there_is_no_search_on_the_first_turn_either(self, monkeypatch):
        looks = itertools.count(1000)
        monkeypatch.setattr("bot.search.player.time", SimpleNamespace(monotonic=lambda: float(next(looks))))
        monkeypatch.setattr("bot.program.bot.time", SimpleNamespace(monotonic=lambda: 1000.0))
        player = PotentialField().prepare(override(CHAMPION, {"opening_time": 0.0}), VIEW)
        assert player.compiled.opening == {"tried": 0}
        player.moves(VIEW, 2000.0)
        assert player.compiled.state["tried_openings"] == 0

    def test_a_turn_that_is_late_from_the_start_has_the_greedy_moves(self):
        parameters = override(CHAMPION, {"opening_search": 0})
        late = wasm(parameters).moves(VIEW, -1.0)
        np.testing.assert_array_equal(late, decide(VIEW, Memory(), parameters).moves)


def forget():
    module._load.cache_clear()
    module.table.cache_clear()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder of the module's native code, of which nothing is loaded."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    yield tmp_path / "cache"
    forget()


class TestWithoutTheModule:
    def test_a_damaged_module_and_one_of_another_version(self, cache, tmp_path, monkeypatch, caplog):
        built = shutil.copytree(BUILT, tmp_path / "built")
        monkeypatch.setattr(module, "BUILT", built)
        (built / MODULE).write_bytes((built / MODULE).read_bytes() + b"\0")
        player = MyPlayer(preset("champion"), VIEW, 0.0)
        np.testing.assert_array_equal(player.moves(VIEW), Greedy(preset("champion")).moves(VIEW))
        assert "plays greedy moves without search" in caplog.text
        assert "damaged, or not of the version" in caplog.text

    def test_a_defect_in_the_middle_of_a_game(self, caplog):
        player = MyPlayer(CHAMPION, VIEW, 0.0)
        player.compiled.kernels = SimpleNamespace(arrays=player.compiled.kernels.arrays)  # nothing can be called
        np.testing.assert_array_equal(player.moves(VIEW), Greedy(CHAMPION).moves(VIEW))
        assert player.compiled is None
        assert "please report a defect in the compiled bot" in caplog.text
        assert player.explain(VIEW).move.shape == VIEW.owner.shape


class TestNativeCode:
    def test_what_cannot_be_loaded_is_made_again(self, cache):
        WasmKernels(5, 5)
        files = [path for path in cache.rglob("*") if path.is_file()]
        assert files
        for path in files:
            path.write_bytes(b"not native code")
        forget()
        np.testing.assert_array_equal(wasm(preset("v26")).moves(VIEW), decide(VIEW, Memory(), preset("v26")).moves)

    def test_a_folder_that_cannot_be_written_costs_nothing_else(self, cache):
        cache.write_text("in the way", encoding="utf-8")
        assert wasm(preset("v26")).moves(VIEW).any()


def test_a_machine_that_never_had_numba_plays_the_champion_from_its_first_frame(tmp_path, monkeypatch):
    for name in ("numba", "llvmlite"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('none here')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    command = f'"{sys.executable}" "{ROOT / "MyBot.py"}" --opening_clocked 1 --opening_search 6 --log "{tmp_path}/log"'
    command += " --turn_time 1000 --opening_time 1000"
    played = Game([Program(command), Program(f"{command} --preset v12")], STATE, turn_time=1000).play().replay
    champion = Champion(override(preset("champion"), {"opening_search": 6}), *STATE.owner.shape)
    for turn in range(played.turns):
        view = View(played.owner[turn], played.strength[turn], played.production, 1, turn)
        ours = view.owner == 1
        np.testing.assert_array_equal(played.moves[turn][ours], champion.moves(view)[ours], f"turn {turn}")
    assert not (tmp_path / "log").exists() or "greedy" not in (tmp_path / "log").read_text(encoding="utf-8")
    assert subprocess.run([sys.executable, "-c", "import numba"], capture_output=True).returncode == 1


# MyBot.py and bot/ are a whole submission: they play in an empty folder, with two libraries.


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


def test_the_zip_makes_the_greedy_champions_moves_in_an_empty_folder_with_two_libraries(tmp_path, bare_machine):
    result, told = submission.check(submission.build(tmp_path / "submission.zip"))
    assert "wasmtime is not installed" in told
    assert not result.timed_out
    assert not list(bare_machine.iterdir()), "the bot wrote into the home of its user"
    greedy = override(preset("champion"), {"combat_search": 0, "opening_search": 0, "war_every": 0})
    state = generate(submission.WIDTH, submission.HEIGHT, 2, submission.SEED)
    expected = Arena(*state.owner.shape).play([greedy, preset("v12")], state, record=True).replay
    np.testing.assert_array_equal(result.replay.moves, expected.moves)


def test_the_zip_holds_the_bot_and_nothing_else_in_the_same_bytes(tmp_path):
    with zipfile.ZipFile(submission.build(tmp_path / "submission.zip")) as archive:
        names = archive.namelist()
    assert names[0] == "MyBot.py"
    assert all(name.startswith("bot/") and name.endswith((".py", ".wasm", ".json")) for name in names[1:])
    assert submission.build(tmp_path / "one.zip").read_bytes() == submission.build(tmp_path / "two.zip").read_bytes()


def test_a_zip_that_cannot_play_is_refused(tmp_path, bare_machine):
    with (
        zipfile.ZipFile(submission.build(tmp_path / "whole.zip")) as whole,
        zipfile.ZipFile(tmp_path / "broken.zip", "w") as broken,
    ):
        for name in set(whole.namelist()) - {"bot/decide.py"}:
            broken.writestr(name, whole.read(name))
    with pytest.raises(submission.SubmissionError, match="No module named"):
        submission.check(tmp_path / "broken.zip")
