"""One turn and the maps, compiled: equal to rules.step and mapgen.generate on every square, for many games quickly.

The kernels work in place on plain arrays and call nothing outside this file, so that a compiled
search elsewhere can call them. They check nothing: rules.step is the place for that.

Layout. Like rules.py the kernels keep one plane of pieces a player. A plane is flat memory of 16-bit words and has a
margin that repeats the opposite side of the torus. So a neighbour always lies at the same distance, and a loop has no
branches, for wide instructions of the processor. Every result is cut to 16 bits where it arises, as numba uses 64.
"""

import inspect
from importlib.util import find_spec, module_from_spec
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from numba import njit
except ImportError as error:
    raise ImportError(
        "engine.kernels needs numba, which cannot be imported; install the laboratory's requirements, "
        "or play with engine.rules.step, which gives the same boards"
    ) from error

from .rules import EAST, NORTH, SOUTH, STILL, STRENGTH_CAP, WEST
from .state import MOST_PLAYERS, Grid

Word = np.uint16
Memory = npt.NDArray[np.uint16]  # (3 + 6, (H + 4) * (W + 4)): orders, blows, results, then each player's pieces
Plane = npt.NDArray[np.uint16]  # one row of it
Orders = npt.NDArray[np.integer]  # directions as for rules.step

MARGIN = 2  # squares: a piece comes from a neighbour, and fights with those of the next one
ORDERS, BLOWS, RESULTS = range(3)  # rows of the memory; that of player i is RESULTS + i

# An order: (player * 8 + direction) * 256 + the strength that goes or stays. A result: owner * 256 + strength.
WAYS = 8
STRENGTH_BITS = 8
STRENGTHS = 1 << STRENGTH_BITS
ORDERS_EACH = Word(WAYS * STRENGTHS)  # of one player; neutral squares, player 0, have the lowest ones

# A piece: strength * 32 + 1; 0 where there is none. Added up on a square, they leave the number of pieces in the last
# five bits. That tells whether anything touches a piece: enemies of strength 0 do, and hurt nothing.
PIECE = 32
DEADLY = Word(STRENGTH_CAP * PIECE + PIECE - 1)  # kills anything; the sum of five still fits a word

ARRIVES = Word(1 << 12)  # counts pieces above the sum of their strengths, which needs eleven bits


def memory_for(height: int, width: int) -> Memory:
    """Return scratch memory for boards of this size. What it holds means nothing later."""
    return np.zeros((RESULTS + 1 + MOST_PLAYERS, (height + 2 * MARGIN) * (width + 2 * MARGIN)), dtype=Word)


@njit(nogil=True, cache=True)
def step(owner: Grid, strength: Grid, production: Grid, moves: Orders, memory: Memory) -> None:
    """Play one turn: owner and strength (H, W) become the next frame.

    Args:
        moves: (H, W) integers as for rules.step; orders on neutral squares are ignored
        memory: from `memory_for` this size
    """
    height, width = owner.shape
    living, stride = _owner_bits(owner), width + 2 * MARGIN
    orders, blows, results = memory[ORDERS], memory[BLOWS], memory[RESULTS]
    _write_orders(owner, strength, production, moves, orders)
    _wrap(height, width, orders)
    blows[:] = 0
    for player in range(1, MOST_PLAYERS + 1):
        if living >> player & 1:
            _move(player, stride, orders, memory[RESULTS + player])
            _add(blows, memory[RESULTS + player])
    _defend(orders, blows, results)
    for player in range(1, MOST_PLAYERS + 1):
        if living >> player & 1:
            _fight(player, stride, orders, blows, memory[RESULTS + player], results)
    _write(results, owner, strength)


@njit(nogil=True, cache=True)
def territory(owner: Grid, squares: npt.NDArray[np.int64]) -> None:
    """Count squares into `squares` (7,): entry 0 the neutral ones, entry i those of player i."""
    squares[:] = 0
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            squares[owner[y, x]] += 1


@njit(nogil=True, cache=True)
def gather(owner: Grid, orders: Orders, moves: Orders) -> None:
    """Merge all players' orders (players, H, W) into `moves` (H, W): a square obeys its owner."""
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            moves[y, x] = orders[owner[y, x] - 1, y, x] if owner[y, x] > 0 else 0


@njit(nogil=True, cache=True)
def _owner_bits(owner: Grid) -> int:
    """Return the players that own a square, a bit for each; bit 0 for neutral ones."""
    bits = 0
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            bits |= 1 << owner[y, x]
    return bits


@njit(nogil=True, cache=True)
def _write_orders(owner: Grid, strength: Grid, production: Grid, moves: Orders, orders: Plane) -> None:
    """Write what every square was ordered into the plane without its margin."""
    height, width = owner.shape
    stride = width + 2 * MARGIN
    for y in range(height):
        begin = (y + MARGIN) * stride + MARGIN
        row = orders[begin : begin + width]
        for x in range(width):
            who, move = owner[y, x], moves[y, x]
            grown = min(strength[y, x] + production[y, x] * ((move == STILL) & (who > 0)), STRENGTH_CAP)
            row[x] = Word((who * WAYS + (move if move <= WEST else STILL)) * STRENGTHS + grown)


