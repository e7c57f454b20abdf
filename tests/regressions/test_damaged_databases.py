"""Databases damaged by a disk, a program or a person."""

import gzip
import os
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace

import pytest
from rich.console import Console
from typer.testing import CliRunner

from experiments.__main__ import laboratory
from experiments.laboratory.database import Database, DatabaseError
from experiments.laboratory.database.contents import report
from tests.support.examples import seeds
from tests.support.results import PROGRAM, V12, V17, V26, finished

CONTENTS = (
    "SELECT key, turns, rank, territory FROM games JOIN seats ON seats.game = games.id ORDER BY key, seat",
    "SELECT key, content FROM replays JOIN games ON games.id = replays.game ORDER BY key",
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A laboratory with games of all kinds, closed."""
    path = tmp_path_factory.mktemp("sound") / "other.db"
    games = [*finished(range(12)), *finished(range(20, 24), V26, PROGRAM), *finished(range(4), V26, V17, V12)]
    recorded = [(game, replace(played, replay=gzip.compress(os.urandom(3000)))) for game, played in games[::3]]
    with Database.open(path) as database:
        database.store(games)
        database.store(recorded)
        assert database.check() == []
    return path


@pytest.fixture
def other(sound, tmp_path):
    """A copy of it that may be damaged."""
    return shutil.copy(sound, tmp_path / "other.db")


@pytest.fixture
def mine(tmp_path):
    """The laboratory that takes games: some of the same and one of its own."""
    path = tmp_path / "mine.db"
    with Database.open(path) as database:
        database.store([*finished(range(3)), *finished([99], V17, V12)])
    return path


def changed(path, *statements):
    """Run these statements in the file, as the sqlite3 program would."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def contents(path):
    """All games and recordings of a sound laboratory, and that it is sound."""
    with Database.open(path) as database:
        assert database.check() == []
        return [database.query(question) for question in CONTENTS]


def asked(*words):
    """What the command says and its exit code."""
    done = CliRunner().invoke(laboratory, ["database", *map(str, words)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


class TestDamageWithoutAName:
    """One byte was changed, and `database check` ended in a traceback: an error of SQLite's general kind."""

    def test_a_file_of_a_format_of_the_future(self, other):
        """Offset 47, the schema's format, became 9: "unsupported file format"."""
        data = bytearray(other.read_bytes())
        data[47] = 9
        other.write_bytes(data)
        done = asked("check", "--database", other)
        assert done.exit_code == 2
        assert "damaged" in done.stderr

    @pytest.mark.parametrize("column", ["identity", "notation"])
    def test_a_byte_that_is_no_text(self, other, column):
        """Bytes that no UTF-8 has, in a name or in what a player is known by."""
        changed(other, f"UPDATE players SET {column} = CAST(x'762632ff36' AS TEXT) WHERE id = 2")
        done = asked("check", "--database", other)
        assert done.exit_code == 1
        assert "cannot be read" in done.stdout
        assert asked("show", "--database", other).exit_code == 2

    def test_a_byte_of_the_schema_that_is_no_text(self, other):
        """Inside a comment nothing depends on it; inside a statement the table is another one."""
        sound = other.read_bytes()
        other.write_bytes(sound.replace(b"-- 1 = best", b"-- 1 \xff best"))
        assert asked("check", "--database", other).exit_code == 0
        other.write_bytes(sound.replace(b"'%Y-%m-%dT", b"'%Y-%m\xff%dT"))
        done = asked("check", "--database", other)
        assert done.exit_code == 2
        assert "another view" in done.stderr

    def test_tables_that_forgot_a_rule(self, other):
        """A UNIQUE that is gone lets a game in twice; so tables are compared with those that this code makes."""
        changed(other, "DROP VIEW results", "CREATE VIEW results AS SELECT 1")
        done = asked("check", "--database", other)
        assert done.exit_code == 2
        assert "another view" in done.stderr
        changed(other, "DROP VIEW results")
        assert "has no view results" in asked("check", "--database", other).stderr

    def test_a_trigger_is_no_part_of_a_laboratory(self, other):
        """It would change what is stored while it is stored."""
        changed(other, "CREATE TRIGGER turned AFTER INSERT ON seats BEGIN DELETE FROM seats; END")
        assert "has a trigger turned" in asked("merge", other, "--database", other).stderr

    def test_a_question_that_is_wrong_is_no_damage(self, sound):
        """The caller's mistake keeps its own name."""
        with Database.open(sound, read_only=True) as database, pytest.raises(sqlite3.OperationalError, match="no such"):
            database.query("SELECT absent FROM games")


class TestMergingWhatIsWrong:
    """`update seats set rank = 3 - rank` in the other file, and "120 games came": what came was not looked at."""

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE seats SET rank = 3 - rank WHERE game = 5",
            "UPDATE games SET map_seed = map_seed + 1 WHERE id = 5",
            "UPDATE players SET identity = identity || ' '",
            "UPDATE seats SET territory = -1 WHERE game = 2",
            "DELETE FROM seats WHERE game = 4 AND seat = 2",
            "UPDATE replays SET content = substr(content, 1, 100)",
            "UPDATE replays SET content = CAST(content || x'00' AS BLOB)",
            "UPDATE replays SET content = x'00'",
            "UPDATE seats SET fault = CAST(x'ff' AS TEXT) WHERE game = 3",
        ],
    )
    def test_nothing_comes_from_a_laboratory_in_trouble(self, mine, other, statement):
        """The message says what is wrong, and this laboratory stays as it is."""
        before = contents(mine)
        changed(other, statement)
        done = asked("merge", other, "--database", mine)
        assert done.exit_code == 2
        assert "contradicts itself" in done.stderr
        assert contents(mine) == before
        assert asked("export", mine.with_name("published.db"), "--database", other).exit_code == 2

    def test_a_laboratory_does_not_begin_with_damaged_games(self, other, tmp_path, monkeypatch):
        """A page of the published file is gone: told, and the new file stays without games."""
        with other.open("r+b") as file:
            file.seek(4096 * 2)
            file.write(bytes(4096))
        monkeypatch.setattr("experiments.laboratory.database.database.OURS", tmp_path / "new.db")
        monkeypatch.setattr("experiments.laboratory.database.published.database", lambda folder: other)
        with pytest.raises(DatabaseError, match="damaged"):
            Database.open(tmp_path / "new.db")


def mutant(path, seed):
    """Damage the file in one of the ways in which files are damaged."""
    dice = random.Random(seed)
    data = bytearray(path.read_bytes())
    kind = dice.choice(["byte", "byte", "head", "bytes", "cut", "page", "swap", "row", "row", "schema"])
    if kind in ("row", "schema"):
        with suppress(sqlite3.Error):
            changed(path, *rows(dice) if kind == "row" else schemas(dice))
        return
    if kind == "byte":
        data[dice.randrange(len(data))] = dice.randrange(256)
    elif kind == "head":
        data[dice.randrange(100)] = dice.randrange(256)
    elif kind == "bytes":
        for _ in range(dice.randrange(2, 60)):
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    elif kind == "cut":
        del data[dice.randrange(len(data)) :]
    elif kind == "page":
        start = 4096 * dice.randrange(len(data) // 4096)
        data[start : start + 4096] = dice.choice([bytes(4096), dice.randbytes(4096)])
    else:
        one, two = (4096 * dice.randrange(len(data) // 4096) for _ in range(2))
        data[one : one + 4096], data[two : two + 4096] = data[two : two + 4096], data[one : one + 4096]
    path.write_bytes(data)


def rows(dice):
    """The statements that change one column of some rows, with the constraints off."""
    table, columns = dice.choice(
        [
            ("games", "id key width height map_seed players engine turns stored"),
            ("seats", "game seat player rank territory last_frame_alive fault mean_answer worst_answer"),
            ("players", "id identity notation in_process"),
            ("engines", "id version"),
            ("replays", "game content"),
        ]
    )
    value = dice.choice(["NULL", "-1", "0", "3", "9223372036854775807", "'x'", "x'ff00'", "1.5", "CAST(x'ff' AS TEXT)"])
    yield "PRAGMA ignore_check_constraints = ON"
    yield f"UPDATE {table} SET {dice.choice(columns.split())} = {value} WHERE rowid % 5 = {dice.randrange(5)}".replace(
        "rowid", "game" if table == "seats" else "rowid"
    )


def schemas(dice):
    """The statements that remove a word from the schema."""
    word = dice.choice([" UNIQUE", " NOT NULL", " STRICT", "CHECK (length(key) = 16)", " REFERENCES games", "seats"])
    yield "PRAGMA writable_schema = ON"
    yield f"UPDATE sqlite_schema SET sql = replace(sql, '{word}', '')"


@pytest.mark.parametrize("seed", seeds(40))
def test_no_damage_ends_in_a_traceback_or_reaches_another_laboratory(seed, mine, other, tmp_path):
    """Every command answers in words; this laboratory stays sound, and is unchanged where it refused to merge."""
    before = contents(mine)
    mutant(other, seed)
    copy = shutil.copy(other, tmp_path / "copy.db")
    with suppress(DatabaseError), Database.open(other) as damaged:
        assert all(isinstance(line, str) for line in damaged.check())
        Console(quiet=True).print(report(damaged))
        damaged.export(tmp_path / "games.csv")
        damaged.store(finished([50]))
    refused = ""
    with Database.open(mine) as database:
        try:
            database.merge(copy)
        except DatabaseError as error:
            refused = str(error)
        after = [database.query(question) for question in CONTENTS]
        assert database.check() == []
    if refused:
        assert str(copy) in refused or "one result here and another there" in refused
        assert after == before
