"""The frames of a film: what a player thought on each, or of one frame while a parameter is dragged; and their file."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from bot import Explanation, View
from bot.greedy.potential import never
from engine.names import shown
from engine.replay import Replay

from . import frames
from .drawing import limits_of
from .film_frame import Frame, drawn
from .film_script import Script
from .histories import History, searching

LARGEST, FINEST = 640, 24
"""Pixels of the longer side of the board, and of a square, at most."""


def scenes(script: Script) -> list[Frame]:
    """Return the frames of the film."""
    return _dragged(script) if script.drag else _played(script)


def _played(script: Script) -> list[Frame]:
    """Return the frames from first to last, with what the player thought."""
    replay, seat, parameters = script.replay, script.player, script.parameters
    memory = frames.memory(replay, script.first, seat)
    thinker = History(replay, seat, parameters).thinker(script.first, memory, parameters)
    film = []
    for turn in range(script.first, script.last + 1):
        view = frames.view(replay, turn, seat)
        field = None
        if script.layer != "none" and (view.owner == view.me).any():
            decision = thinker.decide(view, explain=True, out_of_time=never)
            field = _field(decision.explanation, script.layer)
        caption = f"turn {turn} of {replay.turns}   {_squares(replay, view)}"
        film.append(Frame(view, caption, field))
    return film


def _squares(replay: Replay, view: View) -> str:
    """Return how many squares each player owns; players of one name are told apart by their numbers."""
    names = replay.player_names
    titles = [f"#{seat} {shown(name)}" if names.count(name) > 1 else shown(name) for seat, name in enumerate(names, 1)]
    counts = [np.count_nonzero(view.owner == seat) for seat in range(1, len(names) + 1)]
    return ", ".join(f"{title} {count}" for title, count in zip(titles, counts, strict=True)) + " squares"


def _dragged(script: Script) -> list[Frame]:
    """Return one frame while a parameter goes from its low end to its high end and back."""
    replay, turn, seat, parameters = script.replay, script.first, script.player, script.parameters
    view, memory = frames.view(replay, turn, seat), frames.memory(replay, turn, seat)
    history = History(replay, seat, searching(parameters, script.settings[-1]))
    thinkers = (history.thinker(turn, memory, setting) for setting in (parameters, *script.settings))
    before, *decisions = (thinker.decide(view, explain=True, out_of_time=never) for thinker in thinkers)
    layer = "distance" if script.layer == "distance" else "potential"
    film = []
    for setting, decision in zip(script.settings, decisions, strict=True):
        differs = (view.owner == view.me) & (decision.moves != before.moves)
        value = getattr(setting, script.drag or "")
        caption = f"{script.drag} {value:.3g}   {np.count_nonzero(differs)} moves differ from {parameters.name}"
        film.append(Frame(view, caption, _field(decision.explanation, layer), differs))
    return film


def _field(explanation: Explanation | None, layer: str) -> npt.NDArray[np.float64]:
    """Return the layer's numbers, inf where the field does not come."""
    assert explanation is not None
    reached = np.isfinite(explanation.potential)
    return np.where(reached, getattr(explanation, layer), np.inf)


def save(film: Sequence[Frame], output: Path, kind: str, milliseconds: int) -> None:
    """Draw the frames into the file, on one scale: the same colour means the same number in all of them.

    kind   GIF or WEBP
    """
    limits = _limits([frame.field for frame in film if frame.field is not None])
    scale = max(2, min(FINEST, LARGEST // max(film[0].view.owner.shape)))
    pictures = [drawn(frame, scale, limits) for frame in film]
    if kind == "GIF":
        pictures = [picture.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE) for picture in pictures]
    first, *others = pictures
    first.save(
        output, kind, save_all=True, append_images=others, duration=milliseconds, loop=0, optimize=False, lossless=True
    )


def _limits(fields: Sequence[npt.NDArray[np.float64]]) -> tuple[float, float] | None:
    if not any(np.isfinite(field).any() for field in fields):
        return None
    return limits_of(*fields)
