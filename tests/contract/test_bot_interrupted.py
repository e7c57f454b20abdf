"""MyBot.py with input that comes in parts or stops, and under signals: it answers whole frames and exits silently."""

import signal
import time

import pytest

from engine import mapgen, wire
from tests.support.bots import conversation, log_of, run, start
from tests.support.processes import PATIENCE

START = mapgen.generate(7, 5, 2, seed=3)


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows sends Ctrl-C to the whole console, tests included")
def test_ctrl_c_is_the_end_of_the_game(tmp_path):
    """Ctrl-C reaches every process at the terminal; the bot exits silently."""
    process = start(tmp_path)
    process.stdin.write(wire.handshake(START, 1).encode())
    process.stdin.flush()
    assert process.stdout.readline() == b"v26\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err, log_of(tmp_path)) == (0, b"", b"", [])


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no such signal")
def test_sigterm_ends_the_bot(tmp_path):
    """SIGTERM in the middle of the game: gone at once, without a traceback or a log."""
    process = start(tmp_path)
    process.stdin.write(wire.handshake(START, 1).encode())
    process.stdin.flush()
    process.stdout.readline()
    process.terminate()
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err, log_of(tmp_path)) == (-signal.SIGTERM, b"", b"", [])


def test_a_pipe_that_brings_a_few_bytes_at_a_time_is_read_to_the_end_of_the_line(tmp_path):
    """A frame that arrives in pieces, with pauses between them, is answered as one that arrives at once."""
    said = conversation(1, START, START).encode()
    process = start(tmp_path)
    for begin in range(0, len(said), 7):
        process.stdin.write(said[begin : begin + 7])
        process.stdin.flush()
        time.sleep(0.001)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == run(tmp_path, said)
