"""A WebAssembly object → a module that loads: one object has all its addresses already, and lacks only its exports."""

from collections.abc import Iterator, Sequence

from .linking import NotPortableError

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, IMPORTS, EXPORTS, DATA = 0, 2, 7, 11
ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)  # of the sections of a module, by the standard
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)  # what is imported or exported

EXPECTED = {("env", "__linear_memory", MEMORY), ("env", "__stack_pointer", GLOBAL)}
"""The imports of every module, and no others: a page would not have them."""

MOST_DATA = 64 * 1024  # bytes at the bottom of the memory for what the kernels bring, below the stack
SYMBOLS = 8  # the part of the section "linking" that lists them
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
UNDEFINED, NAMED = 0x10, 0x40  # flags of a symbol


class Reader:
    """Reads the numbers and names of the format, one after the other."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    @property
    def is_at_end(self) -> bool:
        """Whether everything has been read."""
        return self.at >= len(self.data)

    def bytes(self, size: int) -> bytes:
        """Return the next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]

    def byte(self) -> int:
        """Return the next byte."""
        return self.bytes(1)[0]

    def number(self) -> int:
        """Return the next number, seven bits a byte."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def name(self) -> str:
        """Return the next name."""
        return self.bytes(self.number()).decode()


def loadable(built: bytes, exports: Sequence[str]) -> bytes:
    """Return the module, with these functions exported in this order. Raises NotPortableError for a strange import."""
    parts = dict(_sections(built))
    _check_imports(parts.get(IMPORTS, b"\0"))
    if len(parts.get(DATA, b"")) > MOST_DATA:
        raise NotPortableError(f"the kernels bring {len(parts[DATA])} bytes; the stack leaves room for {MOST_DATA}")
    at = next(_functions(body) for name, body in _customs(built) if name == "linking")
    entries = b"".join(_text(name) + bytes([FUNCTION]) + _number(at[name]) for name in exports)
    parts[EXPORTS] = _number(len(exports)) + entries
    return MAGIC + b"".join(bytes([kind]) + _number(len(parts[kind])) + parts[kind] for kind in ORDER if kind in parts)


def _sections(built: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the sections that a module keeps: those that are not for a linker."""
    return ((kind, body) for kind, body in _all_sections(built) if kind != CUSTOM)


def _customs(built: bytes) -> Iterator[tuple[str, bytes]]:
    for kind, body in _all_sections(built):
        if kind == CUSTOM:
            reader = Reader(body)
            name = reader.name()
            yield name, body[reader.at :]


def _all_sections(built: bytes) -> Iterator[tuple[int, bytes]]:
    reader = Reader(built)
    assert reader.bytes(len(MAGIC)) == MAGIC
    while not reader.is_at_end:
        kind = reader.byte()
        yield kind, reader.bytes(reader.number())


def _check_imports(section: bytes) -> None:
    reader, found = Reader(section), set()
    for _ in range(reader.number()):
        place, name, kind = reader.name(), reader.name(), reader.byte()
        found.add((place, name, kind))
        if kind == FUNCTION:
            reader.number()  # its type
        elif kind == GLOBAL:
            reader.bytes(2)  # its type, and whether it changes
        else:
            _skip_limits(kind, reader)
    if found - EXPECTED:
        raise NotPortableError(f"the module imports {sorted(found - EXPECTED)}; a page has {sorted(EXPECTED)}")


def _skip_limits(kind: int, reader: Reader) -> None:
    if kind == TABLE:
        reader.byte()  # what it holds
    has_most = reader.byte() & 1
    for _ in range(1 + has_most):
        reader.number()


def _functions(linking: bytes) -> dict[str, int]:
    """Return the numbers of the functions that the object defines, by name."""
    reader = Reader(linking)
    found: dict[str, int] = {}
    reader.number()  # the format's version
    while not reader.is_at_end:
        kind, body = reader.byte(), Reader(reader.bytes(reader.number()))
        for _ in range(body.number() if kind == SYMBOLS else 0):
            found |= _symbol(body)
    return found


def _symbol(body: Reader) -> dict[str, int]:
    """Return the next symbol as name and number; empty unless it is a function that is defined."""
    kind, flags = body.byte(), body.number()
    if kind == DATA_SYMBOL:
        body.name()
        for _ in range(0 if flags & UNDEFINED else 3):  # segment, offset, size
            body.number()
    elif kind == SECTION_SYMBOL:
        body.number()
    else:
        number = body.number()
        if not flags & UNDEFINED or flags & NAMED:
            name = body.name()
            return {name: number} if kind == FUNCTION_SYMBOL and not flags & UNDEFINED else {}
    return {}


def _number(value: int) -> bytes:
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])


def _text(name: str) -> bytes:
    return _number(len(name.encode())) + name.encode()
