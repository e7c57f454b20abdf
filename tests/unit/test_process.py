"""Starting and ending a bot's process with everything it started."""

import pytest

from engine import process
from tests.support.processes import PATIENCE

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="about POSIX shells")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("echo one", b"one\n"),
        ("echo one; echo two", b"one\ntwo\n"),
        ("cd / && pwd", b"/\n"),
        ("echo one | cat", b"one\n"),
        ("WORD=three; echo $WORD", b"three\n"),
        ("WORD=four sh -c 'echo $WORD'", b"four\n"),
        ("echo 'a;b' \"c|d\"", b"a;b c|d\n"),
        ("echo one >&2", b"one\n"),
        ("(echo five)", b"five\n"),
        ("echo one\necho two", b"one\ntwo\n"),
        ("for i in 1 2; do echo $i; done", b"1\n2\n"),
        ("echo $(echo six)", b"six\n"),
    ],
)
def test_a_command_means_what_the_shell_makes_of_it(command, said):
    """Whether the shell stays or is replaced by the bot changes nothing else; stderr is part of the output."""
    started = process.start(command)
    out, _ = started.communicate(timeout=PATIENCE)
    process.end(started)
    assert out == said


def test_ending_a_process_twice_is_harmless():
    """A game may close a seat that it has ejected before."""
    started = process.start("sleep 600")
    process.end(started)
    process.end(started)
    started.communicate()
    assert started.returncode != 0
