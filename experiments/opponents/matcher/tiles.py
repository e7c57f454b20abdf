"""The tile score: every tile is matched with the stacks that take it at the best rate, alone or together.

A tile is a neutral square that we could take. It pays its production until the horizon, and the land behind it pays
too; it costs its strength and the production that is lost on the way. Divided by the turns until it is ours, that is
a rate, in strength a turn.
"""

from typing import Any, NamedTuple

import numpy as np

from experiments.opponents.compiled import COUNTED, compiler

compiled = compiler(__file__)
counted = compiler(__file__, **COUNTED)

RADIUS = 4  # steps that the account's grids sum over, and from which tiles are scored
PLAIN = 2 * RADIUS * (RADIUS + 1) + 1  # squares within RADIUS steps
CROWD = PLAIN - 1  # those around a tile, without itself
NEVER = 1 << 30

SCALE = 4.0  # brings tile scores to the size of the others


class TilePlan(NamedTuple):
    """Which stack serves which tile, and when; N squares."""

    target: Any  # (N,) on a stack: the tile it is matched with; -1 for none
    steps: Any  # (N,) on such a stack: its steps to the tile
    due: Any  # (N,) on a tile: turns until it is ours, 1 = this turn; 0 where nothing is planned
    rate: Any  # (N,) on a tile: what the match is worth, in strength a turn


class Terms(NamedTuple):
    """The parameters that rates are computed with."""

    patience: int  # turns that a tile may be waited for
    reach: int  # steps from which stacks come together, up to RADIUS
    delay: float
    thrift: float
    choice: float  # weight of tiles that no match takes


class TileDesk(NamedTuple):
    """Scratch memory of `match`; N squares."""

    crew: Any  # (CROWD,) the stacks around a tile, nearest first
    steps: Any  # (CROWD,) their steps to it
    seen: Any  # (N,) the number of the search that saw a square last
    busy: Any  # (N,) the stack serves a tile already
    is_tile: Any  # (N,) a neutral square beside our land that may be taken
    clock: Any  # (1,) number of the last search


def plan(size: int) -> TilePlan:
    """Return an empty plan for `size` squares."""
    return TilePlan(np.full(size, -1), np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size))


def desk(size: int) -> TileDesk:
    """Return scratch memory for `size` squares."""
    return TileDesk(
        np.zeros(CROWD, np.int64), np.zeros(CROWD, np.int64), np.zeros(size, np.int64), np.zeros(size, np.bool_),
        np.zeros(size, np.bool_), np.zeros(1, np.int64),
    )  # fmt: skip


@counted
def match(land: Any, worth: Any, opens: Any, terms: Terms, desk: Any, plan: Any) -> None:
    """Match tiles with stacks, the best rate first; a stack serves one tile.

    Rates only fall while stacks are taken. So a rate that is computed again and is still the best is the best of all.

    Args:
        worth: (N,) what a tile pays until the horizon
        opens: (N,) tiles that may be taken
    """
    for c in range(land.owner.size):
        plan.target[c], plan.steps[c], plan.due[c], plan.rate[c] = -1, 0, 0, 0.0
        desk.busy[c] = desk.is_tile[c] = False
        if land.owner[c] == 0 and opens[c]:
            for d in range(1, 5):
                desk.is_tile[c] |= land.owner[land.near[c, d]] == land.me
    for c in range(land.owner.size):
        if desk.is_tile[c]:
            plan.rate[c], turn, ring = _offer(c, land, worth, terms, desk)
    while True:
        best = int(np.argmax(plan.rate * (plan.due == 0)))
        if plan.due[best] > 0 or plan.rate[best] <= 0:
            break
        rate, turn, ring = _offer(best, land, worth, terms, desk)
        if rate >= plan.rate[best]:
            plan.due[best] = turn
            _enlist(best, turn, ring, land, terms.reach, desk, plan)
        else:
            plan.rate[best] = rate


