"""The Halite environment: the rules, the maps, the protocol, games and the replay file. It never imports the bot.

A game between functions, and one between a function and a program:

    from engine import Function, Game, Program, generate

    board = generate(30, 30, players=2, seed=7)
    result = Game([Function(mine), Function(theirs)], board).play()  # mine(state, player, turn) -> (H, W) moves
    result = Game([Function(mine), Program("python3 MyBot.py")], board, turn_time=1.0).play()
    print(result.best_first[0].name, result.turns)
"""

import importlib
import typing

if typing.TYPE_CHECKING:  # what `__getattr__` does, spelled out for tools that do not run it
    from .faults import Fault, FaultError
    from .game import Game
    from .mapgen import generate
    from .program import Program
    from .replay import Replay, ReplayError
    from .result import Result, Standing
    from .rules import step
    from .seats import Function, Seat
    from .state import State

__all__ = [
    "Fault", "FaultError", "Function", "Game", "Program", "Replay", "ReplayError", "Result", "Seat", "Standing",
    "State", "generate", "step",
]  # fmt: skip

_HOMES = {
    "faults": ("Fault", "FaultError"),
    "game": ("Game",),
    "mapgen": ("generate",),
    "program": ("Program",),
    "replay": ("Replay", "ReplayError"),
    "result": ("Result", "Standing"),
    "rules": ("step",),
    "seats": ("Function", "Seat"),
    "state": ("State",),
}


def __getattr__(name: str) -> object:
    """Fetch a public name when it is first asked for.

    `python -m engine` runs this file before its own first line. Were numpy loaded here, Ctrl-C
    meanwhile would print a traceback, or be lost in an import that swallows it.
    """
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f".{home}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
