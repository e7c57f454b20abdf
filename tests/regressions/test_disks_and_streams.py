"""Full disks, closed streams, old terminals and a scheduler that is lost: what is there stays, nothing is raised."""

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from engine import writing
from experiments.laboratory.laboratory import Order
from tests.support.bots import bot, start_engine
from tests.support.project import PATIENCE, ROOT
from tests.support.recordings import GOLDEN
from tests.support.results import pair

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"

# Bytes of a file for which there is room.
HALF = 1024


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Let the system refuse every byte of a file behind the first `size`, as a full disk does."""
    resource = pytest.importorskip("resource", reason="Windows has no limit on the size of files")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    caches = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # Python cuts the files in __pycache__, too, and then cannot read them
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        sys.dont_write_bytecode = caches
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_file_that_does_not_fit_leaves_what_was_there(tmp_path, is_there):
    path = tmp_path / "tuned.toml"
    if is_there:
        path.write_text("former\n")
    with full_after(HALF), pytest.raises(OSError, match=r"File too large: '.*tuned\.toml'$"):
        writing.write(path, "alpha = 0.1\n" * HALF)
    assert [each.name for each in tmp_path.iterdir()] == ["tuned.toml"] * is_there
    assert not is_there or path.read_text() == "former\n"


def test_a_link_stays_a_link_and_a_long_name_has_room_for_the_one_beside_it(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "target")
    for content in ("first", "second"):
        writing.write(tmp_path / "link", content)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "target").read_text() == content
    path = tmp_path / ("é" * 125 + ".html")  # 255 bytes are the most that a name may have
    writing.write(path, "whole")
    assert path.read_text() == "whole"


def test_a_device_is_written_directly():
    """`-o /dev/stdout` prints; renamed over it, the file would replace the device for all programs."""
    program = "from pathlib import Path; from engine import writing; writing.write(Path('/dev/stdout'), 'said')"
    words = [sys.executable, "-c", program]
    assert subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout == b"said"


def test_what_runs_before_signals_are_handled_is_light():
    """Ctrl-C while numpy loaded printed forty lines of traceback, or fell into a callback of the import system."""
    program = "import sys, engine.__main__; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


@pytest.mark.skipif("sys.platform == 'win32'", reason="a shell there cannot close a stream")
def test_remarks_go_nowhere_where_stderr_is_closed(tmp_path):
    """`python -m engine -q ... 2>&-` sets sys.stderr to None, and what is printed to None goes to stdout."""
    words = ("-qr", "-d", "2 2", "-s", "5", bot("pusher"), bot("faulty", "leave", 1))
    process = start_engine(*words, folder=tmp_path, stderr=None, preexec_fn=lambda: os.close(2))
    lines = process.communicate(timeout=PATIENCE)[0].split("\n")
    assert lines[2:5] == ["2 2", "1 1 1", "2 2 0"]
    assert process.returncode == 0


ASCII = {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(("words", "variables"), [
    (["MyBot.py"], ASCII[0]), (["MyBot.py"], ASCII[1]), (["-m", "engine"], ASCII[1]), (["-m", "viewer"], ASCII[1]),
    (["-m", "experiments"], ASCII[1]), (["-m", "experiments", "match"], ASCII[0]),
    (["-m", "experiments", "ladder"], ASCII[1]), (["experiments/opponents", "planner"], ASCII[1]),
], ids=str)  # fmt: skip
def test_help_on_a_terminal_for_ascii_writes_as_a_code_what_it_cannot_show(words, variables):
    help_of = [sys.executable, *words, "--help"]
    done = subprocess.run(help_of, cwd=ROOT, env=os.environ | variables, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(done.stdout.decode("ascii")) > 300


def cluster(*parts):
    from experiments.laboratory.cluster import Cluster  # here, because dask takes long to load

    return Cluster(*parts)


def refuse_to_close():
    """What dask does when a client is closed between losing the scheduler and reaching it again."""
    raise AssertionError


def reconnecting():
    """A dask client that has just lost its scheduler, see `Client._reconnect` and `Client.close`."""
    return SimpleNamespace(nthreads=lambda: {"tcp://127.0.0.1:1": 1}, cancel=lambda _: None, close=refuse_to_close)


def test_it_can_be_left_while_dask_reconnects_and_ends_processes_of_its_own():
    """A test that kills the scheduler and leaves at once ended now and then with an AssertionError of dask's thread."""
    ended = []
    for owned in ((), (SimpleNamespace(close=lambda: ended.append(True)),)):
        cluster(reconnecting(), *owned).close()
    assert ended == [True]


def test_a_disk_that_is_full_while_players_are_compiled_is_no_lost_connection(monkeypatch):
    from experiments.laboratory import cluster as clusters

    monkeypatch.setattr(clusters, "compile_players", lambda games: os.stat("/no/such/file"))
    executor = cluster(reconnecting(), SimpleNamespace(close=list))
    executor.waiting.append(Order(pair(1).block.games[0], False))
    with pytest.raises(clusters.ExecutorError, match=r"cannot be compiled here: .*/no/such/file"):
        executor.collect()


def test_tasks_of_a_client_that_gave_up_are_called_back_without_an_error():
    """It closes itself when it cannot reconnect in time; a ClosedClientError hid that the connection is lost."""
    from distributed import Client, LocalCluster

    gc.collect()
    with LocalCluster(n_workers=0, processes=False, dashboard_address=None) as scheduler:
        client = Client(scheduler)
        executor = cluster(client)
        client.close()
        executor.cancel()


PAGES = "/", "/status", "/info/main/workers.html", "/json/counts.json", "/metrics", "/health"


@pytest.mark.slow  # it starts processes
def test_dask_shows_no_pages_to_a_browser():
    from experiments.laboratory import cluster

    gc.collect()  # a client that never connected, as in test_laboratory_run.py
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