@njit(nogil=True, cache=True)
def _wrap(height: int, width: int, plane: Plane) -> None:
    """Fill the margin, nearest squares first: a board may be smaller than its margin."""
    stride = width + 2 * MARGIN
    for step in range(1, MARGIN + 1):
        left, right = MARGIN - step, MARGIN + width - 1 + step
        for begin in range(MARGIN * stride, (MARGIN + height) * stride, stride):
            plane[begin + left], plane[begin + right] = plane[begin + left + width], plane[begin + right - width]
    for step in range(1, MARGIN + 1):
        above, below = (MARGIN - step) * stride, (MARGIN + height - 1 + step) * stride
        for x in range(stride):
            plane[above + x] = plane[above + height * stride + x]
        for x in range(stride):
            plane[below + x] = plane[below - height * stride + x]


@njit(nogil=True, cache=True)
def _move(player: int, stride: int, orders: Plane, pieces: Plane) -> None:
    """Compute one player's pieces after moving and merging, on all squares but the outermost of the margin."""
    first, size = stride + 1, orders.size - 2 * (stride + 1)
    here, target = orders[first:], pieces[first:]
    north, east, south, west = orders[1:], orders[first + 1 :], orders[first + stride :], orders[stride:]
    still = player * WAYS
    for i in range(size):
        sums = _arrival(here[i], still + STILL)
        sums = Word(sums + _arrival(north[i], still + SOUTH))
        sums = Word(sums + _arrival(east[i], still + WEST))
        sums = Word(sums + _arrival(south[i], still + NORTH))
        sums = Word(sums + _arrival(west[i], still + EAST))
        force = Word(sums & Word(ARRIVES - 1))
        force = force if force < Word(STRENGTH_CAP) else Word(STRENGTH_CAP)
        # A square that was ordered to go keeps a piece of strength 0.
        stands = (sums >= ARRIVES) | (here[i] // ORDERS_EACH == Word(player))
        target[i] = Word(Word(force * Word(PIECE)) + Word(1)) if stands else Word(0)


@njit(nogil=True, cache=True)
def _arrival(order: Word, wanted: int) -> Word:
    """Return the strength of a square with the wanted player and direction, and ARRIVES; 0 for another."""
    arrival = Word(ARRIVES + Word(order & Word(STRENGTHS - 1)))
    return arrival if order >> STRENGTH_BITS == Word(wanted) else Word(0)


@njit(nogil=True, cache=True)
def _add(blows: Plane, pieces: Plane) -> None:
    """Count a player's pieces among all."""
    for i in range(blows.size):
        blows[i] = Word(blows[i] + pieces[i])


@njit(nogil=True, cache=True)
def _garrison(order: Word) -> Word:
    """Return the strength that defends a neutral square."""
    return Word(order & Word(STRENGTHS - 1)) if order < ORDERS_EACH else Word(0)


@njit(nogil=True, cache=True)
def _defend(orders: Plane, blows: Plane, results: Plane) -> None:
    """Compute what is left of every garrison, as if no piece survived."""
    for i in range(results.size):
        garrison, blow = _garrison(orders[i]), Word(blows[i] // Word(PIECE))
        results[i] = Word(garrison - blow) if garrison > blow else Word(0)


@njit(nogil=True, cache=True)
def _fight(player: int, stride: int, orders: Plane, blows: Plane, pieces: Plane, results: Plane) -> None:
    """Write down where one player's pieces survive; at most one piece on a square does."""
    first, size = MARGIN * (stride + 1), orders.size - 2 * MARGIN * (stride + 1)
    order, result = orders[first:], results[first:]
    blow, own = blows[first:], pieces[first:]
    blow_north, own_north = blows[first - stride :], pieces[first - stride :]
    blow_east, own_east = blows[first + 1 :], pieces[first + 1 :]
    blow_south, own_south = blows[first + stride :], pieces[first + stride :]
    blow_west, own_west = blows[first - 1 :], pieces[first - 1 :]
    for i in range(size):
        others = _others(blow[i], own[i])
        others = Word(others + _others(blow_north[i], own_north[i]))
        others = Word(others + _others(blow_east[i], own_east[i]))
        others = Word(others + _others(blow_south[i], own_south[i]))
        others = Word(others + _others(blow_west[i], own_west[i]))
        force, garrison = Word(own[i] // Word(PIECE)), _garrison(order[i])
        damage = Word(Word(others // Word(PIECE)) + garrison)
        # Touched is not the same as hurt: two enemy pieces of strength 0 side by side kill each other.
        survives = (own[i] != 0) & ((force > damage) | ((others == 0) & (garrison == 0)))
        result[i] = Word(Word(player * STRENGTHS) + Word(force - damage)) if survives else result[i]


@njit(nogil=True, cache=True)
def _others(blow: Word, own: Word) -> Word:
    """Return the sum of all others' pieces on a square, cut where it kills anything."""
    others = Word(blow - own)
    return others if others < DEADLY else DEADLY


@njit(nogil=True, cache=True)
def _write(results: Plane, owner: Grid, strength: Grid) -> None:
    """Write the results as a frame."""
    height, width = owner.shape
    stride = width + 2 * MARGIN
    for y in range(height):
        begin = (y + MARGIN) * stride + MARGIN
        row = results[begin : begin + width]
        for x in range(width):
            owner[y, x] = row[x] >> STRENGTH_BITS
        for x in range(width):
            strength[y, x] = row[x] & (STRENGTHS - 1)


def _compiled(name: str) -> Any:
    """Return a copy of a module of this package in which every function is compiled, and calls the compiled ones."""
    spec = find_spec(name, __package__)
    assert spec  # for the type checker: it lies beside this file
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for own, function in inspect.getmembers(module, inspect.isfunction):
        setattr(module, own, njit(nogil=True, cache=True)(function))
    return module


maps = _compiled(".map_kernels")  # for mapgen.generate, and for other kernels
