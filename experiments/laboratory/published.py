"""The published games: those behind the ledger and the lessons, in one file of this repository.

`experiments/published/games.jsonl.xz` is text, a line of JSON after the other, compressed by xz:

    [[identity, notation, in process], ...]                        the players
    [width, height, map seed, turns, stored, [player, rank, territory, last frame alive], ...]
    ...                                                            a line for each game, a list for each seat

Players are places in the list of the first line.
"""

import hashlib
import json
import lzma
import os
import sys
import tempfile
from pathlib import Path

from experiments.arena import schedule
from experiments.arena.players import Player

from .database import VERSION, Database, DatabaseError

ROOT = Path(__file__).parents[2]
FILE = ROOT / "experiments" / "published" / "games.jsonl.xz"


def database() -> Path:
    """Return the database of the published games, built outside git where it is missing."""
    target = home() / f"{hashlib.sha256(FILE.read_bytes() + bytes([VERSION])).hexdigest()[:12]}.db"
    if not target.is_file():
        print(
            f"Unpacking the published games, which this laboratory begins with, to {target.parent} ...", file=sys.stderr
        )
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=target.parent) as unfinished:  # two processes may build at once
                _build(Path(unfinished) / target.name)
                (Path(unfinished) / target.name).replace(target)
        except OSError as error:
            raise DatabaseError(
                f"the published games cannot be unpacked in {target.parent} ({error.strerror or error}); "
                "the variable HALITE_PUBLISHED names another folder"
            ) from None
    return target


def home() -> Path:
    """Return the folder outside git for what can be made again."""
    return Path(os.environ.get("HALITE_PUBLISHED") or ROOT / ".published")


def _build(path: Path) -> None:
    lines = map(json.loads, lzma.decompress(FILE.read_bytes()).decode().splitlines())
    players = next(lines)
    with Database.open(path) as made, made.transaction():
        for player in players:
            made.add_player(*player)
        for width, height, seed, turns, stored, *seats in lines:
            identities = [players[place][0] for place, *_ in seats]
            board = schedule.Map(width, height, seed, len(seats))
            block = schedule.Block(board, tuple(Player("", program=identity) for identity in identities))
            # A program adds fault, mean and worst answer; players of this code have none.
            rows = [[name, *seat[1:], *[None] * (7 - len(seat))] for name, seat in zip(identities, seats, strict=True)]
            made.add(block.games[0].key, (width, height, seed), turns, stored, rows)
