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
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, Protocol

from ..board.board import View
from ..parameters.declaration import ParameterError
from ..parameters.families import Family, read_arguments
from ..search.player import Player
from . import protocol
from .explanation_file import ExplanationFile

# Exit codes.
GAME_OVER, BAD_FRAME, BAD_ARGUMENTS = 0, 1, 2

logger = logging.getLogger("bot")


class Program(Protocol):
    """What a bot brings to the loop."""

    @property
    def family(self) -> Family:
        """Whose parameters the command line may set."""

    def prepare(self, parameters: Any, view: View) -> Player:
        """Return the player of the game that begins with this frame, ready to answer; parameters are without tables."""

    def header(self, parameters: Any, view: View) -> Mapping[str, Any]:
        """Return the first line of its explanation file."""


def main(words: Sequence[str], complain: Callable[[str], object], program: Program) -> int:
    """Play one game on standard input and output.

    Args:
        words: the command line without the program's name
        complain: prints a user's mistake where the user sees it, before the game starts

    Returns:
        0 at the end of the game, 1 after a frame it cannot read or a defect, 2 for a wrong command line
    """
    try:
        given = read_arguments(words, program.family)
        file = ExplanationFile(given.explain) if given.explain else None
    except ParameterError as error:
        complain(str(error))
        return BAD_ARGUMENTS
    except OSError as error:
        complain(f"cannot write the explanations to {error.filename}: {error.strerror}")
        return BAD_ARGUMENTS
    if sys.stdin.isatty():  # an environment writes through a pipe; a person would wait for a sign
        command = f'"python3 {sys.argv[0]}"'
        complain(f"waits for a Halite environment. To play a game: python -m engine {command} {command}")
    _keep_log(given.log)
    try:
        with _only_answers() as outgoing:
            play(program, given.parameters, sys.stdin.buffer, outgoing, file)
    except (protocol.GameOver, KeyboardInterrupt):
        return GAME_OVER
    except protocol.ProtocolError as error:
        logger.error("cannot read what the environment sent: %s", error)
    except Exception:
        logger.exception("a defect in the bot; please report it with this log")
    finally:
        if file:
            with suppress(OSError):  # what could not be written before cannot be written at the end either
                file.close()
    return BAD_FRAME


def play(
    program: Program, parameters: Any, incoming: BinaryIO, outgoing: BinaryIO, file: ExplanationFile | None = None
) -> NoReturn:
    """Play until the environment closes `incoming` (GameOver) or breaks the protocol (ProtocolError).

    Args:
        parameters: of the player; with `name` and `turn_time`
        incoming: what the environment writes
        outgoing: what it reads
        file: where the reasons of every move go, when they were asked for
    """
    start = protocol.read_start(incoming)
    parameters = parameters.resolve(start.players, start.height, start.width)
    player = program.prepare(parameters, start)
    gc.freeze()  # objects that live until the end need not be scanned in the middle of a turn
    _send(outgoing, protocol.write_name(parameters.name))
    turn, late = 0, 0.0
    while True:
        protocol.wait(incoming)
        deadline = time.monotonic() + parameters.turn_time - late
        view = protocol.read_view(incoming, start, turn)
        _send(outgoing, protocol.write_moves(view, player.moves(view, deadline)))
        if file:  # the next frame may arrive in the meantime, so the next turn has that much less time
            answered = time.monotonic()
            file = _record(file, program, parameters, player, view)
            late = time.monotonic() - answered
        turn += 1


def _record(
    file: ExplanationFile, program: Program, parameters: Any, player: Player, view: View
) -> ExplanationFile | None:
    """Write the reasons of a turn that is answered; return the file, or None after an error, which ends no game."""
    try:
        if view.turn == 0:
            file.write_header(program.header(parameters, view))
        file.write_turn(view.turn, player.explain(view))
    except OSError as error:
        logger.error("plays on without explaining: %s", error.strerror or error)
        return None
    except Exception:
        logger.exception("plays on without explaining; please report a defect in the reasons with this log")
        return None
    return file


def _send(outgoing: BinaryIO, line: bytes) -> None:
    try:
        outgoing.write(line)
        outgoing.flush()
    except OSError as error:  # a broken pipe on Linux, an invalid argument on Windows
        raise protocol.GameOver("the environment no longer reads our answers") from error


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
