"""What the module offers: a player's kernels, and those with which a page plays games and makes maps.

No types: numba finds them in these arrays, and page and program learn from the table where they lie.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bot import kernels
from bot.board.board import SEATS
from bot.board.compiled import Grids
from bot.search import champion, rollout
from bot.search.champion import Export

from . import pages


def workspace(height: int, width: int) -> dict[str, Any]:
    """Return all memory that the kernels use, on a board of this size, as Python makes it before a game."""
    of = champion.workspace(height, width)
    return {
        **of,
        "seats": np.array([of["parameters"][0]] * SEATS, kernels.VALUES),
        "draft": pages.draft(height, width),
    }


def exports(of: Mapping[str, Any]) -> dict[str, Export]:
    """Return what the module offers, by name, with this memory as arguments. Numbers stand for numbers like them."""
    grids = Grids(of["owner"], of["strength"], of["production"])
    memory, scratch = of["memory"], of["scratch"]
    front, rival, table = of["front"], of["rival"], of["table"]
    return {
        **champion.exports(of),
        "fill_memory": Export(pages.fill_memory, (1, 1, scratch, front.squares, rival.squares)),
        "fill_rollout_memory": Export(pages.fill_memory, (1, 1, of["rollouts"], front.squares, rival.squares)),
        "remember": Export(pages.remember, (grids, 1, memory, scratch)),
        "decide_others": Export(pages.decide_others, (0, 4, of["seats"], scratch, table)),
        "collect_moves": Export(rollout.collect_moves, (1, table)),
        "battle": Export(rollout.step, (table.grids, table.all_moves, table.pieces)),
        "plan_map": Export(pages.plan_map, (1, 1, 1, 1, of["draft"])),
        "draw_map": Export(pages.draw_map, (1, of["draft"], grids)),
    }
