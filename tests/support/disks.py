"""A disk that becomes full in the middle of a file."""

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Let the system refuse every byte of a file behind the first `size`, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    caches = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # Python cuts the files in __pycache__, too, and then cannot read them
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        sys.dont_write_bytecode = caches
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
