"""Friendliness, and tasks: every pair of a stack and a target is an edge; the edges are handed out in order of score.

The bot's potential field, which leads to the nearest front, tells what a target has to be worth.
"""

from typing import Any, NamedTuple

import numpy as np

from bot import View
from experiments.opponents.land import Land

SIGHT = 5  # steps in every direction that friendliness sums over
AROUND = 4  # steps of the region around a target, as in the account
LONGEST_WAIT = 30.0  # turns of waiting beyond which an edge is as bad as it gets


def friendliness(view: View, fading: float) -> Any:
    """Return (N,) our strength around a square less theirs, in full stacks; one d steps off counts fading ** d."""
    sign = np.where(view.owner == view.me, 1.0, -1.0) * (view.owner != 0)
    return around(sign * view.strength / 255, SIGHT, fading)


def around(grid: Any, reach: int, fading: float = 1.0) -> Any:
    """Return (N,) the sum over `reach` steps in every direction, along rows and columns, fading with each step."""
    for axis in (0, 1):
        steps = min(reach, (grid.shape[axis] - 1) // 2)  # on a small torus no square counts twice
        lines = [fading ** abs(step) * np.roll(grid, step, axis) for step in range(-steps, steps + 1)]
        grid = np.sum(lines, axis=0)
    return grid.ravel()


class Tasks(NamedTuple):
    """Who goes where; N squares."""

    target: Any  # (N,) on a stack: the target of its edge; -1 for none
    best: Any  # (N,) on a target: the score of its edge; nan for none


def ready(land: Land, hold: float) -> Any:
    """Return (N,) our stacks that have gathered enough to walk."""
    stacks = (land.owner == land.me) & (land.strength > 0)
    return stacks & (land.strength >= hold * land.production)


def miners(land: Land, ready: Any, goals: Any, reach: int) -> Any:
    """Return the stacks that may have an edge: those that the field leaves standing, ready or beside a target.

    Ready ones that the field leads to near enemies attack before anyone mines.
    """
    is_goal = np.zeros(ready.size, np.bool_)
    is_goal[goals] = True
    beside = is_goal[land.near[:, 1:]].any(axis=1)
    stacks = (land.owner == land.me) & (land.strength > 0) & (land.advice == 0)
    fighters = ready & (land.price <= 0) & (land.distance <= reach)
    return np.flatnonzero(stacks & (ready | beside) & ~fighters)


def targets(land: Land, shape: tuple[int, int], mood: Any, settings: Any) -> Any:
    """Return neutral squares beside ours that are friendly enough and no battlefield, where strength has to fight."""
    beside = (land.owner[land.near[:, 1:]] == land.me).any(axis=1)
    contested = (land.strength == 0) & land.enemy[land.near].any(axis=1)
    wanted = (
        beside & (land.owner == 0) & ~land.closed & ~contested & (land.production > 0) & (mood > settings.should_mine)
    )
    if settings.calm:
        wanted &= around((land.enemy & (land.strength > 0)).reshape(shape), settings.calm) == 0
    return np.flatnonzero(wanted)


def profits(land: Land, shape: tuple[int, int], mood: Any, settings: Any) -> Any:
    """Return (N,) the profit of a target: production, richness of its region, friendliness."""
    neutral = land.owner == 0
    rate = neutral * land.production / np.maximum(land.strength, 1)
    region = around(rate.reshape(shape), AROUND) / np.maximum(around(neutral.reshape(shape), AROUND), 1)
    mean = max(float(rate.sum()) / max(int(neutral.sum()), 1), 1e-9)
    return land.production + settings.region * region / mean + settings.warmth * mood


def assign(land: Land, shape: tuple[int, int], stacks: Any, goals: Any, profit: Any, settings: Any) -> Tasks:
    """Hand out edges from squares `stacks` to squares `goals`, the best first; among equal scores the shortest."""
    tasks = Tasks(np.full(land.owner.size, -1), np.full(land.owner.size, np.nan))
    if not len(stacks) or not len(goals):
        return tasks
    steps = distances(stacks, goals, shape)
    is_worthy = land.potential[goals][None] <= settings.patience * land.price[stacks][:, None]
    one, two = np.nonzero((steps <= settings.reach) & is_worthy)
    stack, goal, step = stacks[one], goals[two], steps[one, two]
    need = np.maximum(land.strength[goal] + 1 - land.strength[stack], 0)
    waiting = np.minimum(need / np.maximum(land.production[stack], 0.1), LONGEST_WAIT)
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
