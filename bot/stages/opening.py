"""The opening: before the game, plays it on to contact with other numbers, and keeps the best until contact.

Until an enemy comes near, what we do depends on us and the map alone, so a simulation by the rules shows what will
happen, unless an opponent disturbs it. Each candidate is a set of numbers for the greedy decision. With opening_alone
candidates meet no opponents, and are judged by their growth until about the turn at which the usual numbers would bring
contact. Such a candidate may also bend the field's prices around some places, so that it takes other squares, in
another order.

Without opening_alone all of them meet the same opponents, who play as we usually do, and are judged some turns after
that contact. From contact on our usual numbers decide in the trial; in the game, these or a campaign's.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

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
from .forecast import PRODUCTION, STRENGTH

MIRRORED_SEED = 0x0FF5E7
"""The luck of the opponents in a trial: as we usually play, but not our own luck."""

NEAR = 3
"""Steps to an enemy at which the opening is over: two squares lie between, which both may have emptied."""

LONGEST = 200
"""Turns of a trial at most; on the largest boards players meet after about 120."""

STRETCH = 10
"""Turns of a trial between two looks at the clock: some ten milliseconds on the largest boards."""

FIRST_FRESH = 8
"""Candidates drawn at random at the beginning."""

FRESH = 3
"""After that one in this many is drawn at random; the others change the best so far."""

SHARE_CHANGED = 0.5
"""How often each number of the best is changed."""

SPREAD = 0.15
"""How far a change of the best goes: one standard deviation, as a share of the range."""

STEP_TIED = 0.7
"""How far a fresh potential_degradation_step follows alpha, since both scale with what the field counts in."""

SHARE_RENUMBERED, SHARE_STRAIGHT = 0.35, 0.25
"""Where prices may be bent: how often a change of the best changes its numbers, and how often nothing else."""

BENDS_AT_ONCE = (1, 1, 2, 3)
"""How many bends such a change adds; one of these."""

RADII = (0.5, 1.0, 2.0, 4.0)
"""Radii of a bend, in steps; one of these."""

BENT, LEAST_BENT = 3, 6
"""Bends lie within a third of the board's height of our first square along each axis, or within six squares."""

LEAST = 1e-9
"""Replaces 0 where numbers grow by factors."""

NEVER = -1
"""The turn of a contact that there was not."""


class Range(NamedTuple):
    """Where a candidate's number lies."""

    name: str
    low: float
    high: float
    grows: bool  # by factors: half of the draws lie below the geometric mean


ALPHA, STEP = "alpha", "potential_degradation_step"

