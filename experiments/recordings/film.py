"""Films part of a game, or one of its frames while a parameter is dragged.

`python -m experiments film GAME --turns 40:90 --layer potential` writes a GIF, with `-o FILE.webp` a WebP. What the
words of the command ask for is checked here; filming.py, which loads slowly, thinks and draws.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bot import ParameterError, Parameters, changed
from bot.knobs.parameters import KNOBS, knob_name
from engine.names import shown_in_full
from engine.replay import Replay, ReplayError, read
from experiments.arena.players import PlayerError

from .explaining import SeatError, parameters_of
from .film_script import Script

DONE, REFUSED = 0, 2
"""Exit codes."""

LAYERS = ("none", "potential", "distance")
FORMATS = {".gif": "GIF", ".webp": "WEBP"}

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
    try:
        if game.is_dir():  # an empty name is one, too
            raise FilmError(f"{game}: a folder, expected a replay such as game.hlt")
        output = output or game.with_name(game.name.removesuffix(".gz").removesuffix(".hlt") + ".gif")
        _check(output, wishes)
        asked = script(read(game), wishes)
    except (ReplayError, SeatError, PlayerError, ParameterError, FilmError) as error:
        print(f"No film: {shown_in_full(str(error))}")
        return REFUSED
    from . import filming  # here, because a mistyped word should not have to wait for kernels

    film = filming.scenes(asked)
    speed = DRAG_SPEED if wishes.drag else wishes.speed
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        filming.save(film, output, FORMATS[output.suffix.lower()], round(1000 / speed))
    except OSError as error:
        print(f"The film cannot be written to {shown_in_full(output)}: {error.strerror or error}")
        return REFUSED
    print(f"{shown_in_full(output)}: {len(film)} frames, {output.stat().st_size / 1e6:.1f} MB")
    return DONE


def _check(output: Path, wishes: Wishes) -> None:
    """FilmError for what is wrong whatever the game is."""
    if output.suffix.lower() not in FORMATS:
        raise FilmError(f"{output} should end with {' or '.join(FORMATS)}")
    if wishes.layer not in LAYERS:
        raise FilmError(f"--layer should be one of {', '.join(LAYERS)}, it is {wishes.layer!r:.40}")
    if not 0.1 <= wishes.speed <= 50:
        raise FilmError(f"--speed should be 0.1 to 50 turns a second, it is {wishes.speed:g}")


def script(replay: Replay, wishes: Wishes) -> Script:
    """Return what is filmed of this game. Raises FilmError, SeatError, PlayerError or ParameterError."""
    first, last = stretch(wishes.turns, replay.turns)
    parameters = parameters_of(replay, wishes.player, wishes.preset)
    if not isinstance(parameters, Parameters):
        raise FilmError(f"{parameters.name} is a school: films show the layers of the bot's own presets")
    if last - first >= MOST_FRAMES:
        raise FilmError(f"a film has at most {MOST_FRAMES} frames; choose a stretch with --turns")
    if wishes.drag is None:
        return Script(replay, first, last, wishes.player, parameters, wishes.layer)
    if first != last:
        raise FilmError("--drag films one frame: give it as --turns 84")
    name, values = _stops(wishes.drag)
    settings = tuple(changed(parameters, {name: value}) for value in values)
    return Script(replay, first, last, wishes.player, parameters, wishes.layer, name, settings)


def stretch(words: str | None, turns: int) -> tuple[int, int]:
    """Return the first and the last frame of "40:90" or "84" in a game of `turns` turns."""
    if words is None:
        return 0, turns
    match = re.fullmatch(r"(\d{1,9})(?::(\d{1,9}))?", words)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not first <= last <= turns:
        raise FilmError(f"--turns should be FIRST:LAST within 0:{turns}, or one turn of these; it is {words!r:.40}")
    return first, last


def _stops(words: str) -> tuple[str, list[float]]:
    """Return the parameter of "alpha=0.02:0.6", and its values from low to high and back."""
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
