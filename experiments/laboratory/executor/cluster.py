"""Plays on dask workers, of this machine or of a running scheduler; a dead worker's task goes to another one."""
# The client, the cluster and the waiting of dask carry no types.

import gc
import logging
import signal
import socket
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker

import dask
from distributed import Client, Future, LocalCluster, wait
from distributed.client import ClosedClientError
from distributed.scheduler import KilledWorker

from experiments.arena.ready import prepare
from experiments.arena.schedule import Game
from experiments.laboratory.database import Played

from . import Executor, Finished
from .code import code_here
from .playing import ExecutorError, ForeignCodeError, Order, play_game

BATCH = 1.0  # s of playing in a task: long against the milliseconds that sending it takes, short enough to follow
GAMES_PER_TASK = 50  # games in a task: what a killed worker had finished of it is played again
SMALLEST = 0.1  # of a full batch: towards the end tasks become smaller, so that all workers end at the same time
AHEAD = 2  # tasks in flight per worker: one is played, the next is there when it ends
CONNECT = 10.0  # s to reach a scheduler, and without a result after which the user hears when there is no worker
LOST = (OSError, CancelledError, ClosedClientError)  # what dask raises when the scheduler is gone
SILENT = logging.CRITICAL + 1  # our own errors say what dask logs
# dask's pages answer any Host header, so any web page could read them.
NO_PAGES: dict[str, list[str]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}

for _name in ("distributed", "distributed.client"):
    logging.getLogger(_name).setLevel(SILENT)


def local(workers: int) -> "Cluster":
    """Start so many processes on this machine; they end with this one, even when it is killed."""
    with _without_interrupts(), dask.config.set(NO_PAGES):
        cluster = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=0,  # boards are small, and dask pauses a worker that it takes for a large one
            dashboard_address="127.0.0.1:0",  # its port: several laboratories may run at once
            scheduler_kwargs={"dashboard": False},
            silence_logs=SILENT,
        )
    return Cluster(Client(cluster), cluster)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that do not hear Ctrl-C, which a terminal sends to all: this process tells them to end."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # until Python 3.12, starting this service would lift the block again
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def connected(scheduler: str) -> "Cluster":
    """Connect to the workers of a running scheduler; those that join later play too.

    Raises   ExecutorError when no scheduler answers, ForeignCodeError when a worker runs other code
    """
    try:
        cluster = Cluster(Client(scheduler, timeout=CONNECT))
    except (OSError, ValueError, TypeError) as error:  # the network, a wrong address, tls:// without certificates
        reason = str(error)
    else:
        try:
            cluster.check_code()
        except BaseException:
            cluster.close()
            raise
        return cluster
    gc.collect()  # the client that failed ends here: collected while another one starts, it would wait for its lock
    raise ExecutorError(
        f"no scheduler answers at {scheduler} ({reason}); is it running, and is the port open? A tls:// address needs "
        "the three certificates of docs/lab/machines.md"
    )


def play_batch(orders: Sequence[Order], code: str) -> list[Played]:
    """Play games on this worker. Raises ExecutorError, with this machine's name, for any failure."""
    _check(code_here(), code, socket.gethostname())
    return [_play(order) for order in orders]


def _play(order: Order) -> Played:
    try:
        return play_game(*order)
    except ExecutorError:
        raise
    except Exception as error:  # such as a full disk: of another machine the user sees no traceback, and must be told
        raise ExecutorError(
            f"{type(error).__name__} on {socket.gethostname()}: {error}; while it played {order.game}"
        ) from error


def _check(code: str, ours: str, where: str) -> None:
    if code != ours:
        raise ForeignCodeError(
            f"the worker {where} plays with other code than this program ({code}, not {ours}): bring both to the same "
            "revision without local changes, and restart the worker"
        )


def _load(orders: Sequence[Order]) -> float:
    """Return how many full batches these make."""
    return max(sum(order.seconds for order in orders) / BATCH, len(orders) / GAMES_PER_TASK)


class Cluster(Executor):
    """Plays through a dask client. Games wait here until a worker is about to need them."""

    def __init__(self, client: Client, owned: LocalCluster | None = None) -> None:
        self._client = client
        self._owned = owned
        self._waiting: deque[Order] = deque()
        self._flying: dict[Future[list[Played]], list[Order]] = {}
        self._hands = self._count()  # tasks that may be in flight

    def check_code(self) -> None:
        """Raise ExecutorError when a worker that is there runs other code; later ones check themselves."""
        try:
            for worker, code in self._client.run(code_here).items():
                _check(code, code_here(), worker)
        except (ImportError, AttributeError) as error:
            raise ExecutorError(
                f"a worker cannot load this repository's code ({error}); start it from the repository's folder"
            ) from None

    @property
    def is_hungry(self) -> bool:
        """Whether what waits here would not fill the workers' hands once more."""
        return _load(self._waiting) < self._hands

    def _count(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return AHEAD * max(1, sum(threads.values()))

    def submit(self, games: Sequence[Game], *, replays: bool = False) -> None:
        """Let the games wait for the next `collect`, which cuts them into tasks.

        For workers of this machine their players are compiled here: otherwise each worker would compile the same.
        """
        if self._owned:
            prepare([seat.parameters for seat in game.seats] for game in games)
        self._waiting.extend(Order(game, replays) for game in games)

    def collect(self) -> Finished:
        """Send out what the workers can take, and wait for a task. Results come first, trouble after."""
        try:
            self._send()
            while self._flying:
                done = self._done()
                if finished := self._take():
                    return finished
                for future in done:
                    self._blame(future)
        except LOST:
            raise ExecutorError("the connection to the scheduler is lost; did it end, or the network?") from None
        return []

    def _send(self) -> None:
        self._hands = self._count()
        while self._waiting and len(self._flying) < self._hands:
            share = max(SMALLEST, min(1.0, _load(self._waiting) / self._hands))
            orders = [self._waiting.popleft()]
            while self._waiting and _load([*orders, self._waiting[0]]) <= share:
                orders.append(self._waiting.popleft())
            self._flying[self._client.submit(play_batch, orders, code_here(), pure=False)] = orders

    def _done(self) -> list[Future[list[Played]]]:
        """Wait for the end of a task, however long; says so while no worker is connected."""
        try:
            return list(wait(list(self._flying), timeout=CONNECT, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            if not self._client.nthreads():
                print("no worker is connected to the scheduler; waiting for one", file=sys.stderr)
            return []

    def _take(self) -> Finished:
        """Return the games of the tasks that are finished."""
        finished: Finished = []
        for future in [future for future in self._flying if future.status == "finished"]:
            games = [order.game for order in self._flying[future]]
            finished += zip(games, future.result(), strict=True)
            del self._flying[future]
        return finished

    def _blame(self, future: Future[list[Played]]) -> None:
        error, orders = future.exception(), self._flying[future]
        more = f" and {len(orders) - 1} more" * (len(orders) > 1)
        if isinstance(error, KilledWorker):
            raise ExecutorError(
                f"several workers died while they played the same {orders[0].game}{more}; is there enough memory, and "
                "does no program end the process that started it?"
            )
        if isinstance(error, ExecutorError):
            raise error
        if error:
            raise ExecutorError(f"a worker could not play {orders[0].game}: {type(error).__name__}: {error}") from error

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
        # A client that has lost its scheduler tries to reach it again in a thread of its own. When it is closed in that
        # moment, an assertion inside dask fails; the client is of no more use, and neither is the assertion.
        with suppress(AssertionError):
            self._client.close()
        if self._owned:
            self._owned.close()
