"""The opening: simulates it before the game with other parameters; the best of them play until contact.

Until an enemy comes near, what we do depends on us and the map alone, so a simulation by the rules shows what will
happen, unless an opponent disturbs it. Each candidate is a set of parameters for the greedy decision. With
opening_alone candidates meet no opponents, and are judged by their growth until about the turn at which the unchanged
parameters would bring contact. Such a candidate may also bend the field's prices around some places, so that it takes
other squares, in another order.

Without opening_alone all of them meet the same opponents, who play by our unchanged parameters, and are judged some
turns after that contact. From contact on these decide in the trial; in the game, these or a campaign's.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..greedy import luck
from ..greedy.potential import never
from ..ground.arrays import Bytes, Records
from ..ground.bends import Bend, factor
from ..ground.board import turns_left
from ..ground.compiled import compiled, uncounted
from ..ground.view import NEUTRAL, SEATS, View
from ..knobs.parameters import Parameters
from . import battle, forecast
from .candidates import FRESH, RANGES, drawn, perturbed
from .forecast import PRODUCTION, STRENGTH

MIRRORED_SEED = 0x0FF5E7
"""The luck of the opponents in a trial: they play by our parameters, but not with our luck."""

NEAR = 3
"""Steps to an enemy at which the opening is over: two squares lie between, which both may have emptied."""

LONGEST_TRIAL = 200
"""Turns of a trial at most; on the largest boards players meet after about 120."""

STRETCH = 10
"""Turns of a trial between two looks at the clock: some ten milliseconds on the largest boards."""

FIRST_FRESH = 8
"""Candidates drawn at random at the beginning."""

SHARE_PERTURBED, SHARE_ONLY_PERTURBED = 0.35, 0.25
"""Where prices may be bent: shares of the changes that perturb the parameters of the best, and that do only this."""

BENDS_AT_ONCE = (1, 1, 2, 3)
"""How many bends a candidate adds; one of these."""

RADII = (0.5, 1.0, 2.0, 4.0)
"""Radii of a bend, in steps; one of these."""

BENT, LEAST_BENT = 3, 6
"""Bends lie within a third of the board's height of our first square along each axis, or within six squares."""

NEVER = -1
"""Stands for the turn of contact while there was none."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate, and its result."""

    parameters: Parameters
    worth: float  # our share of what all players have at the end of the trial; alone: see Opening._grown
    contact: int  # the turn at which an enemy came near; alone: the expected one
    bends: tuple[Bend, ...] = ()


