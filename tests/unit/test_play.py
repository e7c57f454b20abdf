"""./play from a copy of the tree, with an empty HOME: README's first command, and flags alone."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from engine.replay import read
from experiments.recordings import explanations
from tests.support.processes import PATIENCE
from tests.support.project import ROOT, tracked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="play is a bash script; docs/play.md has the plain commands"),
    pytest.mark.skipif(not (ROOT / ".venv" / "made-from").exists(), reason="only ./test makes the environment"),
]

SMALL = ("-d", "12 12")
WITHOUT_TESTS = ("tests/", "docs/", "notebooks/")


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A copy of the tree in a folder with a blank in its name, with a link to this environment."""
    folder = tmp_path_factory.mktemp("play") / "a clone"
    for path in tracked():
        name = path.relative_to(ROOT)
        if not str(name).startswith(WITHOUT_TESTS):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, folder / name)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    return folder


@pytest.fixture
def play(clone, tmp_path):
    """Run ./play in a folder, with an empty HOME; returns what it printed, and the games and pages there."""
    home = tmp_path / "home"
    home.mkdir()

    def run(*words, folder=tmp_path, **environment):
        told = os.environ | {"HOME": str(home), "XDG_CACHE_HOME": ""} | environment
        done = subprocess.run(
            [clone / "play", *words], cwd=folder, env=told, capture_output=True, text=True, timeout=PATIENCE
        )
        listed = {kind: sorted(folder.glob(f"*{kind}")) for kind in (".hlt", ".html", ".explain.gz")}
        return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr, files=listed)

    return run


def test_a_game_ends_with_its_page_and_the_reasons_of_the_champion(play, tmp_path):
    played = play(*SMALL, "-s", "7")
    assert played.code == 0, played.err
    assert [len(found) for found in played.files.values()] == [1, 1, 1], played.files
    (game,), (page,), (why,) = played.files.values()
    assert page.name in played.out.splitlines()[-1]
    assert why.name == game.name.replace(".hlt", ".player1.explain.gz")
    assert game.stem in page.read_text(encoding="utf-8")
    replay, explanation = read(game), explanations.read(why)
    search = explanation.turns[0].search
    assert search["opening"]["tried"] == 1200
    assert_is_of(replay, explanation)


def assert_is_of(replay, explanation):
    """Every square of player 1 that moved did so for a reason that is written down."""
    assert len(explanation.turns) >= replay.turns - 1
    for turn, why in enumerate(explanation.turns[: replay.turns]):
        ours = replay.owner[turn] == 1
        assert (why.move[ours] == replay.moves[turn][ours]).all(), f"turn {turn}"


def test_of_two_games_at_once_each_keeps_its_own_reasons(play, tmp_path):
    """Both wrote into one file: a page explained 10,344 squares that its player did not own."""
    with ThreadPoolExecutor() as pool:
        games = list(pool.map(lambda seed: play(*SMALL, "-s", seed), ("7", "8")))
    assert [each.code for each in games] == [0, 0]
    for why in tmp_path.glob("*.explain.gz"):
        game = why.with_name(why.name.replace(".player1.explain.gz", ".hlt"))
        assert_is_of(read(game), explanations.read(why))
    assert len(list(tmp_path.glob("*.explain.gz"))) == 2
    assert not list(tmp_path.glob(".thoughts*"))


def test_a_machine_without_wasmtime_is_told_so_once_and_plays(play, tmp_path):
    without = tmp_path / "without"
    without.mkdir()
    (without / "wasmtime.py").write_text("raise ImportError('none here')", encoding="utf-8")
    played = play("-q", *SMALL, "-s", "7", PYTHONPATH=str(without))
    assert played.code == 0, played.err
    assert len(re.findall("wasmtime is not installed", played.err)) == 1


def test_a_recording_is_shown(play, tmp_path):
    play("-q", *SMALL, "-s", "7")
    (game,) = tmp_path.glob("*.hlt")
    played = play(str(game))
    assert played.code == 0, played.err
    assert len(played.files[".html"]) == 1
