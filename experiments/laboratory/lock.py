"""Lock: one process at a time. The operating system releases it when a process ends, however it ends."""

import errno
import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS)  # what a network folder may answer that knows none


def take(file: IO[bytes]) -> None:
    """Lock this open file until it is closed; OSError at once when another process has it."""
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def wait_for(file: IO[bytes]) -> None:
    """Wait for the process that holds the lock, and take it; do nothing where the file system knows no locks."""
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # gives up with OSError after ten seconds
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
