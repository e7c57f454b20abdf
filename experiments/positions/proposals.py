"""Proposals: decisions of a recorded game that are worth a look, by three filters.

disputed   players of this laboratory would move a piece at the front in different ways
unusual    a player moves a piece differently from what most did in such a place (the combat database)
costly     within three turns our strength around a piece, less the enemy's, fell most
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine import Replay
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.players import Player
from experiments.recordings import frames
from experiments.recordings.combat import DIRECTIONS, Combat, contacts
from experiments.recordings.combat.places import WITHIN, balance

LAST_TURNS = 12  # turns before the end in which land counts for more than strength
REACH = 3  # steps to an enemy's square within which a piece stands at the front
SEEN = 20  # squares that must have been seen in such a place before the combat database has an opinion
AGREED = 0.6  # the share of them that must have gone one way
Moves = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A square on a frame, and why it is worth a look."""

    turn: int
    player: int
    square: int  # y * W + x
    why: str
    weight: float  # strength at stake, by which proposals are ordered


def answers(replay: Replay, seat: int, who: Player) -> Moves:
    """Return the moves that a player of this process chooses on every frame of the recording, (turns, H, W)."""
    mover = families.mover(who.parameters, *replay.production.shape)
    answered = np.zeros(replay.moves.shape, np.uint8)
    for turn in range(replay.turns):
        view = frames.view(replay, turn, seat)
        if (view.owner == seat).any():
            answered[turn] = mover.moves(view)
    return answered


def disputed(replay: Replay, seat: int, answers: Mapping[str, Moves]) -> list[Proposal]:
    """Return pieces at the front that these players would move in different ways, the strongest first."""
    names, moves = list(answers), np.stack(list(answers.values()))
    differs = (moves != moves[0]).any(axis=0) & _front(replay, seat)
    proposals = []
    for turn, y, x in np.argwhere(differs).tolist():
        said = ", ".join(f"{name} {DIRECTIONS[moves[number, turn, y, x]]}" for number, name in enumerate(names))
        proposals.append(_proposal(replay, turn, seat, y, x, f"disputed: {said}"))
    return _ordered(proposals)


def unusual(replay: Replay, seat: int, combat: Combat, name: str, moves: Moves) -> list[Proposal]:
    """Return pieces in contact that a player moves differently from what most did in such a place, strongest first."""
    agreements = _agreements(combat)
    proposals = []
    for contact in contacts(replay, seat, moves):
        most = agreements.get(contact.pattern)
        if most is not None and contact.direction != most[0]:
            why = f"unusual: {most[1]:.0%} of {most[2]} squares in such a place moved differently from {name}"
            proposals.append(_proposal(replay, contact.turn, seat, contact.y, contact.x, why))
    return _ordered(proposals)


def costly(replay: Replay, seat: int) -> list[Proposal]:
    """Return pieces around which our strength, less the enemy's, is lower three turns later, the worst first."""
    around = balance(replay, seat)
    lost = around[:-WITHIN] - around[WITHIN:]
    is_asked = _front(replay, seat) & _in_the_game(replay, seat)[:-1, None, None]
    worst = np.where(is_asked[: len(lost)], lost, 0)
    proposals = []
    for turn in range(len(worst)):
        y, x = divmod(int(worst[turn].argmax()), replay.production.shape[1])
        if worst[turn, y, x] > 0:
            why = f"costly: within {WITHIN} turns the balance of strength around fell by {worst[turn, y, x]:.0f}"
            square = y * replay.production.shape[1] + x
            proposals.append(Proposal(turn, seat, square, why, float(worst[turn, y, x])))
    return _ordered(proposals)


def _proposal(replay: Replay, turn: int, seat: int, y: int, x: int, why: str) -> Proposal:
    weight = float(replay.strength[turn, y, x])
    return Proposal(turn, seat, y * replay.production.shape[1] + x, why, weight)


def _ordered(proposals: Sequence[Proposal]) -> list[Proposal]:
    return sorted(proposals, key=lambda each: (-each.weight, each.turn, each.square))


def _front(replay: Replay, seat: int) -> npt.NDArray[np.bool_]:
    """(turns, H, W) pieces of the player near an enemy; in the last turns those near any land of others."""
    owner, strength = replay.owner[:-1], replay.strength[:-1]
    near = (owner > 0) & (owner != seat)
    late = max(0, turn_limit(*replay.production.shape[::-1]) - LAST_TURNS)
    near[late:] = owner[late:] != seat
    for _ in range(REACH):
        near = near | np.logical_or.reduce([np.roll(near, step, axis) for axis in (1, 2) for step in (-1, 1)])
    pieces: npt.NDArray[np.bool_] = (owner == seat) & (strength > 0) & near
    return pieces


def _in_the_game(replay: Replay, seat: int) -> npt.NDArray[np.bool_]:
    """(T,) frames on which the player holds at least half of an equal share of the strength: what is lost is lost."""
    of_all, ours = (
        np.where(mask, replay.strength, 0).sum(axis=(1, 2)) for mask in (replay.owner > 0, replay.owner == seat)
    )
    living: npt.NDArray[np.bool_] = 2 * len(replay.player_names) * ours >= of_all
    return living


def _agreements(combat: Combat) -> Mapping[str, tuple[int, float, int]]:
    """Folded pattern to the direction that most squares went, their share, and how many were seen."""
    summed = combat.table.groupby("pattern")[list(DIRECTIONS)].sum()
    rows = zip(map(str, summed.index), summed.to_numpy(), strict=True)
    return {pattern: agreed for pattern, counts in rows if (agreed := _agreed(counts))}


def _agreed(counts: npt.NDArray[np.int64]) -> tuple[int, float, int] | None:
    seen, most = int(counts.sum()), int(counts.argmax())
    share = float(counts[most] / max(1, seen))
    return (most, share, seen) if seen >= SEEN and share >= AGREED else None
