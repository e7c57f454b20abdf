"""Stored games come back once and unchanged; what cannot be opened or written is explained and loses no game."""

import gzip
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from experiments.arena.players import player
from experiments.laboratory import database as store
from experiments.laboratory import published
from experiments.laboratory.database import Database, DatabaseError
from experiments.stats import shares
from tests.support.project import ROOT
from tests.support.results import PROGRAM, V12, V17, V26, finished, game, result


@pytest.fixture
def path(tmp_path):
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store(finished([1]))
    return tmp_path / "laboratory.db"


def is_sound(database):
    return database.query("PRAGMA integrity_check") == [("ok",)] and not database.query("PRAGMA foreign_key_check")


def test_what_was_stored_is_found_again_and_nothing_is_added_to_what_is_opened_to_read(database):
    games = [*finished(range(3)), *finished(range(3), V26, V17, V12, PROGRAM)]
    database.store(games)
    with Database.open(database.path, read_only=True) as later:
        assert later.find([*(each.key for each, _ in games), game(99).key]) == {each.key: each for _, each in games}
    with pytest.raises(DatabaseError, match="it cannot be written"), Database.open(database.path, read_only=True) as it:
        it.store(finished([4]))


def test_the_same_game_and_the_same_player_are_stored_once(database):
    database.store(finished([1]))
    before = database.query("SELECT * FROM games JOIN seats ON game = id")
    database.store(finished([1, 1]))
    assert database.query("SELECT * FROM games JOIN seats ON game = id") == before
    database.store([*finished([1], V26, V17), *finished([2], replace(V26, notation="best.toml"), V17)])
    assert database.query("SELECT notation FROM players ORDER BY id") == [("v26",), ("v17",)]


def test_another_result_of_a_game_without_programs_is_an_alarm_and_nothing_is_stored(database):
    database.store(finished([1]))
    wrong = game(1), replace(result(game(1)), turns=99)
    with pytest.raises(DatabaseError, match=r"v26 against v17 on map 1 of 12 x 12 ended differently.*raise PLAY"):
        database.store([*finished([2]), wrong])
    assert list(database.find([game(1).key, game(2).key])) == [game(1).key]


def test_another_result_of_a_game_with_programs_is_passed_over(database):
    """A program may have dice and a clock; the first game counts, or one could play until one likes the result."""
    played = game(1, V26, PROGRAM)
    database.store([(played, result(played))])
    database.store([(played, replace(result(played), turns=99, replay=b"of the second"))])
    assert database.find([played.key], replays=True) == {played.key: result(played)}


def test_a_replay_comes_only_when_it_is_asked_for(database):
    database.store(finished([1]))
    played = replace(result(game(1)), replay=b"\x1f\x8b\x00 a recording")
    database.store([(game(1), played)])
    assert database.find([played.key])[played.key].replay is None
    assert database.find([played.key], replays=True)[played.key] == played


def test_a_result_is_stored_as_numbers_with_its_own_game_only(database):
    """SQLite would keep numpy's numbers as bytes, and no question would ever find them."""
    played = result(game(1))
    database.store([(game(1), replace(played, territory=tuple(np.array(played.territory)), turns=np.int64(100)))])
    assert database.find([played.key]) == {played.key: played}
    with pytest.raises(ValueError, match="came with game"):
        database.store([(game(1), result(game(2)))])


def test_games_are_a_row_for_each_seat_under_plain_names(database):
    empty = database.games()
    database.store(finished(range(5), player("v26?alpha=0.1"), V17, V12))
    frame = database.games()
    assert list(empty.columns) == list(frame.columns)
    assert (len(empty), len(frame)) == (0, 15)
    assert frame["share"].tolist() == shares(frame["rank"].to_numpy().reshape(5, 3)).ravel().tolist()
    assert frame[["player", "seat"]][:3].to_numpy().tolist() == [["v26", 1], ["v17", 2], ["v12", 3]]


def test_a_game_of_two_takes_less_than_150_bytes_and_is_on_the_disk(database):
    games = finished(range(3000))
    database.store(games)
    found = database.find(each.key for each, _ in games)  # SQLite takes a limited number of values at once
    assert found == {played.key: played for _, played in games}
    (pages,), (size,) = database.query("PRAGMA page_count") + database.query("PRAGMA page_size")
    assert pages * size / 3000 < 150
    assert database.query("PRAGMA synchronous") == [(2,)]
    assert database.query("PRAGMA journal_mode") == [("wal",)]


def test_only_the_laboratory_of_this_checkout_starts_from_what_it_publishes(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "OURS", tmp_path / "laboratory.db")
    monkeypatch.setenv("HALITE_PUBLISHED", str(tmp_path / "unpacked"))
    few = tmp_path / "few.jsonl.xz"
    lines = published.lzma.decompress(published.FILE.read_bytes()).splitlines(keepends=True)[:21]
    few.write_bytes(published.lzma.compress(b"".join(lines)))
    monkeypatch.setattr(published, "FILE", few)
    for name, games in (("laboratory.db", 20), ("mine.db", 0), ("laboratory.db", 20)):
        with Database.open(tmp_path / name) as database:
            assert database.games()["game"].nunique() == games
            assert is_sound(database)


