"""Lock: one process at a time. The operating system releases it when a process ends, however it ends."""

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def take(file: IO[bytes]) -> None:
    """Lock this open file until it is closed; OSError at once when another process has it."""
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
