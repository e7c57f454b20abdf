"""What every option of every stack costs alone: the way, the production that is given up, the fight."""

from typing import Any

import numpy as np

from experiments.opponents.compiled import compiler

from .navigation import NEVER
from .position import Position

kernel = compiler(__file__)


def ready(position: Position, mood: Any, hold: float, settings: Any) -> Any:
    """Return (N,) our stacks that have gathered enough to walk: more beside empty squares and on unfriendly land."""
    empty = (position.owner == 0) & (position.strength == 0)
    needed = np.where(empty[position.near].any(axis=1), settings.battle, hold)
    if settings.friendliness:
        needed = needed + settings.caution * (mood < 0)
    return (
        (position.owner == position.me) & (position.strength > 0) & (position.strength >= needed * position.production)
    )


def miners(position: Position, ready: Any, goals: Any, only_idle: bool) -> Any:
    """Return (N,) stacks that may have an edge: ready or beside a target; `only_idle`: that the bot leaves standing."""
    is_goal = np.zeros(ready.size, np.bool_)
    is_goal[goals] = True
    beside = is_goal[position.near[:, 1:]].any(axis=1)
    may = (position.owner == position.me) & (position.strength > 0) & (ready | beside)
    return may & (position.advice == 0) if only_idle else may


def fighters(position: Position, ready: Any, reach: int) -> Any:
    """Return (N,) stacks that attack before anyone mines: ready, near, and led to enemies by the field."""
    return ready & (position.price <= 0) & (position.distance <= reach)


def options(
    position: Position, shape: tuple[int, int], mood: Any, attack: float, ready: Any, tasks: Any, settings: Any
) -> Any:
    """Return (N, 5) the cost of every option; NEVER for none."""
    cost = np.full((ready.size, 5), NEVER)
    bold = mood > attack if settings.friendliness else np.ones(ready.size, np.bool_)
    arriving = np.zeros(ready.size, np.int64)
    muster(position, tasks.target, arriving)
    fill(
        position,
        shape[0],
        shape[1],
        bold,
        ready,
        tasks.target,
        arriving,
        settings.guide,
        settings.urge,
        settings.strike,
        settings.given_up,
        settings.fear * np.maximum(-mood, 0) if settings.friendliness else np.zeros(ready.size),
        cost,
    )
    return cost


@kernel
def muster(position: Any, target: Any, arriving: Any) -> None:
    """Write the strength that stands beside every target with an edge to it, (N,)."""
    for c in range(target.size):
        if target[c] >= 0:
            for d in range(1, 5):
                if position.near[c, d] == target[c]:
                    arriving[target[c]] += position.strength[c]
                    break


@kernel
def steps_between(a: int, b: int, height: int, width: int) -> int:
    """Return steps on the torus."""
    rows, columns = abs(a // width - b // width), abs(a % width - b % width)
    return min(rows, height - rows) + min(columns, width - columns)


@kernel
def fill(
    position: Any, height: int, width: int, bold: Any, ready: Any, target: Any, arriving: Any, guide: bool, urge: float,
    strike: float, given_up: float, fear: Any, cost: Any,
) -> None:  # fmt: skip
    """Write an option's cost: its way, what leaving gives up, the share `fear` (N,) of the stack, the fight."""
    for c in range(target.size):
        if position.owner[c] != position.me or position.strength[c] == 0:
            continue
        cost[c, 0] = 0.0
        if target[c] < 0 and not ready[c] and (not guide or position.advice[c] == 0):
            continue
        for d in range(1, 5):
            n = position.near[c, d]
            mine = position.owner[n] == position.me
            empty = position.owner[n] == 0 and position.strength[n] == 0 and not position.closed[n]
            if n == target[c]:
                if arriving[n] > position.strength[n]:
                    cost[c, d] = -2 * urge * position.strength[c]
                continue
            led = guide and target[c] < 0 and position.advice[c] == d
            if not (mine or empty or led) or (position.danger[n] > 0 and not mine and not bold[n]):
                continue
            if target[c] >= 0:
                nearer = steps_between(c, target[c], height, width) - steps_between(n, target[c], height, width)
                way = float(nearer) if mine else -1.0
                if steps_between(c, target[c], height, width) == 1:
                    continue
            elif guide:
                way = 1.0 if led else -1.0
            else:
                way = _downhill(c, n, position)
            cost[c, d] = position.production[c] * given_up + position.strength[c] * (fear[n] - urge * way)
            if position.danger[n] > 0:
                cost[c, d] -= strike * _overkill(n, position.strength[c], position)


@kernel
def _downhill(c: int, n: int, position: Any) -> Any:
    """Return this step's share of the steepest way down the field, 1 = all of it; -1 for a step up."""
    drop = 0.0
    for d in range(1, 5):
        drop = max(drop, position.potential[c] - position.potential[position.near[c, d]])
    here = position.potential[c] - position.potential[n]
    if drop <= 0 or not np.isfinite(drop) or here < 0:
        return -1.0
    return here / drop


@kernel
def _overkill(n: int, force: int, position: Any) -> Any:
    """Return the enemy strength that a strike from square n destroys beyond its own."""
    done = 0.0
    for d in range(5):
        x = position.near[n, d]
        if position.enemy[x]:
            done += min(force, position.strength[x])
    return max(0.0, done - force)
