"""MyBot.py with input that comes in parts or stops, and under signals: it answers whole frames and exits silently."""

import signal
import time

import pytest

from engine import mapgen, wire
from tests.support.bots import conversation, log_of, run, start
from tests.support.processes import PATIENCE

START = mapgen.generate(7, 5, 2, seed=3)


@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no such signals for one process")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)], ids=str)
def test_a_signal_ends_the_bot(tmp_path, number, code):
    """In the middle of the game: gone at once, without a traceback or a log. Ctrl-C reaches every process at the
    terminal, and is the end of the game."""
    process = start(tmp_path)
    process.stdin.write(wire.handshake(START, 1).encode())
    process.stdin.flush()
    assert process.stdout.readline() == b"v26\n"
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err, log_of(tmp_path)) == (code, b"", b"", [])


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
