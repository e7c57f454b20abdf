"""The kinds of arrays and records that kernels take. Numba reads no annotation: readers and the type checker do."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

# A layer of the board, or moves: (H, W).
Bytes = npt.NDArray[np.uint8]

# Squares, by their indices.
Places = npt.NDArray[np.uint32]

Options = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
# (1,) the state of a generator.
Dice = npt.NDArray[np.uint64]

Floats = npt.NDArray[np.float64]
# A record for each square, or for each player; the type checker knows nothing of its fields.
Records = npt.NDArray[np.void]


class Record:
    """One record of such an array: a field is an attribute in compiled code, an item in Python."""

    if TYPE_CHECKING:

        def __getattr__(self, field: str) -> Any: ...

        def __setattr__(self, field: str, value: Any) -> None: ...

        def __getitem__(self, field: str) -> Any: ...


class Grids(NamedTuple):
    """A board as the kernels take it: contiguous and writable, or numba would compile all of them anew."""

    owner: Bytes  # (H, W)
    strength: Bytes  # (H, W)
    production: Bytes  # (H, W)


def as_uint8(layer: npt.NDArray[Any]) -> Bytes:
    """Return the layer as the kernels take it; a copy only where it has to be one."""
    return np.require(layer, np.uint8, ("C", "W"))