@compiled
def _offer(tile: int, land: Any, worth: Any, terms: Terms, desk: Any) -> tuple[float, int, int]:
    """Return the best offer of free stacks for a tile now: rate, turn and ring, all 0 when they cannot."""
    rate, turn, ring = schedule(tile, worth[tile], gather(tile, land, terms.reach, desk), terms, land, desk)
    return (rate, turn, ring) if turn <= terms.patience else (0.0, 0, 0)


@compiled
def gather(tile: int, land: Any, reach: int, desk: Any) -> int:
    """Find the free stacks within `reach` steps of a tile through our land; return how many."""
    desk.clock[0] += 1
    now = desk.clock[0]
    desk.seen[tile] = now
    here, step, at, end = tile, 0, 0, 0
    while True:
        if step < reach:
            for d in range(1, 5):
                n = land.near[here, d]
                if desk.seen[n] != now and land.owner[n] == land.me:
                    desk.seen[n], desk.crew[end], desk.steps[end] = now, n, step + 1
                    end += 1
        if at == end:
            break
        here, step = desk.crew[at], desk.steps[at]
        at += 1
    kept = 0
    for i in range(end):
        if not desk.busy[desk.crew[i]]:
            desk.crew[kept], desk.steps[kept] = desk.crew[i], desk.steps[i]
            kept += 1
    return kept


@compiled
def schedule(tile: int, worth: float, size: int, terms: Terms, land: Any, desk: Any) -> tuple[float, int, int]:
    """Return the best time for a crew to take a tile: its rate, the turn it falls, and the ring they come from.

    All arrive together. A stack d steps off leaves d turns before and gathers until then, so a farther ring brings its
    strength at once and loses production on its way. The rate is 0.0 when no time pays.

    Args:
        worth: what the tile pays until the horizon, without its cost
        size: stacks of desk.crew, nearest first
    """
    best, when, ring = 0.0, 0, 0
    force = growth = lost = 0
    i = 0
    while i < size:
        step = desk.steps[i]
        while i < size and desk.steps[i] == step:
            c = desk.crew[i]
            force += land.strength[c] - land.production[c] * step
            growth += land.production[c]
            lost += land.production[c] * step
            i += 1
        turn = _first_turn(tile, step, force, growth, land)
        rate = _rate(tile, worth, lost, turn, terms, land)
        if rate > best:
            best, when, ring = rate, turn, step
    return best, when, ring


