"""How much of a bot's output is read and kept before the game takes it."""

from engine import pipes
from engine.pipes import Listener
from tests.support.processes import PATIENCE

CHUNK = b"9" * (2**16 - 1) + b"\n"


class Output:
    """A bot that prints a line of 64 KiB whenever it is read, so many times."""

    def __init__(self, lines):
        self.left, self.read_in_all, self.taken, self.most = lines, 0, 0, 0

    def read(self, _):
        """The next line; notes how far the reader is ahead of who takes the lines."""
        self.most = max(self.most, self.read_in_all - self.taken)
        if not self.left:
            return b""
        self.left -= 1
        self.read_in_all += len(CHUNK)
        return CHUNK

    def close(self):
        """Nothing to close."""


def test_a_bot_is_not_read_far_ahead_of_its_turns():
    """It blocks at its pipe, as under the official program; else it could fill our memory."""
    output = Output(lines=100)
    listener = Listener(output)
    while (line := listener.next_line(PATIENCE)) is not None:
        output.taken += len(line.text) + 1
    assert output.read_in_all == 100 * len(CHUNK)
    assert output.most <= pipes.LARGEST_BACKLOG + len(CHUNK)


def test_a_bot_that_is_ejected_may_say_the_rest():
    """Its lines are read although the game takes no more; otherwise it would block at its pipe and never end."""
    listener = Listener(Output(lines=100))
    listener.await_end(PATIENCE)
    assert listener.closed


def test_what_is_said_after_the_last_answer_is_kept_to_its_end_alone():
    """A bot that is ejected may go on printing: of 6 MB the last words need 16 KiB."""
    output = Output(lines=0)
    listener = Listener(output)
    listener.await_end(PATIENCE)
    for _ in range(100):
        listener._take(CHUNK, 0.0)
    assert len(listener._unfinished) == pipes.REST_KEPT
    assert listener.unread() == CHUNK[-pipes.REST_KEPT :]
