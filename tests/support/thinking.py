"""The kernels' WebAssembly module in wasmtime: memory laid out from the table, as a page lays it out."""

import base64
import json
from functools import cache
from typing import Any

import numpy as np
import wasmtime

from experiments.module.layout import flat
from viewer.kernels import BUILT, MODULE, TABLE

PAGE = 65_536  # bytes of WebAssembly's memory


@cache
def table() -> dict[str, Any]:
    """The table that is kept."""
    return json.loads((BUILT / TABLE).read_text(encoding="utf-8"))


@cache
def _compiled() -> tuple[wasmtime.Engine, wasmtime.Module]:
    engine = wasmtime.Engine()
    return engine, wasmtime.Module(engine, (BUILT / MODULE).read_bytes())


class Thinker:
    """The module with memory for a board of one size; `arrays` are numpy's views of it."""

    def __init__(self, height: int, width: int):
        self.height, self.width, self._end = height, width, table()["stack"]
        self._places = {name: self._room(name) for name in table()["arrays"]}
        self._blocks = {name: self._block(slots) for name, slots in table()["exports"].items()}
        self._open()
        self.arrays = {name: self._view(name) for name in self._places}
        for name, known in table()["arrays"].items():
            if "start" in known:
                self.bytes(name)[:] = np.frombuffer(base64.b64decode(known["start"]), np.uint8)
        for name in self._blocks:
            self._write_arrays(name)
        for name in ("lay", "lay_forecasts"):
            self(name, height=height, width=width)

    def __call__(self, name: str, **numbers: float) -> list[int]:
        """Call an export with these numbers; what it returned, as whole numbers of 64 bits."""
        start, slots, _ = self._blocks[name]
        for parameter, (at, kind) in slots.items():
            self._memory[at : at + 8] = np.frombuffer(
                np.array(numbers.pop(parameter), kind).tobytes().ljust(8, b"\0"), np.uint8
            )
        assert not numbers, f"{name} has no {[*numbers]}"
        status = self._exports[name](self._store, start)
        assert status == 0, f"{name} raised an exception ({status})"
        return self._memory[start : start + table()["result"]].view(np.int64).tolist()

    def bytes(self, name: str) -> Any:
        """An array's memory."""
        at, _, _, size = self._places[name]
        return self._memory[at : at + size]

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
            returned = [] if expected is None else [*np.atleast_1d(np.asarray(expected)).view(np.int64).tolist()]
            assert found[: len(returned)] == returned, name
            for (kind, what, *_), value in zip(slots, values, strict=True):
                assert kind == "number" or np.array_equal(self.bytes(what), _bytes(value)), f"{name}: {what}"
            return expected

        return both

    def _room(self, name: str) -> tuple[int, list[int], np.dtype[Any], int]:
        known = table()["arrays"][name]
        terms = 1, self.height, self.width, self.height * self.width
        shape = [max(least, int(np.dot(factors, terms))) for least, *factors in known["shape"]]
        kind = _dtype(known["kind"])
        size = int(np.prod(shape, dtype=int)) * kind.itemsize
        return self._take(size), shape, kind, size

    def _take(self, size: int) -> int:
        at = self._end + -self._end % table()["aligned"]
        self._end = at + size
        return at

    def _block(self, slots: list[list[str]]) -> tuple[int, dict[str, tuple[int, str]], list[tuple[int, list[int]]]]:
        """Where it begins, where its numbers are, and the words of its arrays."""
        at, numbers, words = table()["result"], {}, []
        for kind, what, *rest in slots:
            if kind == "number":
                numbers[what] = at, rest[0]
                at += 8
            else:
                address, shape, dtype, size = self._places[what]
                strides = [int(np.prod(shape[i + 1 :], dtype=int)) * dtype.itemsize for i in range(len(shape))]
                array = [0, 0, size // dtype.itemsize, dtype.itemsize, address, *shape, *strides]
                words.append((at, [address] if kind == "record" else array))
                at += 8 * len(words[-1][1])
        start = self._take(at)
        return (
            start,
            {name: (start + offset, kind) for name, (offset, kind) in numbers.items()},
            [(start + offset, numbers) for offset, numbers in words],
        )

    def _open(self) -> None:
        engine, module = _compiled()
        self._store = wasmtime.Store(engine)
        pages = -(-self._end // PAGE)
        memory = wasmtime.Memory(self._store, wasmtime.MemoryType(wasmtime.Limits(pages, pages)))
        kind = wasmtime.GlobalType(wasmtime.ValType.i32(), True)
        stack = wasmtime.Global(self._store, kind, wasmtime.Val.i32(table()["stack"]))
        named = {"__linear_memory": memory, "__stack_pointer": stack}
        imports = [named[each.name] for each in module.imports]
        self._exports = wasmtime.Instance(self._store, module, imports).exports(self._store)
        self._memory = np.frombuffer(memory.get_buffer_ptr(self._store), np.uint8)

    def _write_arrays(self, name: str) -> None:
        for at, words in self._blocks[name][2]:
            self._memory[at : at + 8 * len(words)].view(np.int64)[:] = words

    def _view(self, name: str) -> Any:
        _, shape, kind, _ = self._places[name]
        return self.bytes(name).view(kind).reshape(shape)


def _dtype(kind: str) -> np.dtype[Any]:
    record = table()["records"].get(kind)
    if record is None:
        return np.dtype(kind)
    fields = record["fields"].items()
    formats = [(base, (count,)) if count > 1 else base for _, (base, _, count) in fields]
    offsets = [offset for _, (_, offset, _) in fields]
    return np.dtype({"names": [*dict(fields)], "formats": formats, "offsets": offsets, "itemsize": record["size"]})


def _bytes(value: Any) -> Any:
    return np.atleast_1d(np.asarray(value)).reshape(-1).view(np.uint8)
