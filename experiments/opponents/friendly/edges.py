"""Task assignment: every pair of a stack and a target is an edge; the edges are sorted and handed out in order."""

from typing import Any, NamedTuple

import numpy as np

from .position import Position, around

AROUND = 4  # steps of the region around a target, as in the account
LONGEST_WAIT = 30.0  # turns of waiting beyond which an edge is as bad as it gets


class Tasks(NamedTuple):
    """Who goes where; N squares."""

    target: Any  # (N,) on a stack: the target of its edge; -1 for none
    best: Any  # (N,) on a target: the score of its edge; nan for none


def ready(position: Position, hold: float) -> Any:
    """Return (N,) our stacks that have gathered enough to walk."""
    stacks = (position.owner == position.me) & (position.strength > 0)
    return stacks & (position.strength >= hold * position.production)


def miners(position: Position, ready: Any, goals: Any, reach: int) -> Any:
    """Return the stacks that may have an edge: those that the field leaves standing, ready or beside a target.

    Ready ones that the field leads to near enemies attack before anyone mines.
    """
    is_goal = np.zeros(ready.size, np.bool_)
    is_goal[goals] = True
    beside = is_goal[position.near[:, 1:]].any(axis=1)
    stacks = (position.owner == position.me) & (position.strength > 0) & (position.advice == 0)
    fighters = ready & (position.price <= 0) & (position.distance <= reach)
    return np.flatnonzero(stacks & (ready | beside) & ~fighters)


def targets(position: Position, shape: tuple[int, int], mood: Any, settings: Any) -> Any:
    """Return neutral squares beside ours that are friendly enough and no battlefield, where strength has to fight."""
    beside = (position.owner[position.near[:, 1:]] == position.me).any(axis=1)
    contested = (position.strength == 0) & position.enemy[position.near].any(axis=1)
    wanted = beside & (position.owner == 0) & ~position.closed & ~contested & (position.production > 0)
    if settings.friendliness:
        wanted &= mood > settings.should_mine
    if settings.calm:
        wanted &= around((position.enemy & (position.strength > 0)).reshape(shape), settings.calm) == 0
    return np.flatnonzero(wanted)


def profits(position: Position, shape: tuple[int, int], mood: Any, settings: Any) -> Any:
    """Return (N,) the profit of a target: production, richness of its region, friendliness."""
    neutral = position.owner == 0
    rate = neutral * position.production / np.maximum(position.strength, 1)
    region = around(rate.reshape(shape), AROUND) / np.maximum(around(neutral.reshape(shape), AROUND), 1)
    mean = max(float(rate.sum()) / max(int(neutral.sum()), 1), 1e-9)
    profit = position.production + settings.region * region / mean
    return profit + settings.warmth * mood if settings.friendliness else profit


def assign(position: Position, shape: tuple[int, int], stacks: Any, goals: Any, profit: Any, settings: Any) -> Tasks:
    """Hand out edges from squares `stacks` to squares `goals`, the best first; among equal scores the shortest."""
    tasks = Tasks(np.full(position.owner.size, -1), np.full(position.owner.size, np.nan))
    if not len(stacks) or not len(goals):
        return tasks
    steps = distances(stacks, goals, shape)
    is_worthy = position.potential[goals][None] <= settings.patience * position.price[stacks][:, None]
    one, two = np.nonzero((steps <= settings.reach) & is_worthy)
    stack, goal, step = stacks[one], goals[two], steps[one, two]
    need = np.maximum(position.strength[goal] + 1 - position.strength[stack], 0)
    waiting = np.minimum(need / np.maximum(position.production[stack], 0.1), LONGEST_WAIT)
    score = profit[goal] / (settings.walk * step + settings.wait * waiting)
    for i in np.lexsort((np.arange(len(score)), step, -score)).tolist():
        if tasks.target[stack[i]] < 0 and np.isnan(tasks.best[goal[i]]):
            tasks.target[stack[i]], tasks.best[goal[i]] = goal[i], score[i]
    return tasks


def distances(stacks: Any, goals: Any, shape: tuple[int, int]) -> Any:
    """Return (stacks, goals) steps on the torus."""
    height, width = shape
    rows = np.abs(stacks[:, None] // width - goals[None] // width)
    columns = np.abs(stacks[:, None] % width - goals[None] % width)
    return np.minimum(rows, height - rows) + np.minimum(columns, width - columns)
