"""A database of an older format, whose games were stored under hashes of files, is converted."""

import json
import re
import sqlite3

import pytest

import bot
from bot.knobs.knob import plain
from bot.knobs.parameters import SILENT
from experiments.arena import schedule, signature
from experiments.arena.players import player
from experiments.laboratory.database import Database, DatabaseError, looked, older, schema
from experiments.league import feed
from tests.support.results import PROGRAM, V26, finished, game


def as_before(identity, code=older.CODE):
    """The identity that the older format had for a player: its code, and all parameters that decide."""
    known = json.loads(identity)
    if "signature" not in known:
        return identity
    generation = known["parameters"]["generation"]
    parameters = bot.changed(bot.preset(generation), known["parameters"])
    deciding = {name: value for name, value in plain(parameters).items() if name not in SILENT}
    return json.dumps({"code": code, "parameters": deciding}, sort_keys=True, separators=(",", ":"))


def forget_counts(connection):
    """Take the tables away that older formats did not have."""
    forget_looks(connection)
    for index in ("games_of_a_player", "games_by_time"):
        connection.execute(f"DROP INDEX {index}")
    for table in re.findall(r"CREATE TABLE (\w+)", schema.COUNTED):
        connection.execute(f"DROP TABLE {table}")


def forget_looks(connection):
    """The same of the tables that format 3 did not have."""
    for table in re.findall(r"CREATE TABLE (\w+)", looked.LOOKED):
        connection.execute(f"DROP TABLE {table}")


def age(path, code=older.CODE):
    """Make a laboratory one of the older format."""
    with sqlite3.connect(path) as connection:
        for number, identity in connection.execute("SELECT id, identity FROM players").fetchall():
            before = as_before(identity, code)
            connection.execute("UPDATE players SET identity = ? WHERE id = ?", (before, number))
        connection.execute("UPDATE engines SET version = ?", (older.REFEREE,))
        older._key_anew(connection)
        forget_counts(connection)
        connection.execute("PRAGMA user_version = 1")
    connection.close()


@pytest.fixture
def path(tmp_path):
    """One of the older format: games of presets, of a changed preset, and of a program."""
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store([*finished(range(3)), *finished([5], V26, player("v26?alpha=0.2"), PROGRAM)])
    age(tmp_path / "laboratory.db")
    return tmp_path / "laboratory.db"


def test_todays_code_still_plays_as_the_older_format_knew_it():
    """When this fails on purpose, `older` has nothing more to say of that generation, and this test goes with it."""
    assert {name: signature.of_player(bot.preset(name)) for name in older.SIGNATURES} == older.SIGNATURES
    assert signature.referee() == older.RULES


def test_games_of_the_same_code_are_found_again(path, capsys):
    """Under the keys of today, with one line that says so, once."""
    for said in ("4 games are stored by what their players do now", ""):
        with Database.open(path) as database:
            keys = [game(seed).key for seed in range(3)] + [game(5, V26, player("v26?alpha=0.2"), PROGRAM).key]
            assert len(database.find(keys)) == 4
            assert database.check() == []
        printed = capsys.readouterr().err
        assert said in printed
        assert bool(printed) == bool(said)


def test_players_of_other_code_keep_their_games_and_are_played_anew(tmp_path, capsys):
    """What that code did is unknown."""
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store(finished(range(3)))
    age(tmp_path / "laboratory.db", code="0123456789ab")
    with Database.open(tmp_path / "laboratory.db") as database:
        assert len(database.games()) == 6
        assert not database.find([game(0).key])
        assert database.check() == []
    assert "2 players of other code keep their games and are played again" in capsys.readouterr().err


def test_play_that_has_changed_since_is_other_code(path, monkeypatch):
    """Then v26 of today is not who played; v17 still is."""
    monkeypatch.setitem(older.SIGNATURES, "v26", "0123456789ab")
    older._plays_the_same.cache_clear()
    try:
        with Database.open(path) as database:
            signed = dict(database.query("SELECT notation, identity LIKE '%signature%' FROM players WHERE in_process"))
    finally:
        older._plays_the_same.cache_clear()
    assert signed == {"v26": 0, "v26?alpha=0.2": 0, "v17": 1}


