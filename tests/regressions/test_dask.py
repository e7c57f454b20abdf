"""dask: a scheduler that is lost or never answers, and dashboards for this machine alone."""

from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tests.support.processes import PATIENCE


def cluster(*parts):
    from experiments.laboratory.cluster import Cluster  # here, because dask takes long to load

    return Cluster(*parts)


class Reconnecting:
    """A dask client that has just lost its scheduler, see `Client._reconnect` and `Client.close`."""

    def nthreads(self):
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
        self.closed = True


def test_it_can_be_left_while_dask_reconnects_and_ends_processes_of_its_own():
    """A test that kills the scheduler and leaves at once ended now and then with an AssertionError of dask's thread."""
    cluster(Reconnecting()).close()
    owned = Processes()
    cluster(Reconnecting(), owned).close()
    assert owned.closed


def test_tasks_of_a_client_that_gave_up_are_called_back_without_an_error():
    """It closes itself when it cannot reconnect in time; a ClosedClientError hid that the connection is lost."""
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=0, processes=False, dashboard_address=None) as scheduler:
        client = Client(scheduler)
        executor = cluster(client)
        client.close()
        assert executor.cancel() == []


PAGES = "/", "/status", "/info/main/workers.html", "/json/counts.json", "/metrics", "/health"


@pytest.mark.slow  # it starts processes
def test_dask_shows_no_pages_to_a_browser():
    from experiments.laboratory import cluster

    executor = cluster.local(1)
    try:
        ports = [urlsplit(executor._owned.dashboard_link).port]
        ports += [worker["services"]["dashboard"] for worker in executor._client.scheduler_info()["workers"].values()]
        assert len(ports) == 2
        for port in ports:
            for path in PAGES:
                with closing(HTTPConnection(f"127.0.0.1:{port}", timeout=PATIENCE)) as connection:
                    connection.request("GET", path, headers={"Host": "evil.example"})
                    assert connection.getresponse().status == 404
    finally:
        executor.close()
