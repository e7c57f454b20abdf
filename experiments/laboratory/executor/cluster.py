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
from distributed.scheduler import KilledWorker

from experiments.arena.schedule import Game
from experiments.laboratory.database import Played

from . import Executor, Finished
from .code import code_here
from .playing import ExecutorError, ForeignCodeError, Order, compile_players, play_game

LONGEST, SHORTEST = (
    1.0,
    0.1,
)  # s of playing in a task, many times what sending it takes; towards the end they get shorter
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
    if sys.platform != "win32":  # Ctrl-C reaches this process only, which tells the others to end
        resource_tracker.ensure_running()  # until Python 3.12, starting this service would lift the block again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with dask.config.set(NO_PAGES):
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, silence_logs=SILENT,
                memory_limit=0,  # boards are small, and dask pauses a worker that it takes for a large one
                dashboard_address="127.0.0.1:0",  # its port: several laboratories may run at once
                scheduler_kwargs={"dashboard": False},
            )  # fmt: skip
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    return Cluster(Client(cluster), cluster)


def connected(scheduler: str) -> "Cluster":
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
    if code_here() != code:
        raise ForeignCodeError(
            f"the worker {socket.gethostname()} plays with other code than this program ({code_here()}, not {code}): "
            "bring both to the same revision without local changes, and restart the worker"
        )
    played: list[Played] = []
    try:
        for order in orders:
            played.append(play_game(*order))
    except ExecutorError:
        raise
    except Exception as error:
        where = f"{type(error).__name__} on {socket.gethostname()}"
        raise ExecutorError(f"{where}: {error}; while it played {orders[len(played)].game}") from error
    return played


class Cluster(Executor):
    """Plays through a dask client. Games wait here until a worker is about to need them."""

    def __init__(self, client: Client, owned: LocalCluster | None = None) -> None:
        self._client = client
        self._owned = owned
        self._waiting: deque[Order] = deque()
        self._flying: dict[Future[list[Played]], list[Order]] = {}
        self._hands = self._count()

    def _count(self) -> int:
        """Return how many tasks may be in flight."""
        if not (threads := self._client.nthreads()):
            print("no worker is connected to the scheduler; the games wait for one", file=sys.stderr)
        return AHEAD * max(1, sum(threads.values()))

    @property
    def is_hungry(self) -> bool:
        """Whether what waits here would not fill the workers' hands once more."""
        seconds = sum(order.seconds for order in self._waiting)
        return max(seconds / LONGEST, len(self._waiting) / MOST_GAMES) < self._hands

    def submit(self, games: Sequence[Game], *, replays: bool = False) -> None:
        """Let the games wait for the next `collect`; workers of this machine find their players compiled."""
        if self._owned:
            compile_players(games)
        self._waiting.extend(Order(game, replays) for game in games)

    def collect(self) -> Finished:
        """Send out what the workers can take, and wait for a task. Results come first, trouble after."""
        try:
            self._hands = self._count()  # other workers may have joined
            while self._waiting and len(self._flying) < self._hands:
                task = self._task()
                self._flying[self._client.submit(play_batch, task, code_here(), pure=False)] = task
            while self._flying:
                done = wait(list(self._flying), return_when="FIRST_COMPLETED").done
                if finished := self._take():
                    return finished
                self._blame(next(iter(done)))
        except LOST:
            raise ExecutorError("the connection to the scheduler is lost; did it end, or the network?") from None
        return []

    def _task(self) -> list[Order]:
        """Take games off those that wait, about a second of playing; less when few wait for all workers."""
        left = max(SHORTEST, min(LONGEST, sum(order.seconds for order in self._waiting) / self._hands))
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

    def _blame(self, future: Future[list[Played]]) -> None:
        error, game = future.exception(), self._flying[future][0].game
        if isinstance(error, ExecutorError):
            raise error
        cause = "was it started from the folder of this repository?"
        if isinstance(error, KilledWorker):
            cause = "several workers died of it: is there enough memory, and does no program end who started it?"
        raise ExecutorError(f"a worker could not play {game}: {type(error).__name__}: {error}; {cause}") from error

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
