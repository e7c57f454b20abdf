"""The league's interface: its answers, its refusals, and the files of an export."""

import gzip
import json
import shutil

import pytest

from engine.errors import UserError
from engine.replay import parse
from experiments.laboratory.database import Database
from experiments.league import exporting, serving
from experiments.league.documents import Documents
from experiments.league.server import MOST_NEWS, League, application
from tests.support.leagues import database_in, more_games
from tests.support.results import PROGRAM, V26, finished
from tests.support.watching import Client

HERE = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A database with games of three presets."""
    return database_in(tmp_path_factory.mktemp("league"), blocks=2)


@pytest.fixture
def path(stored, tmp_path):
    """A copy of it, to be changed."""
    return shutil.copy(stored, tmp_path / "laboratory.db")


@pytest.fixture
def client(path):
    """The league's own page."""
    league = League(path)
    yield Client(application(league), HERE)
    league.close()


def document(client, name):
    """One document."""
    answer = client.get("/api/document", params={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()["document"]


def test_every_document_of_an_export_is_answered(client, path):
    """The server and the files have the same names."""
    with Database.open(path, read_only=True) as database:
        names = list(exporting.names(Documents.of(database, path)))
    assert len(names) > 10
    for name in names:
        document(client, name)


@pytest.mark.parametrize("name", [
    "", "nothing", "game/x", "game/00", "bot/99", "bot/x", "leaderboard/9-all", "question/none", "feed/", "feed/1/x",
    "feed/1/2/3", "../x",
])  # fmt: skip
def test_what_there_is_not_is_refused_in_one_sentence(client, name):
    """The status is 404."""
    answer = client.get("/api/document", params={"name": name})
    assert answer.status_code == 404
    assert answer.json()["error"].startswith(f"there is no document {name}; ")


def test_a_last_frame_that_was_not_kept_is_played_again_once(client, path):
    """Then it comes with its game; of a program's game without a recording there is none."""
    with Database.open(path) as database:
        database._connection.execute("DELETE FROM endings")
        database.store(finished([700], V26, PROGRAM))
    newest, game, *_ = document(client, "feed/all")["games"]
    assert game["last"] is None
    shown = client.get(f"/api/last/{game['key']}").json()
    assert document(client, "feed/all")["games"][1]["last"] == shown
    assert client.get(f"/api/last/{newest['key']}").json() is None


def test_news_has_the_games_that_another_process_stored_since(client, path):
    """The news and the documents after it have the new games."""
    before = document(client, "summary")
    more_games(path, 500, 3)
    news = client.get("/api/news", params={"since": before["last"]}).json()
    assert news["games"] == before["games"] + 3
    assert [game["id"] for game in news["new"]] == [before["last"] + 3, before["last"] + 2, before["last"] + 1]
    assert document(client, "summary")["games"] == before["games"] + 3
    assert not news["isCut"]
    assert client.get("/api/news", params={"since": news["last"]}).json()["new"] == []


def test_news_of_many_games_say_that_they_are_cut(client, path):
    """The page then asks for its document anew: the feed left the other games out."""
    more_games(path, 500, MOST_NEWS + 1)
    news = client.get("/api/news", params={"since": document(client, "summary")["last"] - MOST_NEWS - 1}).json()
    assert (len(news["new"]), news["isCut"]) == (MOST_NEWS, True)


def test_a_recording_is_answered_or_refused_in_one_sentence(client, path):
    """Players of this code play the game again."""
    key = document(client, "feed/all")["games"][0]["key"]
    replay = parse(gzip.decompress(client.get(f"/api/replay/{key}").content))
    assert len(replay.player_names) >= 2
    with Database.open(path) as database:
        database.store(finished([7], PROGRAM, PROGRAM))
    other = document(client, "feed/all")["games"][0]["key"]
    answer = client.get(f"/api/replay/{other}")
    assert (answer.status_code, "is a program" in answer.json()["error"]) == (409, True)


def test_with_a_token_nothing_is_answered_without_it(path):
    """The page itself holds no game and is public."""
    league = League(path)
    client = Client(application(league, token="abc"), HERE)
    assert client.get("/api/document", params={"name": "summary"}).status_code == 403
    assert client.get("/api/replay/00").status_code == 403
    given = {"Authorization": "Bearer abc"}
    assert client.get("/api/document", params={"name": "summary"}, headers=given).status_code == 200
    assert client.get("/").status_code == 200
    assert "default-src 'self'" in client.get("/").headers["content-security-policy"]
    league.close()


def test_a_missing_or_damaged_database_is_refused(tmp_path):
    """No file is made."""
    (tmp_path / "text.db").write_text("no database" * 500, encoding="utf-8")
    for name, complaint in (("none", "there is no database"), ("text", "it is not a database")):
        with pytest.raises(UserError, match=complaint):
            serving.serve(tmp_path / f"{name}.db", None, "127.0.0.1", 0, None, False)
    assert not (tmp_path / "none.db").exists()


@pytest.mark.slow  # it exports everything twice, and plays games again
def test_an_export_has_every_document_and_some_recordings(path, tmp_path, capsys):
    """As scripts, because a page that was opened from a file may read nothing else; a second export renews it."""
    for _ in range(2):
        exporting.export(path, tmp_path / "site", None, most=3)
    assert "with 3 recordings" in capsys.readouterr().out
    summary = (tmp_path / "site" / "data" / "summary.js").read_text(encoding="utf-8")
    content = json.loads(summary.removeprefix('leagueData("summary", ').removesuffix(");\n"))
    for key in content["replays"]:
        assert (tmp_path / "site" / "data" / "replay" / f"{key}.js").is_file()
    assert {file.name for file in (tmp_path / "site").iterdir()} == {
        "board.html", "data", "index.html", "league.css", "league.js", "style.css", "vega.js",
    }  # fmt: skip


@pytest.mark.slow  # it exports everything, and plays a game again
def test_all_documents_of_an_export_have_the_same_games(path, tmp_path, monkeypatch):
    """A document that was written late named players that the summary, written before them, did not list."""
    usual, late = exporting._data, [finished([99], V26, PROGRAM)]

    def write(folder, name, content):
        usual(folder, name, content)
        if late and not name.startswith("replay/"):
            with Database.open(path) as database:
                database.store(late.pop())

    monkeypatch.setattr(exporting, "_data", write)
    exporting.export(path, tmp_path / "site", None, most=1)
    feed, summary = (
        (tmp_path / "site" / "data" / f"{name}.js").read_text(encoding="utf-8") for name in ("feed/all", "summary")
    )
    assert not late
    assert feed.count('"seats"') == json.loads(summary.partition(", ")[2].removesuffix(");\n"))["games"]


@pytest.mark.slow  # it exports everything
def test_what_an_interrupted_export_left_is_written_again(path, tmp_path, monkeypatch):
    """It was refused as a folder with other files: the mark was the last file of an export."""
    folder = tmp_path / "site"
    with monkeypatch.context() as patch:
        patch.setattr(exporting, "_recordings", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            exporting.export(path, folder, None, most=1)
    exporting.export(path, folder, None, most=0)


def _interrupted(*_):
    raise KeyboardInterrupt


def test_an_export_leaves_a_folder_with_other_things_alone(path, tmp_path):
    """An export also leaves a file of that name alone."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(UserError, match="holds files that are not an export's"):
        exporting.export(path, tmp_path / "mine", None, 1)
    with pytest.raises(UserError, match="is a file"):
        exporting.export(path, tmp_path / "mine" / "thesis.txt", None, 1)
