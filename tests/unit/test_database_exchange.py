"""Databases are checked, merged and exported."""

import gzip
import os
import re
import sqlite3
from pathlib import Path

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Map, key
from experiments.laboratory.database import Database, DatabaseError, counting
from experiments.laboratory.executor import play_game
from tests.support.bots import bot
from tests.support.results import PROGRAM, V12, V17, V26, finished, game, result


@pytest.fixture
def database(tmp_path):
    """Three games of two, two of four, one of them with a program."""
    with Database.open(tmp_path / "laboratory.db") as opened:
        opened.store(finished(range(3)))
        opened.store([*finished([5], V26, V17, V12, V17), *finished([6], V26, V17, V12, PROGRAM)])
        yield opened


@pytest.fixture
def other(tmp_path):
    """The path of another database: one game of the first with its replay, and two of its own."""
    with Database.open(tmp_path / "other.db") as opened:
        opened.store(finished([8, 9], V12, V26))
        opened.store([(game(2), result(game(2), replay=gzip.compress(b"a recording", mtime=0)))])
    return tmp_path / "other.db"


def spoil(database, statement):
    """Change a stored row behind the back of the database, with SQLite's checks off."""
    with sqlite3.connect(database.path, isolation_level=None) as raw:
        raw.execute("PRAGMA foreign_keys = OFF")
        raw.execute(statement)
    raw.close()


def test_games_that_were_really_played_are_sound(database):
    """Between players of this code, with a program that answers and with one that soon fails."""
    failing = player(f"cmd:{bot('faulty', 'leave', 2)}")
    lineups = [(V26, V17, V12), (V26, player("opponents/dice.py")), (failing, V26)]
    games = [game(seed, *lineup) for seed, lineup in enumerate(lineups, start=100)]
    database.store([(each, play_game(each, replay=True)) for each in games])
    assert database.check() == []
    assert database.query("SELECT player FROM results WHERE fault IS NOT NULL") == [(failing.notation,)]


def test_games_of_an_older_engine_are_sound(database):
    """A key is checked with the engine version of its row, not with today's."""
    with Database.open(database.path.parent / "old.db") as old:
        spoil(old, "INSERT INTO engines VALUES (1, 'an older one')")
        spoil(old, "INSERT INTO players VALUES (1, 'a', 'a', 1), (2, 'b', 'b', 1)")
        stored = key(Map(12, 12, 3, 2), ["a", "b"], "an older one")
        spoil(old, f"INSERT INTO games VALUES (1, x'{stored}', 12, 12, 3, 2, 1, 100, 0)")
        spoil(
            old,
            "INSERT INTO seats VALUES (1, 1, 1, 1, 9, 100, NULL, NULL, NULL), (1, 2, 2, 2, 4, 100, NULL, NULL, NULL)",
        )
        counting.count(old._connection)
        assert old.check() == []


@pytest.mark.parametrize(
    ("statement", "trouble"),
    [
        ("UPDATE games SET map_seed = 77 WHERE id = 1", "map, players and engine of its row belong to key"),
        ("UPDATE players SET identity = 'changed' WHERE id = 1", "map, players and engine of its row belong to key"),
        ("UPDATE engines SET version = 'changed'", "map, players and engine of its row belong to key"),
        ("DELETE FROM seats WHERE game = 1 AND seat = 2", r"has 2 players and seats \[1\]"),
        ("DELETE FROM seats WHERE game = 1", r"has 2 players and seats \[\]"),
        ("UPDATE seats SET rank = 1 WHERE game = 1", r"ranks \[1, 1\] are not each of 1..2 once"),
        ("UPDATE seats SET rank = 3 - rank WHERE game = 1", "do not follow from last frames alive"),
        ("UPDATE seats SET territory = 3 WHERE game = 1 AND rank = 2", "holds 3 squares after 100 turns and was last"),
        ("UPDATE seats SET last_frame_alive = 101 WHERE game = 1 AND rank = 1", "and was last alive in frame 101"),
        ("DELETE FROM players WHERE id = 1", "links from seats to players that lead nowhere: 5"),
        ("DELETE FROM games WHERE id = 1", "links from seats to games that lead nowhere: 2"),
    ],
)  # fmt: skip
def test_a_row_that_was_changed_is_found(database, statement, trouble):
    """By a hand, by another program, by a failing disk: what a row says must fit together."""
    spoil(database, statement)
    assert any(re.search(trouble, line) for line in database.check())


def test_merging_adds_what_is_missing_once(database, other):
    """Games, their players and engines, and the replay that only the other one has."""
    assert database.merge(other) == 2
    assert database.games()["game"].nunique() == 7
    games = database.find([game(2).key, game(8, V12, V26).key], replays=True)
    assert games[game(2).key].replay == gzip.compress(b"a recording", mtime=0)
    assert games[game(8, V12, V26).key] == result(game(8, V12, V26))
    assert database.check() == []
    import pandas

    database.merge(other)
    before = database.games()
    assert database.merge(other) == database.merge(database.path) == 0
    pandas.testing.assert_frame_equal(database.games(), before)


