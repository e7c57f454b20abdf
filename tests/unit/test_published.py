"""Published games: files that are never changed, and the database that is built from them."""

import json
import lzma
import subprocess
import sys

import pytest

from experiments.laboratory.database import Database, DatabaseError, published
from tests.support.project import ROOT
from tests.support.results import PROGRAM, V12, V17, V26, finished, result

ROWS = "SELECT * FROM results ORDER BY game, seat"


@pytest.fixture(autouse=True)
def unpacked(tmp_path, monkeypatch):
    """The folder for the built databases."""
    monkeypatch.setenv("HALITE_PUBLISHED", str(tmp_path / "unpacked"))
    return tmp_path / "unpacked"


@pytest.fixture
def laboratory(tmp_path):
    """Games of two and of four, one of them with a program that was ejected."""
    with Database.open(tmp_path / "laboratory.db") as database:
        (ejected, played), *_ = finished([6], V26, V17, V12, PROGRAM)
        faults = (None, None, None, "exited on turn 3: it exited with code 1")
        spoiled = result(ejected).__class__(**{**_fields(played), "faults": faults})
        database.store([*finished(range(3)), *finished([5], V26, V17, V12, V17), (ejected, spoiled)])
        yield database


@pytest.fixture
def folder(tmp_path):
    """The folder of the published files."""
    return tmp_path / "published"


def _fields(played):
    return {name: getattr(played, name) for name in played.__slots__}


def test_published_games_are_those_of_the_laboratory(laboratory, folder):
    """Every column, replays left out; keys are not written and come out the same."""
    assert laboratory.publish("E-0001", folder=folder) == 5
    with Database.published(folder) as database:
        assert database.query(ROWS) == laboratory.query(ROWS)
        assert database.check() == []


def test_a_file_holds_what_no_other_has_and_is_never_changed(laboratory, folder):
    """A game is published once, so the repository grows by new games only; before the first there are none."""
    with Database.published(folder) as database:
        assert len(database.games()) == 0
    laboratory.publish("E-0001", players=["v26", "v17"], folder=folder)
    with pytest.raises(DatabaseError, match=r"E-0001\.jsonl\.xz is there already, and published games never change"):
        laboratory.publish("E-0001", folder=folder)
    assert laboratory.publish("E-0002", folder=folder) == 2
    assert laboratory.publish("E-0003", folder=folder) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["E-0001.jsonl.xz", "E-0002.jsonl.xz"]


def test_publishing_the_same_games_gives_the_same_bytes(laboratory, folder, tmp_path):
    """Nothing in a file tells when or where it was compressed."""
    for place in (folder, tmp_path / "again"):
        laboratory.publish("E-0001", folder=place)
    assert (folder / "E-0001.jsonl.xz").read_bytes() == (tmp_path / "again" / "E-0001.jsonl.xz").read_bytes()


def test_a_game_of_two_takes_less_than_32_bytes(laboratory, folder):
    """Fifty thousand games, with the results that these were invented with, stay under two megabytes."""
    laboratory.store(finished(range(10, 3000)))
    laboratory.publish("E-0001", folder=folder)
    assert (folder / "E-0001.jsonl.xz").stat().st_size / 3000 < 32


def test_the_database_is_built_once(laboratory, folder, unpacked):
    """And anew when a file comes; old ones are forgotten after a while."""
    laboratory.publish("E-0001", players=["v26", "v17"], folder=folder)
    built = published.database(folder)
    before = built.stat().st_mtime_ns
    assert published.database(folder) == built
    assert built.stat().st_mtime_ns == before
    for number in range(2, 8):
        laboratory.store(finished([100 + number]))
        laboratory.publish(f"E-{number:04d}", folder=folder)
        assert published.database(folder) != built
    assert len(list(unpacked.iterdir())) == published.KEPT


@pytest.mark.slow  # it starts processes
def test_two_processes_may_ask_at_once(laboratory, folder, unpacked):
    """Each builds the missing database, and both read the one that is finished first."""
    laboratory.publish("E-0001", folder=folder)
    for path in unpacked.iterdir():
        path.unlink()
    asking = f"""
from pathlib import Path
from experiments.laboratory.database import Database
with Database.published(Path({str(folder)!r})) as database:
    print(len(database.check()), database.query("SELECT count(*) FROM games"))
"""
    words = [sys.executable, "-c", asking]
    both = [subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [process.communicate()[0] for process in both] == ["0 [(5,)]\n"] * 2
    assert len(list(unpacked.iterdir())) == 1


def test_a_killed_build_leaves_nothing_that_is_read(laboratory, folder, unpacked, monkeypatch):
    """The database has its name when it is whole."""
    laboratory.publish("E-0001", folder=folder)
    for path in unpacked.iterdir():
        path.unlink()
    with monkeypatch.context() as patched:
        patched.setattr(published, "_add", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            published.database(folder)
    assert not list(unpacked.glob("*.db"))
    with Database.published(folder) as database:
        assert database.check() == []


def _interrupted(connection, file):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no xz", "damaged"),
        (lzma.compress(b'{"format": 9}\n'), "it has format 9, this code reads 1"),
        (lzma.compress(json.dumps({"format": 1, "players": [], "engines": []}).encode() + b"\n[1, 2]\n"), "damaged"),
    ],
)
def test_a_damaged_file_is_named(folder, content, reason):
    """The error names the file and the command that restores it."""
    folder.mkdir()
    (folder / "E-0001.jsonl.xz").write_bytes(content)
    with pytest.raises(DatabaseError, match=rf"E-0001\.jsonl\.xz is damaged: .*{reason}|{reason}"):
        Database.published(folder)


def test_a_folder_that_cannot_hold_the_database_is_told(laboratory, folder, tmp_path, monkeypatch):
    """The error names the variable for another folder."""
    laboratory.publish("E-0001", folder=folder)
    (tmp_path / "file").touch()
    monkeypatch.setenv("HALITE_PUBLISHED", str(tmp_path / "file"))
    with pytest.raises(DatabaseError, match="HALITE_PUBLISHED names another folder"):
        Database.published(folder)
