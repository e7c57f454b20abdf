"""Recorded answers: what presets and schools answer on the bench, so that a change of play is told by board and square.

`answers/NAME.xz` has a byte for each square with an owner who moves, in the order of the bench.
"""

import lzma
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bot import PRESETS
from bot.program.explanation_file import OPTION_NAMES
from engine import writing
from engine.errors import UserError
from experiments.opponents import registry

from .bench import BenchAnswer

FOLDER = Path(__file__).with_name("answers")

NAMES = (*PRESETS, *registry.NAMES)  # the players whose answers are recorded


@dataclass(frozen=True, slots=True)
class Change:
    """Where today's moves differ from the recorded ones: the first square, and how many there are."""

    first: BenchAnswer
    y: int
    x: int
    recorded: int  # direction
    squares: int  # that are answered differently
    frames: int  # that these are in

    def __str__(self) -> str:
        view, now = self.first.view, int(self.first.moves[self.y, self.x])
        return (
            f"{self.squares} squares in {self.frames} frames move differently. First: {self.first.scene.name!r}, turn "
            f"{view.turn}, player {view.me}, square ({self.x}, {self.y}): recorded {OPTION_NAMES[self.recorded]}, "
            f"now {OPTION_NAMES[now]}"
        )


def record(name: str, answers: Sequence[BenchAnswer], folder: Path | None = None) -> None:
    """Write down what the player `name` answers today."""
    moves = np.concatenate([answer.moves[_ours(answer)] for answer in answers])
    path = _file(name, folder)
    path.parent.mkdir(exist_ok=True)
    writing.write(path, lzma.compress(moves.tobytes(), preset=9 | lzma.PRESET_EXTREME))


def change(name: str, answers: Sequence[BenchAnswer], folder: Path | None = None) -> Change | None:
    """Return where these answers differ from the recorded ones; None if they do not.

    Raises   UserError when no answers are recorded for this player, or for other boards
    """
    wrong = list(_wrong(answers, _read(name, answers, folder)))
    if not wrong:
        return None
    first, moves, squares = wrong[0]
    y, x = squares[0].tolist()
    return Change(first, y, x, int(moves[y, x]), sum(len(squares) for _, _, squares in wrong), len(wrong))


def _wrong(
    answers: Sequence[BenchAnswer], recorded: list[npt.NDArray[np.uint8]]
) -> Iterator[tuple[BenchAnswer, npt.NDArray[np.uint8], npt.NDArray[np.intp]]]:
    """Yield the answers that differ, with the recorded moves (H, W) and the squares (n, 2)."""
    for answer, moves in zip(answers, recorded, strict=True):
        if len(squares := np.argwhere(answer.moves != moves)):
            yield answer, moves, squares


def _read(name: str, answers: Sequence[BenchAnswer], folder: Path | None) -> list[npt.NDArray[np.uint8]]:
    try:
        moves = lzma.decompress(_file(name, folder).read_bytes())
    except (OSError, lzma.LZMAError) as error:
        raise UserError(f"no answers of {name} can be read ({error}); {_advice(name)}") from None
    if len(moves) != (expected := sum(int(_ours(answer).sum()) for answer in answers)):
        raise UserError(f"{len(moves)} squares are recorded of {name}, the bench has {expected}; {_advice(name)}")
    left, recorded = iter(moves), []
    for answer in answers:
        ours = _ours(answer)
        recorded.append(np.zeros(ours.shape, np.uint8))
        recorded[-1][ours] = list(islice(left, int(ours.sum())))
    return recorded


def _ours(answer: BenchAnswer) -> npt.NDArray[np.bool_]:
    return np.asarray(answer.view.owner == answer.view.me)


def _file(name: str, folder: Path | None) -> Path:
    return (folder or FOLDER) / f"{name}.xz"


def _advice(name: str) -> str:
    return f"`python -m experiments signature {name} --record` writes them down"
