"""Films part of a game, or one of its frames while a parameter is dragged.

`python -m experiments film GAME --turns 40:90 --layer potential` writes a GIF, with `-o FILE.webp` a WebP.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
from PIL import Image

from bot import Explanation, ParameterError, Parameters, View, changed
from bot.parameters import KNOBS, knob_name
from bot.potential import never
from engine.names import shown, shown_in_full
from engine.replay import Replay, ReplayError, read
from experiments.arena.players import PlayerError

from . import frames
from .drawing import limits_of
from .explaining import SeatError, parameters_of
from .film_frame import Frame, drawn
from .histories import History, searching

DONE, REFUSED = 0, 2
"""Exit codes."""

LAYERS = ("none", "potential", "distance")
FORMATS = {".gif": "GIF", ".webp": "WEBP"}
LARGEST, FINEST = 640, 24
"""Pixels of the longer side of the board, and of a square, at most."""

MOST_FRAMES = 1500
"""A whole game of the largest board has 500; beyond this no browser shows the file."""

DRAG_SECONDS = 10
DRAG_SPEED = 12
"""Frames a second while a parameter is dragged."""

FACTORS_FROM = 20
"""high / low from which a drag goes by even factors, as the window's sliders do."""


class FilmError(ValueError):
    """A film that cannot be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of a film."""

    turns: str | None = None  # "40:90", or "84" for one frame; None: the whole game
    layer: str = "none"  # one of LAYERS
    player: int = 1  # whose field
    preset: str | None = None  # who looks at it; as explaining.parameters_of reads it
    drag: str | None = None  # "alpha=0.02:0.6": one frame while this parameter goes up and down again
    speed: float = 6  # turns a second


def make(game: Path, output: Path | None, wishes: Wishes) -> int:
    """Write the film beside the replay, or where `output` says; returns the exit code."""
    output = output or game.with_name(game.name.removesuffix(".gz").removesuffix(".hlt") + ".gif")
    try:
        if output.suffix.lower() not in FORMATS:
            raise FilmError(f"{output.name} should end with {' or '.join(FORMATS)}")
        film = scenes(read(game), wishes)
        speed = DRAG_SPEED if wishes.drag else wishes.speed
        output.parent.mkdir(parents=True, exist_ok=True)
        save(film, output, round(1000 / speed))
    except (ReplayError, SeatError, PlayerError, ParameterError, FilmError) as error:
        print(f"No film: {shown_in_full(str(error))}")
        return REFUSED
    except OSError as error:
        print(f"The film cannot be written to {shown_in_full(output)}: {error.strerror or error}")
        return REFUSED
    print(f"{shown_in_full(output)}: {len(film)} frames, {output.stat().st_size / 1e6:.1f} MB")
    return DONE


def scenes(replay: Replay, wishes: Wishes) -> list[Frame]:
    """The frames of the film. Raises FilmError, SeatError, PlayerError or ParameterError."""
    if wishes.layer not in LAYERS:
        raise FilmError(f"--layer should be one of {', '.join(LAYERS)}, it is {wishes.layer!r:.40}")
    if not 0.1 <= wishes.speed <= 50:
        raise FilmError(f"--speed should be 0.1 to 50 turns a second, it is {wishes.speed:g}")
    first, last = stretch(wishes.turns, replay.turns)
    parameters = parameters_of(replay, wishes.player, wishes.preset)
    if not isinstance(parameters, Parameters):
        raise FilmError(f"{parameters.name} is a school: films show the layers of the bot's own presets")
    if wishes.drag is not None:
        if first != last:
            raise FilmError("--drag films one frame: give it as --turns 84")
        return _dragged(replay, first, wishes, parameters)
    return _played(replay, first, last, wishes, parameters)


def stretch(words: str | None, turns: int) -> tuple[int, int]:
    """The first and the last frame of "40:90" or "84" in a game of `turns` turns."""
    if words is None:
        return 0, turns
    match = re.fullmatch(r"(\d{1,9})(?::(\d{1,9}))?", words)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not first <= last <= turns:
        raise FilmError(f"--turns should be FIRST:LAST within 0:{turns}, or one turn of these; it is {words!r:.40}")
    return first, last


