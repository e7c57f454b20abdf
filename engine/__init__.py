"""The Halite environment: the rules, the maps, the protocol and the replay file. It never imports the bot."""

from .replay import Replay, ReplayError
from .state import State

__all__ = ["Replay", "ReplayError", "State"]
