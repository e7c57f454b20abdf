"""Factory: which executor plays, this process for one worker or dask for more."""

from .errors import ExecutorError
from .executor import Executor, InProcess


def open_executor(workers: int = 1, scheduler: str | None = None) -> Executor:
    """Return the executor for `workers` processes of this machine, or for the workers of a scheduler.

    workers     1: this process
    scheduler   address of a running dask scheduler, tcp://host:8786 or tls://host:8786
    Raises      ExecutorError when no scheduler answers there, or a worker runs other code
    """
    if workers < 1:
        raise ExecutorError(f"expected 1 worker or more, not {workers}")
    if scheduler is None and workers == 1:
        return InProcess()
    from . import cluster  # here, because dask loads slowly

    return cluster.connected(scheduler) if scheduler else cluster.local(workers)
