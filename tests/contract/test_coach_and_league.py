"""The commands coach and league: what they find, show, write again and keep."""

import json
import re

import pytest

from engine.errors import UserError
from engine.replay import write
from experiments.coach import run, sentences
from experiments.coach.answer import COARSE
from experiments.coach.journal import Journal
from experiments.laboratory.database import Database
from experiments.league import export
from tests.support.bots import run_command
from tests.support.coaching import BLUNDER, blundered
from tests.support.leagues import database_in
from tests.support.results import V12, V26, finished, game, result

ROLLOUTS = 26


@pytest.fixture(scope="module")
def coached(tmp_path_factory):
    path = tmp_path_factory.mktemp("coached") / "game.hlt"
    write(blundered(), path)
    return path


@pytest.fixture(scope="module")
def answered(coached):
    """The answer about this game, the answers that were shown, and the rollouts that were played."""
    shown, played, note = [], [], Journal.note
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "EVERY", 0.0)
        patch.setattr(run.GrowingPage, "write", lambda self, answer: shown.append(answer))
        patch.setattr(Journal, "note", lambda self, key, found: played.append(key) or note(self, key, found))
        assert run.coach(coached, 1, None, ROLLOUTS, 2, coached.parent / "laboratory.db", opens=False) == run.DONE
    return shown[-1], shown, played


def test_the_blunder_is_named_and_a_better_move_measured(answered):
    sure = answered[0].turning_points
    largest = max((point.fall for point in sure), key=lambda fall: fall.gap.value)
    assert largest.first <= BLUNDER < largest.last
    assert largest.gap.value > 0.4
    (blunder,) = [each for each in sure if not each.fall.is_slow and each.fall.first <= BLUNDER < each.fall.last]
    assert blunder.remedy.is_significant
    squares = blunder.remedy.move.squares
    recorded = answered[0].game.replay.moves[blunder.fall.first]
    assert (blunder.remedy.move.moves.flat[squares] != recorded.flat[squares]).all()


def test_a_coarse_answer_comes_first_and_is_refined(answered):
    answer, shown, _ = answered
    frames = [len(each.chance) for each in shown]
    assert frames[0] == 0
    assert frames[-1] > frames[1] > 0
    first = next(place for place, each in enumerate(shown) if each.points)
    assert (shown[first].rollouts, answer.rollouts) == (COARSE, ROLLOUTS)
    assert all(each.points for each in shown[first:])
    assert any(each.left for each in shown)
    assert all(sum(point.each) == pytest.approx(1) for point in answer.chance), "a duel has one winner"


def test_a_stop_loses_nothing_and_changes_nothing(answered, coached, tmp_path, monkeypatch, capsys):
    answer, _, played = answered
    other = tmp_path / "game.hlt"
    other.write_bytes(coached.read_bytes())
    noted, note = [], Journal.note

    def stopping(self, key, found):
        note(self, key, found)
        noted.append(key)
        if len(noted) == len(played) // 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "note", stopping)
    stopped = run_command(tmp_path, *f"coach game.hlt --player 1 --rollouts {ROLLOUTS} --workers 1 --no-open".split())
    assert stopped.exit_code == run.INTERRUPTED
    assert "run the same command again" in stopped.stdout
    left = json.loads(run.beside(other, 1, "coach.json").read_text())
    assert left["lead"][-1] == "The search was stopped here; the same command goes on."
    assert not left["growing"]
    assert 'id="findings"' in (tmp_path / "game.html").read_text()
    shown, write_page = [], run.GrowingPage.write
    monkeypatch.setattr(run.GrowingPage, "write", lambda self, found: shown.append(found) or write_page(self, found))
    assert run.coach(other, 1, None, ROLLOUTS, 3, tmp_path / "laboratory.db", opens=False) == run.DONE
    assert sentences.findings(shown[-1]) == sentences.findings(answer)
    assert len(noted) == len(played), "a batch that was kept is not played again"
    assert f"turn {BLUNDER + 1}" in run.beside(other, 1, "coach.json").read_text()
    assert "by more than luck explains" in capsys.readouterr().out


# `python -m experiments league`: what it writes, again when games were stored, and what it refuses.


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


@pytest.mark.parametrize("games", [[], [(game(1), result(game(1), replay=b"no replay"))]], ids=["none", "unreadable"])
def test_a_season_without_a_readable_game_has_a_page_without_links(tmp_path, games):
    with Database.open(tmp_path / "laboratory.db") as database:
        database.store(games)
        export.write(database, tmp_path / "pages")
    told = season(tmp_path / "pages" / "index.html")
    assert (told["count"], told["opened"]) == (len(games), [])
    assert not (tmp_path / "pages" / "games").exists()


def test_a_folder_of_other_files_and_an_anchor_that_did_not_play_are_refused(small, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with Database.open(small, read_only=True) as database:
        with pytest.raises(UserError, match="holds files that are not an export's"):
            export.write(database, tmp_path)
        with pytest.raises(UserError, match="no player 'v99' has played; players: v26, v17, v12"):
            export.write(database, tmp_path / "pages", "v99")
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]
