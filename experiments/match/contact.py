"""Contact: who gains in the turns after two players meet, measured on the same frames for every player.

The turns after two players meet often decide a duel. So these games begin on the frame where two players first stand
close to each other, and end some turns later. Then both sides' production and strength are compared.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log

import numpy as np
import numpy.typing as npt

from bot import Memory
from bot.stages.opening import is_near
from engine import Replay, State
from experiments.arena.arena import Arena
from experiments.arena.players import Player, PlayerError
from experiments.arena.schedule import Map
from experiments.laboratory.progress import Progress
from experiments.stats import interval
from experiments.stats.text_table import text_table
from experiments.stats.words import percent, signed

PRODUCTION = 12
"""Turns of production counted in a side's worth, besides its strength; the opening search counts as many."""

SHARPNESS = 15
"""How fast a lead becomes a point: a lead of a tenth counts 0.81."""

SEATS = 2

FEWEST_CONTACTS = 2
"""Contacts that an interval needs."""


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Contact:
    """A frame on which two players first stand close to each other."""

    state: State
    turn: int  # turns played before


def contacts(maps: Iterable[Map], players: Sequence[Player]) -> Iterator[Contact]:
    """Yield the first contact of these two players on each map; maps on which they never meet are left out."""
    for each in maps:
        state = each.state()
        replay = _arena(*state.owner.shape).play([who.parameters for who in players], state, record=True).replay
        assert replay is not None  # it was asked for
        met = next((turn for turn, owner in enumerate(replay.owner) if is_near(1, owner)), None)
        if met is not None:
            yield Contact(replay.state(met), met)


def points(player: Player, opponent: Player, contact: Contact, turns: int) -> float:
    """Return the score of `player` in the `turns` turns after the contact: 0..1, the mean of both seats."""
    scores = []
    for seat in range(SEATS):
        seated = [opponent, opponent]
        seated[seat] = player
        replay = _arena(*contact.state.owner.shape).play(
            [who.parameters for who in seated], contact.state, record=True, turn=contact.turn, most=turns,
            memories=[Memory(starting_players=SEATS)] * SEATS,
        ).replay  # fmt: skip
        assert replay is not None  # it was asked for
        worth = _worth(replay)
        scores.append(point(log(worth[seat] + 1) - log(worth[1 - seat] + 1)))
    return float(np.mean(scores))


def scores(
    players: Sequence[Player], opponent: Player, maps: Iterable[Map], turns: int, progress: Progress
) -> npt.NDArray[np.float64]:
    """Return the points of each player on each contact of the first one with the opponent: (players, contacts)."""
    columns = []
    for met in contacts(maps, (players[0], opponent)):
        columns.append([points(player, opponent, met, turns) for player in players])
        progress.advance(games=SEATS * len(players))
    if len(columns) < FEWEST_CONTACTS:
        raise PlayerError(
            f"{opponent.notation} was met on {len(columns)} of the maps; expected {FEWEST_CONTACTS} or more, "
            "so raise --maps"
        )
    return np.array(columns).T


def point(lead: float) -> float:
    """Return points for a lead, the logarithm of our worth over theirs: near 0.5 for a small lead, 1 for a rout."""
    return 1 / (1 + exp(-SHARPNESS * lead))


def _worth(replay: Replay) -> list[float]:
    """Return the worth of both sides in the last frame."""
    owner = replay.owner[-1]
    worth = PRODUCTION * replay.production.astype(np.int64) + replay.strength[-1]
    return [float(worth[owner == player].sum()) for player in range(1, SEATS + 1)]


@cache
def _arena(height: int, width: int) -> Arena:
    return Arena(height, width)


def report(players: Sequence[Player], opponent: Player, scores: npt.NDArray[np.float64], turns: int) -> str:
    """Return the players' scores, and how much each gains over the first one on the same frames.

    scores   (players, contacts)
    """
    rows = []
    for player, row in zip(players, scores, strict=True):
        gain = interval.of_gain(row - scores[0]).mapped(lambda share: 100 * share)
        gained = "" if player is players[0] else signed(gain)
        rows.append([player.notation, percent(interval.of_shares(row)), gained])
    header = ["player", "points", f"points over {players[0].notation}"]
    return (
        f"{scores.shape[1]} contacts, both seats, {turns} turns, against {opponent.notation}; 95 % intervals\n\n"
        + text_table(header, rows)
    )
