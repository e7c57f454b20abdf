"""The Halite environment: the rules, the maps, the protocol, games and the replay file. It never imports the bot."""

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
    "Fault",
    "FaultError",
    "Function",
    "Game",
    "Program",
    "Replay",
    "ReplayError",
    "Result",
    "Seat",
    "Standing",
    "State",
    "generate",
    "step",
]
