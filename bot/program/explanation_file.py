"""Writes the explanation file: what the bot saw and why, a line a turn. Its format is docs/pages/explanations.md."""

import json
import zlib
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board.board import View, neighbours
from ..greedy.explain import Explanation
from ..greedy.reasons import Reason
from ..parameters.declaration import plain
from ..parameters.presets import DEFINITIONS, Parameters

FORMAT, VERSION = "halite-explanation", 4

OPTION_NAMES = ("STILL", "NORTH", "EAST", "SOUTH", "WEST")
LIGHT_NAMES = ("free", "red", "green")

ARRAYS = {
    "value": "turns to repay, times 100, of the border a square leads to",
    "rise": "in its place on most turns: how much more the value is than a turn before; [v] is v itself",
    "distance": "own steps to that border",
    "step": "turns: the potential of a square is value + step * distance²; squares flow to the lower",
    "root": "the square at which the way downhill leaves our land, -1 where it never does",
    "light": "capture trees: goes now (green), waits (red), stands in no tree (free)",
    "reason": "why the square moved or stayed, a place in reasons",
    "move": "the direction chosen, a place in options",
    "wall": "neutral squares that the pact forbids us to open",
    "danger": "strength of the enemies that could strike a square and hurt more than one of ours",
    "order": "our squares that chose, the first to choose first",
    "booked": "strength already booked onto a square when it chose",
    "extra": "the score of an option is the potential it leads to; those of others: a place in the list of options of "
    "the squares in order, and how much more, null where it was not weighed; to stay is weighed only if it is listed",
    "differs": "squares whose recorded move is not the chosen one",
}

KEY = 16  # turns from one on which values are written whole to the next: a reader begins at one of these
GZIP = 16 + zlib.MAX_WBITS  # what zlib calls its own format inside a gzip file


class ExplanationFile:
    """A file that grows by a line a turn, each of them readable as soon as it is written. Raises OSError."""

    def __init__(self, path: Path):
        self._file = path.open("wb")
        self._packing = zlib.compressobj(wbits=GZIP)
        self._before: list[float] | None = None  # the values of the turn before

    def write_header(self, head: Mapping[str, Any]) -> None:
        """Write the first line: what `header` makes, or what an opponent has in its place."""
        self._write(json.dumps(head, separators=(",", ":"), ensure_ascii=False))

    def write_turn(
        self, turn: int, explanation: Explanation | Mapping[str, Any], differs: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Write the next turn.

        Args:
            explanation: why the bot moved; of an opponent, the line as it writes it
            differs: (H, W) squares whose recorded move is another
        """
        if isinstance(explanation, Explanation):
            value = _hundredths(explanation)
            explanation, self._before = pack(explanation, self._before if turn % KEY else None), value
        members = {"turn": turn, **explanation}
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


def header(view: View, parameters: Parameters, source: str) -> dict[str, Any]:
    """Return the first line: the player, the board, and what the values mean."""
    return {
        "format": FORMAT, "version": VERSION, "source": source,
        "player": view.me, "name": parameters.name, "width": view.width, "height": view.height,
        "parameters": plain(parameters),
        "definitions": describe_parameters(DEFINITIONS),
        "arrays": ARRAYS, "options": OPTION_NAMES, "lights": LIGHT_NAMES,
        "reasons": [
            {"name": reason.name, "sentence": reason.sentence, "parameters": reason.parameters} for reason in Reason
        ],
    }  # fmt: skip


def describe_parameters(definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return what each parameter is, for labels and sliders."""
    keys = ("unit", "why", "low", "high", "choices")
    return {name: {key: spec.metadata[key] for key in keys} for name, spec in definitions.items()}


def pack(explanation: Explanation, before: list[float] | None = None) -> dict[str, Any]:
    """Return a turn as the file has it: rounded, and without what a reader can work out.

    The potential follows from value and step, most scores from the potential; docs/pages/explanations.md says how.
    Where the values of the turn `before` are given, times 100, values are written as their rise.
    """
    value, dense = _hundredths(explanation), ("distance", "root", "light", "reason", "move")
    order = explanation.order.ravel()
    asked = np.flatnonzero(order >= 0)
    asked = asked[np.argsort(order[asked])]
    endangered = np.flatnonzero(explanation.danger)
    return {
        "hold": explanation.hold, "hurdle": explanation.hurdle, "mining_remains": explanation.mining_remains,
        **({"value": value} if before is None else {"rise": _rise(value, before)}),
        **{name: getattr(explanation, name).ravel().tolist() for name in dense},
        "step": _step(explanation),
        "wall": np.flatnonzero(explanation.wall).tolist(),
        "danger": np.stack([endangered, explanation.danger.flat[endangered]], axis=1).tolist(),
        "order": asked.tolist(), "booked": explanation.booked.flat[asked].tolist(),
        "extra": _extra(explanation.score.reshape(len(order), -1)[asked], leads_to(explanation.potential, asked)),
        **({"search": explanation.search} if explanation.search else {}),
    }  # fmt: skip


def leads_to(potential: npt.NDArray[np.float64], squares: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return (n, options) the potential that each option of these squares leads to."""
    at = np.asarray(squares, np.int64)
    return np.stack([each.ravel()[at] for each in (potential, *neighbours(potential))], axis=-1)


def _hundredths(explanation: Explanation) -> list[float]:
    return [int(each) if isfinite(each) else each for each in (100 * explanation.value).round().ravel().tolist()]


def _rise(value: list[float], before: list[float]) -> list[Any]:
    """Return how much more a value is than before; `[value]` where one of the two is infinite."""
    pairs = zip(value, before, strict=True)
    return [0 if one == two else one - two if isfinite(one - two) else [one] for one, two in pairs]


def _step(explanation: Explanation) -> float:
    """Return the step from which value and distance give the potential; 0 where no square of ours has both."""
    far = (explanation.distance > 0) & np.isfinite(explanation.value)
    rise = explanation.potential[far] - explanation.value[far]
    return round(float(np.median(rise / explanation.distance[far] ** 2)), 6) if far.any() else 0.0


def _extra(score: npt.NDArray[np.float64], potential: npt.NDArray[np.float64]) -> list[list[Any]]:
    """Return the places of scores that are not the potential of the option, and how much more they are."""
    plain = potential.copy()
    plain[:, 0] = np.nan  # to stay is mostly not weighed
    with np.errstate(invalid="ignore"):  # where both are infinite
        more = np.where(np.isinf(score), score, score - potential).round(2).flat
    odd = np.flatnonzero(~((score == plain) | (np.isnan(score) & np.isnan(plain))))
    return [[int(at), None if np.isnan(score.flat[at]) else float(more[at])] for at in odd]


def line(members: Mapping[str, Any]) -> str:
    """Return a turn as JSON, without a newline. Infinity is no JSON; Python and JavaScript read 1e999 as it."""
    return json.dumps(members, separators=(",", ":")).replace("NaN", "null").replace("Infinity", "1e999")
