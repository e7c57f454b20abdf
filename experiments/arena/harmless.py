"""What a Python script may import and call without reaching a file, a process or a module that is not seen in it.

The lists say what is harmless, not what is dangerous: a name that is missing here costs games that are played again, a
dangerous one that were missing there would return the games of another program.
"""

import builtins
import importlib
import sys
from functools import cache
from types import ModuleType

WHOLE = frozenset(
    """
    __future__ abc array base64 bisect cmath collections collections.abc contextlib copy dataclasses datetime
    decimal enum fractions functools hashlib heapq itertools json logging math numbers numpy.linalg numpy.random
    pprint queue random re secrets signal statistics struct textwrap threading time typing weakref zlib
    """.split()  # noqa: SIM905 - words in a row are read more easily than words in quotation marks
)
"""Modules of which everything public is harmless."""

PARTS = {
    "argparse": {"Action", "ArgumentError", "ArgumentParser", "HelpFormatter", "Namespace"},
    "concurrent": set(),
    "concurrent.futures": {"Future", "ThreadPoolExecutor", "as_completed", "wait"},
    "gc": {"collect", "disable", "enable", "freeze", "get_count", "isenabled", "set_threshold"},
    "io": {"BufferedReader", "BufferedWriter", "BytesIO", "StringIO", "TextIOWrapper"},
    "operator": {
        "add", "and_", "contains", "eq", "floordiv", "ge", "gt", "invert", "itemgetter", "le", "lt",
        "mod", "mul", "ne", "neg", "not_", "or_", "pow", "sub", "truediv", "xor",
    },
    "os": {"getpid", "linesep", "name", "sep"},
    "os.path": {"abspath", "basename", "dirname", "join", "normpath", "split", "splitext"},
    "string": {"ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "punctuation"},
    "sys": {
        "argv", "byteorder", "exc_info", "exit", "flags", "float_info", "getsizeof", "hexversion", "implementation",
        "maxsize", "platform", "setrecursionlimit", "stderr", "stdin", "stdout", "version", "version_info",
    },
    "traceback": {"format_exc", "print_exc"},
    "types": {"MappingProxyType", "SimpleNamespace"},
    "warnings": {"catch_warnings", "filterwarnings", "simplefilter", "warn"},
    "numpy": set(
        """
        all allclose amax amin any append arange argmax argmin argpartition argsort argwhere around array
        array_equal asarray ascontiguousarray atleast_1d atleast_2d average bincount block broadcast_arrays
        broadcast_to clip column_stack concatenate convolve copy copyto count_nonzero cross cumprod cumsum diag diff
        digitize dot dstack dtype e einsum empty empty_like equal errstate expand_dims eye flatnonzero flip fliplr
        flipud fromiter full full_like hstack identity in1d indices inf inner insert interp intersect1d isclose isin
        ix_ kron lexsort linspace logspace matmul max mean median meshgrid mgrid min moveaxis nan nan_to_num
        nanargmax nanargmin nanmax nanmean nanmin nansum ndarray ndenumerate ndim ndindex newaxis nonzero ogrid ones
        ones_like outer pad partition percentile pi piecewise polyfit polyval prod ptp put quantile ravel
        ravel_multi_index repeat reshape resize roll rollaxis rot90 round searchsorted select set_printoptions
        setdiff1d seterr shape size sort split squeeze stack std sum swapaxes take take_along_axis tensordot tile
        trace transpose tri tril triu union1d unique unravel_index var vectorize vstack where zeros zeros_like
        """.split()  # noqa: SIM905 - words in a row are read more easily than words in quotation marks
    ),
}  # fmt: skip
"""Modules of which these names are harmless; of numpy also its numbers' types and what works square by square."""

BUILTINS = frozenset((
    "__debug__", "__doc__", "__file__", "__name__", "__package__", "__build_class__",
    "Ellipsis", "False", "None", "NotImplemented", "True",
    "abs", "all", "any", "ascii", "bin", "bool", "bytearray", "bytes", "callable", "chr", "classmethod", "complex",
    "delattr", "dict", "dir", "divmod", "enumerate", "exit", "filter", "float", "format", "frozenset", "hasattr",
    "hash", "hex", "id", "input", "int", "isinstance", "issubclass", "iter", "len", "list", "map", "max", "memoryview",
    "min", "next", "object", "oct", "ord", "pow", "print", "property", "quit", "range", "repr", "reversed", "round",
    "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "zip",
))  # fmt: skip
"""Names that every script has, and that reach nothing outside; so do all exceptions."""

KNOWN_EVERYWHERE = frozenset(dir(builtins)) | {"__builtins__", "__cached__", "__loader__", "__path__", "__spec__"}

SPECIAL = (
    frozenset(dir(object)) | frozenset(dir(list)) | frozenset(dir(float)) | {"__dict__", "__enter__", "__name__"}
) - {"__getattribute__", "__reduce__", "__reduce_ex__", "__subclasshook__"}
"""Names between two underscores that may stand behind a dot; others lead from an object to all that Python holds."""


STANDARD = sys.stdlib_module_names - {"test"}
"""Modules that a harmless one may import itself, and would take from the script's folder."""


def is_module(name: str) -> bool:
    """Return whether something of this module is harmless."""
    return name in WHOLE or name in PARTS


@cache
def names(module: str) -> frozenset[str]:
    """Return the harmless names of a module on the lists. Of a whole one they are what it offers, no modules in it."""
    if module not in WHOLE:
        return frozenset(PARTS[module]) | (_numpys() if module == "numpy" else frozenset())
    loaded = importlib.import_module(module)
    offered = getattr(loaded, "__all__", None) or [name for name in vars(loaded) if not name.startswith("_")]
    return frozenset(name for name in offered if not isinstance(getattr(loaded, name, None), ModuleType))


def is_builtin(name: str) -> bool:
    """Return whether a name that every script has is harmless; also that of an exception."""
    value = getattr(builtins, name, None)
    return name in BUILTINS or (isinstance(value, type) and issubclass(value, BaseException))


def _numpys() -> frozenset[str]:
    import numpy as np

    public = {name: value for name, value in vars(np).items() if not name.startswith("_")}
    return frozenset(
        name
        for name, value in public.items()
        if isinstance(value, np.ufunc) or (isinstance(value, type) and issubclass(value, np.generic))
    )