def _played(replay: Replay, first: int, last: int, wishes: Wishes, parameters: Parameters) -> list[Frame]:
    """The frames from `first` to `last`, with what the player thought."""
    if last - first >= MOST_FRAMES:
        raise FilmError(f"a film has at most {MOST_FRAMES} frames; choose a stretch with --turns")
    memory = frames.memory(replay, first, wishes.player)
    thinker = History(replay, wishes.player, parameters).thinker(first, memory, parameters)
    film = []
    for turn in range(first, last + 1):
        view = frames.view(replay, turn, wishes.player)
        field = None
        if wishes.layer != "none" and (view.owner == view.me).any():
            decision = thinker.decide(view, explain=True, out_of_time=never)
            field = _field(decision.explanation, wishes.layer)
        caption = f"turn {turn} of {replay.turns}   {_squares(replay, view)}"
        film.append(Frame(view, caption, field))
    return film


def _squares(replay: Replay, view: View) -> str:
    """How many squares each player owns; players of one name are told apart by their numbers."""
    names = replay.player_names
    titles = [f"#{seat} {shown(name)}" if names.count(name) > 1 else shown(name) for seat, name in enumerate(names, 1)]
    counts = [np.count_nonzero(view.owner == seat) for seat in range(1, len(names) + 1)]
    return ", ".join(f"{title} {count}" for title, count in zip(titles, counts, strict=True)) + " squares"


def _dragged(replay: Replay, turn: int, wishes: Wishes, parameters: Parameters) -> list[Frame]:
    """One frame while a parameter goes from its low end to its high end and back."""
    name, values = _stops(wishes.drag or "")
    view = frames.view(replay, turn, wishes.player)
    memory = frames.memory(replay, turn, wishes.player)
    settings = [parameters, *(changed(parameters, {name: value}) for value in values)]
    history = History(replay, wishes.player, searching(parameters, settings[-1]))
    thinkers = (history.thinker(turn, memory, setting) for setting in settings)
    usual, *decisions = (thinker.decide(view, explain=True, out_of_time=never) for thinker in thinkers)
    film = []
    for value, decision in zip(values, decisions, strict=True):
        differs = (view.owner == view.me) & (decision.moves != usual.moves)
        layer: Literal["potential", "distance"] = "distance" if wishes.layer == "distance" else "potential"
        caption = f"{name} {value:.3g}   {np.count_nonzero(differs)} moves differ from {parameters.name}"
        film.append(Frame(view, caption, _field(decision.explanation, layer), differs))
    return film


def _stops(words: str) -> tuple[str, list[float]]:
    """The parameter of "alpha=0.02:0.6", and its values from low to high and back."""
    match = re.fullmatch(r"([\w-]+)=([-+.\deE]+):([-+.\deE]+)", words)
    try:
        low, high = (float(end) for end in match.groups()[1:]) if match else (1.0, 0.0)
    except ValueError:
        low, high = 1.0, 0.0
    if not match or low > high:
        raise FilmError(f"--drag should be NAME=LOW:HIGH, such as alpha=0.02:0.6; it is {words!r:.40}")
    name = knob_name(match[1])
    if not isinstance(KNOBS[name].default, float):
        numbers = ", ".join(known for known, knob in KNOBS.items() if isinstance(knob.default, float))
        raise FilmError(f"--drag takes a parameter that is a number with a point, not {name}: {numbers}")
    up = np.linspace(0, 1, DRAG_SPEED * DRAG_SECONDS // 2)
    has_factors = low > 0 and high / low >= FACTORS_FROM
    values = low * (high / low) ** up if has_factors else low + (high - low) * up
    return name, [*values.tolist(), *values[::-1].tolist()]


def _field(explanation: Explanation | None, layer: str) -> npt.NDArray[np.float64]:
    """The layer's numbers, inf where the field does not come."""
    assert explanation is not None
    reached = np.isfinite(explanation.potential)
    return np.where(reached, getattr(explanation, layer), np.inf)


def save(film: Sequence[Frame], output: Path, milliseconds: int) -> None:
    """Draw the frames into the file, on one scale: the same colour means the same number in all of them."""
    limits = _limits([frame.field for frame in film if frame.field is not None])
    scale = max(2, min(FINEST, LARGEST // max(film[0].view.owner.shape)))
    pictures = [drawn(frame, scale, limits) for frame in film]
    if FORMATS[output.suffix.lower()] == "GIF":
        pictures = [picture.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE) for picture in pictures]
    first, *others = pictures
    first.save(
        output, FORMATS[output.suffix.lower()], save_all=True, append_images=others, duration=milliseconds, loop=0,
        optimize=False, lossless=True,
    )  # fmt: skip


def _limits(fields: Sequence[npt.NDArray[np.float64]]) -> tuple[float, float] | None:
    if not any(np.isfinite(field).any() for field in fields):
        return None
    return limits_of(*fields)
