"""A position in the viewer: the frame, the right move, and some turns after it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bot import View
from engine import Replay, step, writing
from engine.replay import write
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.players import Player
from viewer import page

from .position import DIRECTIONS, Position

TURNS = 20  # turns that are played on, where the game lasts so long


def write_page(position: Position, who: Player, folder: Path) -> None:
    """Write NAME.html into the folder."""
    with TemporaryDirectory() as place:
        game = Path(place) / f"{position.name}.hlt"
        write(future(position, who), game)
        writing.write(folder / f"{position.name}.html", page(replay=game))


def address(position: Position) -> str:
    """Return the address of its page in the page's folder, which shows the square that matters."""
    return f"{position.name}.html#turn=0&x={position.square[0].x}&y={position.square[0].y}"


def future(position: Position, who: Player) -> Replay:
    """Return the frame and the turns after it: the right moves on its squares, all others and then all by `who`."""
    state, played = position.state, []
    frames, seats = [state], range(1, len(position.memories) + 1)
    movers = [families.mover(who.parameters, state.height, state.width, memory) for memory in position.memories]
    for turn in range(min(TURNS, turn_limit(state.width, state.height) - position.turn)):
        moves = np.zeros(state.owner.shape, np.uint8)
        for seat, mover in zip(seats, movers, strict=True):
            if (state.owner == seat).any():
                view = View(state.owner, state.strength, state.production, seat, position.turn + turn)
                moves = np.where(state.owner == seat, mover.moves(view), moves)
        for square in position.square if turn == 0 else ():
            if square.right:
                moves[square.y, square.x] = DIRECTIONS.index(square.right[0])
        state = step(state, moves)
        frames.append(state)
        played.append(moves.astype(np.int32))
    owner, strength = (np.stack([getattr(frame, layer) for frame in frames]) for layer in ("owner", "strength"))
    names = position.source.players
    names = names if len(names) == len(seats) else tuple(map(str, seats))
    return Replay(owner, strength, state.production, np.stack(played), names)
