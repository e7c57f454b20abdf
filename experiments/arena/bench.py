"""The bench: fixed boards, and what a player answers on them.

A scene is some frames of one game in a row. Every player who has land in them answers them from its own seat, with the
memory of a game that begins there. The scenes lie in `boards/`, written down square by square, so that no change of the
rules or of the map generator moves them:

    boards/common.npz    for every player
    boards/KNOB.npz      for players whose parameters tell KNOB only: scenes for an idea that came later

So a new idea can bring boards of its own, and players without it keep their signatures.
"""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bot import Parameters, View
from bot.knobs.identity import telling
from bot.knobs.knob import Knobs
from engine import State

from . import families

if TYPE_CHECKING:
    from bot.stages.champion import Mover

BOARDS = Path(__file__).with_name("boards")
COMMON = "common"
PLANNED = "opening_search"

Opened = Callable[[int, int], "Mover"]
"""Height and width to a player of this process at the beginning of a game on such a board; it looks at no clock."""


@dataclass(frozen=True)
class Scene:
    """Some frames of a game in a row."""

    name: str
    turn: int  # of its first frame
    owner: npt.NDArray[np.uint8]  # (T, H, W)
    strength: npt.NDArray[np.uint8]  # (T, H, W)
    production: npt.NDArray[np.uint8]  # (H, W)

    def views(self, me: int) -> Iterator[View]:
        """Yield the frames in which player `me` has land, as it sees them."""
        for number, (owner, strength) in enumerate(zip(self.owner, self.strength, strict=True)):
            if np.any(owner == me):
                yield View(owner, strength, self.production, me, self.turn + number)

    @property
    def seats(self) -> range:
        """The numbers of the players."""
        return range(1, int(self.owner.max()) + 1)

    @property
    def state(self) -> State:
        """The board of its first frame, which may be changed."""
        return State(self.owner[0].copy(), self.strength[0].copy(), self.production.copy())


@dataclass(frozen=True, slots=True)
class BenchAnswer:
    """A player's answer to one frame."""

    scene: Scene
    view: View
    moves: npt.NDArray[np.uint8]  # (H, W) directions 0..4; 0 where the player has no land


def answers(opened: Opened, scenes: Collection[Scene]) -> Iterator[BenchAnswer]:
    """Yield a player's answers, scene by scene, seat by seat, frame by frame.

    opened   opens a new player for each scene and seat
    """
    for scene in scenes:
        for me in scene.seats:
            mover = opened(*scene.production.shape)
            for view in scene.views(me):
                moves = np.where(view.owner == me, mover.moves(view), 0)
                yield BenchAnswer(scene, view, moves.astype(np.uint8))


def answers_of(values: Knobs) -> Iterator[BenchAnswer]:
    """Yield the answers of the player with these values on all of its scenes."""
    for name in names(values):
        yield from answers_on(name, values)


def answers_on(name: str, values: Knobs) -> Iterator[BenchAnswer]:
    """Yield the answers of the player with these values on the scenes of `boards/NAME.npz`.

    It plans an opening only on the boards made for that knob: plans take long.
    """
    for scene in scenes(name):
        here = values.settled(len(scene.seats), *scene.production.shape)
        if isinstance(here, Parameters) and name != PLANNED:
            here = replace(here, opening_search=0)
        yield from answers(partial(families.mover, here), [scene])


def names(values: Knobs) -> tuple[str, ...]:
    """Return the names of the files with this player's scenes, see `scenes`."""
    return COMMON, *sorted({name.rpartition(".")[2] for name in telling(values)})


@cache
def scenes(name: str = COMMON) -> tuple[Scene, ...]:
    """Return the scenes of `boards/NAME.npz`; none where there is no such file."""
    path = BOARDS / f"{name}.npz"
    return tuple(_unpacked(path)) if path.exists() else ()


def pack(chosen: Collection[Scene], path: Path) -> None:
    """Write scenes for `scenes` to read."""
    head = json.dumps([(scene.name, scene.turn, *scene.owner.shape) for scene in chosen])
    layers = [layer.ravel() for scene in chosen for layer in (scene.owner, scene.strength, scene.production)]
    np.savez_compressed(path, scenes=np.frombuffer(head.encode(), np.uint8), layers=np.concatenate(layers))


def _unpacked(path: Path) -> Iterator[Scene]:
    """Read a file: `scenes` is JSON of each scene's name, turn, T, H and W, `layers` has their grids in a row."""
    with np.load(path) as file:
        head, rest = json.loads(file["scenes"].tobytes()), file["layers"]
    for name, turn, frames, height, width in head:
        area = height * width
        owner, strength, production, rest = np.split(rest, np.cumsum([frames * area, frames * area, area]))
        shape = frames, height, width
        yield Scene(name, turn, owner.reshape(shape), strength.reshape(shape), production.reshape(height, width))
