"""The league's interface: its answers, its refusals, and the files of an export."""

import json
import shutil
import threading

import pytest

from experiments.laboratory.database import Database
from experiments.league import exporting, games, replays, serving
from experiments.league.server import MOST_NEWS, League, application
from experiments.recordings import explanations
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
    from experiments.league.documents import Documents

    with Database.open(path, read_only=True) as database:
        names = list(exporting.names(Documents.of(database, path)))
    assert len(names) > 10
    for name in names:
        document(client, name)


def test_players_of_a_game_are_asked_for_their_reasons(client, path):
    """Each turn's moves are those that were played; a program and an empty seat are refused in one sentence."""
    game = document(client, "feed/all")["games"][0]
    told = document(client, f"game/{game['key']}")
    assert [seat["player"] for seat in told["seats"]] == [seat["player"] for seat in game["seats"]]
    assert client.get(f"/api/askable/{game['key']}").json() == [seat["seat"] for seat in told["seats"]]
    explained = explanations.parse(client.get(f"/api/reasons/{game['key']}/2").content)
    assert (explained.player, explained.name) == (2, told["seats"][1]["name"])
    assert not any(differs.any() for differs in explained.differs)
    for seat in ("0", "7", "x"):
        assert "has no seat" in client.get(f"/api/reasons/{game['key']}/{seat}").json()["error"]
    with Database.open(path) as database:
        database.store(finished([701], V26, PROGRAM))
    theirs = document(client, "feed/all")["games"][0]["key"]
    assert client.get(f"/api/askable/{theirs}").json() == [1]
    assert client.get("/api/askable/nothing").json() == []
    assert "is a program" in client.get(f"/api/reasons/{theirs}/2").json()["error"]
    assert client.get("/api/reasons/nothing/1").status_code == 409


class TestAGamesPageThatStoppedAllPages:
    """Whether its players are of today's code was found out in the database's thread. A school's signature takes
    seconds, and a minute where it is not compiled: until then no page was answered.
    """

    def test_pages_are_answered_while_a_player_is_looked_at(self, client, monkeypatch):
        """The thread that plays looks at it; the one that reads the database never does."""
        threads = []

        def parameters(contestant):
            threads.append(threading.current_thread().name.partition("_")[0])
            return replays.parameters(contestant)

        monkeypatch.setattr(games, "parameters", parameters)
        key = document(client, "feed/all")["games"][0]["key"]
        document(client, f"game/{key}")
        assert not threads
        assert client.get(f"/api/askable/{key}").json()
        client.get(f"/api/reasons/{key}/1")
        assert set(threads) == {"games"}


@pytest.mark.parametrize(
    "name",
    ["", "nothing", "game/x", "game/00", "bot/99", "bot/x", "leaderboard/9-all", "question/none", "feed/", "../x"],
)
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
    from engine.replay import parse

    key = document(client, "feed/all")["games"][0]["key"]
    import gzip

    replay = parse(gzip.decompress(client.get(f"/api/replay/{key}").content))
    assert len(replay.player_names) >= 2
    with Database.open(path) as database:
        database.store(finished([7], PROGRAM, PROGRAM))
    other = document(client, "feed/all")["games"][0]["key"]
    answer = client.get(f"/api/replay/{other}")
    assert (answer.status_code, "is a program" in answer.json()["error"]) == (409, True)


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_foreign_pages_may_not_ask(client, headers):
    """Neither under a name that points here, nor from their own."""
    assert client.get("/api/document", params={"name": "summary"}, headers=headers).status_code == 403


def test_with_a_token_nothing_is_answered_without_it(path):
    """The page itself holds no game and is public."""
    league = League(path)
    client = Client(application(league, token="abc"), HERE)
    assert client.get("/api/document", params={"name": "summary"}).status_code == 403
    assert client.get("/api/replay/00").status_code == 403
    given = {"Authorization": "Bearer abc"}
    assert client.get("/api/document", params={"name": "summary"}, headers=given).status_code == 200
    assert client.get("/").status_code == 200
    league.close()


def test_scripts_may_only_come_from_here(client):
    """A name that was taken for a script would not run."""
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-eval" not in policy


@pytest.mark.parametrize(
    ("host", "token", "complaint"),
    [("0.0.0.0", None, "choose a word"), ("127.0.0.1", "a b", "letters and digits"), ("127.0.0.1", None, None)],
)
def test_another_machine_needs_a_token(host, token, complaint):
    """The rule is the same as for the live window."""
    said = serving.unguarded(host, token)
    assert (said is None) == (complaint is None)
    assert complaint is None or complaint in said


def test_a_missing_or_damaged_database_is_refused_in_one_line(tmp_path, capsys):
    """No file is made."""
    assert serving.serve(tmp_path / "none.db", None, "127.0.0.1", 0, None, False) == 2
    (tmp_path / "text.db").write_text("no database" * 500, encoding="utf-8")
    assert serving.serve(tmp_path / "text.db", None, "127.0.0.1", 0, None, False) == 2
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("No league: there is no database")
    assert "it is not a database" in lines[1]
    assert not (tmp_path / "none.db").exists()


@pytest.mark.slow  # it exports everything twice, and plays games again
def test_an_export_has_every_document_and_some_recordings(path, tmp_path, capsys):
    """As scripts, because a page that was opened from a file may read nothing else; a second export renews it."""
    for _ in range(2):
        assert exporting.export(path, tmp_path / "site", None, most=3, reasons=1) == 0
    assert "with 3 recordings" in capsys.readouterr().out
    summary = (tmp_path / "site" / "data" / "summary.js").read_text(encoding="utf-8")
    content = json.loads(summary.removeprefix('leagueData("summary", ').removesuffix(");\n"))
    for key in content["replays"]:
        assert (tmp_path / "site" / "data" / "replay" / f"{key}.js").is_file()
    ((key, seats),) = content["reasons"].items()
    assert key in content["replays"]
    assert (tmp_path / "site" / "data" / "reasons" / key / f"{seats[0]}.js").is_file()
    assert {file.name for file in (tmp_path / "site").iterdir()} == {
        "data", "index.html", "league.css", "league.js", "style.css", "vega.js",
    }  # fmt: skip


class TestAnExportWhileGamesWereStored:
    """A document that was written late named players that the summary, written before them, did not list."""

    @pytest.mark.slow  # it exports everything, and plays a game again
    def test_all_documents_have_the_same_games(self, path, tmp_path, monkeypatch):
        """Those of the moment at which the first one is written."""
        usual, late = exporting._data, [finished([99], V26, PROGRAM)]

        def write(folder, name, content):
            usual(folder, name, content)
            if late and not name.startswith(("replay/", "reasons/")):
                with Database.open(path) as database:
                    database.store(late.pop())

        monkeypatch.setattr(exporting, "_data", write)
        assert exporting.export(path, tmp_path / "site", None, most=1) == 0
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
    assert exporting.export(path, folder, None, most=0) == 0


def _interrupted(*_):
    raise KeyboardInterrupt


def test_an_export_leaves_a_folder_with_other_things_alone(path, tmp_path, capsys):
    """An export also leaves a file of that name alone."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work", encoding="utf-8")
    assert exporting.export(path, tmp_path / "mine", None, 1) == 2
    assert exporting.export(path, tmp_path / "mine" / "thesis.txt", None, 1) == 2
    said = capsys.readouterr().out.splitlines()
    assert "holds files that are not an export's" in said[0]
    assert "is a file" in said[1]
