"""Schedulers that are killed while a client is connected to them, or that never answered."""

import gc
import subprocess
import sys

import pytest

from tests.support.project import ROOT


def cluster(*parts):
    """An executor over a dask client."""
    from experiments.laboratory.executor.cluster import Cluster  # here, because dask takes long to load

    return Cluster(*parts)


class Reconnecting:
    """A dask client that has just lost its scheduler, see `Client._reconnect` and `Client.close`."""

    def nthreads(self):
        """One worker."""
        return {"tcp://127.0.0.1:1": 1}

    def cancel(self, futures):
        """Nothing is in flight."""

    def close(self):
        """What dask does when it is closed between losing the scheduler and reaching it again."""
        raise AssertionError


class Processes:
    """The workers of this machine."""

    closed = False

    def close(self):
        """End the workers."""
        self.closed = True


class TestALostScheduler:
    """On a loaded machine the test of a killed worker failed now and then, at its end, with a bare AssertionError.

    It kills the scheduler and leaves at once. dask was reconnecting in its own thread then, and asserts that it is
    not: once that the old connection is closed already, once that nothing but `close` changes its state.
    """

    def test_it_can_be_left_while_dask_reconnects(self):
        """The user has been told that the connection is lost; a second error says nothing more."""
        cluster(Reconnecting()).close()

    def test_processes_of_our_own_end_all_the_same(self):
        """Workers of our own end with this program."""
        owned = Processes()
        cluster(Reconnecting(), owned).close()
        assert owned.closed


class TestAClientThatFailedWasLeftToTheCollector:
    """A whole run of the tests never ended: the collector closed a dask client while another one was starting.

    A client that finds no scheduler is part of a cycle. Ending it takes a lock that every client holds while it starts,
    and the collector ran in the thread that held it.
    """

    @pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense"])
    def test_no_client_is_left_when_the_error_comes(self, address, monkeypatch):
        """Counted without the collector, and while the error is kept."""
        from distributed import Client

        from experiments.laboratory.executor import cluster as module
        from experiments.laboratory.executor.errors import ExecutorError

        def clients():
            return sum(type(each) is Client for each in gc.get_objects())

        monkeypatch.setattr(module, "CONNECT", 0.5)
        gc.collect()
        gc.disable()
        try:
            before = clients()
            with pytest.raises(ExecutorError, match="no scheduler answers"):
                module.connected(address, None)
            assert clients() == before
        finally:
            gc.enable()


class TestAClientThatGaveUpCouldNotBeCancelled:
    """After the scheduler was killed, a ClosedClientError hid the sentence that the connection is lost.

    A client of dask closes itself when it cannot reconnect in time; on a loaded machine that was before the tasks were
    called back.
    """

    def test_its_tasks_are_called_back_without_an_error(self):
        """A real client, closed behind the executor's back."""
        from distributed import Client, LocalCluster

        with LocalCluster(n_workers=0, processes=False, dashboard_address=None) as scheduler:
            client = Client(scheduler)
            executor = cluster(client)
            client.close()
            assert executor.cancel() == []


class TestCtrlCPrintedATracebackOfDask:
    """In a whole run of the tests Ctrl-C once printed more than its one sentence, so a user would have read it, too.

    The client had left before the scheduler told it which tasks were cancelled. dask logs that as critical.
    """

    def test_what_the_scheduler_logs_is_not_printed(self):
        """Our own errors tell what matters."""
        program = (
            "import logging; from contextlib import closing\n"
            "from experiments.laboratory.executor.cluster import local\n"
            "if __name__ == '__main__':\n"
            "    with closing(local(1)): logging.getLogger('distributed.scheduler').critical('Closed comm')"
        )
        run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
        assert run.stderr == ""
