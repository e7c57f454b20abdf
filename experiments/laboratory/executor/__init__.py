"""Plays games: in this process, on processes of this machine, or on other machines.

with open_executor(workers=2) as executor:
    executor.submit(block.games)
    for game, played in executor.collect():  # at least one, in no particular order
        ...
"""

from .errors import ExecutorError, ForeignCodeError, PlayingError
from .executor import Executor
from .factory import open_executor
from .playing import play_game

__all__ = ["Executor", "ExecutorError", "ForeignCodeError", "PlayingError", "open_executor", "play_game"]