def test_the_other_laboratory_is_only_read(database, other):
    """Another process may be writing to it: merging neither waits for it nor blocks it."""
    writer = sqlite3.connect(other, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    assert database.merge(other) == 2
    writer.execute("COMMIT")
    writer.close()


def test_merging_is_the_same_from_both_sides(database, other):
    """Both end with the same games; only the times of storing are each file's own."""
    import pandas

    with Database.open(other) as opened:
        opened.merge(database.path)
        theirs = opened.games()
    database.merge(other)
    order = ["game", "seat"]
    both = (games.drop(columns="stored").sort_values(order, ignore_index=True) for games in (database.games(), theirs))
    pandas.testing.assert_frame_equal(*both)


def test_contradictions_are_named_and_nothing_is_merged(database, other):
    """Two results of a deterministic game: which one is right cannot be known here."""
    spoil(database, "UPDATE games SET turns = 99 WHERE map_seed = 2")
    with pytest.raises(DatabaseError, match=r"1 games have one result here and another there") as caught:
        database.merge(other)
    assert f"{game(2).key}: here ranks" in str(caught.value)
    assert database.games()["game"].nunique() == 5


def test_programs_that_ended_otherwise_are_no_contradiction(database, tmp_path):
    """The game that is here stays, and the replay of the other end does not join it."""
    played = game(6, V26, V17, V12, PROGRAM)
    with Database.open(tmp_path / "other.db") as opened:
        opened.store([(played, result(played, shuffle=1, replay=gzip.compress(b"of another end", mtime=0)))])
    assert database.merge(tmp_path / "other.db") == 0
    assert database.find([played.key], replays=True)[played.key] == result(played)


@pytest.mark.parametrize("name", ["nowhere.db", "notes.txt"])
def test_only_a_laboratory_can_be_merged(database, tmp_path, name):
    """Other files are refused, and the database can be used afterwards."""
    (tmp_path / "notes.txt").write_text("no database " * 50, encoding="utf-8")
    with pytest.raises(DatabaseError, match=name):
        database.merge(tmp_path / name)
    database.store(finished([50]))


@pytest.mark.parametrize(("suffix", "read"), [(".csv", "read_csv"), (".parquet", "read_parquet")])
def test_a_table_holds_every_game_and_seat(database, tmp_path, suffix, read):
    """Read again, it is the table of `games`; columns that are empty in every row keep their type."""
    import pandas

    assert database.export(tmp_path / f"games{suffix}") == 14
    games = database.games()
    again = getattr(pandas, read)(tmp_path / f"games{suffix}").astype(games.dtypes.to_dict())
    pandas.testing.assert_frame_equal(again, games)


def test_a_table_can_be_of_given_players_only_and_not_in_a_place_that_cannot_be_meant(database, tmp_path):
    """A game belongs to it when all its players do; a name that never played is told, with those that did."""
    assert database.export(tmp_path / "two.csv", players=["v26", "v17"]) == 6
    with pytest.raises(DatabaseError, match=r"there are no games of v99 here, only of cmd:theirs, v12, v17, v26"):
        database.export(tmp_path / "none.csv", players=["v26", "v99"])
    with pytest.raises(DatabaseError, match="is the database itself"):
        database.export(database.path)
    with pytest.raises(DatabaseError, match=r"ends in \.csv, \.parquet or \.db"):
        database.export(tmp_path / "games.xlsx")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="/proc, a folder that takes no files, exists on Linux only")
@pytest.mark.parametrize("name", ["x.csv", "x.parquet", "x"])
def test_a_folder_that_takes_no_files_is_told(database, name):
    """There is room, and it may be yours; so these are not the only causes to name."""
    with pytest.raises(DatabaseError, match="does its folder take new files"):
        database.export(Path("/proc") / name)


def test_a_player_is_known_by_what_it_plays_and_not_by_its_first_notation(tmp_path):
    """v26?alpha=0.1 is v26, under either notation; an older v26 is found where no other has played."""
    import pandas

    with Database.open(tmp_path / "long.db") as opened:
        opened.store(finished([1], player("v26?alpha=0.1"), V17))
        opened.store(finished([2], player("v26?alpha=0.2"), V17))
        assert set(opened.games()["player"]) == {"v26", "v17", "v26?alpha=0.2"}
        for name in ("v26", "v26?alpha=0.1"):
            assert opened.export(tmp_path / "two.csv", players=[name, "v17"]) == 2
            (tmp_path / "two.db").unlink(missing_ok=True)
            assert opened.export(tmp_path / "two.db", players=[name, "v17"]) == 1
        assert list(pandas.read_csv(tmp_path / "two.csv")["player"]) == ["v26", "v17"]
        spoil(
            opened, "UPDATE players SET identity = 'of older code', notation = 'v26' WHERE notation = 'v26?alpha=0.1'"
        )
        assert opened.export(tmp_path / "two.csv", players=["v26", "v17"]) == 2


def test_a_published_database_has_the_games_and_no_replays(database, tmp_path):
    """One small file, no log beside it; what it had stays published, and names that are not asked for stay at home."""
    import pandas

    database.store([(game(1), result(game(1), replay=gzip.compress(os.urandom(200_000))))])
    assert database.export(tmp_path / "published.db", players=["v26", "v17"]) == 3
    with Database.open(tmp_path / "published.db", read_only=True) as published:
        assert published.query("SELECT notation FROM players ORDER BY id") == [("v26",), ("v17",)]
    assert database.export(tmp_path / "published.db") == 2
    assert [path.name for path in tmp_path.glob("published*")] == ["published.db"]
    assert (tmp_path / "published.db").stat().st_size < 200_000
    with Database.open(tmp_path / "published.db", read_only=True) as published:
        pandas.testing.assert_frame_equal(published.games(), database.games())
        assert published.check() == []


def test_replays_are_written_into_a_folder(database, tmp_path):
    """A file for each, named after the game's key, as the engine and the viewer read them."""
    database.store([(game(1), result(game(1), replay=gzip.compress(b"{}")))])
    assert database.export(tmp_path / "replays") == 1
    assert gzip.decompress((tmp_path / "replays" / f"{game(1).key}.hlt.gz").read_bytes()) == b"{}"
