"""Reference positions, what a player answers there, and what presets and opponents answered.

A scene is some frames of one game in a row. Every player who has land in them answers them from its own seat, with the
memory of a game that begins there. `boards/common.npz` is for every player, `boards/NAME.npz` for players that use the
parameter NAME: an idea that came later brings positions of its own.

`answers/NAME.xz` has a byte for each square with an owner who moves, in the order of the positions;
`python -m tests.golden.record v26 matcher` writes it, without names for all. Do so when play has changed on purpose,
after raising the PLAY of the player.
"""

import json
import lzma
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bot import PRESETS, Parameters, View, effective
from experiments.arena import families
from experiments.opponents.opponent import NAMES, opponent

BOARDS, FOLDER = (Path(__file__).with_name(name) for name in ("boards", "answers"))
COMMON = "common"
PLANNED = "opening_search"
MOVES = "STILL", "NORTH", "EAST", "SOUTH", "WEST"


@dataclass(frozen=True)
class Scene:
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
        return range(1, int(self.owner.max()) + 1)


@dataclass(frozen=True, slots=True)
class Answer:
    scene: Scene
    view: View
    moves: npt.NDArray[np.uint8]  # (H, W) directions 0..4; 0 where the player has no land


def names(values) -> tuple[str, ...]:
    return COMMON, *sorted({name.rpartition(".")[2] for name in effective(values)})


def answers_of(values) -> list[Answer]:
    """Return the answers of the player with these values on all of its scenes: by scene, seat and frame."""
    return [answer for name in names(values) for answer in answers_on(name, values)]


@cache  # the champion is slow
def answers_on(name: str, values) -> tuple[Answer, ...]:
    """Return its answers on the scenes of `boards/NAME.npz`.

    It plans an opening only on the boards made for that parameter: plans take long.
    """
    return tuple(answer for scene in scenes(name) for answer in _answers(scene, name, values))


def _answers(scene: Scene, name: str, values) -> Iterator[Answer]:
    here = values.resolve(len(scene.seats), *scene.production.shape)
    if isinstance(here, Parameters) and name != PLANNED:
        here = replace(here, opening_search=0)
    for me in scene.seats:
        player = families.mover(here, *scene.production.shape)
        for view in scene.views(me):
            yield Answer(scene, view, np.where(view.owner == me, player.moves(view), 0).astype(np.uint8))


@cache
def scenes(name: str = COMMON) -> tuple[Scene, ...]:
    """Return the scenes of `boards/NAME.npz`; none where there is no such file."""
    path = BOARDS / f"{name}.npz"
    return tuple(_unpacked(path)) if path.exists() else ()


def pack(chosen: tuple[Scene, ...], path: Path) -> None:
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


def players():
    return {**PRESETS, **{name: opponent(name).family.defaults for name in NAMES}}


def record(name, answers):
    moves = np.concatenate([answer.moves[_ours(answer)] for answer in answers])
    (FOLDER / f"{name}.xz").write_bytes(lzma.compress(moves.tobytes(), preset=9 | lzma.PRESET_EXTREME))


def difference(name, answers):
    """Return where these answers differ from the recorded ones, in a sentence that says what to do; None if nowhere."""
    wrong = [
        (answer, moves, squares)
        for answer, moves in zip(answers, _recorded(name, answers), strict=True)
        if len(squares := np.argwhere(answer.moves != moves))
    ]
    if not wrong:
        return None
    answer, moves, squares = wrong[0]
    y, x = squares[0]
    place = "PLAY in bot/" if name in PRESETS else f"play of OPPONENT in experiments/opponents/{name}"
    return (
        f"{name} moves differently on {sum(len(each) for *_, each in wrong)} squares of {len(wrong)} frames. First: "
        f"square ({x}, {y}) of {answer.scene.name!r}, turn {answer.view.turn}, player {answer.view.me}: recorded "
        f"{MOVES[moves[y, x]]}, now {MOVES[answer.moves[y, x]]}. If play was to change: raise {place}, so "
        f"that stored games are not mixed with new ones, and run `python -m tests.golden.record {name}`"
    )


def _recorded(name, answers):
    moves = lzma.decompress((FOLDER / f"{name}.xz").read_bytes())
    expected = sum(int(_ours(answer).sum()) for answer in answers)
    assert len(moves) == expected, (
        f"{len(moves)} squares are recorded of {name}, the positions have {expected}: "
        f"`python -m tests.golden.record {name}` records them"
    )
    left, recorded = iter(moves), []
    for answer in answers:
        ours = _ours(answer)
        recorded.append(np.zeros(ours.shape, np.uint8))
        recorded[-1][ours] = list(islice(left, int(ours.sum())))
    return recorded


def _ours(answer):
    return answer.view.owner == answer.view.me


if __name__ == "__main__":
    known = players()
    if unknown := [name for name in sys.argv[1:] if name not in known]:
        sys.exit(f"no answers are recorded of {', '.join(unknown)}; players: {', '.join(known)}")
    for chosen in sys.argv[1:] or known:
        record(chosen, answers_of(known[chosen]))
