"""A small game, and a client of servers, for tests."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache

from bot.stages.champion import Champion
from engine import generate
from engine.replay import write
from experiments.arena.arena import played
from experiments.arena.players import player
from experiments.recordings.watched import Snapshots

SIDE, SEED = 16, 3  # a map on which two players live until the last turn
HERE = "http://127.0.0.1:8000"


@cache
def game(names=("v26", "v17"), seed=SEED):
    """A whole small game between players in process, as the arena plays it."""
    return played([player(name).parameters for name in names], generate(SIDE, SIDE, len(names), seed))


@lru_cache(2)
def history(watched, seat, parameters):
    """Copies of a champion with these parameters, by turn, which has watched a game from this seat."""
    return Snapshots(watched.replay, seat, Champion(parameters, *watched.replay.production.shape))


def folder_with(replay, folder, name="game.hlt"):
    """The game's file in a folder."""
    write(replay, folder / name)
    return folder / name


def folder_beside_a_secret(around):
    """A folder with the game, beside a file that must not be served."""
    (around / "games").mkdir()
    folder_with(game(), around, "secret.hlt")
    folder_with(game(), around / "games")
    return around / "games"


class Client:
    """Asks a server without a network. starlette's own client wants another library than httpx."""

    def __init__(self, application, address=HERE):
        self._application, self._address = application, address

    def get(self, path, **options):
        """The answer to GET."""
        return self._answer("GET", path, options)

    def post(self, path, **options):
        """The answer to POST."""
        return self._answer("POST", path, options)

    def _answer(self, *request):
        # In a thread of its own: a browser test that ran before in this one leaves an event loop behind.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(self._ask(*request))).result()

    async def _ask(self, method, path, options):
        import httpx  # here, because it takes long to load, and every test is loaded before one is chosen

        transport = httpx.ASGITransport(self._application)
        async with httpx.AsyncClient(transport=transport, base_url=self._address) as client:
            return await client.request(method, path, **options)


def refused(answer, status, sentence):
    """Assert that an error is a status and a sentence, never a page of HTML."""
    assert answer.status_code == status
    assert sentence in answer.json()["error"]
