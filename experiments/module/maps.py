"""Maps in a page: the official generator's two halves, because a page lays out its memory for a board between them."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from bot.ground.arrays import Grids
from engine import map_kernels, mapgen, rules
from engine.map_kernels import CHILD, DEPTH, SIDEWAYS, WORDS, Numbers, Values, Words
from engine.mapgen import REGION_CUTS
from engine.state import MOST_PLAYERS

LARGEST_SEED = 2**32 - 1

_turn_limit: Any = njit(rules.turn_limit)


class Draft(NamedTuple):
    """A map that is being made."""

    words: Words  # (625,) see map_kernels
    layout: Numbers  # (5,)
    regions: Numbers  # (DEPTH, 5), and below: memory
    factors: Values  # (DEPTH, 2, 4, 4)
    values: Values  # (3, H, W)
    board: Numbers  # (2,) height and width: smaller than asked for, where the players' parts need it


def draft(height: int, width: int) -> Draft:
    """Return the memory for a map of this size."""
    return Draft(
        np.zeros(WORDS + 1, np.uint32), np.zeros(SIDEWAYS + 1, np.int64), np.zeros((DEPTH, CHILD + 1), np.int64),
        np.zeros((DEPTH, 2, REGION_CUTS, REGION_CUTS)), np.zeros((3, height, width)), np.zeros(2, np.int64),
    )  # fmt: skip


@njit
def plan_map(width: int, height: int, players: int, seed: int, draft: Draft) -> int:
    """Lay out the map of a request and write its size; return the turns of its game, 0 if mapgen refuses it."""
    if not (1 <= players <= MOST_PLAYERS and 0 <= seed <= LARGEST_SEED):
        return 0
    if width < 1 or height < 1 or width > mapgen.MOST_SQUARES or height > mapgen.MOST_SQUARES // width:
        return 0
    words, layout = draft.words, draft.layout
    map_kernels.begin(seed, words)
    map_kernels.lay_out(width, height, players, map_kernels.next_word(words), layout)
    draft.board[0] = layout[map_kernels.ROWS] * layout[map_kernels.CHUNK_HEIGHT]
    draft.board[1] = layout[map_kernels.COLUMNS] * layout[map_kernels.CHUNK_WIDTH]
    turns: int = _turn_limit(draft.board[1], draft.board[0])
    return turns


@njit
def draw_map(players: int, draft: Draft, grids: Grids) -> None:
    """Draw the map that was laid out onto a board of its size."""
    words, layout, regions, factors, values, _ = draft
    map_kernels.fill(
        players, False, words, layout, regions, factors, values, grids.owner, grids.strength, grids.production
    )
