"""The compiled bot: the kept WebAssembly module in wasmtime, with memory for one player on a board of one size.

`bot/built` holds the module and a table of what lies where; `make module` builds both (`experiments.module`). A page
plays the same two files. wasmtime keeps the module's native code in the user's cache folder, so that only the first
game on a machine translates it, which takes a quarter of a second.
"""

import base64
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

BUILT = Path(__file__).parents[1] / "built"
MODULE, TABLE = "kernels.wasm", "table.json"

PAGE = 65_536  # bytes of WebAssembly's memory
SLOT = 8  # bytes of an argument


class ModuleError(Exception):
    """The module cannot be used here; the message says why."""


class Place(NamedTuple):
    """Where an array lies."""

    address: int
    shape: list[int]
    dtype: np.dtype[Any]

    @property
    def bytes(self) -> int:
        """The size of the whole array."""
        return math.prod(self.shape) * self.dtype.itemsize


class WasmKernels:
    """The module's functions with memory for boards of one size; see bot.search.player.Kernels."""

    def __init__(self, height: int, width: int):
        """Take the memory and fill it as it is before a game. Raises ModuleError."""
        self._table = table()
        self._end = self._table["stack"]
        terms = np.array([1, height, width, height * width])
        self._places = {name: self._place(array, terms) for name, array in self._table["arrays"].items()}
        blocks = {name: self._block(slots) for name, slots in self._table["exports"].items()}
        self._numbers = {name: numbers for name, (_, numbers, _) in blocks.items()}
        self._starts = {name: start for name, (start, _, _) in blocks.items()}
        self._instantiate()
        self.arrays: Mapping[str, npt.NDArray[Any]] = {name: self._view(place) for name, place in self._places.items()}
        for name, array in self._table["arrays"].items():
            if "start" in array:
                self.bytes(name)[:] = np.frombuffer(base64.b64decode(array["start"]), np.uint8)
        for _, _, pointers in blocks.values():
            for address, words in pointers:
                self._memory[address : address + SLOT * len(words)].view(np.int64)[:] = words
        for name in ("fill_memory", "fill_rollout_memory"):
            self(name, height=height, width=width)

    def __call__(self, name: str, **values: float) -> int:
        """Call the function of this name with these numbers; return what it returns."""
        start = self._starts[name]
        for parameter, (address, kind) in self._numbers[name].items():
            self._memory[address : address + kind.itemsize].view(kind)[0] = values[parameter]
        if self._exports[name](self._store, start) != 0:
            raise ModuleError(f"{name} of {MODULE} raised an exception")
        returned: int = self._memory[start : start + SLOT].view(np.int64)[0].item()
        return returned

    def bytes(self, name: str) -> npt.NDArray[np.uint8]:
        """Return the memory of an array."""
        place = self._places[name]
        return self._memory[place.address : place.address + place.bytes]

    def _place(self, array: Mapping[str, Any], terms: npt.NDArray[np.int64]) -> Place:
        """Take the room of an array. Its dimensions are sums of `terms`, or a least size."""
        shape = [max(least, int(np.dot(factors, terms))) for least, *factors in array["shape"]]
        place = Place(0, shape, _dtype(array["kind"], self._table["records"]))
        return place._replace(address=self._take(place.bytes))

    def _take(self, size: int) -> int:
        address: int = self._end + -self._end % self._table["aligned"]
        self._end = address + size
        return address

    def _block(self, slots: Sequence[Sequence[str]]) -> tuple[int, dict[str, Any], list[tuple[int, list[int]]]]:
        """Take the room of a function's arguments; return where it is, its numbers, and the words of its arrays."""
        at, numbers, pointers = self._table["result"], {}, []
        for kind, name, *rest in slots:
            if kind == "number":
                numbers[name] = at, np.dtype(rest[0])
                at += SLOT
                continue
            address, shape, dtype = self._places[name]
            strides = [math.prod(shape[i + 1 :]) * dtype.itemsize for i in range(len(shape))]
            words = (
                [address] if kind == "record" else [0, 0, math.prod(shape), dtype.itemsize, address, *shape, *strides]
            )
            pointers.append((at, words))
            at += SLOT * len(words)
        start = self._take(at)
        placed = {name: (start + offset, kind) for name, (offset, kind) in numbers.items()}
        return start, placed, [(start + offset, words) for offset, words in pointers]

    def _instantiate(self) -> None:
        wasmtime, engine, module = _load()
        self._store = wasmtime.Store(engine)
        pages = -(-self._end // PAGE)
        memory = wasmtime.Memory(self._store, wasmtime.MemoryType(wasmtime.Limits(pages, pages)))
        kind = wasmtime.GlobalType(wasmtime.ValType.i32(), True)
        stack = wasmtime.Global(self._store, kind, wasmtime.Val.i32(self._table["stack"]))
        imports = {"__linear_memory": memory, "__stack_pointer": stack}
        instance = wasmtime.Instance(self._store, module, [imports[each.name] for each in module.imports])
        self._exports = instance.exports(self._store)
        buffer = memory.get_buffer_ptr(self._store)
        buffer.store = self._store  # lives as long as any view of its memory
        self._memory = np.frombuffer(buffer, np.uint8)

    def _view(self, place: Place) -> npt.NDArray[Any]:
        memory = self._memory[place.address : place.address + place.bytes]
        return memory.view(place.dtype).reshape(place.shape)


def _dtype(kind: str, records: Mapping[str, Any]) -> np.dtype[Any]:
    """Return the type of an array's elements: a number's, or a record's from the table."""
    if kind not in records:
        return np.dtype(kind)
    fields = records[kind]["fields"]
    return np.dtype(
        {
            "names": [*fields],
            "formats": [(base, (count,)) if count > 1 else base for base, _, count in fields.values()],
            "offsets": [offset for _, offset, _ in fields.values()],
            "itemsize": records[kind]["size"],
        }
    )


@cache
def table() -> dict[str, Any]:
    """Return the table: what lies where in the module's memory, and the parameters. Raises ModuleError."""
    try:
        read: dict[str, Any] = json.loads((BUILT / TABLE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModuleError(f"cannot read {BUILT / TABLE}: {error}") from error
    return read


@cache
def _load() -> tuple[Any, Any, Any]:
    """Return wasmtime, an engine and the module, translated for this machine. Raises ModuleError."""
    try:
        import wasmtime  # here: the readable bot plays without it

        content = (BUILT / MODULE).read_bytes()
    except ImportError as error:
        raise ModuleError("wasmtime is not installed") from error
    except OSError as error:
        raise ModuleError(f"cannot read {BUILT / MODULE}: {error.strerror}") from error
    digest = hashlib.sha256(content).hexdigest()
    if not digest.startswith(expected := table()["made_by"]["module"]):
        raise ModuleError(f"{BUILT / MODULE} is damaged, or not of the version of {TABLE} ({expected})")
    config = wasmtime.Config()
    with suppress(wasmtime.WasmtimeError):  # where no folder can be written, each game translates the module
        config.cache = True
    engine = wasmtime.Engine(config)
    return wasmtime, engine, wasmtime.Module(engine, content)
