"""Hostile requests to the tagger: it refuses them with a message, and answers others meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from engine.replay import as_bytes
from experiments.positions import games
from experiments.positions.games import Games
from experiments.positions.server import application
from tests.support import hostile
from tests.support.watching import Client


@pytest.fixture
def client(tmp_path):
    """Asks the tagger of a folder with two games."""
    for name in ("one.hlt", "two.hlt"):
        (tmp_path / name).write_bytes(as_bytes(hostile.game("v26", "v17")))
    return Client(application(Games(tmp_path, tmp_path / "one.hlt"), tmp_path / "positions"))


def test_while_one_game_is_read_the_others_are_answered(client, monkeypatch):
    """Games were read with a lock held that every other question needed."""
    may_end, has_begun, parse = Event(), Event(), games.parse

    def slow(content):
        if not has_begun.is_set():
            has_begun.set()
            assert may_end.wait(60)
        return parse(content)

    monkeypatch.setattr(games, "parse", slow)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(client.post, "/api/positions", json={"game": "one.hlt"})
        assert has_begun.wait(60)
        try:
            assert client.get("/").status_code == 200
            assert client.post("/api/positions", json={"game": "two.hlt"}).status_code == 200
            assert not first.done()
        finally:
            may_end.set()
        assert first.result().status_code == 200


@pytest.mark.parametrize("key", ["game", "turn", "player", "squares", "tags"])
def test_a_hostile_question_is_refused_in_words(client, key):
    """What quoted a deep value ended in a RecursionError, and the answer was 500."""
    for value in (hostile.nested(900), hostile.nested(60), hostile.LONE, "1" * 5000, '{"alpha":[[[]]]}'):
        question = {"turn": "1", "player": "1", "theme": '"dodge"'} | {key: value}
        body = "{" + ",".join(f'"{name}":{text}' for name, text in question.items()) + "}"
        answer = client.post("/api/store", content=body.encode())
        assert answer.status_code in (400, 404)
        assert len(answer.json()["error"]) < 400
