"""The command `coach`: writes its findings beside the replay and the game's page, again and again until done."""

import json
import sys
from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from engine import writing
from engine.errors import UserError
from engine.names import printable_in_full
from experiments.recordings.explaining import beside
from viewer import written

from .game import CoachedGame, read_game
from .journal import Journal

if TYPE_CHECKING:  # it loads slowly: a game that cannot be coached is refused before
    from .answer import Answer

EVERY = 4.0  # seconds between two writings of a page that grows
DONE, INTERRUPTED = 0, 130  # exit codes
STOPPED = "The search was stopped here; the same command goes on."


def coach(
    path: Path, seat: int | None, target: Path | None, rollouts: int | None, workers: int, database: Path, opens: bool
) -> int:
    """Write the findings and the page about a recorded game, print them in short, return the exit code.

    The arguments are those of the command. Raises UserError for what cannot be used, and OSError.
    """
    written.refuse_a_folder(path)
    game, target = read_game(path, seat), target or written.beside(path)
    if target.is_dir() or not target.parent.is_dir():
        raise UserError(f"{target} cannot be written: {'it is a folder' if target.is_dir() else 'no such folder'}")
    from bot import preset
    from experiments.arena.arena import compile_for

    from . import sentences
    from .answer import Coach

    page, asked = GrowingPage(path, game, target, opens), None
    try:
        print("Looking for the players here that move most like the recorded ones ...", file=sys.stderr)
        compile_for(preset("champion"))
        asked = Coach(game, Journal(game.journal(database)), rollouts, workers, page.show)
        answer = asked.run()
        page.write(answer)
    except KeyboardInterrupt:
        if asked:
            with suppress(OSError):  # a full disk: the rollouts are kept all the same
                page.write(replace(asked.answer, open=STOPPED, is_stopped=True))
        print("Interrupted. Every finished batch of rollouts is stored; run the same command again to continue.")
        return INTERRUPTED
    print("\n".join(sentences.summary(answer)))
    for point in answer.turning_points:
        print(f"- {sentences.turns_of(point.fall).capitalize()}. {sentences.fall_size(point.fall)}")
        print(f"  {sentences.better(answer, point)}")
    print(printable_in_full(target))
    return DONE


class GrowingPage:
    """The page while the answer is being worked out: it opens at once, and is written again as more is known."""

    def __init__(self, path: Path, game: CoachedGame, target: Path, opens: bool) -> None:
        self._game, self._target, self._opens = path, target, opens
        self._findings = beside(path, game.seat, "coach.json")
        self._written = -inf  # when

    def show(self, answer: "Answer") -> None:
        """Write what is known by now, at most every EVERY seconds."""
        if monotonic() - self._written >= EVERY:
            self.write(answer)

    def write(self, answer: "Answer") -> None:
        """Write the findings and the page, and open it the first time."""
        from . import sentences

        writing.write(self._findings, json.dumps(sentences.findings(answer), separators=(",", ":")))
        written.write(self._game, self._target, findings=self._findings)
        self._written = monotonic()
        if self._opens:
            self._opens = False
            written.show(self._target.resolve().as_uri())
