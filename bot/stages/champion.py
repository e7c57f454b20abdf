"""The champion in this process, compiled by numba: for games of the laboratory."""

from typing import Any

from .. import kernels
from ..ground.memory import Memory
from ..knobs.parameters import Parameters
from .native import NativeKernels
from .player import CompiledPlayer, Player
from .seat import Seat


def mover(parameters: Parameters, height: int, width: int, memory: Memory | None = None) -> Player:
    """Return the compiled player that these parameters describe, on a board of this size."""
    if parameters.has_stages:
        return Champion(parameters, height, width, memory)
    return kernels.Decider(parameters, height, width, memory)


class Champion(CompiledPlayer):
    """A CompiledPlayer with numba's kernels."""

    def __init__(self, parameters: Parameters, height: int, width: int, memory: Memory | None = None):
        super().__init__(parameters, NativeKernels, height, width, memory)

    @property
    def taken(self) -> Seat:
        """What its turns work in."""
        kernels: Any = self.kernels
        seat: Seat = kernels.seated
        return seat
