"""How much of a bot's output is read and kept before the game takes it, and the log of an ejected one."""

from engine import conversation, pipes
from engine.conversation import Conversation
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


def test_a_bot_that_is_ejected_may_say_the_rest_of_which_the_end_is_kept():
    """Unread, it would block at its pipe and never end; of 6 MB the last words need 16 KiB."""
    listener = Listener(Output(lines=100))
    listener.await_end(PATIENCE)
    assert listener.closed
    output = Output(lines=0)
    listener = Listener(output)
    listener.await_end(PATIENCE)
    for _ in range(100):
        listener._take(CHUNK, 0.0)
    assert len(listener._unfinished) == pipes.REST_KEPT
    assert listener.unread() == CHUNK[-pipes.REST_KEPT :]


def test_the_oldest_parts_go_when_the_budget_is_spent_and_the_newest_stays(monkeypatch):
    """A megabyte a turn must not fill the memory; the log says what is missing, and the newest part says why."""
    monkeypatch.setattr(conversation, "BUDGET", 25)
    talk = Conversation()
    for number in range(5):
        talk.heard(0.001, b"%d" % number * 10)
    assert talk.text() == (
        b"--- 3 older parts were dropped to bound the memory ---\n"
        b"--- heard after 1 ms ---\n3333333333\n--- heard after 1 ms ---\n4444444444\n"
    )
    talk = Conversation()
    talk.sent("turn 1", b"1" * 10)
    talk.ended("on turn 1", b"2" * 100)
    assert talk.text().count(b"---\n") == 2
    assert b"2" * 100 in talk.text()
