"""Stored games come back once and unchanged."""

import sqlite3
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from experiments.arena.players import player
from experiments.laboratory.database import Database, DatabaseError
from experiments.stats import shares
from tests.support.project import ROOT
from tests.support.results import PROGRAM, V12, V17, V26, finished, game, result


def test_what_was_stored_is_found_again(database):
    """Also by a process that opens the file later; what was never stored is missing."""
    games = [*finished(range(3)), *finished(range(3), V26, V17, V12, PROGRAM)]
    database.store(games)
    with Database.open(database.path, read_only=True) as later:
        stored = later.find([*(each.key for each, _ in games), game(99).key])
    assert stored == {played.key: played for _, played in games}


def test_the_same_game_and_the_same_player_are_stored_once(database):
    """A killed run plays its last games again; they count once."""
    database.store(finished([1]))
    before = database.query("SELECT * FROM games JOIN seats ON game = id")
    database.store(finished([1, 1]))
    assert database.query("SELECT * FROM games JOIN seats ON game = id") == before
    database.store([*finished([1], V26, V17), *finished([2], replace(V26, notation="best.toml"), V17)])
    assert database.query("SELECT notation FROM players ORDER BY id") == [("v26",), ("v17",)]


def test_another_result_of_a_game_without_programs_is_an_alarm(database):
    """Compiled players are deterministic: two results mean that code or a computer went wrong. Nothing is stored."""
    database.store(finished([1]))
    wrong = game(1), replace(result(game(1)), turns=99)
    with pytest.raises(DatabaseError, match=r"v26 against v17, 12x12, map seed 1\) ended differently") as caught:
        database.store([*finished([2]), wrong])
    assert game(1).key in str(caught.value)
    assert list(database.find([game(1).key, game(2).key])) == [game(1).key]


def test_another_result_of_a_game_with_programs_is_passed_over(database):
    """A program may have dice and a clock; the first game counts, or one could play until one likes the result."""
    played = game(1, V26, PROGRAM)
    database.store([(played, result(played))])
    database.store([(played, replace(result(played), turns=99, replay=b"of the second"))])
    assert database.find([played.key], replays=True) == {played.key: result(played)}


def test_a_replay_comes_only_when_it_is_asked_for(database):
    """Counting loads no replays."""
    played = replace(result(game(1)), replay=b"\x1f\x8b\x00 a recording")
    database.store([(game(1), played)])
    assert database.find([played.key])[played.key].replay is None
    assert database.find([played.key], replays=True)[played.key] == played
    database.store(finished([2]))  # the same game played again with --replays brings its recording
    database.store([(game(2), result(game(2), replay=b"a recording"))])
    assert database.find([game(2).key], replays=True)[game(2).key].replay == b"a recording"
    database.store(finished([1], player("v26?alpha=0.1"), V17))
    assert sorted(database.names().values()) == ["v17", "v26"]


def test_a_result_is_stored_as_numbers_with_its_own_game_only(database):
    """SQLite would keep them as bytes, and no question would ever find them."""
    played = result(game(1))
    database.store([(game(1), replace(played, territory=tuple(np.array(played.territory)), turns=np.int64(100)))])
    assert database.find([played.key]) == {played.key: played}
    with pytest.raises(ValueError, match="came with game"):
        database.store([(game(1), result(game(2)))])
    with pytest.raises(ValueError, match="'territory': 1"):  # a forgotten seat would shift the others to wrong players
        replace(result(game(1)), territory=(5,))


def test_games_are_a_row_for_each_seat(database):
    """With the share of opponents beaten, which is what statistics count."""
    database.store(finished(range(5), V26, V17, V12))
    frame = database.games()
    assert len(frame) == 15
    assert frame["share"].tolist() == shares(frame["rank"].to_numpy().reshape(5, 3)).ravel().tolist()
    assert list(frame["player"][:3]) == ["v26", "v17", "v12"]
    assert list(frame["seat"][:3]) == [1, 2, 3]


def test_an_empty_database_has_an_empty_table_with_the_same_columns(database):
    """A notebook runs before the first game as well."""
    empty = database.games()
    database.store(finished([1]))
    assert len(empty) == 0
    assert list(empty.columns) == list(database.games().columns)


def test_a_game_of_two_takes_less_than_240_bytes_and_is_on_the_disk(database):
    """Counted for the league, too: fifty thousand games stay under twelve megabytes."""
    games = finished(range(3000))
    database.store(games)
    found = database.find(each.key for each, _ in games)  # SQLite takes a limited number of values at once
    assert found == {played.key: played for _, played in games}
    (pages,), (size,) = database.query("PRAGMA page_count") + database.query("PRAGMA page_size")
    assert pages * size / 3000 < 240
    assert database.query("PRAGMA synchronous") == [(2,)]
    assert database.query("PRAGMA journal_mode") == [("wal",)]


def test_only_the_laboratory_of_this_checkout_starts_from_what_it_publishes(tmp_path, monkeypatch):
    """A database in another folder, or under another name, starts empty."""
    monkeypatch.setenv("HALITE_PUBLISHED", str(tmp_path / "unpacked"))
    with Database.open(tmp_path / "another.db") as another:
        another.store(finished(range(3)))
        another.publish("E-0001", folder=tmp_path / "published")
    monkeypatch.setattr("experiments.laboratory.database.published.FOLDER", tmp_path / "published")
    monkeypatch.setattr("experiments.laboratory.database.database.OURS", tmp_path / "laboratory.db")
    monkeypatch.chdir(tmp_path)
    for name, games in (("laboratory.db", 3), ("mine.db", 0)):
        for _ in range(2):
            with Database.open(name) as database:
                assert database.games()["game"].nunique() == games


def test_a_file_whose_making_was_interrupted_is_made_again(tmp_path):
    """A process that is killed before the first commit leaves an empty file, with or without SQLite's first page."""
    (tmp_path / "touched.db").touch()
    with sqlite3.connect(tmp_path / "begun.db") as begun:
        begun.execute("PRAGMA journal_mode = WAL")
    begun.close()
    for name in ("touched.db", "begun.db"):
        with Database.open(tmp_path / name) as database:
            database.store(finished([1]))
            assert database.check() == []


OPEN_AND_STORE = """
import sys
from experiments.laboratory.database import Database
from tests.support.results import finished

with Database.open(sys.argv[1]) as database:
    for seed in range(int(sys.argv[2]), int(sys.argv[2]) + 20):
        database.store(finished([seed]))
"""


@pytest.mark.slow  # it starts processes
def test_several_processes_make_and_fill_one_file(tmp_path):
    """Two terminals, one laboratory: each waits for the other, nothing is lost or doubled."""
    path = tmp_path / "laboratory.db"
    runs = [
        subprocess.Popen([sys.executable, "-c", OPEN_AND_STORE, str(path), str(first)], cwd=ROOT) for first in (0, 10)
    ]
    assert [run.wait(60) for run in runs] == [0, 0]
    with Database.open(path) as database:
        assert database.games()["game"].nunique() == 30
        assert database.check() == []
