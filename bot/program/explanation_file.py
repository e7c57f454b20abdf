"""Writes the explanation file: what the bot saw and why, a line a turn. Its format is docs/pages/explanations.md."""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board.view import View
from ..greedy.explain import Explanation
from ..greedy.reasons import Reason
from ..parameters.declaration import plain
from ..parameters.presets import DEFINITIONS, Parameters

FORMAT, VERSION = "halite-explanation", 3

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
CLOSE = 0.02  # turns by which value + step * distance² may differ from the potential, as both are rounded

GZIP = 16 + zlib.MAX_WBITS  # what zlib calls its own format inside a gzip file


class ExplanationFile:
    """A file that grows by a line a turn, each of them readable as soon as it is written. Raises OSError."""

    def __init__(self, path: Path):
        self._file = path.open("wb")
        self._packing = zlib.compressobj(wbits=GZIP)
        self._before: npt.NDArray[np.float64] | None = None  # the values of the turn before

    def begin(self, head: Mapping[str, Any]) -> None:
        """Write the first line: what `header` makes, or what an opponent has in its place."""
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
        if isinstance(thought, Explanation):
            before = self._before if turn % KEY else None
            thought, self._before = pack(thought, before), (100 * thought.value).round()
        members = {"turn": turn, **thought}
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


def pack(explanation: Explanation, before: npt.NDArray[np.float64] | None = None) -> dict[str, Any]:
    """Return a turn as the file has it: rounded, and without what a reader can work out.

    The potential follows from value and step, most scores from the potential; docs/pages/explanations.md says how.

    Args:
        explanation: What was seen and chosen.
        before: (H, W) the values of the turn before, times 100, where this turn is written as their rise.
    """
    value, dense = (100 * explanation.value).round(), ("distance", "root", "light", "reason", "move")
    order = explanation.order.ravel()
    asked = np.flatnonzero(order >= 0)
    asked = asked[np.argsort(order[asked])]
    endangered = np.flatnonzero(explanation.danger)
    return {
        "hold": explanation.hold, "hurdle": explanation.hurdle, "mining_remains": explanation.mining_remains,
        **({"value": _whole(value)} if before is None else {"rise": _rise(value, before)}),
        **{name: getattr(explanation, name).ravel().tolist() for name in dense},
        **_potential(explanation, value / 100),
        "wall": np.flatnonzero(explanation.wall).tolist(),
        "danger": np.stack([endangered, explanation.danger.flat[endangered]], axis=1).tolist(),
        "order": asked.tolist(), "booked": explanation.booked.flat[asked].tolist(),
        "extra": _extra(explanation.score.reshape(len(order), -1)[asked], leads_to(explanation.potential, asked)),
        **({"search": explanation.search} if explanation.search else {}),
    }  # fmt: skip


def leads_to(potential: npt.NDArray[np.float64], squares: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return (n, options) the potential that each option of these squares leads to."""
    ways = ((0, 0), (1, 0), (-1, 1), (-1, 0), (1, 1))
    around = [np.roll(potential, step, axis).ravel()[np.asarray(squares, np.int64)] for step, axis in ways]
    return np.stack(around, axis=-1)


def _whole(value: npt.NDArray[np.float64]) -> list[Any]:
    return [int(each) if np.isfinite(each) else each for each in value.ravel().tolist()]


def _rise(value: npt.NDArray[np.float64], before: npt.NDArray[np.float64]) -> list[Any]:
    """Return how much more a value is than before; `[value]` where one of them is infinite."""
    rise, is_plain = value.copy(), np.isfinite(value) & np.isfinite(before)
    rise[is_plain] -= before[is_plain]
    rise[value == before] = 0
    plain = (is_plain | (value == before)).ravel().tolist()
    return [each if is_rise else [each] for each, is_rise in zip(_whole(rise), plain, strict=True)]


def _potential(explanation: Explanation, value: npt.NDArray[np.float64]) -> dict[str, Any]:
    """Return the step from which value and distance give the potential, or else the potential."""
    distance, potential = explanation.distance.astype(np.float64), explanation.potential
    far = (distance > 0) & np.isfinite(value) & np.isfinite(potential)
    slopes = (potential[far] - explanation.value[far]) / distance[far] ** 2
    step = round(float(np.median(slopes)), 6) if far.any() else 0.0
    if np.allclose(value + step * distance**2, potential, rtol=1e-4, atol=CLOSE, equal_nan=True):
        return {"step": step}
    return {"potential": potential.round(2).ravel().tolist()}


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
