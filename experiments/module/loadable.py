"""A WebAssembly object → a module that loads: one object has all its addresses already, and lacks only its exports."""

from collections.abc import Iterator, Sequence

from .linking import NotPortableError

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, EXPORTS, DATA = 0, 7, 11
ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)  # of the sections of a module, by the standard
EXPECTED = {"__linear_memory", "__stack_pointer"}  # the imports of every module: a page has no others

MOST_DATA = 64 * 1024  # bytes at the bottom of the memory for what the kernels bring, below the stack
SYMBOLS = 8  # the part of the section "linking" that lists them
FUNCTION_SYMBOL, DATA_SYMBOL, SECTION_SYMBOL = 0, 1, 3
UNDEFINED, NAMED = 0x10, 0x40  # flags of a symbol


class Reader:
    """Reads the numbers and names of the format, one after the other."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def __bool__(self) -> bool:
        return self.at < len(self.data)

    def read(self, size: int) -> bytes:
        """Return the next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self) -> int:
        """Return the next number, seven bits a byte."""
        value = shift = 0
        while True:
            byte = self.read(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def part(self) -> bytes:
        """Return what the next number says the size of: a name, or a part of the file."""
        return self.read(self.number())


def loadable(built: bytes, exports: Sequence[str]) -> bytes:
    """Return the module, with these functions exported in this order. Raises NotPortableError for a strange import."""
    import wasmtime  # here: it takes no part when the table alone is made

    if strange := {each.name for each in wasmtime.Module(wasmtime.Engine(), built).imports} - EXPECTED:
        raise NotPortableError(f"the module imports {sorted(filter(None, strange))}; a page has {sorted(EXPECTED)}")
    at: dict[str, int] = {}
    parts: dict[int, bytes] = {}
    for kind, body in _sections(Reader(built[len(MAGIC) :])):
        if kind == CUSTOM:  # for a linker
            at |= _functions(Reader(body))
        else:
            parts[kind] = body
    if len(parts.get(DATA, b"")) > MOST_DATA:
        raise NotPortableError(f"the kernels bring {len(parts[DATA])} bytes; the stack leaves room for {MOST_DATA}")
    entries = [_number(len(name)) + name.encode() + b"\0" + _number(at[name]) for name in exports]  # 0: a function
    parts[EXPORTS] = _number(len(exports)) + b"".join(entries)
    return MAGIC + b"".join(bytes([kind]) + _number(len(parts[kind])) + parts[kind] for kind in ORDER if kind in parts)


def _sections(reader: Reader) -> Iterator[tuple[int, bytes]]:
    while reader:
        yield reader.read(1)[0], reader.part()


def _functions(custom: Reader) -> dict[str, int]:
    """Return the numbers of the functions that the object defines, by name; none but the section "linking" has them."""
    found: dict[str, int] = {}
    if custom.part() == b"linking":
        custom.number()  # the format's version
        for kind, body in _sections(custom):
            symbols = Reader(body)
            for _ in range(symbols.number() if kind == SYMBOLS else 0):
                found |= _symbol(symbols)
    return found


def _symbol(body: Reader) -> dict[str, int]:
    """Return the next symbol as name and number; empty unless it is a function that is defined."""
    kind, flags = body.read(1)[0], body.number()
    if kind == DATA_SYMBOL:
        body.part()  # its name
        for _ in range(0 if flags & UNDEFINED else 3):  # segment, offset, size
            body.number()
        return {}
    number = body.number()
    if kind == SECTION_SYMBOL or (flags & UNDEFINED and not flags & NAMED):
        return {}
    name = body.part().decode()
    return {name: number} if kind == FUNCTION_SYMBOL and not flags & UNDEFINED else {}


def _number(value: int) -> bytes:
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])
