"""Writes the explanation file: what the bot saw and why, a line a turn. Its format is docs/pages/explanations.md."""

import json
import logging
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..greedy.explain import Explanation
from ..greedy.reasons import Reason
from ..ground.view import View
from ..knobs.knob import plain
from ..knobs.parameters import KNOBS, Parameters

FORMAT, VERSION = "halite-explanation", 1

OPTION_NAMES = ("STILL", "NORTH", "EAST", "SOUTH", "WEST")
LIGHT_NAMES = ("free", "red", "green")

ARRAYS = {
    "value": "turns to repay, of the border a square leads to",
    "distance": "own steps to that border",
    "potential": "turns: value + step * distance²; squares flow to the lower",
    "root": "the square at which the way downhill leaves our land, -1 where it never does",
    "light": "capture trees: goes now (green), waits (red), stands in no tree (free)",
    "reason": "why the square moved or stayed, a place in reasons",
    "move": "the direction chosen, a place in options",
    "wall": "neutral squares that the pact forbids us to open",
    "danger": "strength of the enemies that could strike a square and hurt more than one of ours",
    "order": "our squares that chose, the first to choose first",
    "booked": "strength already booked onto a square when it chose",
    "score": "turns and penalties: what the options of a square were weighed at, the lowest wins",
    "differs": "squares whose recorded move is not the chosen one",
}

GZIP = 16 + zlib.MAX_WBITS
"""What zlib calls its own format inside a gzip file."""

logger = logging.getLogger("bot")


class ExplanationFile:
    """A file that grows by a line a turn, each of them readable as soon as it is written. Raises OSError."""

    def __init__(self, path: Path):
        self._file = path.open("wb")
        self._packing = zlib.compressobj(wbits=GZIP)

    def begin(self, head: Mapping[str, Any]) -> None:
        """Write the first line: what `header` makes, or what a school has in its place."""
        self._write(json.dumps(head, separators=(",", ":"), ensure_ascii=False))

    def add(
        self, turn: int, thought: Explanation | Mapping[str, Any], differs: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Write the next turn.

        Args:
            turn: Its number.
            thought: Why the bot moved; of an opponent, the line as it writes it.
            differs: (H, W) squares whose recorded move is another.
        """
        members = {"turn": turn, **(described(thought) if isinstance(thought, Explanation) else thought)}
        if differs is not None:
            members["differs"] = np.flatnonzero(differs).tolist()
        self._write(line(members))

    def close(self) -> None:
        """Write the end of the gzip stream."""
        with self._file:
            self._file.write(self._packing.flush())

    def _write(self, text: str) -> None:
        # A reader of a file that was never closed gets what was flushed this way, and no more.
        packed = self._packing.compress(text.encode() + b"\n") + self._packing.flush(zlib.Z_SYNC_FLUSH)
        self._file.write(packed)
        self._file.flush()


class Recording:
    """The explanation file of a game being played, or none. An error ends the recording, never the game."""

    def __init__(self, path: Path | None):
        self._file = ExplanationFile(path) if path else None

    @property
    def is_on(self) -> bool:
        """Whether reasons are asked for."""
        return self._file is not None

    def begin(self, head: Mapping[str, Any]) -> None:
        """Write the first line; see ExplanationFile.begin."""
        self._guard(lambda file: file.begin(head))

    def add(self, turn: int, thought: Explanation | Mapping[str, Any]) -> None:
        """Write the next turn; see ExplanationFile.add."""
        self._guard(lambda file: file.add(turn, thought))

    def close(self) -> None:
        """Close the file, if there is one."""
        self._guard(ExplanationFile.close)
        self._file = None

    def _guard(self, act: Callable[[ExplanationFile], None]) -> None:
        if self._file is None:
            return
        try:
            act(self._file)
        except OSError as error:
            logger.error("plays on without explaining: %s", error)
            with suppress(OSError):  # what could not be written before cannot be written at the end either
                self._file.close()
            self._file = None


def header(view: View, parameters: Parameters, source: str) -> dict[str, Any]:
    """Return the first line: the player, the board, and what the values mean."""
    return {
        "format": FORMAT, "version": VERSION, "source": source,
        "player": view.me, "name": parameters.name, "width": view.width, "height": view.height,
        "parameters": plain(parameters),
        "knobs": described_knobs(KNOBS),
        "arrays": ARRAYS, "options": OPTION_NAMES, "lights": LIGHT_NAMES,
        "reasons": [
            {"name": reason.name, "sentence": reason.sentence, "parameters": reason.parameters} for reason in Reason
        ],
    }  # fmt: skip


def described_knobs(knobs: Mapping[str, Any]) -> dict[str, Any]:
    """Return what each knob is, for labels and sliders."""
    keys = ("unit", "why", "low", "high", "choices")
    return {name: {key: spec.metadata[key] for key in keys} for name, spec in knobs.items()}


def line(members: Mapping[str, Any]) -> str:
    """Return a turn as JSON, without a newline. Infinity is no JSON; Python and JavaScript read 1e999 as it."""
    return json.dumps(members, separators=(",", ":")).replace("NaN", "null").replace("Infinity", "1e999")


def described(explanation: Explanation) -> dict[str, Any]:
    """Return a turn as lists of numbers: whole boards row by row, and short lists of what only a few squares have."""
    dense = {
        name: getattr(explanation, name).ravel().tolist()
        for name in ("value", "distance", "potential", "root", "light", "reason", "move")
    }
    order = explanation.order.ravel()
    asked = np.flatnonzero(order >= 0)
    asked = asked[np.argsort(order[asked])]
    danger = explanation.danger.ravel()
    endangered = np.flatnonzero(danger)
    return {
        "hold": explanation.hold, "hurdle": explanation.hurdle, "mining_remains": explanation.mining_remains,
        **dense,
        "wall": np.flatnonzero(explanation.wall).tolist(),
        "danger": np.stack([endangered, danger[endangered]], axis=1).tolist(),
        "order": asked.tolist(),
        "booked": explanation.booked.ravel()[asked].tolist(),
        "score": explanation.score.reshape(len(order), -1)[asked].ravel().tolist(),
        **({"search": explanation.search} if explanation.search else {}),
    }  # fmt: skip
