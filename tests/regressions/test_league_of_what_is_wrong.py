"""The league's pages over databases with hostile names, and over damaged ones."""

import json
import random
import shutil
import sqlite3
from contextlib import closing

import pytest

from engine.errors import UserError
from engine.names import shown
from experiments.laboratory.database import Database, DatabaseError
from experiments.league import exporting, history, kept_ratings
from experiments.league.documents import Documents
from experiments.league.ratings import rated
from experiments.league.server import League, application
from tests.support import hostile
from tests.support.examples import seeds
from tests.support.leagues import database_in
from tests.support.results import V26, finished
from tests.support.results import player as named
from tests.support.watching import Client

HERE = "http://127.0.0.1:8000"
TROUBLE = (200, 404, 409, 500)  # the last with a sentence: the database is damaged


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    """Ratings with few resamples: what they are is not asked here."""
    monkeypatch.setattr(kept_ratings, "rated", lambda orders, anchor, games, _: rated(orders, anchor, games, 5))
    monkeypatch.setattr(history, "RESAMPLES", 5)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A database with games of three presets."""
    return database_in(tmp_path_factory.mktemp("sound"), blocks=2)


def of_players(path, names):
    """A database in which v26 met a player of each name."""
    with Database.open(path) as database:
        for number, name in enumerate(names):
            database.store(finished(range(2 * number, 2 * number + 2), V26, named(f"cmd@1:{name}")))
    return path


def documents(path):
    """Every document of a database, by name, as a browser reads it."""
    with Database.open(path, create=False, read_only=True) as database:
        asked = Documents.of(database, path, waits=True)
        return {name: json.loads(json.dumps(asked.document(name), allow_nan=False)) for name in exporting.names(asked)}


@pytest.mark.parametrize("seed", seeds(2))
def test_random_names_are_told_apart_and_written(tmp_path, seed):
    """Each player has a page, a file and a link, under any name; what cannot be shown is written out."""
    chance = random.Random(seed)
    names = [*hostile.NAMES.values(), *(hostile.random_name(chance) for _ in range(10))]
    names = [name for name in names if "\x00" not in name and name.isprintable() and name.strip()] + ["same", "same "]
    path = of_players(tmp_path / "laboratory.db", names)
    listed = documents(path)["leaderboard/all-all"]["rows"]
    assert len({row["name"] for row in listed}) == len(listed) == len(set(names)) + 1
    assert all(row["name"] == shown(row["name"]) for row in listed)
    exporting.export(path, tmp_path / "pages", None, 0)
    for file in (tmp_path / "pages" / "data").rglob("*.js"):
        text = file.read_text(encoding="utf-8")
        name, content = json.loads(f"[{text.removeprefix('leagueData(').removesuffix(');' + chr(10))}]")
        assert (tmp_path / "pages" / "data" / f"{name}.js") == file
        assert content is not None


def exported(path, folder, capsys):
    """What an export says: that it is written, or why it is not."""
    try:
        exporting.export(path, folder / "pages", None, 0)
    except UserError as error:
        return f"{error}\n"
    return capsys.readouterr().out


@pytest.mark.parametrize("seed", seeds(8))
def test_a_damaged_file_is_answered_with_pages_or_with_a_sentence(sound, tmp_path, capsys, seed):
    """Some bytes are others: never a traceback, neither from the server nor from an export."""
    chance = random.Random(seed)
    path = shutil.copy(sound, tmp_path / "laboratory.db")
    content = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 4, 40))):
        content[chance.randrange(100, len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content[: chance.choice((len(content), len(content) // 2))])
    said = exported(path, tmp_path, capsys)
    assert said.count("\n") == 1, said
    try:
        league = League(path)
    except DatabaseError:
        return
    try:
        client = Client(application(league), HERE)
        for name in ("summary", "leaderboard/all-all", "matrix/all-all", "feed/all", "records", "questions", "bot/1"):
            answer = client.get("/api/document", params={"name": name})
            assert answer.status_code in TROUBLE
            assert answer.status_code == 200 or answer.json()["error"]
    finally:
        league.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE players SET identity = '[]'",
        "UPDATE players SET identity = 'no json', notation = x'ff'",
        "UPDATE lineups SET players = 'x y'",
        "UPDATE lineups SET players = ''",
        "UPDATE outcomes SET outcome = '9 9'",
        "UPDATE outcomes SET outcome = 'what'",
        "UPDATE outcomes SET blocks = -3",
        "UPDATE epochs SET stored = 'yesterday'",
        "UPDATE records SET value = NULL",
        "UPDATE seats SET rank = NULL",
        "DELETE FROM players",
        "DELETE FROM lineups",
        "DELETE FROM games",
    ],
)
def test_rows_that_say_what_no_game_said_are_answered_with_a_sentence(sound, tmp_path, capsys, statement):
    """The rows are changed as an edit with the sqlite3 program would."""
    path = shutil.copy(sound, tmp_path / "laboratory.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        try:
            connection.execute(statement)
        except sqlite3.IntegrityError:  # the file itself refuses to hold it
            return
    assert exported(path, tmp_path, capsys).count("\n") == 1


def test_an_address_that_is_wrong_checks_nothing(sound, monkeypatch):
    """Checking a file of 200,000 games takes long; a request for a missing page must not start it."""
    monkeypatch.setattr(Database, "check", lambda self: pytest.fail("checked"))
    league = League(sound)
    try:
        client = Client(application(league), HERE)
        assert client.get("/api/document", params={"name": "bot/99"}).status_code == 404
        assert client.get("/api/replay/no").status_code == 409
        for digits in ("9" * 30, "9" * 5000):  # more than sqlite holds, more than Python reads: both were status 500
            assert client.get(f"/api/document?name=bot/{digits}").status_code == 404
            assert client.get(f"/api/document?name=feed/{digits}").status_code == 404
            assert client.get(f"/api/news?since={digits}").status_code == 200
            assert client.post(f"/api/stop/{digits}").json() == {"stopping": False}
    finally:
        league.close()