def test_players_that_differ_in_what_nothing_reads_become_one(tmp_path):
    """v12 has no dodge; the games that both have played are kept once."""
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store(finished([1, 2], V26, player("v12")))
        copied = database.query("SELECT * FROM seats")
        assert len(copied) == 4
    age(tmp_path / "laboratory.db")
    with sqlite3.connect(tmp_path / "laboratory.db") as raw:  # game 1 again, of a v12 with another price of danger
        (before,) = raw.execute("SELECT identity FROM players WHERE notation = 'v12'").fetchone()
        other = before.replace('"danger_penalty":5000.0', '"danger_penalty":1.0')
        raw.execute("INSERT INTO players VALUES (9, ?, 'v12?danger_penalty=1', 1)", (other,))
        raw.execute(
            """INSERT INTO games SELECT 9, x'00112233445566778899aabbccddeeff', width, height, map_seed, players,
            engine, turns, stored FROM games WHERE id = 1"""
        )
        raw.execute(
            """INSERT INTO seats SELECT 9, seat, iif(seat = 2, 9, player), rank, territory, last_frame_alive, fault,
            mean_answer, worst_answer FROM seats WHERE game = 1"""
        )
    raw.close()
    with Database.open(tmp_path / "laboratory.db") as database:
        assert database.check() == []
        assert database.query("SELECT count(*) FROM players") == [(2,)]
        assert len(database.find([game(1, V26, player("v12")).key, game(2, V26, player("v12")).key])) == 2
        assert len(database.games()) == 4


def test_an_older_file_can_be_read_as_it_is(path):
    """From a folder that cannot be written to, too; its players are not those of today."""
    with Database.open(path, read_only=True) as database:
        assert len(database.games()) == 9
        assert database.check() == []
        assert database.query("PRAGMA user_version") == [(1,)]


def test_an_older_file_is_not_merged_unseen(path, tmp_path):
    """Merging it is refused, because its games have old keys."""
    with (
        Database.open(tmp_path / "new.db") as database,
        pytest.raises(DatabaseError, match="database update --database"),
    ):
        database.merge(path)


def test_keys_of_today_are_those_of_the_schedule(path):
    """The same hash of the same parts, made from the rows."""
    with Database.open(path) as database:
        (identity,) = database.query("SELECT identity FROM players WHERE notation = 'v26'")[0]
    assert identity == V26.identity
    assert schedule.referee() == older.RULES


def test_a_file_of_format_2_gets_the_leagues_tables_once(tmp_path, capsys):
    """It has the keys of today; all its games are counted, and a line says so."""
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store(finished(range(3)))
    with sqlite3.connect(tmp_path / "laboratory.db") as connection:
        forget_counts(connection)
        connection.execute("PRAGMA user_version = 2")
    connection.close()
    for said in ("was of format 2 and is up to date: 3 games are counted for the league", ""):
        with Database.open(tmp_path / "laboratory.db") as database:
            assert database.query("SELECT sum(games) FROM epochs") == [(3,)]
            assert database.check() == []
        printed = capsys.readouterr().err
        assert said in printed
        assert bool(printed) == bool(said)


@pytest.mark.parametrize(("version", "dropped"), [(3, r"CREATE TABLE (\w+)"), (4, r"CREATE TABLE (reports)")])
def test_a_file_of_format_3_or_4_keeps_its_counts_and_gets_the_tables_that_it_lacks(tmp_path, capsys, version, dropped):
    """Its games have no last frame; those that are stored from now on have one."""
    from experiments.laboratory.executor import play_game

    with Database.open(tmp_path / "laboratory.db") as database:
        database.store(finished(range(3)))
        before = database.query("SELECT * FROM records")
    with sqlite3.connect(tmp_path / "laboratory.db") as connection:
        for name in re.findall(dropped, looked.LOOKED):
            connection.execute(f"DROP TABLE {name}")
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    with Database.open(tmp_path / "laboratory.db") as database:
        assert f"was of format {version} and is up to date" in capsys.readouterr().err
        assert database.query("SELECT * FROM records") == before
        database.store([(game(9), play_game(game(9)))])
        assert database.query("SELECT count(*) FROM endings") == [(1,)]
        assert database.check() == []


def test_a_file_without_the_index_by_time_is_read_as_it_is_and_gets_it_when_it_is_written(tmp_path):
    """The feed needs it where there are many games. A file that has it can be opened while another process writes."""
    path = tmp_path / "laboratory.db"
    with Database.open(path) as database:
        database.store(finished(range(3)))
        database._connection.execute("DROP INDEX games_by_time")
    for written, steps in ((False, "USE TEMP B-TREE"), (True, "USING COVERING INDEX games_by_time")):
        if written:
            Database.open(path, create=False).close()
        with Database.open(path, read_only=True) as database:
            assert steps in str(database.query(f"EXPLAIN QUERY PLAN {feed.OF_ALL}", 3))
            assert database.query(feed.OF_ALL, 2) == [(3,), (2,)]
            assert database.query("PRAGMA user_version") == [(schema.VERSION,)]
            assert database.check() == []
    with Database.open(path) as writing, writing.snapshot():
        writing._connection.execute("UPDATE games SET turns = turns")
        Database.open(path, patience=0).close()
