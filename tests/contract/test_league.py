"""`python -m experiments league`: what it writes, again when games were stored, and what it refuses."""

import json
import re

import pytest

from engine.errors import UserError
from experiments.laboratory.database import Database
from experiments.league import export
from tests.support.leagues import database_in
from tests.support.results import V12, V26, finished, game, result

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def season(page):
    text = page.read_text(encoding="utf-8")
    return json.loads(re.search(r'<script type="application/json" id="season">(.*?)</script>', text)[1])


def rows(page, name):
    table = season(page)["tables"][name]
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return database_in(tmp_path_factory.mktemp("small"), blocks=2)


def test_an_export_is_a_page_a_board_and_the_games_with_a_replay(small, tmp_path, capsys):
    export.follow(small, tmp_path / "pages", None, 3, 0, lambda: print("opened"))
    page = tmp_path / "pages" / "index.html"
    assert capsys.readouterr().out == f"{page}: 14 games.\nopened\n"
    assert sorted(each.name for each in (tmp_path / "pages").iterdir()) == ["board.html", "games", "index.html"]
    listed = {each["game"]: each for each in rows(page, "games")}
    opened = season(page)["opened"]
    assert len(listed) == 14
    assert {f"{listed[each]['key']}.html" for each in opened} == {
        each.name for each in (page.parent / "games").iterdir()
    }
    assert len(opened) == 3
    assert all(each["link"].startswith("#12x12&seed=") for each in listed.values())
    (policy,) = POLICY.findall(page.read_text(encoding="utf-8"))
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy


def test_pages_follow_what_is_stored_until_ctrl_c(tmp_path, monkeypatch, capsys):
    """Nothing is written while nothing was stored; the pages of games stay as they are."""
    path = tmp_path / "laboratory.db"
    with Database.open(path) as database:
        database.store(finished([1]))
    stored = iter([[], finished([2], V26, V12), KeyboardInterrupt])

    def sleep(seconds):
        assert seconds == 30
        if (games := next(stored)) is KeyboardInterrupt:
            raise KeyboardInterrupt
        with Database.open(path) as database:
            database.store(games)

    monkeypatch.setattr(export.time, "sleep", sleep)
    page = tmp_path / "pages" / "index.html"
    export.follow(path, page.parent, "v26", 9, 30, lambda: None)
    assert capsys.readouterr().out == f"{page}: 1 games.\n{page}: 2 games.\n"
    assert (season(page)["count"], season(page)["every"]) == (2, 30)
    assert {each["name"] for each in rows(page, "players")} == {"v26", "v17", "v12"}


def test_a_season_without_a_game_has_a_page(tmp_path):
    with Database.open(tmp_path / "laboratory.db") as database:
        export.write(database, tmp_path / "pages")
    assert season(tmp_path / "pages" / "index.html")["count"] == 0


def test_a_replay_that_cannot_be_read_gets_no_page_and_no_link(tmp_path):
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store([(game(1), result(game(1), replay=b"no replay"))])
        export.write(database, tmp_path / "pages")
    assert season(tmp_path / "pages" / "index.html")["opened"] == []
    assert not (tmp_path / "pages" / "games").exists()


def test_a_folder_of_other_files_and_an_anchor_that_did_not_play_are_refused(small, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with Database.open(small, read_only=True) as database:
        with pytest.raises(UserError, match="holds files that are not an export's"):
            export.write(database, tmp_path)
        with pytest.raises(UserError, match="no player 'v99' has played; players: v26, v17, v12"):
            export.write(database, tmp_path / "pages", "v99")
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]
