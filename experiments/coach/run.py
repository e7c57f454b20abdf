"""Run: the command `coach`. Writes its findings beside the replay and the game's page, again and again until done."""

import json
import sys
from contextlib import suppress
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from engine import writing
from engine.names import shown_in_full

from .asked import Asked, AskedError, asked

EVERY = 4.0  # seconds between two writings of a page that grows
DONE, INTERRUPTED = 0, 130  # exit codes


def coach(
    game: Path, seat: int | None, target: Path | None, futures: int | None, workers: int, database: Path, opens: bool
) -> int:
    """Write the findings and the page about a recorded game, print them in short, return the exit code.

    Args:
        game: The replay.
        seat: Whose game it is, 1 is the first; None for the loser of a duel.
        target: The page; None for GAME.html beside the replay, which `python -m viewer` writes too.
        futures: Futures that measure a frame; None for the default of these players.
        workers: Futures played at once.
        database: Beside it the futures are kept.
        opens: Whether the page is opened in the browser.

    Raises:
        UserError: The game or the page cannot be used.
        OSError: Something cannot be written.
    """
    from viewer import written

    written.refuse_a_folder(game)
    question = asked(game, seat)
    target = target or written.beside(game)
    if target.is_dir() or not target.parent.is_dir():
        raise AskedError(f"{target} cannot be written: {'it is a folder' if target.is_dir() else 'no such folder'}")
    growing = GrowingPage(game, question, target, opens)
    try:
        document = _answer(question, futures, workers, database, growing)
        growing.write(document)
    except KeyboardInterrupt:
        growing.stop()
        print("Interrupted. Every finished batch of futures is kept; run the same command again to continue.")
        return INTERRUPTED
    _print(document)
    print(shown_in_full(target))
    return DONE


def beside(game: Path, seat: int) -> Path:
    """Return where the findings belong: game.player1.coach.json for game.hlt and game.hlt.gz."""
    return game.with_name(f"{game.name.removesuffix('.gz').removesuffix('.hlt')}.player{seat}.coach.json")


class GrowingPage:
    """The page while the answer is being worked out: it opens at once, and is written again as more is known."""

    def __init__(self, game: Path, question: Asked, target: Path, opens: bool) -> None:
        self._game, self._target, self._opens = game, target, opens
        self._findings = beside(game, question.seat)
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
            with suppress(OSError):  # a full disk: the futures are kept all the same
                self.write(
                    self._known | {"open": "The search was stopped here; the same command goes on.", "stopped": 1}
                )

    def write(self, document: dict[str, Any]) -> None:
        """Write the findings and the page, and open it the first time."""
        from viewer import written

        from . import sentences

        writing.write(self._findings, json.dumps(sentences.findings(document), separators=(",", ":")))
        written.write(self._game, self._target, findings=self._findings)
        self._written = monotonic()
        if self._opens:
            from viewer.browser import show

            self._opens = False
            show(self._target.resolve().as_uri())


def _answer(question: Asked, futures: int | None, workers: int, database: Path, growing: GrowingPage) -> dict[str, Any]:
    from bot import preset
    from experiments.arena.arena import compile_for

    from .answer import Coach
    from .journal import Journal, folder_of

    journal = Journal(folder_of(question, database))
    print("Looking for the players here that move most like the recorded ones ...", file=sys.stderr)
    compile_for(preset("champion"))
    coach = Coach(question, journal, futures, workers, growing.show)
    return coach.answer()


def _print(document: dict[str, Any]) -> None:
    from . import sentences

    print("\n".join(sentences.lead(document)))
    for fall in document["falls"]:
        if fall["is_sure"]:
            print(f"- {sentences.turns_of(fall).capitalize()}. {sentences.fell(fall)}")
            print(f"  {sentences.better(document, fall)}")