def test_a_file_whose_making_was_interrupted_is_made_again(tmp_path):
    """A process that is killed before the first commit leaves an empty file, with or without SQLite's first page."""
    (tmp_path / "touched.db").touch()
    in_sqlite(tmp_path / "begun.db", "PRAGMA journal_mode = WAL")
    for name in ("touched.db", "begun.db"):
        with Database.open(tmp_path / name) as database:
            database.store(finished([1]))
            assert is_sound(database)


STORE = """
import gzip, os, sys
from dataclasses import replace
from experiments.laboratory.database import Database
from tests.support.results import finished

first, count = map(int, sys.argv[2:])
with Database.open(sys.argv[1]) as database:
    for seed in range(first, first + count):
        recording = gzip.compress(os.urandom(50_000))
        database.store([(game, replace(played, replay=recording)) for game, played in finished([seed])])
"""


@pytest.mark.slow  # it starts processes
def test_several_processes_make_and_fill_one_file(tmp_path):
    path = tmp_path / "laboratory.db"
    words = [[sys.executable, "-c", STORE, str(path), first, "8"] for first in ("0", "4")]
    runs = [subprocess.Popen(each, cwd=ROOT) for each in words]
    assert [run.wait(timeout=60) for run in runs] == [0, 0]
    with Database.open(path) as database:
        assert database.games()["game"].nunique() == 12
        assert is_sound(database)


def test_a_full_disk_stores_nothing_of_the_step_and_keeps_the_rest(path):
    """A page limit is SQLite's own full disk. With room again the same run goes on."""
    big = [(game(2), replace(result(game(2)), replay=gzip.compress(os.urandom(200_000))))]
    expected = r"laboratory\.db: the disk is full; what was stored before is safe"

    def run_full():
        with Database.open(path) as database:
            (pages,) = database.query("PRAGMA page_count")[0]
            database.query(f"PRAGMA max_page_count = {pages}")
            database.store([*finished([3]), *big])

    with pytest.raises(DatabaseError, match=expected):
        run_full()
    with Database.open(path) as database:
        assert database.query("SELECT count(*) FROM games") == [(1,)]
        database.store(big)
        assert is_sound(database)


def test_another_writer_is_waited_for_and_then_named(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        expected = "another process has been writing to it all the time"
        with pytest.raises(DatabaseError, match=expected), Database.open(path, patience=0.1) as database:
            database.store(finished([2]))
        with Database.open(path, read_only=True) as database:
            assert database.find([game(1).key])
        other.execute("ROLLBACK")
    with Database.open(path) as database:
        database.store(finished([2]))
        assert len(database.find([game(1).key, game(2).key])) == 2


def in_sqlite(path, statement):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def of_another_format(path, version):
    with Database.open(path):
        pass
    in_sqlite(path, f"PRAGMA user_version = {version}")


REFUSED = {  # how a file is made, how it is opened, and what is said
    "a text": (lambda path: path.write_text("alpha = 0.2\n" * 100), {}, r"mine\.db: it is not a database"),
    "another program's": (lambda path: in_sqlite(path, "CREATE TABLE pages (address TEXT)"), {}, "is no laboratory"),
    "an old one": (lambda path: of_another_format(path, 5), {}, r"mine\.db has format 5, this code has format .*$"),
    "a new one": (lambda path: of_another_format(path, store.VERSION + 1), {}, f"has format {store.VERSION + 1}, this"),
    "a folder": (lambda path: path.mkdir(), {}, "cannot be a database: it is a folder, or there is no folder"),
    # An empty database under a mistyped name would hide the mistake.
    "none to add to": (lambda path: None, {"create": False}, r"there is no database .*Is this the right folder"),
    "none to read": (lambda path: None, {"read_only": True}, r"there is no database .*Is this the right folder"),
}


@pytest.mark.parametrize(("make", "how", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_opened_is_named_in_one_line_and_not_touched(tmp_path, make, how, said):
    path = tmp_path / "mine.db"
    make(path)
    before = [(each.name, each.is_file() and each.read_bytes()) for each in tmp_path.iterdir()]
    with pytest.raises(DatabaseError, match=said) as refused, Database.open(path, **how):
        pytest.fail(f"{path} is opened")
    assert str(refused.value).isprintable()
    assert [(each.name, each.is_file() and each.read_bytes()) for each in tmp_path.iterdir()] == before


def test_a_damaged_file_says_so(path):
    with Database.open(path) as database:
        database.store(finished(range(2, 500)))
    content = bytearray(path.read_bytes())
    made = 12 * 4096  # bytes of an empty laboratory: the list of tables lies in them, without which nothing opens
    content[made:-4096] = os.urandom(len(content) - made - 4096)
    path.write_bytes(content)
    with pytest.raises(DatabaseError, match=r"laboratory\.db: it is damaged"), Database.open(path) as database:
        database.find(game(seed).key for seed in range(500))