@compiled
def _first_turn(tile: int, step: int, force: int, growth: int, land: Any) -> int:
    """Return the first turn on which force + growth * turn takes a tile that is `step` steps away; NEVER: none is."""
    missing = land.strength[tile] + 1 - force - growth * step
    if missing <= 0:
        return int(step)
    return int(step + (missing + growth - 1) // growth) if growth > 0 else NEVER


@compiled
def _rate(tile: int, worth: float, lost: int, turn: int, terms: Terms, land: Any) -> float:
    """Return what a tile pays for each turn until it is ours, and for the points spent on it."""
    cost = land.strength[tile] + lost
    return float((worth - cost) / (turn + terms.delay) * SCALE / (cost + 1) ** terms.thrift)


@compiled
def alone(c: int, steps: int, tile: int, worth: float, terms: Terms, land: Any) -> tuple[float, int]:
    """Return the rate at which one stack takes a tile alone, and the turn; 0.0 where it would wait too long."""
    lost = land.production[c] * steps
    turn = _first_turn(tile, steps, land.strength[c] - lost, land.production[c], land)
    if turn > terms.patience:
        return 0.0, turn
    return max(0.0, _rate(tile, worth, lost, turn, terms, land)), turn


@compiled
def _enlist(tile: int, turn: int, ring: int, land: Any, reach: int, desk: Any, plan: Any) -> None:
    """Give a tile its stacks: nearer rings as they are, of each the strongest first, until it is enough."""
    size = gather(tile, land, reach, desk)
    missing = land.strength[tile] + 1
    while missing > 0:
        first = -1
        for i in range(size):
            if desk.steps[i] > ring or desk.busy[desk.crew[i]]:
                continue
            if first < 0 or (
                desk.steps[i] == desk.steps[first] and _brings(i, turn, land, desk) > _brings(first, turn, land, desk)
            ):
                first = i
        if first < 0:
            return
        c = desk.crew[first]
        plan.target[c], plan.steps[c], desk.busy[c] = tile, desk.steps[first], True
        missing -= _brings(first, turn, land, desk)


@compiled
def _brings(i: int, turn: int, land: Any, desk: Any) -> Any:
    """Return the strength that a stack of the crew has when it arrives."""
    c = desk.crew[i]
    return min(255, land.strength[c] + land.production[c] * (turn - desk.steps[i]))


@counted
def score(land: Any, worth: Any, terms: Any, plan: Any, desk: Any, tile: Any) -> None:
    """Write the tile score, (N, 5): the best rate of a tile that a direction serves.

    A stack that must leave now to arrive in time has it on each shortest way to the tile; one that may wait, on STILL.
    Tiles are those that the stack is matched with, and those within RADIUS steps that no match takes, as if alone.
    """
    tile[:] = 0.0
    steps = np.zeros(land.owner.size, np.int64)
    desk.busy[:] = False
    for goal in range(land.owner.size):
        is_free = plan.due[goal] == 0 and desk.is_tile[goal] and terms.choice > 0
        if plan.due[goal] == 0 and not is_free:
            continue
        size = gather(goal, land, RADIUS, desk)
        for i in range(size):
            steps[desk.crew[i]] = desk.steps[i]
        steps[goal] = 0
        for i in range(size):
            c = desk.crew[i]
            if plan.target[c] == goal:
                _serve(c, plan.steps[c] < plan.due[goal], plan.rate[goal], steps, land, desk, tile)
            elif is_free:
                rate, turn = alone(c, steps[c], goal, worth[goal], terms, land)
                _serve(c, steps[c] < turn, terms.choice * rate, steps, land, desk, tile)


@compiled
def _serve(c: int, waits: bool, rate: float, steps: Any, land: Any, desk: Any, tile: Any) -> None:
    """Raise the scores of the directions by which a stack serves a tile, as gathered last, to this rate."""
    if waits:
        tile[c, 0] = max(tile[c, 0], rate)
        return
    for d in range(1, 5):
        n = land.near[c, d]
        if desk.seen[n] == desk.clock[0] and steps[n] == steps[c] - 1:
            tile[c, d] = max(tile[c, d], rate)


@counted
def sums(land: Any, horizon: float, density: Any, velocity: Any) -> None:
    """Write what the neutral land within RADIUS steps of every square pays, and how soon.

    Args:
        horizon: turns that a square's production counts
        density: (N,) sum of what squares pay beyond their own cost until the horizon
        velocity: (N,) the same sum with every square divided by its distance; our own stacks count with their strength
    """
    around, steps = np.zeros(PLAIN, np.int64), np.zeros(PLAIN, np.int64)
    seen = np.full(land.owner.size, -1, np.int64)
    for c in range(land.owner.size):
        density[c] = velocity[c] = 0.0
        around[0], steps[0], seen[c] = c, 0, c
        at, end = 0, 1
        while at < end:
            here, step = around[at], steps[at]
            at += 1
            if land.owner[here] == 0:
                pays = max(0.0, horizon * land.production[here] - land.strength[here])
                density[c] += pays
                velocity[c] += pays / max(step, 1)
            elif land.owner[here] == land.me:
                velocity[c] += land.strength[here] / max(step, 1)
            if step < RADIUS:
                for d in range(1, 5):
                    n = land.near[here, d]
                    if seen[n] != c:
                        seen[n], around[end], steps[end] = c, n, step + 1
                        end += 1


def fronts(land: Any, density: Any, velocity: Any, rich: float) -> Any:
    """Return (N,) whether a front is forecast: tiles beside our land beyond this multiple of the board's means."""
    beside = (land.owner[land.near[:, 1:]] == land.me).any(axis=1) & (land.owner == 0)
    return beside & (density > rich * density.mean()) & (velocity > rich * velocity.mean())
