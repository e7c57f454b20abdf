"""Kernels that only a page needs: memory before a game, a turn at a table where some search, and maps.

`fill_memory` and `remember` do what `kernels.scratch`, `combat_zone.front` and `Memory.after` do in Python; tests hold
them equal. A map has the official generator's two halves, because a page lays out its memory for a board between them.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from bot import kernels
from bot.board.board import EAST, NORTH, OPTIONS, SEATS, SOUTH, WEST
from bot.board.compiled import Grids, Records, compiled
from bot.kernels.assign import _clear_notes
from bot.kernels.board import _remember, count_players, load_board, owner_bits
from bot.search import rollout
from engine import mapgen, rules
from engine.kernels import maps as map_kernels
from engine.map_kernels import CHILD, DEPTH, REGION_CUTS, SIDEWAYS, WORDS, Numbers, Values, Words
from engine.state import MOST_PLAYERS

LARGEST_SEED = 2**32 - 1

_turn_limit: Any = njit(rules.turn_limit)


@compiled
def fill_memory(height: int, width: int, scratch: kernels.Scratch, front: Any, rival: Any) -> None:
    """Fill what is not 0 before a game on a board of this size: who is beside whom, and notes of nothing."""
    cells, near = scratch.cells, scratch.near
    for c in range(cells.size):
        y, x = c // width, c % width
        cells[c].factor, cells[c].rank = 1.0, x * height + y
        for option in range(OPTIONS):
            n = _neighbour(y, x, option, height, width)
            cells[c].around[option] = front[c].around[option] = rival[c].around[option] = n
    for c in range(cells.size):
        size = 0
        for option in range(NORTH, OPTIONS):
            size = _enlist(c, cells[c].around[option], size, near)
        for first in range(NORTH, OPTIONS):
            for second in range(NORTH, OPTIONS):
                size = _enlist(c, cells[cells[c].around[first]].around[second], size, near)
        for i in range(size, near.shape[1]):
            near[c, i] = c
    _clear_notes(scratch.notes)


@compiled
def _neighbour(y: int, x: int, option: int, height: int, width: int) -> int:
    if option == NORTH:
        y -= 1
    elif option == EAST:
        x += 1
    elif option == SOUTH:
        y += 1
    elif option == WEST:
        x -= 1
    return (y + height) % height * width + (x + width) % width


@compiled
def _enlist(c: int, n: int, size: int, near: Any) -> int:
    """Put `n` behind the squares near `c`, unless it is there or is `c`; how many there are then."""
    if n == c:
        return size
    for i in range(size):
        if near[c, i] == n:
            return size
    near[c, size] = n
    return size + 1


@compiled
def remember(grids: Grids, me: int, memory: Any, scratch: kernels.Scratch) -> None:
    """Bring a player's memory up to date with a frame, without deciding anything."""
    load_board(grids, me, scratch)
    _remember(me, memory, scratch)


@compiled
def decide_others(
    turn: int, searching: int, parameters: Records, scratch: kernels.Scratch, table: rollout.Table
) -> int:
    """Let the living decide but those who search (a bit each); return these, -1 when no two are left."""
    players = owner_bits(table.grids.owner)
    if count_players(players) < 2:
        return -1
    for player in range(1, SEATS):
        if (players & ~searching) >> player & 1:
            memory = table.memories[player]
            kernels.decide(table.grids, player, turn, memory, parameters[player], scratch, table.moves)
            rollout.collect_moves(player, table)
    return int(players & searching)


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
    map_kernels.seed_generator(seed, words)
    map_kernels.plan_layout(width, height, players, map_kernels.next_word(words), layout)
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
