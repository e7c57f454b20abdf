"""Which executor: none but this process for one worker, dask for more."""

from pathlib import Path
from typing import NamedTuple, Self

from .errors import ExecutorError
from .executor import Executor, InProcess


class Tls(NamedTuple):
    """The files of an encrypted connection, PEM."""

    authority: Path  # whose signature counts
    certificate: Path  # ours
    key: Path  # the certificate's, private

    @classmethod
    def of(cls, *files: Path | None) -> Self | None:
        """The three files in this order, None when there are none; ExecutorError when some are missing."""
        match files:
            case (None, None, None):
                return None
            case (Path() as authority, Path() as certificate, Path() as key):
                return cls(authority, certificate, key)
        raise ExecutorError("an encrypted connection needs all of --tls-ca, --tls-cert and --tls-key")


def open_executor(workers: int = 1, scheduler: str | None = None, tls: Tls | None = None) -> Executor:
    """The executor for so many processes of this machine, or for the workers of a scheduler.

    workers     1: this process
    scheduler   address of a running dask scheduler, tcp://host:8786 or tls://host:8786
    Raises      ExecutorError when nobody answers there, or with other code than ours
    """
    if workers < 1:
        raise ExecutorError(f"{workers} workers play nothing; expected 1 or more")
    if tls and not scheduler:
        raise ExecutorError("certificates are for the connection to a scheduler: give its address too")
    if scheduler is None and workers == 1:
        return InProcess()
    from . import cluster  # here, because loading dask takes longer than many a run in this process

    return cluster.connected(scheduler, tls) if scheduler else cluster.local(workers)
