"""Hostile files and requests to the live window: it refuses them with a message, and answers others meanwhile."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from engine import unpacking
from engine.replay import as_bytes
from experiments.watch import games
from experiments.watch.games import Games
from experiments.watch.server import application
from tests.support import hostile
from tests.support.watching import Client

SECONDS = 10
"""Of processor time for a file that once took 25 to 44; each takes well under one."""


@pytest.fixture
def folder(tmp_path):
    """A folder with two games."""
    for name in ("one.hlt", "two.hlt"):
        (tmp_path / name).write_bytes(as_bytes(hostile.game("v26", "v17")))
    return tmp_path


@pytest.fixture
def client(folder):
    """The window's own page."""
    return Client(application(Games(folder, folder / "one.hlt")))


class TestOneUploadStoppedAllPages:
    """400 KB posted to /api/open made `GET /` take 52 s."""

    @pytest.mark.parametrize("name", hostile.BOMBS)
    def test_what_is_sent_is_read_in_linear_time(self, client, name):
        """A body that is no game is refused with one sentence."""
        begun = time.process_time()
        answer = client.post("/api/open", content=hostile.BOMBS[name]())
        assert time.process_time() - begun < SECONDS
        assert answer.status_code == 200 or len(answer.json()["error"]) < 400

    def test_a_gzip_bomb_is_refused(self, client, monkeypatch):
        """The refusal names the limit."""
        monkeypatch.setattr(unpacking, "LARGEST", 8 << 20)
        answer = client.post("/api/open", content=hostile.packed(b'{"frames":[', b"[[[0,0],[1,1]]]," * 65_536, 40))
        assert answer.status_code == 400
        assert "more than 8 MiB of text" in answer.json()["error"]

    def test_while_one_game_is_read_the_others_are_answered(self, client, monkeypatch):
        """Games were read with a lock held that every other question needed."""
        may_end, has_begun, parse = Event(), Event(), games.parse

        def slow(content):
            if not has_begun.is_set():
                has_begun.set()
                assert may_end.wait(60)
            return parse(content)

        monkeypatch.setattr(games, "parse", slow)
        question = {"turn": 1, "player": 1}
        with ThreadPoolExecutor() as pool:
            first = pool.submit(client.post, "/api/explain", json={"game": "one.hlt", **question})
            assert has_begun.wait(60)
            try:
                assert client.get("/").status_code == 200
                assert client.post("/api/explain", json={"game": "two.hlt", **question}).status_code == 200
                assert not first.done()
            finally:
                may_end.set()
            assert first.result().status_code == 200


@pytest.mark.parametrize("key", ["game", "turn", "player", "preset", "parameters", "seeds"])
@pytest.mark.parametrize(
    "value", [hostile.nested(900), hostile.nested(60), hostile.LONE, "1" * 5000, '{"alpha":[[[]]]}']
)
def test_a_hostile_question_is_refused_in_words(client, key, value):
    """What quoted a deep value ended in a RecursionError, and the answer was 500."""
    question = {"turn": "1", "player": "1", "seeds": "1"} | {key: value}
    body = "{" + ",".join(f'"{name}":{text}' for name, text in question.items()) + "}"
    answer = client.post("/api/future" if key == "seeds" else "/api/explain", content=body.encode())
    assert answer.status_code in (400, 404)
    assert len(answer.json()["error"]) < 400
