"""`python -m experiments tag` as a process, as every server of the laboratory: its address, its answers, its end."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from experiments.serving.starting import address, listening_on
from tests.support.bots import ROOT
from tests.support.processes import PATIENCE
from tests.support.watching import folder_with, game


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows sends Ctrl-C to the whole console, tests included")
def test_a_server_prints_its_address_answers_and_ends_with_ctrl_c(tmp_path):
    """Over a real connection; nothing on stderr, exit code 0."""
    import httpx  # here, because it takes long to load, and every test is loaded before one is chosen

    folder_with(game(), tmp_path)
    command = [sys.executable, "-m", "experiments", "tag", "game.hlt", "--token", "abc", "--no-open"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    url, _, fragment = process.stdout.readline().strip().partition("#")
    assert fragment == "token=abc"
    assert process.stdout.readline() == "Ctrl-C ends it.\n"
    with httpx.Client(base_url=url, headers={"authorization": "Bearer abc"}, timeout=PATIENCE) as client:
        assert client.get("api/games").json()["first"] == "game.hlt"
        assert client.post("api/positions", json={}).json()["positions"] == []
        assert client.get("api/games", headers={"authorization": ""}).status_code == 403
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out.strip(), err) == (0, "", "")


def test_an_answer_does_not_wait_for_its_second_part_and_a_browser_understands_its_address():
    """Without TCP_NODELAY each took 40 ms longer; an IPv6 address is in brackets, the token follows a #."""
    with listening_on("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    assert address("::1", 80, None) == "http://[::1]:80/"
    assert address("10.0.0.7", 81, "abc") == "http://10.0.0.7:81/#token=abc"
