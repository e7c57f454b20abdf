"""A database that cannot be opened or written gives a clear error and loses no game."""

import gzip
import os
import sqlite3
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from experiments.laboratory.database import Database, DatabaseError, schema
from tests.support.results import finished, game, result

WITHOUT_RIGHTS = 65534  # the number of the user `nobody`, on Linux and most others


@pytest.fixture
def path(tmp_path):
    """A database with one game, closed."""
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store(finished([1]))
    return tmp_path / "laboratory.db"


@pytest.fixture
def guarded():
    """A folder that this process cannot write to, with a database in it; root, who may write anywhere, steps down."""
    with tempfile.TemporaryDirectory() as name:  # not tmp_path, which only its owner may enter
        folder = Path(name)
        with Database.open(folder / "laboratory.db") as database:
            database.store(finished([1]))
            database.export(folder / "published.db")
        (folder / "laboratory.db").chmod(0o444)
        folder.chmod(0o555)
        user = os.geteuid()
        if user == 0:
            os.seteuid(WITHOUT_RIGHTS)
        try:
            yield folder
        finally:
            os.seteuid(user)
            folder.chmod(0o755)


def test_a_full_disk_stores_nothing_of_the_step_and_keeps_the_rest(path):
    """A page limit is SQLite's own full disk. With room again the same run goes on."""
    big = [(game(2), replace(result(game(2)), replay=gzip.compress(os.urandom(200_000))))]
    with Database.open(path) as database:
        (pages,) = database.query("PRAGMA page_count")[0]
        database.query(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(DatabaseError, match=r"laboratory\.db: the disk is full\. Nothing of this step was stored"):
            database.store([*finished([3]), *big])
        assert database.query("SELECT count(*) FROM games") == [(1,)]
        database.query("PRAGMA max_page_count = 100000")
        database.store(big)
        assert database.check() == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_write_that_the_system_refuses_loses_nothing_that_was_stored(path):
    """Here the system's limit on file sizes; a quota does the same. Everything that was told to be stored is there."""
    import resource

    limits, told = resource.getrlimit(resource.RLIMIT_FSIZE), []

    def fill(database):
        for seed in range(100):
            recording = gzip.compress(os.urandom(50_000))
            database.store([(each, replace(played, replay=recording)) for each, played in finished([seed])])
            told.append(seed)

    with Database.open(path) as database:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, limits[1]))
        try:
            with pytest.raises(DatabaseError, match="the system refused to read or write it"):
                fill(database)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert len(told) > 5
    with Database.open(path) as database:
        assert len(database.find(game(seed).key for seed in told)) == len(told)
        assert database.check() == []


def test_who_writes_all_the_time_is_waited_for_and_then_told_about(path):
    """A moment later the same step works. Reading never waits."""
    with Database.open(path, patience=0.1) as database:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert database.find([game(1).key])
        with pytest.raises(DatabaseError, match="another process has been writing to it all the time"):
            database.store(finished([2]))
        other.execute("ROLLBACK")
        other.close()
        database.store(finished([2]))
        assert len(database.find([game(1).key, game(2).key])) == 2


def test_a_step_that_is_interrupted_leaves_nothing_behind(path):
    """Ctrl-C between two games of a step: none of them is stored, and the database can be used."""

    def interrupted():
        yield from finished([2])
        raise KeyboardInterrupt

    with Database.open(path) as database:
        with pytest.raises(KeyboardInterrupt):
            database.store(interrupted())
        assert database.find([game(2).key]) == {}
        database.store(finished([2]))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_a_folder_without_the_right_to_write_is_named_and_read(guarded):
    """A new file and one that is there; a published database has no log beside it, so it can be read there."""
    with pytest.raises(DatabaseError, match=r"new\.db: it cannot be opened or made there: the folder or the file is"):
        Database.open(guarded / "new.db")
    with pytest.raises(DatabaseError, match=r"laboratory\.db: it cannot be written to: the file or its folder"):
        Database.open(guarded / "laboratory.db")
    with Database.open(guarded / "published.db", read_only=True) as database:
        assert database.find([game(1).key])


