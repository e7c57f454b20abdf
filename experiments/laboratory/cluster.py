"""Plays on dask workers, of this machine or of a running scheduler; a dead worker's task goes to another one."""
# The client, the cluster and the waiting of dask carry no types.

import gc
import logging
import signal
import socket
import sys
from collections import deque
from collections.abc import Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from multiprocessing import resource_tracker

import dask
from distributed import Client, Future, LocalCluster, wait
from distributed.client import ClosedClientError

from experiments.arena.arena import compile_for
from experiments.arena.schedule import Game
from experiments.laboratory.database import Played

from .executor import Executor, ExecutorError, Finished, ForeignCodeError, Order, code_here, play_game

SECONDS = 1.0, 0.1  # of playing in a task at most, many times what sending it takes; less towards the end
MOST_GAMES = 50  # in a task: what a killed worker had finished of it is played again
AHEAD = 2  # tasks in flight per worker: one is played, the next is there when it ends
CONNECT = 10.0  # s to reach a scheduler
LOST = (OSError, CancelledError, ClosedClientError)  # what dask raises when the scheduler is gone
SILENT = logging.CRITICAL + 1  # our own errors say what dask logs
# dask's pages answer any Host header, so any web page could read them.
NO_PAGES: dict[str, list[str]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}

for _name in ("distributed", "distributed.client"):
    logging.getLogger(_name).setLevel(SILENT)


def local(workers: int) -> "Cluster":
    """Start so many processes on this machine; they end with this one, even when it is killed."""
    blocked = {signal.SIGINT} if sys.platform != "win32" else set()  # Ctrl-C is for this process, which ends the others
    if blocked:
        resource_tracker.ensure_running()  # until Python 3.12, starting this service would lift the block again
        signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
    try:
        with dask.config.set(NO_PAGES):
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, silence_logs=SILENT,
                memory_limit=0,  # boards are small, and dask pauses a worker that it takes for a large one
                dashboard_address="127.0.0.1:0",  # its port: several laboratories may run at once
                scheduler_kwargs={"dashboard": False},
            )  # fmt: skip
    finally:
        if blocked:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, blocked)
    return Cluster(Client(cluster), cluster)


def connect(scheduler: str) -> "Cluster":
    """Connect to the workers of a running scheduler; those that join later play too. Raises ExecutorError."""
    try:
        return Cluster(Client(scheduler, timeout=CONNECT))
    except (OSError, ValueError, TypeError) as error:  # the network, a wrong address, tls:// without certificates
        reason = str(error)
    gc.collect()  # the client that failed ends here: collected while another one starts, it would wait for its lock
    raise ExecutorError(
        f"no scheduler answers at {scheduler} ({reason}); is it running, and is the port open? A tls:// address needs "
        "the three certificates of docs/lab/machines.md"
    )


def play_batch(orders: Sequence[Order], code: str) -> list[Played]:
    """Play games on this worker. Raises ExecutorError, with this machine's name: the user sees no traceback of it."""
    where, played = socket.gethostname(), list[Played]()
    if code_here() != code:
        raise ForeignCodeError(
            f"the worker {where} plays with other code than this program ({code_here()}, not {code}): "
            "bring both to the same revision without local changes, and restart the worker"
        )
    try:
        for order in orders:
            played.append(play_game(*order))
    except ExecutorError:
        raise
    except Exception as error:
        cause = f"{type(error).__name__} on {where}: {error}"
        raise ExecutorError(f"{cause}; while it played {orders[len(played)].game}") from error
    return played


class Cluster(Executor):
    """Plays through a dask client. Games wait here until a worker is about to need them."""

    def __init__(self, client: Client, owned: LocalCluster | None = None) -> None:
        self._client = client
        self._owned = owned
        self._waiting: deque[Order] = deque()
        self._flying: dict[Future[list[Played]], list[Order]] = {}
        self._tasks = self._count()  # that may be in flight

    def _count(self) -> int:
        if not (threads := self._client.nthreads()):
            print("no worker is connected to the scheduler; the games wait for one", file=sys.stderr)
        return AHEAD * max(1, sum(threads.values()))

    @property
    def has_room(self) -> bool:
        """Whether what waits here would not fill the workers once more."""
        seconds = sum(order.seconds for order in self._waiting)
        return max(seconds / SECONDS[0], len(self._waiting) / MOST_GAMES) < self._tasks

    def submit(self, games: Sequence[Game], *, replays: bool = False) -> None:
        """Let the games wait for the next `collect`; workers of this machine find their players compiled."""
        for values in {seat.parameters for game in games for seat in game.seats} - {None} if self._owned else ():
            compile_for(values)
        self._waiting.extend(Order(game, replays) for game in games)

    def collect(self) -> Finished:
        """Send out what the workers can take, and wait for a task. Results come first, trouble after."""
        try:
            self._tasks = self._count()  # other workers may have joined
            while self._waiting and len(self._flying) < self._tasks:
                task = self._task()
                self._flying[self._client.submit(play_batch, task, code_here(), pure=False)] = task
            while self._flying:
                done = wait(list(self._flying), return_when="FIRST_COMPLETED").done
                if finished := self._take():
                    return finished
                self._fail(next(iter(done)))
        except LOST:
            raise ExecutorError("the connection to the scheduler is lost; did it end, or the network?") from None
        return []

    def _task(self) -> list[Order]:
        """Take games off those that wait, about a second of playing; less when few wait for all workers."""
        left = max(SECONDS[1], min(SECONDS[0], sum(order.seconds for order in self._waiting) / self._tasks))
        task: list[Order] = []
        while self._waiting and len(task) < MOST_GAMES and (not task or self._waiting[0].seconds <= left):
            task.append(self._waiting.popleft())
            left -= task[-1].seconds
        return task

    def _take(self) -> Finished:
        """Return the games of the tasks that are finished."""
        done = [(future, self._flying.pop(future)) for future in [*self._flying] if future.status == "finished"]
        return [
            (order.game, one) for future, orders in done for order, one in zip(orders, future.result(), strict=True)
        ]

    def _fail(self, future: Future[list[Played]]) -> None:
        """Raise ExecutorError for a task that failed."""
        error, game = future.exception(), self._flying[future][0].game
        if isinstance(error, ExecutorError):
            raise error
        raise ExecutorError(
            f"a worker could not play {game}: {type(error).__name__}: {error}; was it started from the folder of this "
            "repository, is there enough memory, and does no program end who started it?"
        ) from error

    def cancel(self) -> Finished:
        """Call everything back; what was finished in the meantime is returned."""
        self._waiting.clear()
        try:
            finished = self._take()
            self._client.cancel(list(self._flying))
        except LOST:  # with the scheduler all its tasks have ended
            finished = []
        self._flying.clear()
        return finished

    def close(self) -> None:
        """Leave the scheduler; processes of our own end."""
        self.cancel()
        with suppress(AssertionError):  # of dask, when it is just about to reach a lost scheduler again
            self._client.close()
        if self._owned:
            self._owned.close()
