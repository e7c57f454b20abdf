"""Tagged positions for tests: a small one made by hand, and one of a small game."""

import json

import msgspec
import numpy as np

from experiments.positions.position import DIGITS, OWNERS, Board, Position, Remembered, Source, Square
from tests.support.watching import game


def made(**changed):
    """A board of 4 x 3 on which two players stand close, and one square of player 1 that should not go east."""
    values = {
        "name": "made", "theme": "dodge", "note": 'He said "no"\\ü', "player": "a", "turn": 7,
        "square": (Square(1, 0, right=("STILL", "WEST"), wrong=("EAST",)),), "tags": ("by hand",),
        "source": Source("game.hlt", ("one", "two")), "memory": Remembered(2, ("b", "")),
        "board": Board(
            owner=("aa.b", "...b", "...."),
            strength=("ff090028", "07000cc8", "03020100"),
            production=("10z4", "a234", "1234"),
        ),
    }  # fmt: skip
    return Position(**(values | changed))


def of_game(turn=60, player=1, **changed):
    """The strongest piece of a player on a frame of a small game, which should stay where it is."""
    replay = game()
    owner, strength, production = replay.owner[turn], replay.strength[turn], replay.production
    ours = np.where(owner == player, strength, 0)
    y, x = divmod(int(ours.argmax()), production.shape[1])
    board = Board(
        owner=tuple("".join(OWNERS[each] for each in row) for row in owner),
        strength=tuple(bytes(row).hex() for row in strength),
        production=tuple("".join(DIGITS[each] for each in row) for row in production),
    )
    values = {"player": OWNERS[player], "turn": turn, "board": board, "square": (Square(x, y, right=("STILL",)),)}
    return made(**(values | {"name": "of-game", "source": Source("game.hlt", replay.player_names)} | changed))


def text(position):
    return "".join(_lines(msgspec.to_builtins(position)))


def keep(position, folder):
    folder.mkdir(exist_ok=True)
    path = folder / f"{position.name}.toml"
    path.write_text(text(position), encoding="utf-8")
    return path


def _lines(table, header=""):
    """TOML of a table whose values are JSON, but for tables, which come last."""
    yield header
    tables = {name: value for name, value in table.items() if isinstance(value, dict) or name in ("square", "evidence")}
    for name in table.keys() - tables.keys() - {"name"}:
        yield f"{name} = {json.dumps(table[name], ensure_ascii=False)}\n"
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from _lines(value, f"\n[{name}]\n")
        else:
            for each in value:
                yield from _lines(each, f"\n[[{name}]]\n")
