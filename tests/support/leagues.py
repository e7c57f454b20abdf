"""The league over a small database of real or invented games, asked over a real connection, for its tests."""

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from experiments.arena.players import Player
from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Database
from experiments.laboratory.executor import play_game
from experiments.laboratory.laboratory import PlayedBlock
from experiments.league.season import Season
from experiments.league.server import League, application
from tests.support.pages import Tab
from tests.support.results import V12, V17, V26, finished, result
from tests.support.servers import running

SIDE = 12
DRAWN = "() => [...document.querySelectorAll('figure > .chart')].every((each) => each.querySelector('svg, .error'))"
SERVER_ENDED = ("net::ERR_CONNECTION", "net::ERR_EMPTY_RESPONSE", "server no longer answers")


class Site(Tab):
    """The league in a tab."""

    def show(self, address, name):
        """Open a page and wait until it is there, charts included."""
        self.page.goto(f"{address}#/{name}")
        self.page.wait_for_function("(asked) => window.league?.address === asked", arg=f"#/{name}")
        self.js("league.ready")
        self.page.wait_for_function(DRAWN)
        return self.page

    def check(self):
        """Nothing failed, unless because the server ended before the tab; the league's own may be asked."""
        assert [problem for problem in self.problems if not any(words in problem for words in SERVER_ENDED)] == []
        assert all(asked.startswith("http://127.0.0.1") for asked in self.requests)


def database_in(folder: Path, blocks: int = 4) -> Path:
    """A laboratory with real games of three presets on small boards."""
    path = folder / "laboratory.db"
    with Database.open(path) as database:
        for lineup in ((V26, V17), (V26, V12), (V26, V17, V12)):
            for seed in range(blocks):
                games = Block(Map(SIDE, SIDE, seed, len(lineup)), lineup).games
                database.store([(game, play_game(game)) for game in games])
    return path


def season_in(database: Database) -> Season:
    """All that is stored by now."""
    counted = Season(database)
    counted.refresh()
    return counted


def more_games(path: Path, seed: int, number: int = 1) -> None:
    """Store invented games, as another process would."""
    with Database.open(path) as database:
        database.store(finished(range(seed, seed + number)))


def played(lineup: tuple[Player, ...], board: Map) -> PlayedBlock:
    """A block with invented results, some of its games alike."""
    block = Block(board, lineup)
    dice = random.Random(f"{board.seed} {[player.notation for player in lineup]}")
    return PlayedBlock(block, tuple(result(game, dice.randrange(3)) for game in block.games))


def stored(database: Database, blocks: list[PlayedBlock]) -> list[PlayedBlock]:
    """Keep them, in an order that has nothing to do with blocks."""
    games = [pair for block in blocks for pair in zip(block.block.games, block.games, strict=True)]
    random.Random(1).shuffle(games)
    database.store(games)
    return blocks


@contextmanager
def served(path: Path, token: str | None = None, anchor: str | None = None) -> Iterator[str]:
    """The league at an address, until the end of the block."""
    with closing(League(path, anchor)) as league, running(application(league, token=token)) as address:
        yield address


def ask(page):
    """Open the panel of a game, and wait for the bot's answer."""
    page.get_by_role("button", name="Ask a bot").click()
    page.wait_for_function("() => viewer.session.explanation?.header.source === 'page'")
