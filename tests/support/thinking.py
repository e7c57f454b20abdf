"""The kept module in wasmtime, compared with numba's kernels."""

from typing import Any

import numpy as np

from bot.program.module import WasmKernels
from bot.program.module import table as table
from experiments.module.table import flat


class Thinker(WasmKernels):
    """The module with memory for a board of one size; `arrays` are numpy's views of it."""

    def follow(self, name: str, kernel: Any) -> Any:
        """A function that calls the kernel, and the export with copies of the same arguments; all must be equal."""
        slots = table()["exports"][name]

        def both(*arguments: Any) -> Any:
            values = [part for argument in arguments for part in flat(argument)]
            numbers = {}
            for (kind, what, *_), value in zip(slots, values, strict=True):
                if kind == "number":
                    numbers[what] = value
                else:
                    self.bytes(what)[:] = _bytes(value)
            expected = kernel(*arguments)
            found = self(name, **numbers)
            assert expected is None or np.asarray(expected).view(np.int64) == found, name
            for (kind, what, *_), value in zip(slots, values, strict=True):
                assert kind == "number" or np.array_equal(self.bytes(what), _bytes(value)), f"{name}: {what}"
            return expected

        return both


def _bytes(value: Any) -> Any:
    return np.atleast_1d(np.asarray(value)).reshape(-1).view(np.uint8)
