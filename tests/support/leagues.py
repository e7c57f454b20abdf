"""The league over a small database of real or invented games, for its tests."""

import random
from pathlib import Path

from experiments.arena.players import Player
from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Database
from experiments.laboratory.games import play_game
from experiments.laboratory.laboratory import PlayedBlock
from experiments.league import export
from tests.support.results import V12, V17, V26, finished, result

SIDE = 12


def database_in(folder: Path, blocks: int = 4) -> Path:
    """A laboratory with real games of three presets on small boards, and the replays of the duels of v26 and v17."""
    path = folder / "laboratory.db"
    with Database.open(path) as database:
        for lineup in ((V26, V17), (V26, V12), (V26, V17, V12)):
            for seed in range(blocks):
                games = Block(Map(SIDE, SIDE, seed, len(lineup)), lineup).games
                replays = lineup == (V26, V17)
                database.store([(game, play_game(game, replays)) for game in games])
    return path


def league_in(folder: Path) -> None:
    folder.mkdir()
    with Database.open(database_in(folder)) as database:
        database.store(finished(range(100, 160), V26, V12))  # a history needs fifty games
    exported(folder / "laboratory.db", folder / "pages", replays=2)


def played(lineup: tuple[Player, ...], board: Map) -> PlayedBlock:
    block = Block(board, lineup)
    dice = random.Random(f"{board.seed} {[player.notation for player in lineup]}")
    return PlayedBlock(block, tuple(result(game, dice.randrange(3)) for game in block.games))


def stored(database: Database, blocks: list[PlayedBlock]) -> list[PlayedBlock]:
    games = [pair for block in blocks for pair in zip(block.block.games, block.games, strict=True)]
    random.Random(1).shuffle(games)
    database.store(games)
    return blocks


def exported(path: Path, folder: Path, anchor: str | None = None, replays: int = 40) -> Path:
    with Database.open(path, read_only=True) as database:
        export.write(database, folder, anchor, replays=replays)
    return folder / "index.html"
