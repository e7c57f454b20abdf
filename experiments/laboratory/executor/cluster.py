"""Plays on dask workers, of this machine or of a running scheduler; a dead worker's task goes to another one."""
# mypy: allow-untyped-calls
# The client, the cluster and the waiting of dask carry no types.

import gc
import logging
import signal
import sys
import threading
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
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

from .code import code_here
from .errors import ExecutorError
from .executor import Executor, Finished
from .tasks import Batch, Order, cut, load, play_batch

Task = Future[list[Played]]

SILENT = logging.CRITICAL + 1  # our own errors say what dask logs

for _name in ("distributed", "distributed.client"):
    logging.getLogger(_name).setLevel(SILENT)

CONNECT = 10.0  # s to reach a scheduler
PATIENCE = 10.0  # s without a result after which the user hears when there is no worker at all
LOST = (OSError, CancelledError, ClosedClientError)  # what dask raises when the scheduler is gone
AHEAD = 2  # tasks in flight per worker: one is played, the next is there when it ends
SMALLEST = 0.1  # of a full batch: what a task holds at least, if games are left


NO_PAGES: dict[str, list[str]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}
"""Settings of dask for processes of this machine: its pages answer any Host header, so any web page could read them."""


def local(workers: int) -> "Cluster":
    """Start so many processes on this machine; they end with this one, even when it is killed."""
    with _undisturbed(), dask.config.set(NO_PAGES):
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
def _undisturbed() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which a terminal sends to all: this process tells them to end.

    The signal is blocked, not ignored, so that processes that dask starts later keep it blocked, too. A Ctrl-C that
    comes meanwhile is answered at the end: dask cannot stop half started.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield  # no such masks, or a thread that Ctrl-C does not reach
        return
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    resource_tracker.ensure_running()  # until Python 3.12, starting this service would lift the block again
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if heard:
        raise KeyboardInterrupt


def connected(scheduler: str) -> "Cluster":
    """Connect to the workers of a running scheduler; those that join later play too.

    Raises   ExecutorError when no scheduler answers, ForeignCodeError when a worker runs other code
    """
    client = _client(scheduler)
    if isinstance(client, str):
        gc.collect()  # the client that failed ends here: collected while another one starts, it would wait for its lock
        raise ExecutorError(
            f"no scheduler answers at {scheduler} ({client}); is it running, and is the port open? A tls:// address "
            "needs the three certificates of docs/8-many-machines.md, signed by the scheduler's authority"
        )
    cluster = Cluster(client)
    cluster.check_code()
    return cluster


def _client(scheduler: str) -> Client | str:
    """Return the client of this scheduler, or why there is none; a traceback would keep one that failed."""
    try:
        return Client(scheduler, timeout=CONNECT)
    except (OSError, ValueError, TypeError) as error:  # the network, a wrong address, tls:// without certificates
        return str(error)


@contextmanager
def _in_touch() -> Iterator[None]:
    """Tell the user when the scheduler cannot be reached any more."""
    try:
        yield
    except LOST:
        raise ExecutorError("the connection to the scheduler is lost; did it end, or the network?") from None


def _counted(games: Sequence[Order]) -> str:
    return str(games[0].game) if len(games) == 1 else f"{len(games)} games, the first of them {games[0].game}"


class Cluster(Executor):
    """Plays through a dask client. Games wait here until a worker is about to need them."""

    def __init__(self, client: Client, owned: LocalCluster | None = None) -> None:
        self._client = client
        self._owned = owned
        self._waiting: deque[Order] = deque()
        self._flying: dict[Task, Batch] = {}
        self._seats = self._count()

    def check_code(self) -> None:
        """Close and raise ForeignCodeError when a worker that is there runs other code; later ones check themselves."""
        try:
            for worker, code in self._client.run(code_here).items():
                code_here().check(code, worker)
        except (ImportError, AttributeError) as error:
            self.close()
            raise ExecutorError(
                f"a worker cannot load this repository's code ({error}); start it from the repository's folder"
            ) from None
        except ExecutorError:
            self.close()
            raise

    @property
    def is_hungry(self) -> bool:
        """Whether what waits here would not fill the workers' hands once more."""
        return load(self._waiting) < self._hands

    @property
    def _hands(self) -> int:
        """Tasks that may be in flight."""
        return AHEAD * self._seats

    def submit(self, games: Sequence[Game], *, replays: bool = False) -> None:
        """Let the games wait for the next `collect`, which cuts them into tasks.

        For workers of this machine their players are compiled here: otherwise each worker would compile the same.
        """
        if self._owned:
            prepare([seat.parameters for seat in game.seats] for game in games)
        self._waiting.extend(Order(game, replays) for game in games)

    def collect(self) -> Finished:
        """Send out what the workers can take, and wait for a task. Results come first, trouble after."""
        with _in_touch():
            self._send()
        while self._flying:
            with _in_touch():
                done = self._done()
                games = self._take(future for future in done if future.status == "finished")
            if games:
                return games
            for future in done:
                self._blame(future)
        return []

    def _send(self) -> None:
        """Fill the workers' hands; with smaller and smaller tasks to the end, so that all end at the same time."""
        self._seats = self._count()
        while self._waiting and len(self._flying) < self._hands:
            batch = cut(self._waiting, max(SMALLEST, min(1.0, load(self._waiting) / self._hands)))
            self._flying[self._client.submit(play_batch, batch, pure=False)] = batch

    def _count(self) -> int:
        """Return games that can be played at the same time; one while no worker is connected."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def _done(self) -> Collection[Task]:
        """Wait for the end of a task, however long; says so while no worker is connected."""
        try:
            done: Collection[Task] = wait(list(self._flying), timeout=PATIENCE, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            if not self._client.nthreads():
                print("no worker is connected to the scheduler; waiting for one", file=sys.stderr)
            return []
        return done

    def _take(self, futures: Iterable[Task]) -> Finished:
        finished: Finished = []
        for future in list(futures):
            games = [order.game for order in self._flying[future].orders]
            finished += zip(games, future.result(), strict=True)
            del self._flying[future]
        return finished

    def _blame(self, future: Task) -> None:
        error = future.exception()
        if error is None:
            return
        if isinstance(error, ExecutorError):
            raise error
        games = self._flying[future].orders
        if isinstance(error, KilledWorker):
            raise ExecutorError(
                f"several workers died while they played the same {_counted(games)}; is there enough memory, and does "
                "no program end the process that started it?"
            )
        raise ExecutorError(
            f"a worker could not take or return {_counted(games)}: {type(error).__name__}: {error}"
        ) from error

    def cancel(self) -> Finished:
        """Call everything back; what was finished in the meantime is returned."""
        self._waiting.clear()
        try:
            finished = self._take(future for future in self._flying if future.status == "finished")
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
