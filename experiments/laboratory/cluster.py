"""Plays on dask workers, of this machine or of a running scheduler; a dead worker's task goes to another one."""

import logging
import signal
import socket
import sys
from contextlib import suppress

import dask
from distributed import CancelledError, Client, Future, LocalCluster, wait
from distributed.client import ClosedClientError

from .database import Played
from .games import ExecutorError, ForeignCodeError, code_here, compile_players, play_game, seconds
from .laboratory import Executor, Finished, Order

SECONDS = 1.0, 0.1  # of playing in a task at most, many times what sending it takes; less towards the end
MOST_GAMES = 50  # in a task: what a killed worker had finished of it is played again
AHEAD = 2  # tasks in flight per worker: one is played, the next is there when it ends
CONNECT = 10.0  # s to reach a scheduler
LOST = (OSError, CancelledError, ClosedClientError)  # what dask raises when the scheduler is gone
SILENT = logging.CRITICAL + 1  # our own errors say what dask logs

for _name in ("distributed", "distributed.client"):
    logging.getLogger(_name).setLevel(SILENT)


def local(workers: int) -> "Cluster":
    """Start so many processes, which end with this one, and none of dask's pages: any web page could read them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for this process, which ends the others
    try:
        with dask.config.set({f"distributed.{each}.http.routes": [] for each in ("scheduler", "worker")}):
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, silence_logs=SILENT, scheduler_kwargs={"dashboard": False},
                memory_limit=0,  # boards are small, and dask pauses a worker that it takes for a large one
                dashboard_address="127.0.0.1:0",  # its port: several laboratories may run at once
            )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    return Cluster(Client(cluster), cluster)


def connect(scheduler: str) -> "Cluster":
    """Connect to the workers of a running scheduler; those that join later play too. Raises ExecutorError."""
    try:
        return Cluster(Client(scheduler, timeout=CONNECT))
    except (OSError, ValueError, TypeError) as error:  # the network, a wrong address, tls:// without certificates
        raise ExecutorError(
            f"no scheduler answers at {scheduler} ({error}); is it running, and is the port open? A tls:// address "
            "needs the three certificates of docs/lab/machines.md"
        ) from None


def play_batch(orders: list[Order], code: str) -> list[Played]:
    """Play games on this worker. Raises ForeignCodeError, and what play_game raises."""
    if code_here() != code:
        raise ForeignCodeError(
            f"the worker {socket.gethostname()} plays with other code than this program ({code_here()}, not {code}): "
            "bring both to the same revision without local changes, and restart the worker"
        )
    return [play_game(*order) for order in orders]


def _compile(task: list[Order]) -> None:
    """Compile for the workers of this machine. Raises ExecutorError: an OSError would read as a lost connection."""
    try:
        compile_players(order.game for order in task)
    except OSError as error:
        raise ExecutorError(f"the players cannot be compiled here: {error}; is there room, and is it yours?") from None


class Cluster(Executor):
    """Plays through a dask client. Games wait here until a worker is about to need them."""

    def __init__(self, client: Client, owned: LocalCluster | None = None) -> None:
        super().__init__()
        self._client, self._owned = client, owned
        self._flying: dict[Future[list[Played]], list[Order]] = {}

    def collect(self) -> Finished:
        """Send out what the workers can take, and wait for a task. Results come first, trouble after."""
        try:
            if not (threads := self._client.nthreads()):  # others may join
                print("no worker is connected to the scheduler; the games wait for one", file=sys.stderr)
            tasks = AHEAD * max(1, sum(threads.values()))
            self.wanted = MOST_GAMES * tasks
            while self.waiting and len(self._flying) < tasks:
                task = self._task(tasks)
                if self._owned:
                    _compile(task)
                self._flying[self._client.submit(play_batch, task, code_here(), pure=False)] = task
            done = wait([*self._flying], return_when="FIRST_COMPLETED").done if self._flying else ()
            finished = [future for future in done if future.status == "finished"]
            played = [zip(self._flying.pop(future), future.result(), strict=True) for future in finished]
            failed = [(self._flying[future][0].game, future.exception()) for future in done if not finished]
        except LOST:
            raise ExecutorError("the connection to the scheduler is lost; did it end, or the network?") from None
        for game, error in failed:
            if isinstance(error, ExecutorError):
                raise error
            raise ExecutorError(
                f"a worker could not play {game}: {type(error).__name__}: {error}; was it started from the folder of "
                "this repository, is there enough memory, and does no program end who started it?"
            )
        return [(order.game, one) for task in played for order, one in task]

    def _task(self, tasks: int) -> list[Order]:
        """Take games off those that wait, about a second of playing; less when few wait for all workers."""
        left = max(SECONDS[1], min(SECONDS[0], sum(seconds(order.game) for order in self.waiting) / tasks))
        task: list[Order] = []
        while self.waiting and len(task) < MOST_GAMES and (not task or seconds(self.waiting[0].game) <= left):
            task.append(self.waiting.popleft())
            left -= seconds(task[-1].game)
        return task

    def close(self) -> None:
        """Leave the scheduler; processes of our own end."""
        with suppress(AssertionError):  # of dask, when it is just about to reach a lost scheduler again
            self._client.close()
        if self._owned:
            self._owned.close()

    def cancel(self) -> None:
        """Drop what waits, and call back what is in flight."""
        self.waiting.clear()
        with suppress(*LOST):  # with the scheduler all its tasks have ended
            self._client.cancel([*self._flying])
        self._flying.clear()
