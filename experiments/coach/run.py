"""Run: the command `coach`. Checks the question, loads or computes the answer, writes the page and opens it."""

import sys
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from engine import writing
from engine.names import shown_in_full

from .asked import Asked, AskedError, asked

EVERY = 2.0  # seconds between two writings of a page that grows
DONE, INTERRUPTED = 0, 130  # exit codes


def coach(
    game: Path, seat: int | None, target: Path | None, futures: int | None, workers: int, database: Path, opens: bool
) -> int:
    """Write the page about a recorded game, print the answer in short, return the exit code. Raises UserError, OSError.

    target    the page; None: GAME.playerN.coach.html beside the replay
    futures   that measure a frame; None: the usual number for these players
    """
    growing: Growing | None = None
    try:
        question = asked(game, seat)
        target = target or beside(game, question.seat)
        _check_target(game, target)
        growing = Growing(target, question, opens)
        document = answer(question, futures, workers, database, growing.show)
        growing.write(document)
    except KeyboardInterrupt:
        if growing:
            growing.stop()
        print("Interrupted. Every finished batch of futures is kept; run the same command again to continue.")
        return INTERRUPTED
    _tell(document, target)
    return DONE


class Growing:
    """The page while the answer is being worked out: it opens at once, and is written again as more is known."""

    def __init__(self, target: Path, question: Asked, opens: bool) -> None:
        self._target, self._question, self._opens = target, question, opens
        self._known: dict[str, Any] | None = None
        self._written = -inf  # when

    def show(self, document: dict[str, Any]) -> None:
        """Write what is known by now, at most every EVERY seconds."""
        self._known = document
        if monotonic() - self._written >= EVERY:
            self.write(document)

    def stop(self) -> None:
        """Leave a page of what is known, which no longer waits for more."""
        if self._known:
            ends = {"open": "The search was stopped here; the same command goes on.", "stopped": True}
            with suppress(OSError):  # a full disk: the futures are kept all the same
                self.write(self._known | ends)

    def write(self, document: dict[str, Any]) -> None:
        """Write the page, and open it the first time."""
        _write(self._target, document, self._question)
        self._written = monotonic()
        if self._opens:
            from viewer.browser import show

            self._opens = False
            show(self._target.resolve().as_uri())


def answer(
    question: Asked, futures: int | None, workers: int, database: Path, show: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    """Return the document: the kept one, or a new one. Raises OSError where it cannot be kept."""
    from .journal import Journal, folder_of

    journal, name = Journal(folder_of(question, database)), f"answer-{futures or 'usual'}"
    kept = journal.answer(name)
    if kept is None:
        kept = _worked_out(question, journal, futures, workers, show)
        journal.keep(name, kept)
    document: dict[str, Any] = kept
    return document


def beside(game: Path, seat: int) -> Path:
    """Return where the page belongs: game.player1.coach.html for game.hlt and game.hlt.gz."""
    return game.with_name(f"{game.name.removesuffix('.gz').removesuffix('.hlt')}.player{seat}.coach.html")


def _worked_out(
    question: Asked, journal: Any, futures: int | None, workers: int, show: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    from bot import preset
    from experiments.arena.arena import compile_for

    from .answer import Coach

    print("Looking for the players here that move most like the recorded ones ...", file=sys.stderr)
    compile_for(preset("champion"))
    coach = Coach(question, journal, futures, workers, show)
    coach.begun()
    coach.rehearse()
    print(coach.forecast(), file=sys.stderr)
    if futures is None:
        coach.first_answer()
    return coach.answer()


def _check_target(game: Path, target: Path) -> None:
    """AskedError when the page cannot be written there: found out before the futures are played."""
    if target.is_dir() or not target.parent.is_dir():
        raise AskedError(f"{target} cannot be written: {'it is a folder' if target.is_dir() else 'no such folder'}")
    if target.exists() and target.samefile(game):
        raise AskedError(f"{target} is the replay; name another file with --html")


def _write(target: Path, document: dict[str, Any], question: Asked) -> None:
    from .page import page

    writing.write(target, page(document, question.replay))


def _tell(document: dict[str, Any], target: Path) -> None:
    from . import sentences

    print("\n".join(sentences.lead(document)))
    for fall in document["falls"]:
        if fall["is_sure"]:
            print(f"- {sentences.turns_of(fall).capitalize()}. {sentences.fell(document, fall)}")
            print(f"  {sentences.better(document, fall)}")
    print(shown_in_full(target))
