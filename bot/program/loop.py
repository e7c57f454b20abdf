"""Read a frame, decide, answer, until the game ends; keeps the clock.

The referee counts everything a bot prints, errors included, as its answer. So nothing but protocol
goes to standard output, standard error leads nowhere (MyBot.py), and messages go to a log file.
"""

import gc
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from ..board.view import View
from ..parameters import arguments
from ..parameters.declaration import ParameterError
from ..parameters.families import Family
from ..search.player import Player
from . import protocol
from .explanation_file import Recording

# Exit codes.
GAME_OVER, BAD_FRAME, BAD_ARGUMENTS = 0, 1, 2

# Place in /proc/self/stat, counted from the state on, which follows the name in brackets: ticks from boot to start.
START_TIME = 19

# Seconds that Python may take to start.
LONGEST_START = 10.0

_EXPECTED = "expects a Halite environment on its standard input"

logger = logging.getLogger("bot")


class Program(Protocol):
    """What a bot brings to the loop."""

    def prepare(self, parameters: Any, view: View, start: float) -> Player:
        """Return the player of the game that begins with this frame, ready to answer.

        Args:
            parameters: For this game, without sections.
            view: The first frame.
            start: When the process was started, by time.monotonic; the contest waited 15 s for a name.
        """

    def header(self, parameters: Any, view: View) -> Mapping[str, Any]:
        """Return the first line of its explanation file."""


def main(words: Sequence[str], complain: Callable[[str], object], family: Family, program: Program) -> int:
    """Play one game on standard input and output.

    Args:
        words: The command line without the program's name.
        complain: Prints a user's mistake where the user sees it, before the game starts.
        family: Whose parameters the command line may set.
        program: Makes the player.

    Returns:
        0 at the end of the game, 1 after a frame it cannot read or a defect, 2 for a wrong command line.
    """
    try:
        given = arguments.read(words, family)
        recording = Recording(given.explain)
    except ParameterError as error:
        complain(str(error))
        return BAD_ARGUMENTS
    except OSError as error:
        complain(f"cannot write the explanations to {error.filename}: {error.strerror}")
        return BAD_ARGUMENTS
    if sys.stdin.isatty():  # an environment writes through a pipe; a person would wait for a sign
        complain(f"waits for a Halite environment to write to its standard input. {_how_to_play()}")
    _keep_log(given.log)
    with closing(recording), _only_answers() as outgoing:
        return _guarded(program, given.parameters, sys.stdin.buffer, outgoing, recording, complain)


def _how_to_play() -> str:
    """Describe a game of this program against itself, for a person who started it alone."""
    command = f'"python3 {sys.argv[0]}"'
    return f"To play a game: python -m engine {command} {command}"


def _guarded(
    program: Program,
    parameters: Any,
    incoming: BinaryIO,
    outgoing: BinaryIO,
    recording: Recording,
    complain: Callable[[str], object],
) -> int:
    """Run `play` and return an exit code for every way it can end, with at most a message in the log.

    complain   is called as well where no environment has written to us: a person may be reading stderr then
    """
    try:
        play(program, parameters, incoming, outgoing, recording, _running())
    except protocol.NoStart as end:
        if not sys.stdin.isatty():  # a person at a terminal has read it before the start
            complain(f"{_EXPECTED}, but {end}. {_how_to_play()}")
        return GAME_OVER
    except (protocol.Farewell, KeyboardInterrupt):
        return GAME_OVER
    except protocol.ProtocolError as error:
        logger.error("cannot read what the environment sent: %s", error)
        if isinstance(error, protocol.StrangeStart):
            complain(f"{_EXPECTED}, but cannot read the first line: {error}. {_how_to_play()}")
    except Exception:
        logger.exception("a defect in the bot; please report it with this log")
    return BAD_FRAME


def play(
    program: Program,
    parameters: Any,
    incoming: BinaryIO,
    outgoing: BinaryIO,
    recording: Recording | None = None,
    running: float = 0.0,
) -> None:
    """Play until the environment closes `incoming` (Farewell) or breaks the protocol (ProtocolError).

    Args:
        program: Makes the player.
        parameters: Of the player; with `name` and `turn_time`.
        incoming: What the environment writes.
        outgoing: What it reads.
        recording: Where the reasons of every move go, when they were asked for.
        running: Seconds since this process was started: the environment's clock has counted them already.
    """
    recording, start = recording or Recording(None), time.monotonic() - running
    handshake = protocol.read_handshake(incoming)
    view = handshake.view()
    parameters = parameters.settled(view.players, view.height, view.width)
    player = program.prepare(parameters, view, start)
    recording.begin(program.header(parameters, view))
    gc.freeze()  # objects that live until the end need not be scanned in the middle of a turn
    _send(outgoing, protocol.write_name(parameters.name))
    turn, late = 0, 0.0
    while True:
        protocol.wait(incoming)
        deadline = time.monotonic() + parameters.turn_time - late
        view = protocol.read_view(incoming, handshake, turn)
        _send(outgoing, protocol.write_moves(view, player.moves(view, deadline)))
        late = _record(recording, player, view)
        turn += 1


def _running() -> float:
    """Return the seconds since this process was started; 0 if unknown. On a busy machine Python takes long to start."""
    try:
        fields = Path("/proc/self/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        seconds = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[START_TIME]) / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):  # not Linux
        return 0.0
    return seconds if 0 <= seconds < LONGEST_START else 0.0  # a container may show the clock of another system


def _record(recording: Recording, player: Player, view: View) -> float:
    """Work out the reasons and write them down after the answer is sent; return the seconds it took.

    The next frame may have arrived in the meantime, so the next turn has that much less time. A defect ends the
    recording, never the game.
    """
    if not recording.is_on:
        return 0
    start = time.monotonic()
    try:
        recording.add(view.turn, player.explained(view))
    except Exception:
        logger.exception("plays on without explaining: a defect in the reasons; please report it with this log")
        recording.close()
    return time.monotonic() - start


def _send(outgoing: BinaryIO, line: bytes) -> None:
    try:
        outgoing.write(line)
        outgoing.flush()
    except OSError as error:  # a broken pipe on Linux, an invalid argument on Windows
        raise protocol.Farewell("the environment no longer reads our answers") from error


def _keep_log(path: Path) -> None:
    """Send messages and warnings to `path`, or to the folder for temporary files; nowhere if neither can be written."""
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        try:
            path = Path(tempfile.gettempdir()) / path.name
        except FileNotFoundError:  # of all the folders that Python knows for temporary files
            path = Path(os.devnull)
    handler = logging.FileHandler(path, delay=True, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s  process %(process)d  %(levelname)s  %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO)
    logging.captureWarnings(True)


@contextmanager
def _only_answers() -> Iterator[BinaryIO]:
    """Keep the environment's pipe for our answers; drop all other output from now on.

    A print left in the strategy would otherwise be read as an answer and eject us.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # MyBot.py has led stderr nowhere
    try:
        yield answers
    finally:
        with suppress(OSError):  # the pipe may be closed, and what is left to flush has no reader
            answers.close()
