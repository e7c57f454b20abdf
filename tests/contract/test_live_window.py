"""`python -m experiments watch` as a process: its address, its answers, its end."""

import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from experiments.watch import serving
from tests.support.bots import ROOT
from tests.support.processes import PATIENCE
from tests.support.watching import folder_with, game

# What `python -m experiments watch` runs, without the words of the command line.
WATCH = "import sys; from pathlib import Path; from experiments.watch.serving import watch; sys.exit(watch({}))"


def start(folder, arguments):
    """The window as a process."""
    return subprocess.Popen(
        [sys.executable, "-c", WATCH.format(arguments)],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows sends Ctrl-C to the whole console, tests included")
def test_the_window_prints_its_address_answers_and_ends_with_ctrl_c(tmp_path):
    """Over a real connection; nothing on stderr, exit code 0."""
    import httpx  # here, because it takes long to load, and every test is loaded before one is chosen

    folder_with(game(), tmp_path)
    process = start(tmp_path, "Path('game.hlt'), None, '127.0.0.1', 0, 'abc', False")
    address, _, fragment = process.stdout.readline().strip().partition("#")
    assert fragment == "token=abc"
    assert process.stdout.readline() == "Ctrl-C ends it.\n"
    key = {"authorization": "Bearer abc"}
    with httpx.Client(base_url=address, headers=key, timeout=PATIENCE) as client:
        assert client.get("api/games").json()["first"] == "game.hlt"
        answer = client.post("api/explain", json={"turn": 5, "player": 1, "parameters": {"alpha": 0.5}}).json()
        assert answer["thought"]["turn"] == 5
        assert client.get("api/games", headers={"authorization": ""}).status_code == 403
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out.strip(), err) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((None, None, "0.0.0.0", 0, None), "0.0.0.0 is open to other machines: choose a word that they need"),
        ((None, None, "0.0.0.0", 0, ""), "0.0.0.0 is open to other machines"),
        ((None, None, "127.0.0.1", 0, "a b"), "a token should consist of letters and digits only"),
        ((None, "nowhere", "127.0.0.1", 0, None), "nowhere is not a folder"),
        (("no.hlt", None, "127.0.0.1", 0, None), "no.hlt: cannot be read: No such file"),
        ((None, None, "203.0.113.1", 0, "abc"), "cannot listen on 203.0.113.1 port 0: "),
    ],
)  # fmt: skip
def test_a_window_that_cannot_be_opened_says_why(tmp_path, monkeypatch, capsys, arguments, complaint):
    """One line, exit code 2."""
    monkeypatch.chdir(tmp_path)
    game_path, folder, host, port, token = arguments
    paths = [type(tmp_path)(name) if name else None for name in (game_path, folder)]
    assert serving.watch(*paths, host, port, token, False) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("No window: ")
    assert complaint in line


def test_two_games_of_different_maps_are_refused(tmp_path, capsys):
    """Turn by turn they have nothing in common: one line, exit code 2."""
    replay = game()
    one = folder_with(replay, tmp_path, "one.hlt")
    other = folder_with(replace(replay, production=np.roll(replay.production, 1)), tmp_path, "other.hlt")
    assert serving.watch(one, None, "127.0.0.1", 0, None, False, other) == 2
    assert capsys.readouterr().out.startswith(f"No window: {one} and {other} were played on different maps")


def test_the_second_part_of_an_answer_does_not_wait():
    """Connections inherit TCP_NODELAY; without it every answer took 40 ms longer."""
    with serving.listening_on("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_address_that_a_browser_understands():
    """An IPv6 address is in brackets; the token follows a #, so browsers do not send it."""
    assert serving.address("::1", 80, None) == "http://[::1]:80/"
    assert serving.address("10.0.0.7", 81, "abc") == "http://10.0.0.7:81/#token=abc"
