"""Task assignment: every pair of a stack and a target is an edge; the edges are sorted and handed out in order."""

from typing import Any, NamedTuple

import numpy as np

from experiments.opponents.compiled import compiler

from .position import Position, box

kernel = compiler(__file__)

AROUND = 4  # steps of the region around a target, as in the account
LONGEST_WAIT = 30.0  # turns of waiting beyond which an edge is as bad as it gets


class Tasks(NamedTuple):
    """Who goes where; N squares."""

    target: Any  # (N,) on a stack: the target of its edge; -1 for none
    missing: Any  # (N,) on a target: strength that it still needs
    best: Any  # (N,) on a target: the best score of an edge to it; nan for none


def profits(position: Position, shape: tuple[int, int], mood: Any, is_duel: bool, settings: Any) -> Any:
    """Return (N,) a target's profit: production, region, friendliness, less the crowd: in a duel theirs, else ours."""
    neutral = position.owner == 0
    rate = neutral * position.production / np.maximum(position.strength, 1)
    region = box(rate, shape, AROUND) / np.maximum(box(neutral, shape, AROUND), 1)
    mean = max(float(rate.sum()) / max(int(neutral.sum()), 1), 1e-9)
    profit = position.production + settings.region * region / mean
    if settings.friendliness:
        profit = profit + settings.warmth * mood
    crowd, weight = (position.enemy, settings.foes) if is_duel else (position.owner == position.me, settings.allies)
    return profit - weight * box(crowd & (position.strength > 0), shape, AROUND)


def targets(position: Position, shape: tuple[int, int], mood: Any, settings: Any) -> Any:
    """Return neutral squares beside ours that are friendly enough and no battlefield, where strength has to fight."""
    beside = (position.owner[position.near[:, 1:]] == position.me).any(axis=1)
    wanted = beside & (position.owner == 0) & ~position.closed & ~position.contested & (position.production > 0)
    if settings.friendliness:
        wanted &= mood > settings.should_mine
    if settings.calm:
        wanted &= box(position.enemy & (position.strength > 0), shape, settings.calm) == 0
    return np.flatnonzero(wanted)


def assign(position: Position, shape: tuple[int, int], stacks: Any, goals: Any, profit: Any, settings: Any) -> Tasks:
    """Hand out edges from squares `stacks` to squares `goals`, the best first; among equal scores the shortest."""
    size = position.owner.size
    target, missing, best = np.full(size, -1), np.zeros(size, np.int64), np.full(size, np.nan)
    missing[goals] = position.strength[goals] + 1
    if not len(stacks) or not len(goals):
        return Tasks(target, missing, best)
    steps = distances(stacks, goals, shape)
    is_worthy = position.potential[goals][None] <= settings.patience * position.price[stacks][:, None]
    one, two = np.nonzero((steps <= settings.reach) & is_worthy)
    stack, goal, step = stacks[one], goals[two], steps[one, two]
    need = np.maximum(missing[goal] - position.strength[stack], 0)
    waiting = np.minimum(need / np.maximum(position.production[stack], 0.1), LONGEST_WAIT)
    cost = settings.walk * step + settings.wait * waiting + settings.toll * position.strength[goal]
    score = profit[goal] / cost
    alike = np.floor(score / settings.ties) if settings.ties > 0 else score
    order = np.lexsort((np.arange(len(score)), step, -alike))
    hand_out(stack[order], goal[order], score[order], position.strength, settings.joint, target, missing, best)
    return Tasks(target, missing, best)


def distances(stacks: Any, goals: Any, shape: tuple[int, int]) -> Any:
    """Return (stacks, goals) steps on the torus."""
    height, width = shape
    rows = np.abs(stacks[:, None] // width - goals[None] // width)
    columns = np.abs(stacks[:, None] % width - goals[None] % width)
    return np.minimum(rows, height - rows) + np.minimum(columns, width - columns)


@kernel
def hand_out(
    stack: Any, goal: Any, score: Any, strength: Any, joint: bool, target: Any, missing: Any, best: Any
) -> None:
    """Give every edge in turn to its stack, if that is free and the target still needs strength."""
    for i in range(stack.size):
        s, g = stack[i], goal[i]
        if target[s] < 0 and missing[g] > 0:
            target[s] = g
            missing[g] = missing[g] - strength[s] if joint else 0
            if np.isnan(best[g]):
                best[g] = score[i]