RANGES = (
    Range(ALPHA, 0.04, 0.5, grows=True),
    Range(STEP, 0.04, 1.5, grows=True),
    Range("hold_until", 3.0, 8.0, grows=False),
    Range("int_max", 0.3, 0.8, grows=False),
    Range("route_cost", 0.002, 0.05, grows=True),
    Range("capture_hold", 0.0, 4.0, grows=False),
)
"""What candidates differ in, and how far."""


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
        """`view` is the map, before the first turn."""
        board = view.owner.shape
        self.parameters, self.view = parameters, view
        self.scratch, self.table = kernels.scratch(*board), forecast.table(*board)
        self.limit = min(LONGEST, turns_left(view.height, view.width, 0))
        self.script = np.zeros((self.limit, *board), np.uint8)  # what every player does until two of them are near
        self.usual: Trial | None = None  # with our usual numbers
        self.best: Trial | None = None
        self.tried = 0
        self.yardstick = 0.0  # what the usual numbers have alone

    def search(self, out_of_time: Callable[[], bool] = never) -> None:
        """Find the numbers to open with, into `best`. A trial that the clock interrupts does not count."""
        dice = random.Random(luck.mixed(self.parameters.seed))
        self.usual = self.best = self._tried(self.parameters, out_of_time)
        if self.usual and self.parameters.opening_alone:
            self.usual = self.best = self._grown(self.parameters, (), out_of_time)
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
        """What to try next: drawn at random, or a change of the best."""
        bends = self.parameters.opening_alone and self.parameters.opening_bend > 0
        if self.tried < FIRST_FRESH or (self.tried % FRESH == 0 and not bends):
            return drawn(self.parameters, dice), ()
        if not bends:
            return changed(best.parameters, dice), ()
        kind = dice.random()
        numbers = changed(best.parameters, dice) if kind < SHARE_RENUMBERED else best.parameters
        return numbers, best.bends if kind < SHARE_STRAIGHT else (*best.bends, *self._bends(dice))

    def _bends(self, dice: random.Random) -> list[Bend]:
        """Some bends not far from where we begin."""
        y, x = (int(at[0]) for at in np.nonzero(self.view.owner == self.view.me))
        far, size = max(LEAST_BENT, self.view.height // BENT), self.parameters.opening_bend
        return [
            Bend(y + dice.randint(-far, far), x + dice.randint(-far, far), dice.choice(RADII), size * dice.gauss(0, 1))
            for _ in range(dice.choice(BENDS_AT_ONCE))
        ]

    def plan(self) -> Parameters:
        """How to play until contact."""
        return self.best.parameters if self.best else self.parameters

    @property
    def bends(self) -> tuple[Bend, ...]:
        """Where to bend prices until contact."""
        return self.best.bends if self.best else ()

    def report(self) -> dict[str, Any]:
        """What was found, for the explanation; see docs/11-explanations.md."""
        if not self.usual or not self.best:
            return {"tried": 0}
        numbers = {known.name: round(getattr(self.best.parameters, known.name), 4) for known in RANGES}
        return {
            "tried": self.tried, "numbers": numbers,
            "worth": round(self.best.worth, 4), "contact": self.best.contact,
            "usual_worth": round(self.usual.worth, 4), "usual_contact": self.usual.contact,
            **({"bends": len(self.best.bends)} if self.best.bends else {}),
        }  # fmt: skip

    def _tried(self, candidate: Parameters, out_of_time: Callable[[], bool]) -> Trial | None:
        """Play the candidate out; None when the clock runs out. The first trial writes the others' moves down."""
        scripted, knobs = self.usual.contact if self.usual else 0, self._knobs(candidate)
        forecast.lay(self.view, self.table)
        end = min(scripted + self.parameters.opening_beyond, self.limit) if self.usual else self.limit
        turn, contact = 0, NEVER
        while turn < end:
            if out_of_time():
                return None
            until = min(turn + STRETCH, end)
            contact = play_out(
                self.view.me, (turn, until), scripted, contact, knobs, self.script, self.scratch, self.table
            )
            turn = until
            if not self.usual and contact != NEVER:
                end = min(contact + self.parameters.opening_beyond, self.limit)
        have = self._have()
        share = float(have[self.view.me - 1] / max(have.sum(), 1))
        return Trial(candidate, share, end if contact == NEVER else contact)

    def _grown(self, candidate: Parameters, bends: tuple[Bend, ...], out_of_time: Callable[[], bool]) -> Trial | None:
        """Play the candidate out alone; None when the clock runs out.

        Its worth is the share that it has of its own and of what the usual numbers have, which play first. Both are
        means over many turns: on a single one, whoever has just spent its strength on captures looks poor.
        """
        me, expected = self.view.me, self.usual.contact if self.usual else self.limit
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
        """(2, SEATS) how each player plays before contact, and after it."""
        other = kernels.knobs(replace(self.parameters, seed=MIRRORED_SEED))
        knobs = np.array([[other] * SEATS] * 2, kernels.KNOBS)
        knobs[0, self.view.me], knobs[1, self.view.me] = kernels.knobs(candidate), kernels.knobs(self.parameters)
        return knobs

    def _have(self) -> npt.NDArray[np.float64]:
        """What each player has on the table, (players,): strength, and what opening_worth turns produce."""
        tally = np.zeros((SEATS, 3), np.int64)
        forecast.count(self.table.grids, tally)
        have: npt.NDArray[np.float64] = tally[1:, STRENGTH] + self.parameters.opening_worth * tally[1:, PRODUCTION]
        return have


def drawn(usual: Parameters, dice: random.Random) -> Parameters:
    """A candidate drawn at random."""
    shares = {known.name: dice.random() for known in RANGES}
    shares[STEP] = STEP_TIED * shares[ALPHA] + (1 - STEP_TIED) * shares[STEP]
    values: dict[str, Any] = {known.name: _within(known, shares[known.name]) for known in RANGES}
    return replace(usual, **values)


def changed(best: Parameters, dice: random.Random) -> Parameters:
    """A candidate near the best one."""
    values: dict[str, Any] = {}
    for known in RANGES:
        is_changed, by = dice.random() < SHARE_CHANGED, SPREAD * dice.gauss(0, 1)
        if is_changed:
            values[known.name] = _within(known, _share(known, getattr(best, known.name)) + by)
    return replace(best, **values)


def _within(known: Range, share: float) -> float:
    """The number at this share of the range."""
    share = min(max(share, 0.0), 1.0)
    if known.grows:
        return known.low * math.exp(share * math.log(known.high / known.low))
    return known.low + share * (known.high - known.low)


def _share(known: Range, value: float) -> float:
    """Where in the range a number lies; the inverse of _within."""
    if known.grows:
        return math.log(max(value, LEAST) / known.low) / math.log(known.high / known.low)
    return (value - known.low) / (known.high - known.low)


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
    scripted   turns whose moves stand in the script, where the others' hold until contact; 0: write the script
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
                numbers = knobs[0 if contact == NEVER else 1, player]
                kernels.decide(table.grids, player, now, table.memories[player], numbers, scratch, table.moves)
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
    """Whether an enemy is NEAR steps from a square of ours, or nearer."""
    height, width = owner.shape
    for y in range(height):
        for x in range(width):
            # The square of ours nearest to an enemy has a neighbour that is not ours: the first step of the way.
            if owner[y, x] == me and not _is_inside(y, x, me, owner) and _sees_enemy(y, x, me, owner):
                return True
    return False


@uncounted
def _is_inside(y: int, x: int, me: int, owner: Bytes) -> bool:
    """Whether we own the four neighbours."""
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
    """The coordinate on the torus, found without a division, which takes long."""
    while at < 0:
        at += size
    while at >= size:
        at -= size
    return at