def test_an_export_that_cannot_be_written_is_told_and_a_database_opened_to_read_stays(path):
    """No partial file remains; storing raises and leaves the file as it was."""
    (path.parent / "games.csv").mkdir()
    with Database.open(path) as database:
        with pytest.raises(DatabaseError, match=r"there is no folder .*nowhere"):
            database.export(path.parent / "nowhere" / "games.csv")
        with pytest.raises(DatabaseError, match=r"games\.csv cannot be written: "):
            database.export(path.parent / "games.csv")
    assert not list(path.parent.glob("*.part"))
    with Database.open(path, read_only=True) as database:
        with pytest.raises(DatabaseError, match="it cannot be written to"):
            database.store(finished([2]))
        assert len(database.games()) == 2


def test_a_file_of_another_program_is_not_touched(tmp_path):
    """A mistyped name must not cost a file."""
    path = tmp_path / "tuned.toml"
    path.write_text("alpha = 0.2\n" * 100, encoding="utf-8")
    with pytest.raises(DatabaseError, match=r"tuned\.toml: it is not a database"):
        Database.open(path)
    assert path.read_text(encoding="utf-8") == "alpha = 0.2\n" * 100
    with sqlite3.connect(tmp_path / "history.db") as foreign:
        foreign.execute("CREATE TABLE pages (address TEXT)")
    foreign.close()
    before = (tmp_path / "history.db").read_bytes()
    with pytest.raises(DatabaseError, match="no laboratory: another program made it"):
        Database.open(tmp_path / "history.db")
    assert (tmp_path / "history.db").read_bytes() == before


NEWER = schema.VERSION + 1


@pytest.mark.parametrize(
    ("version", "reason"), [(NEWER, "a newer revision made it"), (4, schema.CONVERTER), (0, "the file is damaged")]
)
def test_a_schema_that_this_code_does_not_know_is_refused(path, version, reason):
    """Guessing what a newer column means would spoil the file for the newer revision."""
    with sqlite3.connect(path) as changed:
        changed.execute(f"PRAGMA user_version = {version}")
    changed.close()
    with pytest.raises(DatabaseError, match=rf"has schema {version}.*{reason}"):
        Database.open(path)


def test_a_damaged_file_says_so(path):
    """A query raises an error, and the check names the damage."""
    with Database.open(path) as database:
        database.store(finished(range(2, 500)))
    content = bytearray(path.read_bytes())
    made = 28 * 4096  # bytes of an empty laboratory: the list of tables lies in them, without which nothing opens
    content[made:-4096] = os.urandom(len(content) - made - 4096)
    path.write_bytes(content)
    with pytest.raises(DatabaseError, match=r"laboratory\.db: it is damaged"), Database.open(path) as database:
        database.find(game(seed).key for seed in range(500))
    with Database.open(path) as database:
        assert any("the rest cannot be read: " in line or "the file: " in line for line in database.check())


@pytest.mark.parametrize(
    ("name", "reason"),
    [("nowhere/laboratory.db", "there is no folder .*nowhere"), ("", "is a folder; expected the name of a database")],
)
def test_a_place_that_cannot_hold_a_file_is_named(tmp_path, name, reason):
    """SQLite alone says `unable to open database file`."""
    with pytest.raises(DatabaseError, match=reason):
        Database.open(tmp_path / name)


@pytest.mark.parametrize("how", [{"create": False}, {"read_only": True}], ids=str)
def test_who_only_reads_makes_no_file(tmp_path, how):
    """An empty database under a mistyped name would hide the mistake."""
    with pytest.raises(DatabaseError, match=r"there is no database .*Is this the right folder"):
        Database.open(tmp_path / "laboratory.db", **how)
    (tmp_path / "laboratory.db").touch()
    with pytest.raises(DatabaseError, match="is empty"):
        Database.open(tmp_path / "laboratory.db", **how)


def test_what_a_killed_start_left_is_removed_by_a_later_one(path):
    """A copy of the published games that was killed left its half and SQLite's journal for ever."""
    mine, another = ".laboratory.db.01234567.part", ".laboratory.db.89abcdef.part"
    others = ".other.db.01234567.part", ".laboratory.db.01234567.partial"
    for name in (mine, f"{mine}-journal", another, *others):
        (path.parent / name).write_bytes(b"half")
    for name in (mine, f"{mine}-journal", *others):
        os.utime(path.parent / name, (0, 0))
    Database.open(path, read_only=True).close()
    assert (path.parent / mine).exists()
    Database.open(path).close()
    assert sorted(each.name for each in path.parent.glob(".*")) == sorted([another, *others])
