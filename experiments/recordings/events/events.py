"""Events: the measures of a whole game, one number for each turn and player."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

import numpy as np
import numpy.typing as npt

from engine import Replay

from .borders import borders, touches
from .ejections import without_ejected
from .fights import Fights, Pieces, fights, pieces
from .orders import orders
from .planes import Array, Sums, by_owner, squares

Shares = npt.NDArray[np.float64]

BLOCK = 2**17  # squares times players looked at together


class EventsError(ValueError):
    """The frames of a replay do not follow from its moves."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The title and the unit of a column of numbers."""

    title: str
    unit: str


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Events:
    """A game of T frames: arrays (T - 1, players); entry t belongs to the turn from frame t to frame t + 1.

    Every turn and player balances, which `check` asserts:
    strength_before - ejected_strength + realised_production - cap_loss - neutral_damage - damage_taken = strength.
    """

    territory: Annotated[Sums, Measure("territory after the turn", "squares")]
    production: Annotated[Sums, Measure("production of the territory", "strength a turn")]
    strength: Annotated[Sums, Measure("strength after the turn", "strength")]
    strength_before: Annotated[Sums, Measure("strength before the turn", "strength")]
    ejected_strength: Annotated[Sums, Measure("strength left behind by ejection", "strength")]
    realised_production: Annotated[Sums, Measure("realised production", "strength")]
    cap_loss: Annotated[Sums, Measure("cap loss", "strength")]
    cap_loss_by_merge: Annotated[Sums, Measure("cap loss by merging", "strength")]
    cap_loss_by_production: Annotated[Sums, Measure("cap loss by producing", "strength")]
    neutral_damage: Annotated[Sums, Measure("lost to neutral squares", "strength")]
    damage_taken: Annotated[Sums, Measure("lost to enemies", "strength")]
    damage_dealt: Annotated[Shares, Measure("destroyed of enemies", "strength")]
    overkill: Annotated[Shares, Measure("overkill dealt", "strength")]
    overkill_suffered: Annotated[Shares, Measure("overkill suffered", "strength")]
    self_inflicted_overkill: Annotated[Shares, Measure("overkill walked into", "strength")]
    captures_of_neutral: Annotated[Sums, Measure("neutral squares captured", "squares")]
    captures_of_empty: Annotated[Sums, Measure("empty squares taken", "squares")]
    captures_of_enemy: Annotated[Sums, Measure("enemy squares captured", "squares")]
    squares_lost: Annotated[Sums, Measure("squares lost", "squares")]
    failed_captures: Annotated[Sums, Measure("captures that failed", "pieces")]
    wall_openings: Annotated[Sums, Measure("walls opened", "squares")]
    pieces: Annotated[Sums, Measure("squares with strength", "squares")]
    still: Annotated[Sums, Measure("squares with strength that stood still", "squares")]
    moves_of_nothing: Annotated[Sums, Measure("moves of strength 0", "moves")]
    flip_flops: Annotated[Sums, Measure("moves straight back", "moves")]
    first_contact: Sums  # (players, players) turn of first touch, 1 = the first turn; 0 = never

    @classmethod
    def of(cls, replay: Replay) -> "Events":
        """Return the events of a game. Raises EventsError when its frames do not follow from its moves."""
        owner = without_ejected(replay)
        given = orders(owner, replay.strength[:-1], replay.production, replay.moves, len(replay.player_names))
        numbers: dict[str, Any] = _boards(replay, owner) | given | _turns(replay, owner)
        numbers["cap_loss"] = numbers["cap_loss_by_merge"] + numbers["cap_loss_by_production"]
        events = cls(**numbers)
        events.check()
        return events

    def measures(self) -> dict[str, Array]:
        """Return every measure by name: arrays (T - 1, players)."""
        return {name: getattr(self, name) for name in MEASURES}

    def check(self) -> None:
        """Raise EventsError on the first turn whose strength does not balance."""
        gains = self.strength_before - self.ejected_strength + self.realised_production
        expected = gains - self.cap_loss - self.neutral_damage - self.damage_taken
        wrong = np.argwhere(expected != self.strength)
        if len(wrong):
            turn, seat = wrong[0].tolist()
            raise EventsError(
                f"turn {turn + 1}: player {seat + 1} should have {expected[turn, seat]} strength left, but the next "
                f"frame holds {self.strength[turn, seat]}; was the replay edited? `python -m engine.verify` "
                f"names the first square"
            )


# All measures by name, with their titles and units; docs/lab/replays.md explains each.
MEASURES: dict[str, Measure] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(Events, include_extras=True).items()
    if hasattr(hint, "__metadata__")
}


def _boards(replay: Replay, owner: Array) -> dict[str, Array]:
    """Return the measures that follow from single frames and the ejections on them."""
    players = len(replay.player_names)
    before, after = replay.owner[:-1], replay.owner[1:]
    production = np.broadcast_to(replay.production, after.shape)
    held = by_owner(replay.strength[:-1], before, players)
    return {
        "territory": by_owner(after > 0, after, players),
        "production": by_owner(production, after, players),
        "strength": by_owner(replay.strength[1:], after, players),
        "strength_before": held,
        "ejected_strength": held - by_owner(replay.strength[:-1], owner, players),
    }


def _turns(replay: Replay, owner: Array) -> dict[str, Array]:
    """Return the measures that need every piece of a turn; a block of turns at a time."""
    players = len(replay.player_names)
    contact = np.zeros((players, players), dtype=np.int64)
    parts = []
    for block in _blocks(replay):
        moved = pieces(owner[block], replay.strength[block], replay.production, replay.moves[block], players)
        for (one, other), turn in touches(moved).items():
            if not contact[one, other]:
                contact[one, other] = contact[other, one] = block.start + turn + 1
        ends = slice(block.start + 1, block.stop + 1)
        now, then = (owner[block], replay.strength[block]), (replay.owner[ends], replay.strength[ends])
        parts.append(borders(*now, *then, moved) | _losses(moved, fights(moved)))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} | {"first_contact": contact}


def _blocks(replay: Replay) -> Iterator[slice]:
    # At least one block, even an empty one, so that a game without turns has arrays of the right shape.
    turns = max(1, BLOCK // (replay.production.size * len(replay.player_names)))
    for start in range(0, max(replay.turns, 1), turns):
        yield slice(start, min(start + turns, replay.turns))


def _losses(moved: Pieces, fought: Fights) -> dict[str, Array]:
    return {
        "cap_loss_by_merge": squares(moved.merge_loss),
        "neutral_damage": squares(fought.to_garrison),
        "damage_taken": squares(fought.to_enemies),
        "damage_dealt": squares(fought.destroyed),
        "overkill": squares(fought.overkill),
        "overkill_suffered": squares(fought.suffered),
        "self_inflicted_overkill": squares(fought.self_inflicted),
    }
