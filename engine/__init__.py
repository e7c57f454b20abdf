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
    from .game import Game
    from .mapgen import generate
    from .program import Program
    from .replay import Replay, ReplayError
    from .result import Fault, FaultError, Result, Standing
    from .rules import step
    from .seats import Function, Seat
    from .state import State

__all__ = [
    "Fault", "FaultError", "Function", "Game", "Program", "Replay", "ReplayError", "Result", "Seat", "Standing",
    "State", "generate", "step",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: without numpy `--help` is fast, and Ctrl-C prints no traceback."""
    if name in __all__:
        for home in ("state", "rules", "mapgen", "replay", "result", "seats", "program", "game"):
            module = importlib.import_module(f".{home}", __name__)
            if name in vars(module):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