class Opening:
    """The search for one player's opening, in one game."""

    def __init__(self, parameters: Parameters, view: View):
        """Prepare the search; `view` is the map before the first turn."""
        board = view.owner.shape
        self.parameters, self.view = parameters, view
        self.scratch, self.table = kernels.scratch(*board), forecast.table(*board)
        self.limit = min(LONGEST_TRIAL, turns_left(view.height, view.width, 0))
        self.script = np.zeros((self.limit, *board), np.uint8)  # what every player does until two of them are near
        self.reference: Trial | None = None  # of the unchanged parameters
        self.best: Trial | None = None
        self.tried = 0
        self.yardstick = 0.0  # what the unchanged parameters have alone

    def search(self, out_of_time: Callable[[], bool] = never) -> None:
        """Find the parameters to open with, into `best`. A trial that the clock interrupts does not count."""
        dice = random.Random(luck.mixed(self.parameters.seed))
        self.reference = self.best = self._tried(self.parameters, out_of_time)
        if self.reference and self.parameters.opening_alone:
            self.reference = self.best = self._grown(self.parameters, (), out_of_time)
        while self.best and self.tried < self.parameters.opening_search:
            candidate, bends = self._candidate(self.best, dice)
            alone = self.parameters.opening_alone
            trial = self._grown(candidate, bends, out_of_time) if alone else self._tried(candidate, out_of_time)
            if trial is None:
                return
            self.tried += 1
            if trial.worth > self.best.worth:
                self.best = trial

    def _candidate(self, best: Trial, dice: random.Random) -> tuple[Parameters, tuple[Bend, ...]]:
        """Choose what to try next: parameters drawn at random, or a change of the best trial."""
        bends = self.parameters.opening_alone and self.parameters.opening_bend > 0
        if self.tried < FIRST_FRESH or (self.tried % FRESH == 0 and not bends):
            return drawn(self.parameters, dice), ()
        if not bends:
            return perturbed(best.parameters, dice), ()
        kind = dice.random()
        parameters = perturbed(best.parameters, dice) if kind < SHARE_PERTURBED else best.parameters
        return parameters, best.bends if kind < SHARE_ONLY_PERTURBED else (*best.bends, *self._bends(dice))

    def _bends(self, dice: random.Random) -> list[Bend]:
        """Draw some bends at random, not far from our first square."""
        y, x = (int(at[0]) for at in np.nonzero(self.view.owner == self.view.me))
        far, size = max(LEAST_BENT, self.view.height // BENT), self.parameters.opening_bend
        return [
            Bend(y + dice.randint(-far, far), x + dice.randint(-far, far), dice.choice(RADII), size * dice.gauss(0, 1))
            for _ in range(dice.choice(BENDS_AT_ONCE))
        ]

    def plan(self) -> Parameters:
        """Return the parameters to play by until contact."""
        return self.best.parameters if self.best else self.parameters

    @property
    def bends(self) -> tuple[Bend, ...]:
        """Where to bend prices until contact."""
        return self.best.bends if self.best else ()

    def report(self) -> dict[str, Any]:
        """Return what was found, for the explanation; see docs/11-explanations.md."""
        if not self.reference or not self.best:
            return {"tried": 0}
        values = {known.name: round(getattr(self.best.parameters, known.name), 4) for known in RANGES}
        return {
            "tried": self.tried, "numbers": values,
            "worth": round(self.best.worth, 4), "contact": self.best.contact,
            "usual_worth": round(self.reference.worth, 4), "usual_contact": self.reference.contact,
            **({"bends": len(self.best.bends)} if self.best.bends else {}),
        }  # fmt: skip

    def _tried(self, candidate: Parameters, out_of_time: Callable[[], bool]) -> Trial | None:
        """Play a trial against opponents; None when the clock runs out. The first one writes the others' moves down."""
        scripted, knobs = self.reference.contact if self.reference else 0, self._knobs(candidate)
        forecast.lay(self.view, self.table)
        end = min(scripted + self.parameters.opening_beyond, self.limit) if self.reference else self.limit
        turn, contact = 0, NEVER
        while turn < end:
            if out_of_time():
                return None
            until = min(turn + STRETCH, end)
            contact = play_out(
                self.view.me, (turn, until), scripted, contact, knobs, self.script, self.scratch, self.table
            )
            turn = until
            if not self.reference and contact != NEVER:
                end = min(contact + self.parameters.opening_beyond, self.limit)
        have = self._have()
        share = float(have[self.view.me - 1] / max(have.sum(), 1))
        return Trial(candidate, share, end if contact == NEVER else contact)

    def _grown(self, candidate: Parameters, bends: tuple[Bend, ...], out_of_time: Callable[[], bool]) -> Trial | None:
        """Play one trial alone on the map; None when the clock runs out.

        Its worth compares what it has with what the unchanged parameters have, which play first. Both are sums over
        many turns: on a single one, a player that has just spent its strength on captures looks poor.
        """
        me, expected = self.view.me, self.reference.contact if self.reference else self.limit
        forecast.lay(self.view, self.table)
        owner = self.table.grids.owner
        owner[owner != me] = NEUTRAL
        first = max(expected - self.parameters.opening_beyond, 0)
        end = min(expected + self.parameters.opening_beyond, self.limit)
        self.scratch.cells["bent"] = factor(bends, *owner.shape).ravel()
        knobs, turn, have = self._knobs(candidate), 0, 0.0
        while turn < end:
            if out_of_time():
                return None
            until = min(turn + STRETCH, first) if turn < first else turn + 1
            play_out(me, (turn, until), self.limit, NEVER, knobs, self.script, self.scratch, self.table)
            turn = until
            if turn > first:
                have += float(self._have()[me - 1])
        self.yardstick = self.yardstick or have
        return Trial(candidate, have / max(have + self.yardstick, 1), expected, bends)

    def _knobs(self, candidate: Parameters) -> Records:
        """Return how each player plays before contact, and after it, (2, SEATS)."""
        other = kernels.knobs(replace(self.parameters, seed=MIRRORED_SEED))
        knobs = np.array([[other] * SEATS] * 2, kernels.KNOBS)
        knobs[0, self.view.me], knobs[1, self.view.me] = kernels.knobs(candidate), kernels.knobs(self.parameters)
        return knobs

    def _have(self) -> npt.NDArray[np.float64]:
        """Return what each player has on the table, (players,): strength, and what opening_worth turns produce."""
        tally = np.zeros((SEATS, 3), np.int64)
        forecast.count(self.table.grids, tally)
        have: npt.NDArray[np.float64] = tally[1:, STRENGTH] + self.parameters.opening_worth * tally[1:, PRODUCTION]
        return have


@compiled
def play_out(
    me: int,
    span: tuple[int, int],
    scripted: int,
    contact: int,
    knobs: Records,
    script: Bytes,
    scratch: kernels.Scratch,
    table: forecast.Table,
) -> int:
    """Continue the trial on the table; return the turn of contact, or NEVER.

    span       the first turn to play, and the first not to play
    scripted   turns in the script, from which the others' moves are taken until contact; 0: write the script
    contact    as returned before
    knobs      (2, SEATS) how each player plays before contact, and after it
    """
    for now in range(span[0], span[1]):
        if contact == NEVER and is_near(me, table.grids.owner):
            contact = now
        if contact == NEVER and now < scripted:  # the script has the moves of all others
            copy(script[now], table.applied)
            deciding = 1 << me
        else:
            deciding = battle.living(table.grids.owner)
        for player in range(1, SEATS):
            if deciding >> player & 1:
                how = knobs[0 if contact == NEVER else 1, player]
                kernels.decide(table.grids, player, now, table.memories[player], how, scratch, table.moves)
                forecast.take_over(player, table)
        if scripted == 0:
            copy(table.applied, script[now])
        battle.step(table.grids, table.applied, table.planes)
    return contact


@compiled
def copy(source: Bytes, target: Bytes) -> None:
    """Copy one board's moves to another board of that size.

    Not `target[:] = source`: for that numba compiles the message of an error, longer than most kernels.
    """
    flat, copied = source.ravel(), target.ravel()
    for c in range(flat.size):
        copied[c] = flat[c]


@compiled
def is_near(me: int, owner: Bytes) -> bool:
    """Return whether an enemy is NEAR steps from a square of ours, or nearer."""
    height, width = owner.shape
    for y in range(height):
        for x in range(width):
            # The square of ours nearest to an enemy has a neighbour that is not ours: the first step of the way.
            if owner[y, x] == me and not _is_inside(y, x, me, owner) and _sees_enemy(y, x, me, owner):
                return True
    return False


@uncounted
def _is_inside(y: int, x: int, me: int, owner: Bytes) -> bool:
    """Return whether we own the four neighbours."""
    height, width = owner.shape
    if owner[_wrapped(y - 1, height), x] != me or owner[_wrapped(y + 1, height), x] != me:
        return False
    return bool(owner[y, _wrapped(x - 1, width)] == me and owner[y, _wrapped(x + 1, width)] == me)


@uncounted
def _sees_enemy(y: int, x: int, me: int, owner: Bytes) -> bool:
    height, width = owner.shape
    for down in range(-NEAR, NEAR + 1):
        row = _wrapped(y + down, height)
        for right in range(abs(down) - NEAR, NEAR + 1 - abs(down)):
            other = owner[row, _wrapped(x + right, width)]
            if other != NEUTRAL and other != me:
                return True
    return False


@uncounted
def _wrapped(at: int, size: int) -> int:
    """Return the coordinate on the torus, found without a division, which takes long."""
    while at < 0:
        at += size
    while at >= size:
        at -= size
    return at
