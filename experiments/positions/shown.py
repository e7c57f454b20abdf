"""Shown: a position in the viewer, with what a player thinks of it and a future in which it plays the right move."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from bot import Parameters, View
from bot.greedy.potential import never
from bot.knobs.cascade import on_frame
from bot.program.explanation_file import described, header, line
from bot.program.thinking import untimed
from engine import Replay, State, step, writing
from engine.replay import write
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.players import Player
from viewer import page

from .folder import ENDING
from .position import Position, PositionError

Moves = npt.NDArray[np.integer]

TURNS = 20  # turns that are played on, where the game lasts so long


def named(positions: Sequence[Position], name: str) -> Position:
    """Return the one position whose name holds these letters. Raises PositionError."""
    exact = [each for each in positions if each.name == name.removesuffix(ENDING)]
    meant = exact or [each for each in positions if name in each.name]
    if len(meant) != 1:
        some = ", ".join(each.name for each in (meant or positions)[:4])
        found = (
            f"{len(meant)} positions have {name!r} in their names" if meant else f"no position has {name!r} in its name"
        )
        raise PositionError(f"{found}; expected one, such as {some}")
    return meant[0]


def write_page(position: Position, who: Player, folder: Path) -> str:
    """Write NAME.html into the folder; returns its address, which shows the square that matters."""
    with TemporaryDirectory() as place:
        game, replay = Path(place) / f"{position.name}.hlt", future(position, who)
        write(replay, game)
        thoughts = _thoughts(position, who, replay, Path(place))
        target = folder / f"{position.name}.html"
        writing.write(target, page(replay=game, explanation=thoughts))
    (first, *_) = position.choices
    return f"{target.resolve().as_uri()}#turn=0&x={first.x}&y={first.y}&layers=moves"


def future(position: Position, who: Player) -> Replay:
    """Return the frame, everybody's moves with the right ones of the position, and some turns more, played by `who`."""
    seats = range(1, len(position.memories) + 1)
    state = position.state
    movers = [families.mover(who.parameters, state.height, state.width, memory) for memory in position.memories]
    frames, moves = [state], []
    turns = min(TURNS, turn_limit(state.width, state.height) - position.turn)
    for turn in range(turns):
        applied = np.zeros(state.owner.shape, np.uint8)
        for seat, mover in zip(seats, movers, strict=True):
            if (state.owner == seat).any():
                view = View(state.owner, state.strength, state.production, seat, position.turn + turn)
                applied = np.where(state.owner == seat, mover.moves(view), applied)
        if turn == 0:
            _put_right(position, applied)
        state = step(state, applied)
        frames.append(state)
        moves.append(applied.astype(np.int32))
    return _replay(frames, moves, [_seat_name(position, seat) for seat in seats])


def _put_right(position: Position, moves: Moves) -> None:
    """Put a right move onto each square that has some: the best by the evidence, or the first."""
    best = position.evidence[0].moves[0] if position.evidence else None
    for choice in position.choices:
        if choice.right:
            moves[choice.y, choice.x] = best if best in choice.right else choice.right[0]


def _replay(frames: Sequence[State], moves: Sequence[Moves], names: Sequence[str]) -> Replay:
    owner, strength = (np.stack([getattr(state, layer) for state in frames]) for layer in ("owner", "strength"))
    return Replay(owner, strength, frames[0].production, np.stack(moves), tuple(names))


def _seat_name(position: Position, seat: int) -> str:
    names = position.source.players
    return f"{names[seat - 1] if seat <= len(names) else seat}"


def _thoughts(position: Position, who: Player, played: Replay, folder: Path) -> Path | None:
    """Return an explanation file of the potential-field bot, up to its last frame alive; None for a school."""
    if not isinstance(who.parameters, Parameters):
        return None
    settled = on_frame(who.parameters, position.view, position.memory)
    thinker = untimed(settled, position.state.height, position.state.width, position.memory)
    lines = [line(header(position.view, settled, "replay"))]
    for turn, moves in enumerate(played.moves):
        view = View(played.owner[turn], played.strength[turn], played.production, position.player, position.turn + turn)
        if not (view.owner == view.me).any():
            break
        decision = thinker.decide(view, explain=True, out_of_time=never)
        assert decision.explanation is not None
        differs = (decision.explanation.order >= 0) & (decision.explanation.move != moves)
        described_turn = described(decision.explanation) | {"differs": np.flatnonzero(differs).tolist()}
        lines.append(line({"turn": turn, **described_turn}))
    path = folder / f"{position.name}.explain"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
