"""Dask's dashboard answered any Host header, so a foreign page could read it by a name of its own (DNS rebinding)."""

from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tests.support.processes import PATIENCE

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
