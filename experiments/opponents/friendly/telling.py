"""What friendly says of its turn: reasons, grids and arrows, from the arrays that the turn left behind."""

from typing import Any

import numpy as np

from experiments.opponents.school import Thought

NONE, GATHERS, MINES, WAITS, ATTACKS, DROPS, YIELDS = range(7)


def thought(player: Any) -> Thought:
    """Return the last turn of a Friendly."""
    position, tasks, shape = player.position, player.tasks, player.shape
    stacks = np.flatnonzero(tasks.target >= 0)
    alone = player.cost.argmin(axis=1)
    chose = np.zeros(alone.size, np.bool_)
    chose[player.movers] = True
    yields = np.flatnonzero(chose & (alone != player.option))
    pull = np.where(position.owner == position.me, position.distance.astype(float), np.nan)
    return Thought(
        reasons(player, chose & (alone != player.option)).reshape(shape),
        layers={
            "friendliness": player.mood.reshape(shape), "target": tasks.best.reshape(shape),
            "pull": pull.reshape(shape),
        },
        arrows={
            "edges": np.stack([stacks, tasks.target[stacks]], axis=1),
            "yields": np.stack([yields, position.near[yields, alone[yields]]], axis=1),
        },
        figures={
            "stacks that chose": len(player.movers), "edges": len(stacks), "swaps kept": player.kept,
            "cost that the swaps saved": player.saved,
        },
    )  # fmt: skip


def reasons(player: Any, yields: Any) -> Any:
    """Return (N,) the reason for every square of ours."""
    position, option = player.position, player.option
    ours = position.owner == position.me
    goes = position.near[np.arange(option.size), option]
    has_edge = player.tasks.target >= 0
    stays = [yields, has_edge]
    moves = [yields, position.danger[goes] > 0, has_edge]
    chosen = np.where(
        option == 0, np.select(stays, [YIELDS, WAITS], GATHERS), np.select(moves, [YIELDS, ATTACKS, MINES], DROPS)
    )
    return np.where(ours, chosen, NONE)
