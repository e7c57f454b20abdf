"""A player's kernels in this process, compiled by numba, and the one list of its arrays and kernels.

`experiments.module` compiles the same list into the module that games and pages use.
"""

import inspect
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..board.board import Memory
from ..board.compiled import Grids
from ..parameters.presets import DEFAULT, Parameters, preset
from . import combat_zone, follow_up, game_state, opponent_model, turn
from .game_state import PlayerMemory
from .opponent_model import Search
from .player import CompiledPlayer, Player

Array = npt.NDArray[Any]


class Export(NamedTuple):
    """One kernel, and what it is called with: arrays of the board, and plain numbers, which are set at each call."""

    kernel: Any
    arguments: tuple[Any, ...]


def workspace(height: int, width: int) -> dict[str, Any]:
    """Return all memory that the kernels of a player use, on a board of this size, as it is before a game."""
    game = game_state.game(height, width)
    return {
        **{name: np.zeros((height, width), np.uint8) for name in ("owner", "strength", "production")},
        "moves": game.moves,
        "memory": game.memory,
        "parameters": np.array([kernels.values(preset(DEFAULT))], kernels.VALUES),
        "scratch": kernels.scratch(height, width),
        "rollouts": kernels.scratch(height, width),
        "front": combat_zone.front(height, width),
        "rival": combat_zone.front(height, width),
        "opponents": opponent_model.opponent_models(height, width),
        "next_blows": follow_up.next_blows(height, width),
        "table": game.table,
        "tally": game.tally,
        "roots": np.zeros(height * width, np.int64),
        "game": game,
    }


def exports(of: Mapping[str, Any]) -> dict[str, Export]:
    """Return the kernels of a player, by name, with this memory as arguments. Numbers stand for numbers like them."""
    grids, game, parameters = Grids(of["owner"], of["strength"], of["production"]), of["game"], of["parameters"][0]
    memory, scratch, moves, models, whole = of["memory"], of["scratch"], of["moves"], of["opponents"], player_memory(of)
    return {
        "start_game": Export(game_state.start_game, (parameters, game, models)),
        "change_parameters": Export(game_state.change_parameters, (parameters, game, models)),
        "receive": Export(turn.receive, (grids, 1, 0, game)),
        "run": Export(turn.run, (1, False, whole)),
        "explain": Export(kernels.explain, (grids, 1, 0, memory, parameters, scratch, moves, of["roots"])),
    }


def player_memory(of: Mapping[str, Any]) -> PlayerMemory:
    """Return what a turn works in."""
    search = Search(of["scratch"], of["front"], of["rival"], of["opponents"], of["next_blows"])
    return PlayerMemory(of["game"], search, of["rollouts"])


class NativeKernels:
    """The kernels of `exports` with memory for boards of one size; see bot.search.player.Kernels."""

    def __init__(self, height: int, width: int):
        of = workspace(height, width)
        self.arrays: Mapping[str, Array] = named_arrays(of)
        self.memory = player_memory(of)
        self._calls = {name: _call(export) for name, export in exports(of).items()}

    def __call__(self, name: str, **values: float) -> int:
        """Call the kernel of this name with these numbers."""
        returned: int = self._calls[name](**values)
        return returned

    def __deepcopy__(self, memo: dict[int, Any]) -> "NativeKernels":
        """Return a copy whose calls work on its own arrays: of a record alone, deepcopy makes one outside of them."""
        twin = NativeKernels(*self.arrays["owner"].shape)
        for name, array in self.arrays.items():
            twin.arrays[name][...] = array
        return twin


def _call(export: Export) -> Any:
    """Return the kernel with its arrays in place; its numbers are keywords."""
    parameters = inspect.signature(export.kernel.py_func).parameters
    arrays = {
        name: argument
        for name, argument in zip(parameters, export.arguments, strict=True)
        if not isinstance(argument, bool | int | float)
    }
    return partial(export.kernel, **arrays)


def named_arrays(of: Mapping[str, Any]) -> dict[str, Array]:
    """Return every array of a workspace once, by name, as `scratch.cells`; a record counts as an array of one."""
    found: dict[tuple[Any, ...], tuple[str, Array]] = {}
    for name, thing in of.items():
        for path, array in _walk(name, thing):
            found.setdefault(identity(array), (path, array))
    return dict(found.values())


def _walk(path: str, thing: Any) -> Iterator[tuple[str, Array]]:
    if isinstance(thing, tuple):
        for name, part in thing._asdict().items():  # type: ignore[attr-defined]  # all have names
            yield from _walk(f"{path}.{name}", part)
    else:
        yield path, np.atleast_1d(np.asarray(thing))


def identity(array: Array) -> tuple[Any, ...]:
    """Return what two names of one array have in common."""
    return array.__array_interface__["data"][0], array.dtype, array.shape


def compiled_player(parameters: Parameters, height: int, width: int, memory: Memory | None = None) -> Player:
    """Return the compiled player that these parameters describe, on a board of this size."""
    if parameters.has_search:
        return Champion(parameters, height, width, memory)
    return kernels.Decider(parameters, height, width, memory)


class Champion(CompiledPlayer):
    """A CompiledPlayer with numba's kernels."""

    def __init__(self, parameters: Parameters, height: int, width: int, memory: Memory | None = None):
        super().__init__(parameters, NativeKernels, height, width, memory)
