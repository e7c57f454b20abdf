"""Why a square moved: champion against v26, played when the site is built, with the reason of every move."""

import contextlib
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from engine import generate, writing
from engine.replay import write
from experiments.recordings import explanations
from viewer import page

PLAYERS = ("champion", "v26")
SIDE, SEED = 24, 7

EARLY = 0.6  # share of the game in which the turn to open at is chosen: later the board is won


@dataclass(frozen=True, slots=True)
class Front:
    """A game as a page, and what its address should show first."""

    html: str
    link: str  # what follows the # of the address
    told: str  # a sentence about it

    def write(self, folder: Path) -> None:
        """Keep it in a folder."""
        writing.write(folder / "game.html", self.html)
        writing.write(folder / "told.json", json.dumps([self.link, self.told]))

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Return what was kept in a folder."""
        return cls(
            (folder / "game.html").read_text(encoding="utf-8"),
            *json.loads((folder / "told.json").read_text(encoding="utf-8")),
        )


def front(folder: Path) -> Front:
    """Play the game, ask the champion why it moved, and make the page. `folder` keeps the recording meanwhile."""
    from experiments.arena.arena import played  # here and below: they load compiled code
    from experiments.arena.families import presets
    from experiments.recordings.explaining import make

    replay = played([presets()[name] for name in PLAYERS], generate(SIDE, SIDE, len(PLAYERS), SEED))
    game, thoughts = folder / "champion-v26.hlt", folder / "champion-v26.player1.explain.gz"
    write(replay, game)
    with contextlib.redirect_stdout(io.StringIO()):  # it prints the name of a temporary file
        make(game, 1, PLAYERS[0], thoughts)
    told = f"The {PLAYERS[0]} against {PLAYERS[1]}, {SIDE} x {SIDE} squares, seed {SEED}, {replay.turns} turns"
    return Front(page(game, thoughts), moment(explanations.read(thoughts)), told)


def moment(explained: explanations.Explained) -> str:
    """Return the address of the turn on which the search changed most moves, at the first square that it changed."""
    changes = [turn.search["changes"] if turn.search else [] for turn in explained.turns]
    early = changes[: max(1, int(EARLY * len(changes)))]
    turn = int(np.argmax([len(each) for each in early]))
    if not changes[turn]:
        return f"turn={turn}"
    y, x = divmod(int(changes[turn][0][0]), explained.width)
    return f"turn={turn}&x={x}&y={y}&layers=search"
