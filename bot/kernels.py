"""The compiled loops: the whole decision over plain arrays.

Each kernel has a twin in the readable files, named in its docstring, and must give the same moves to
the last bit. The kernels stand in sections named after those files and ask in the same order. `decide`
is one function over arrays with its scratch memory passed in, so that another kernel can call it from
any player's seat without allocating anything.

Squares are numbered row by row; options are directions: 0 Still, 1..4 North, East, South, West.
"""

from collections.abc import Iterable
from dataclasses import asdict
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import board as plain_board
from . import last_turns
from . import luck as plain_luck
from .compiled import IS_COMPILED, Compiler
from .generations import GENERATIONS, Generation
from .memory import Memory
from .nap import HEADS_UP
from .parameters import KNOBS as PARAMETERS
from .parameters import SILENT, Parameters
from .trees import FREE, GREEN, RED
from .verdicts import FULL, LISTS
from .view import EAST, NORTH, STILL, STRENGTH_CAP, View

OPTIONS, ORDER, OPPOSITE = plain_board.OPTIONS, plain_board.ORDER, plain_board.OPPOSITE
NEAR = 12  # squares within two steps on a board large enough
STARTING_PLAYERS, MET, WAR = range(3)  # places in the memory array
MEMORY = 3

if not IS_COMPILED:
    raise ImportError("bot.kernels needs numba (`pip install numba`); the plain path, bot.decide, does not")

_compiled = Compiler(
    "kernels.py", "last_turns.py",
    "board.py", "luck.py", "nap.py", "trees.py", "verdicts.py", "view.py",  # their constants become machine code
)  # fmt: skip
_last_turns = _compiled.twin(last_turns)["play"]


def _fields() -> dict[str, Any]:
    """The kernels' record of a player, field by field, from the knobs' declarations; none is listed here.

    A number or a switch keeps its kind. Of several words each becomes a switch, as pact_off. The generation becomes
    what it is, see bot.generations. `luck` stands for the seed, where a turn's luck begins.
    """
    kinds = {bool: np.bool_, int: np.int64, float: np.float64}
    fields: dict[str, Any] = {}
    for name, spec in PARAMETERS.items():
        if name != "generation" and name not in SILENT:
            words = [f"{name}_{word}" for word in spec.metadata["choices"]]
            fields |= dict.fromkeys(words, np.bool_) if words else {name: kinds[type(spec.default)]}
    fields |= dict.fromkeys(_truths(GENERATIONS[next(iter(GENERATIONS))]), np.bool_)
    return fields | {"luck": np.uint64}


def _truths(generation: Generation) -> dict[str, bool]:
    """What a generation is, as switches: its own, and one for each list of verdicts."""
    lists = {f"verdicts_{name}": name == generation.verdicts for name in LISTS}
    return lists | {name: value for name, value in asdict(generation).items() if isinstance(value, bool)}


KNOBS = np.dtype(list(_fields().items()), align=True)
"""Parameters as numbers, see bot.parameters for what each means. A record, so that players can stand in an array.

Its fields follow from the declarations, so a knob that is added reaches the kernels by itself. The machine code is
kept for the layout of this record: another knob or another word is another layout, and compiles anew.
"""

Knobs = Any  # a record of KNOBS


def knobs(parameters: Parameters) -> Knobs:
    """`parameters` for the kernels."""
    return np.array([_values(parameters)], KNOBS)[0]


@lru_cache(maxsize=256)
def _values(parameters: Parameters) -> tuple[Any, ...]:
    values = asdict(parameters) | _truths(parameters.traits) | {"luck": np.uint64(plain_luck.mixed(parameters.seed))}
    for name, spec in PARAMETERS.items():
        values |= {f"{name}_{word}": values[name] == word for word in spec.metadata["choices"]}
    return tuple(values[name] for name in KNOBS.fields or ())


# Squares are unsigned numbers: for signed ones numba asks at every access whether they count from the end.
CELL = np.dtype(
    [
        # The queue of the search looks at these, and only at these: 64 bytes, one line of the processor's cache.
        ("key", np.float64),  # of the square's best label
        ("value", np.float64),  # of its best label
        ("toll", np.float64),  # what the square adds to a price that flows into it
        ("luck", np.uint64),  # breaks ties in the queue
        ("distance", np.int32),  # of its best label
        ("owner", np.int32),
        ("place", np.int32),  # where it waits in the heap, or NOWHERE, or IN_WAVE
        ("wave", np.int32),  # the wave that it waits for in the heap, or NOWHERE
        ("inner", np.int8),  # 1: ours, and so are all its neighbours
        ("after", np.uint32),  # the next square of its wave; N behind the last
        ("strength", np.int32),
        ("production", np.int32),
        # The rest.
        ("around", np.uint32, (OPTIONS,)),  # by option: itself, then North, East, South, West
        ("rank", np.int32),  # order of equal squares
        ("potential", np.float64),
        ("booked", np.int32),
        ("danger", np.int32),  # enemy strength that could strike there, once we booked something on or beside it
        ("near_danger", np.int8),  # 1: a square in danger is one or two steps away
        ("touch", np.int8),  # 1: has a neighbour of ours
        ("wall", np.int8),  # 1: the pact forbids us to open it
        ("light", np.int8),
        ("downhill", np.int8),  # the way a square of ours looks; STILL elsewhere
        ("option", np.int8),
        ("padding", np.int8, (18,)),  # to 128 bytes: a power of two saves a multiplication at every access
    ],
    align=True,
)
"""What the kernels know of one square. One record a square keeps together what is used together: the field first."""

WAITING = np.dtype([("key", np.float64), ("square", np.uint32)], align=True)
"""A square that waits in the heap. Its key is beside it, so that most comparisons look at nothing else."""

WAVE = np.dtype([("value", np.float64), ("distance", np.int32), ("others", np.uint32), ("luck", np.uint64)], align=True)
"""Squares of our land that wait together because they got the same label, see `_flow`.

The first of them has the wave's place in the heap, before all that have its key; `luck` is its own meanwhile.
"""

NOWHERE, IN_WAVE = -1, -2
CACHE_LINE = 64  # bytes

FINAL = -np.inf
"""Key of a square that needs no further label: none is better."""

TURN = np.dtype(
    [
        ("me", np.int32),
        ("base", np.uint64),  # where this turn's luck begins
        ("hold", np.float64),
        ("hurdle", np.int32),
        ("mining_remains", np.bool_),
        ("score", np.float64, (OPTIONS,)),  # of the square that chooses, by option
        ("ranked", np.int32, (OPTIONS,)),  # its options, best first
        ("ready", np.uint32, (16,)),  # enemies beside its empty neighbours that are ready to step in
    ],
    align=True,
)
"""What a square looks at when it chooses, besides the squares. Twin: turn.Turn.

The kernels that run once a square take this record and the cells, not the whole Scratch: numba counts
references whenever an array is taken out of a tuple, which took longer than the decision.
"""


class Scratch(NamedTuple):
    """Memory for one decision at a time on boards of one size; N = H * W."""

    cells: npt.NDArray[np.void]  # (N,) CELL
    near: npt.NDArray[np.uint32]  # (N, NEAR) squares one or two steps away; the square itself where there are fewer
    heap: npt.NDArray[np.void]  # (N,) WAITING, the first to leave first
    waves: npt.NDArray[np.void]  # (4 N,) WAVE: a square may be the first of one for each of its neighbours
    order: npt.NDArray[np.uint32]  # (N,) our squares in the order in which they choose; the levels of a tree before
    spare: npt.NDArray[np.uint32]  # (N,)
    tally: npt.NDArray[np.int32]  # (max(N, 256) + 1,) for counting sorts
    turn: npt.NDArray[np.void]  # (1,) TURN
    book: last_turns.Books  # of int64 arrays


def scratch(height: int, width: int) -> Scratch:
    """Scratch for boards of this size; one for each thread."""
    area = height * width
    cells = _on_cache_lines(area)
    cells["around"], cells["rank"] = _around(height, width), plain_board.torus(height, width).rank
    return Scratch(
        cells, _near(height, width), heap=np.zeros(area, WAITING), waves=np.zeros(4 * area, WAVE),
        order=np.zeros(area, np.uint32), spare=np.zeros(area, np.uint32),
        tally=np.zeros(max(area, STRENGTH_CAP + 1) + 1, np.int32), turn=np.zeros(1, TURN),
        book=_blank_book(height, width),
    )  # fmt: skip


def _on_cache_lines(area: int) -> npt.NDArray[np.void]:
    """(area,) CELL, zeros, of which each begins a line of the cache. numpy alone begins anywhere."""
    memory = np.zeros(area * CELL.itemsize + CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    return memory[start : start + area * CELL.itemsize].view(CELL)


@cache
def _around(height: int, width: int) -> npt.NDArray[np.int64]:
    """(N, OPTIONS) the squares that the options lead to; shared like `_near`."""
    return np.array(plain_board.torus(height, width).around, np.int64)


@cache
def _near(height: int, width: int) -> npt.NDArray[np.uint32]:
    """The squares within two steps; all scratches of one size share them, because nothing ever writes there."""
    area = height * width
    near = np.repeat(np.arange(area, dtype=np.uint32), NEAR).reshape(area, NEAR)
    for c, squares in enumerate(plain_board.torus(height, width).near):
        near[c, : len(squares)] = squares
    return near


def _blank_book(height: int, width: int) -> last_turns.Books:
    around = _around(height, width)

    def blank() -> npt.NDArray[np.int64]:
        return np.zeros(len(around), np.int64)

    return last_turns.books(blank(), blank(), blank(), around, blank(), blank)


class Decider:
    """One player's decisions on boards of one size, compiled; the same moves as bot.decide."""

    def __init__(self, parameters: Parameters, height: int, width: int, memory: Memory | None = None):
        self.scratch = scratch(height, width)
        self.seat(parameters, memory or Memory())

    def seat(self, parameters: Parameters, memory: Memory) -> None:
        """Decide for these parameters from now on, with what they remember of the frames before."""
        self.knobs, self.memory = knobs(parameters), remembered(memory)

    def moves(self, view: View) -> npt.NDArray[np.uint8]:
        """The moves for `view`, (H, W) uint8; frames must come in order, as they are remembered."""
        moves = np.zeros(view.owner.shape, np.uint8)
        owner, strength, production = (usual(layer) for layer in (view.owner, view.strength, view.production))
        decide(owner, strength, production, view.me, view.turn, self.memory, self.knobs, self.scratch, moves)
        return moves


def usual(layer: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The layer as the kernels know it: numba would compile all of them anew for a read-only or transposed array."""
    return np.require(layer, np.uint8, ("C", "W"))


def remembered(memory: Memory) -> npt.NDArray[np.int64]:
    """A Memory as the kernels keep it: starting players, and a bit for each player met, and for each at war with us."""
    return np.array([memory.starting_players, bits(memory.met), bits(memory.war)], np.int64)


def bits(players: Iterable[int]) -> int:
    """A set of players as the kernels keep it."""
    return sum(1 << player for player in players)


# === decide.py ===


@_compiled
def decide(
    owner: Any,
    strength: Any,
    production: Any,
    me: int,
    turn: int,
    memory: Any,
    knobs: Knobs,
    scratch: Scratch,
    moves: Any,
) -> None:
    """Choose one move for every square of player `me`. Twin: decide.decide.

    owner, strength, production   (H, W) C-ordered whole numbers
    memory                        (MEMORY,) int64, zeros at the start of a game; brought up to date
    moves                         (H, W) C-ordered, written: directions 0..4 on squares of `me`, 0 elsewhere
    """
    cells = scratch.cells
    height, width = owner.shape
    _load(owner, strength, production, cells)
    players = _players(cells)
    _find_touch(me, cells)
    combat = _remember(me, players, memory, cells)
    left = int(np.sqrt(width * height) * 10) - turn
    ends = 0 < left <= knobs.last_turns
    mining_remains = _find_wall(me, players, ends, memory, knobs, cells)
    crowded = knobs.crowd_adapts and (
        height == knobs.crowd_side or width == knobs.crowd_side or memory[STARTING_PLAYERS] >= knobs.crowd_players
    )
    step = knobs.crowd_degradation_step if crowded else knobs.potential_degradation_step
    hold = knobs.crowd_hold_until if crowded else knobs.hold_until
    if combat and not knobs.fixed_hold:
        hold = knobs.combat_hold_until
    base = knobs.luck + np.uint64(turn) * np.uint64(plain_luck.TURN_STRIDE)
    spread(me, step, base, knobs, scratch)
    _find_downhill(me, cells)
    if knobs.red_green:
        _find_lights(scratch.order, cells)
    hurdle = _hurdle(me, knobs, scratch) if knobs.has_hurdle else 0
    _assign(me, base, hold, hurdle, mining_remains, knobs, scratch)
    if ends:
        _end(me, left, knobs, scratch)
    flat = moves.ravel()
    for c in range(flat.size):
        flat[c] = cells[c].option


# === board.py ===


@_compiled
def _load(owner: Any, strength: Any, production: Any, cells: Any) -> None:
    """Copy the board to where sums cannot wrap, and forget the last decision."""
    o, s, p = owner.ravel(), strength.ravel(), production.ravel()
    for c in range(cells.size):
        cells[c].owner, cells[c].strength, cells[c].production = o[c], s[c], p[c]
        cells[c].light, cells[c].booked, cells[c].option = FREE, 0, STILL
        cells[c].danger, cells[c].near_danger = 0, 0


@_compiled
def _players(cells: Any) -> int:
    """Players that own a square. Twin: board.Board.players."""
    seen = 0
    for c in range(cells.size):
        seen |= 1 << cells[c].owner
    players = 0
    seen >>= 1
    while seen:
        players += seen & 1
        seen >>= 1
    return players


@_compiled
def _find_touch(me: int, cells: Any) -> None:
    """Twin: board.Board.border."""
    for c in range(cells.size):
        touching = 0
        for k in range(NORTH, OPTIONS):
            touching += cells[cells[c].around[k]].owner == me
        cells[c].touch, cells[c].inner = touching > 0, (touching == 4) & (cells[c].owner == me)


@_compiled
def _enemy_neighbours(me: int, c: int, cells: Any) -> int:
    """Twin: board.Board.enemy_neighbours."""
    enemies = 0
    for k in range(NORTH, OPTIONS):
        other = cells[cells[c].around[k]].owner
        enemies += other != 0 and other != me
    return enemies


# === memory.py ===


@_compiled
def _remember(me: int, players: int, memory: Any, cells: Any) -> bool:
    """Bring the memory up to date; whether an empty square touches us.

    Twins: memory.Memory.after, board.Board.hero_empty.
    """
    if memory[STARTING_PLAYERS] == 0:
        memory[STARTING_PLAYERS] = players
    combat = False
    for c in range(cells.size):
        if cells[c].touch and cells[c].owner == 0 and cells[c].strength == 0:
            combat = True
            for k in range(NORTH, OPTIONS):
                other = cells[cells[c].around[k]].owner
                if other != 0 and other != me:
                    memory[MET] |= 1 << other
    return combat


# === nap.py ===


@_compiled
def _find_wall(me: int, players: int, ends: bool, memory: Any, knobs: Knobs, cells: Any) -> bool:
    """The wall; whether something is left to mine besides it. Twin: nap.terms."""
    holds = not knobs.pact_off and not ends and (knobs.pact_heads_up or players > HEADS_UP)
    war = memory[WAR]
    spared = ~(war | (memory[MET] if knobs.pact_until_met else 0) | 1 | 1 << me)
    mining_remains = False
    for c in range(cells.size):
        cells[c].wall = False
        if cells[c].owner != 0 or not cells[c].touch:
            continue
        if holds and cells[c].strength > 0:
            for k in range(NORTH, OPTIONS):
                n = cells[c].around[k]
                if cells[n].owner == 0:
                    cells[c].wall |= cells[n].strength == 0 and (war == 0 or _touches_spared(n, spared, cells))
                    cells[c].wall |= knobs.pact_caution and _is_within_reach(n, spared, cells)
                else:
                    cells[c].wall |= (spared >> cells[n].owner) & 1
        mining_remains |= cells[c].production > 0 and not cells[c].wall
    return mining_remains


@_compiled
def _touches_spared(c: int, spared: int, cells: Any) -> bool:
    """Whether a neighbour of the square belongs to one of these players, given as bits."""
    for k in range(NORTH, OPTIONS):
        if (spared >> cells[cells[c].around[k]].owner) & 1:
            return True
    return False


@_compiled
def _is_within_reach(c: int, spared: int, cells: Any) -> bool:
    """Twin: nap._within_reach."""
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if (spared >> cells[n].owner) & 1 and cells[n].strength > cells[c].strength:
            return True
    return False


# === luck.py ===

_number = _compiled(plain_luck.number)


@_compiled
def _draw(base: Any, counter: Any) -> Any:
    """Twin: luck.mixed."""
    word = base + np.uint64(counter) + np.uint64(plain_luck.GOLDEN)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(plain_luck.MIX_1)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(plain_luck.MIX_2)
    return word ^ (word >> np.uint64(31))


# === potential.py ===


@_compiled
def spread(me: int, step: float, base: Any, knobs: Knobs, scratch: Scratch) -> None:
    """The potential field, into value, distance and potential. Twin: potential.spread.

    A square has one place in the heap and keeps only its best label, which is the one that would
    leave the twin's queue first. The heap stays small, as two kinds of first labels need not wait in it:
    those that a neighbour is sure to improve (most neutral squares), and infinite ones, which nothing
    improves (all our enemies' squares). The infinite ones matter only where nothing else leads to our land.
    """
    cells, heap, waves = scratch.cells, scratch.heap, scratch.waves
    inherit = 1 - knobs.alpha
    _prices(me, base, knobs, cells)
    _flow(me, step, inherit, _fill(me, False, inherit, heap, cells), heap, waves, cells)
    if _is_cut_off(cells):
        _flow(me, step, inherit, _fill(me, True, inherit, heap, cells), heap, waves, cells)


@_compiled
def _prices(me: int, base: Any, knobs: Knobs, cells: Any) -> None:
    """First label, toll and luck of every square. Twins: potential.initial, potential.toll, luck.queue."""
    for c in range(cells.size):
        cells[c].luck = _draw(base, c * plain_luck.DRAWS + plain_luck.QUEUE) if knobs.ties_seeded else np.uint64(1)
        cells[c].potential = np.inf
        cells[c].key, cells[c].value, cells[c].distance, cells[c].place = np.inf, np.inf, 0, NOWHERE
        cells[c].wave = NOWHERE
        who, s, p = cells[c].owner, cells[c].strength, cells[c].production
        if who == me:
            cells[c].toll = knobs.route_cost * p
            continue
        barred = p == 0 or (who != 0 and not knobs.prices_enemies)
        price = np.inf if barred else s / p
        if barred or cells[c].wall:
            cells[c].toll = np.inf
        else:
            cells[c].toll = knobs.alpha * price if knobs.rounds_late else (knobs.alpha * s) / p
        if who == 0 and s == 0:
            price = knobs.enemy_ROI * _enemy_neighbours(me, c, cells)
        elif cells[c].wall:
            price = knobs.wall_factor * price
        cells[c].key = cells[c].value = price
        if price == np.inf:
            cells[c].key = FINAL


@_compiled
def _fill(me: int, infinite: bool, inherit: float, heap: Any, cells: Any) -> int:
    """The heap with those first labels of squares that are not ours that are finite, or infinite; its size."""
    size = 0
    for c in range(cells.size):
        if cells[c].owner != me and (cells[c].value == np.inf) == infinite and not _is_outbid(c, inherit, cells):
            cells[c].key = cells[c].value
            size = _queue(c, size, heap, cells)
    return size


@_compiled
def _is_outbid(c: int, inherit: float, cells: Any) -> bool:
    """Whether a neighbour will leave the queue before square `c` and offer it a better label than its first one.

    The neighbour's label can only get better than it is now, and so can its offer, rounding included.
    """
    first, toll = cells[c].value, cells[c].toll
    for k in range(NORTH, OPTIONS):
        offered = cells[cells[c].around[k]].value
        if offered < first and inherit * offered + toll < first:
            return True
    return False


@_compiled
def _flow(me: int, step: float, inherit: float, size: int, heap: Any, waves: Any, cells: Any) -> None:
    """Empty the heap: each square that leaves it is final and offers its neighbours a label.

    Through our land a label spreads in waves: many squares get the same one, at the same distance from the same
    border. Luck says in which order they leave, but where each of them can only make worse offers than its own label
    the order changes nothing. So they wait as one wave. When something else waits with the same key, the wave is
    broken up, and its squares leave in their order.
    """
    count = 0
    while size > 0:
        key, c = heap[0].key, heap[0].square
        size -= 1
        if size > 0:
            _sink(0, heap[size].key, heap[size].square, size, heap, cells)
        following, wave = np.uint32(cells.size), cells[c].wave
        if wave != NOWHERE:
            if size > 0 and heap[0].key == key:
                cells[c].place = NOWHERE
                size = _break_up(c, size, heap, waves, cells)
                continue
            following = waves[wave].others
            waves[wave].distance = NOWHERE  # no square joins it any more
        while c != cells.size:
            value, distance = cells[c].value, cells[c].distance
            cells[c].key, cells[c].potential = FINAL, value + step * (distance * distance)
            farther = step * ((distance + 1) * (distance + 1))
            for k in range(NORTH, OPTIONS):
                n = cells[c].around[k]
                if cells[n].key == FINAL:
                    continue
                walked, far, steps = value + cells[n].toll, farther, distance + 1
                if cells[n].owner != me:
                    walked, far, steps = inherit * value + cells[n].toll, 0.0, distance
                if not _is_better(walked + far, walked, steps, cells[n]):
                    continue
                cells[n].key, cells[n].value, cells[n].distance = walked + far, walked, steps
                if cells[n].wave != NOWHERE:
                    size = _break_up(n, size, heap, waves, cells)
                elif cells[n].owner == me and cells[n].place == NOWHERE and _is_calm(n, me, step, cells):
                    size, count = _join(n, size, count, heap, waves, cells)
                else:
                    size = _queue(n, size, heap, cells)
            while following != cells.size and cells[following].place != IN_WAVE:
                following = cells[following].after  # it got a better label since, and waits for itself
            c = following
            if c != cells.size:
                following = cells[c].after


@_compiled
def _break_up(c: int, size: int, heap: Any, waves: Any, cells: Any) -> int:
    """Let the squares of the wave that `c` stands for wait one by one, each with its label; the heap's new size."""
    w = cells[c].wave
    cells[c].wave, cells[c].luck = NOWHERE, waves[w].luck
    size = _queue(c, size, heap, cells)
    _sink(cells[c].place, cells[c].key, c, size, heap, cells)
    n = waves[w].others
    while n != cells.size:
        if cells[n].place == IN_WAVE:
            size = _queue(n, size, heap, cells)
        n = cells[n].after
    waves[w].distance = NOWHERE
    return size


@_compiled
def _join(c: int, size: int, count: int, heap: Any, waves: Any, cells: Any) -> tuple[int, int]:
    """Let square `c` wait in the newest wave, or begin one; the new sizes of the heap and of the waves."""
    value, distance = cells[c].value, cells[c].distance
    if count > 0 and waves[count - 1].value == value and waves[count - 1].distance == distance:
        cells[c].place, cells[c].after = IN_WAVE, waves[count - 1].others
        waves[count - 1].others = c
        return size, count
    wave = waves[count]
    wave.value, wave.distance, wave.others, wave.luck = value, distance, cells.size, cells[c].luck
    cells[c].wave, cells[c].luck = count, np.uint64(0)
    return _queue(c, size, heap, cells), count + 1


@_compiled
def _is_calm(c: int, me: int, step: float, cells: Any) -> bool:
    """Whether every label that this square of ours will offer is worse than its own."""
    beyond = cells[c].distance + 1
    if not cells[c].value + step * (beyond * beyond) > cells[c].key:
        return False
    if not cells[c].inner:
        for k in range(NORTH, OPTIONS):
            n = cells[c].around[k]
            if cells[n].owner != me and cells[n].toll != np.inf:
                return False
    return True


@_compiled
def _is_cut_off(cells: Any) -> bool:
    """Whether some of our land got no label."""
    for c in range(cells.size):
        if cells[c].key != FINAL:
            return True
    return False


@_compiled
def _is_better(key: float, value: float, distance: int, cell: Any) -> bool:
    """Whether a square's new label leaves the queue before the one it has."""
    if key != cell.key:
        return key < cell.key
    if cell.place == NOWHERE:
        return True
    if value != cell.value:
        return value < cell.value
    return distance < cell.distance


@_compiled
def _queue(c: int, size: int, heap: Any, cells: Any) -> int:
    """Let square `c` wait with its label, or move up when it waits already; the heap's new size."""
    at = cells[c].place
    if at < 0:
        at = size
        size += 1
    _rise(at, cells[c].key, c, heap, cells)
    return size


@_compiled
def _is_before(key: float, c: int, waiting: Any, cells: Any) -> bool:
    """Whether square `c`'s label, which has this key, leaves the queue before the one of `waiting`."""
    if key != waiting.key:
        return key < waiting.key
    a, b = cells[c], cells[waiting.square]
    if a.luck != b.luck:
        return a.luck < b.luck
    if a.value != b.value:
        return a.value < b.value
    if a.distance != b.distance:
        return a.distance < b.distance
    return a.rank < b.rank


@_compiled
def _put(at: int, key: float, c: int, heap: Any, cells: Any) -> None:
    heap[at].key, heap[at].square = key, c
    cells[c].place = at


@_compiled
def _rise(at: int, key: float, c: int, heap: Any, cells: Any) -> None:
    """Put square `c` into the hole `at` of the heap or nearer to its top."""
    while at > 0:
        above = (at - 1) >> 1
        if not _is_before(key, c, heap[above], cells):
            break
        _put(at, heap[above].key, heap[above].square, heap, cells)
        at = above
    _put(at, key, c, heap, cells)


@_compiled
def _sink(at: int, key: float, c: int, size: int, heap: Any, cells: Any) -> None:
    """Put square `c` into the hole `at` of the heap or farther from its top."""
    while True:
        below = 2 * at + 1
        if below >= size:
            break
        if below + 1 < size:
            # Added, not asked for: which of two leaves first is hard to foresee for the processor.
            below += _is_before(heap[below + 1].key, heap[below + 1].square, heap[below], cells)
        if _is_before(key, c, heap[below], cells):
            break
        _put(at, heap[below].key, heap[below].square, heap, cells)
        at = below
    _put(at, key, c, heap, cells)


@_compiled
def _find_downhill(me: int, cells: Any) -> None:
    """Twin: potential.downhill."""
    for c in range(cells.size):
        cells[c].downhill = STILL
        if cells[c].owner != me:
            continue
        best = NORTH
        for k in range(EAST, OPTIONS):
            if cells[cells[c].around[k]].potential < cells[cells[c].around[best]].potential:
                best = k
        cells[c].downhill = best


# === trees.py ===


@_compiled
def _find_lights(level: Any, cells: Any) -> None:
    """Twin: trees.lights. Level after level lies in `level`, one behind the other."""
    for root in range(cells.size):
        if cells[root].owner == 0 and cells[root].strength > 0 and cells[root].touch:
            _climb(root, level, cells)


@_compiled
def _climb(root: int, level: Any, cells: Any) -> None:
    """Twin: trees._climb."""
    needed = cells[root].strength
    strength = production = 0
    begin, end = 0, _add_children(root, 0, level, cells)
    while end > begin and strength + production <= needed:
        surplus = strength + production - needed
        for i in range(begin, end):
            surplus += cells[level[i]].strength
        if surplus > 0:
            _light_strongest(begin, end, surplus, level, cells)
            return
        strength = needed + surplus
        for i in range(begin, end):
            cells[level[i]].light = RED
            production += cells[level[i]].production
        next_end = end
        for i in range(begin, end):
            next_end = _add_children(level[i], next_end, level, cells)
        begin, end = end, next_end


@_compiled
def _add_children(parent: int, end: int, level: Any, cells: Any) -> int:
    """Append the squares that look to `parent` to the level list; its new end."""
    for k in range(NORTH, OPTIONS):
        n = cells[parent].around[k]
        looks = cells[n].downhill
        if looks != STILL and cells[n].around[looks] == parent:
            repeated = False
            for j in range(NORTH, k):
                repeated |= cells[parent].around[j] == n
            if not repeated:
                level[end] = n
                end += 1
    return end


@_compiled
def _light_strongest(begin: int, end: int, surplus: int, level: Any, cells: Any) -> None:
    """Twin: trees._strongest: drop the weakest, the last in rank first, while some surplus is left."""
    while True:
        last = begin
        for i in range(begin + 1, end):
            a, b = level[i], level[last]
            weaker = cells[a].strength < cells[b].strength
            if weaker or (cells[a].strength == cells[b].strength and cells[a].rank > cells[b].rank):
                last = i
        surplus -= cells[level[last]].strength
        if surplus <= 0:
            break
        end -= 1
        level[last] = level[end]
    for i in range(begin, end):
        cells[level[i]].light = GREEN


# === hold.py ===


@_compiled
def _hurdle(me: int, knobs: Knobs, scratch: Scratch) -> int:
    """Twin: hold.hurdle, by counting strengths instead of sorting them."""
    cells, tally = scratch.cells, scratch.tally
    _clear(tally, STRENGTH_CAP + 1)
    interior = 0
    for c in range(cells.size):
        looks = cells[c].downhill
        if looks != STILL and cells[cells[c].around[looks]].owner == me:
            tally[cells[c].strength] += 1
            interior += 1
    if interior == 0:
        return 0
    quota = (1 - interior / knobs.hurdle_area) * (knobs.int_max - knobs.int_min) + knobs.int_min
    left = min(max(int(interior * quota), 0), interior - 1)
    for strength in range(STRENGTH_CAP, -1, -1):
        left -= tally[strength]
        if left < 0:
            return strength
    return 0


# === threats.py ===


@_compiled
def _threat(c: int, me: int, knobs: Knobs, cells: Any) -> int:
    """Twin: threats.Threats, for one square: few of them ever come into danger."""
    if cells[c].owner == me:
        return 0
    if not knobs.fears_enemies if cells[c].owner != 0 else cells[c].strength != 0:
        return 0
    blast = 0
    for k in range(OPTIONS):
        n = cells[c].around[k]
        if cells[n].owner != 0 and cells[n].owner != me:
            blast += cells[n].strength
    return min(STRENGTH_CAP, blast)


# === assign.py ===


@_compiled
def _assign(me: int, base: Any, hold: float, hurdle: int, mining_remains: bool, knobs: Knobs, scratch: Scratch) -> None:
    """Twin: assign.moves."""
    cells, near, order, turn = scratch.cells, scratch.near, scratch.order, scratch.turn[0]
    turn.me, turn.base, turn.hold, turn.hurdle, turn.mining_remains = me, base, hold, hurdle, mining_remains
    size = _find_order(me, knobs, scratch)
    for i in range(size):
        c = order[i]
        if knobs.verdicts_v26:
            option = _v26(c, turn, knobs, cells)
        elif knobs.verdicts_v17:
            option = _v17(c, turn, knobs, cells)
        else:
            option = _v12(c, turn, knobs, cells)
        cells[c].option = option
        target = cells[c].around[option]
        if knobs.dodge and cells[target].booked == 0 and not cells[target].inner:
            _endanger(target, me, near, knobs, cells)
        cells[target].booked += cells[c].strength
        if option == STILL and knobs.books_production:
            cells[c].booked += cells[c].production


@_compiled
def _find_order(me: int, knobs: Knobs, scratch: Scratch) -> int:
    """Who chooses when, into `order`; how many choose. Twin: assign.order.

    Two stable counting sorts: by distance where the generation does so, then by strength.
    """
    cells, order, spare, tally = scratch.cells, scratch.order, scratch.spare, scratch.tally
    ours = order if knobs.orders_by_distance else spare
    size, farthest = 0, 0
    for c in range(cells.size):
        if cells[c].owner == me and cells[c].strength > 0:
            ours[size] = c
            size += 1
            farthest = max(farthest, cells[c].distance)
    if knobs.orders_by_distance:
        _clear(tally, farthest + 2)
        for i in range(size):
            tally[cells[order[i]].distance + 1] += 1
        _deal(size, farthest + 1, order, spare, tally, cells, True)
    _clear(tally, STRENGTH_CAP + 2)
    for i in range(size):
        tally[STRENGTH_CAP - cells[spare[i]].strength + 1] += 1
    _deal(size, STRENGTH_CAP + 1, spare, order, tally, cells, False)
    return size


@_compiled
def _clear(tally: Any, size: int) -> None:
    for k in range(size):
        tally[k] = 0


@_compiled
def _deal(size: int, keys: int, source: Any, target: Any, tally: Any, cells: Any, by_distance: bool) -> None:
    """Second half of a counting sort: `tally` holds in place k + 1 how many squares have key k."""
    for k in range(keys):
        tally[k + 1] += tally[k]
    for i in range(size):
        c = source[i]
        k = cells[c].distance if by_distance else STRENGTH_CAP - cells[c].strength
        target[tally[k]] = c
        tally[k] += 1


# === turn.py ===


@_compiled
def _scores(c: int, first: int, turn: Any, knobs: Knobs, cells: Any) -> None:
    """Twin: turn.Turn.scores. The first option is STILL, or NORTH where staying is not weighed."""
    room = STRENGTH_CAP - cells[c].strength
    for k in range(first, OPTIONS):
        n = cells[c].around[k]
        turn.score[k] = cells[n].potential
        if cells[n].booked > room:
            turn.score[k] += knobs.loss_penalty * (cells[n].booked - room)


@_compiled
def _option_is_before(c: int, a: int, b: int, turn: Any, knobs: Knobs, cells: Any) -> bool:
    """Whether option `a` beats option `b`, which was weighed before it."""
    if turn.score[a] != turn.score[b]:
        return turn.score[a] < turn.score[b]
    if not knobs.ties_seeded:
        return False
    first, second = c * plain_luck.DRAWS + _number(a), c * plain_luck.DRAWS + _number(b)
    return _draw(turn.base, first) < _draw(turn.base, second)


@_compiled
def _lowest(c: int, first: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: turn.Turn.lowest."""
    best = NORTH
    for i in range(1, OPTIONS - first):
        if _option_is_before(c, ORDER[i], best, turn, knobs, cells):
            best = ORDER[i]
    return best


@_compiled
def _rank(c: int, first: int, turn: Any, knobs: Knobs, cells: Any) -> None:
    """All options, best first, into `ranked`. Twin: turn.Turn.ranked."""
    for i in range(OPTIONS - first):
        k, at = ORDER[i], i
        while at > 0 and _option_is_before(c, k, turn.ranked[at - 1], turn, knobs, cells):
            turn.ranked[at] = turn.ranked[at - 1]
            at -= 1
        turn.ranked[at] = k


# === overkill.py ===


@_compiled
def _endanger(target: int, me: int, near: Any, knobs: Knobs, cells: Any) -> None:
    """Something of ours will stand on `target`: what could be struck beside it is in danger. Twin: overkill.dangerous.

    The twin looks around each square that chooses. Here the few squares that come into danger tell those
    around them, and the square that chooses has one mark to look at.
    """
    for k in range(OPTIONS):
        e = cells[target].around[k]
        if cells[e].danger == 0:
            cells[e].danger = _threat(e, me, knobs, cells)
            if cells[e].danger > 0:
                for i in range(NEAR):
                    cells[near[e, i]].near_danger = 1


@_compiled
def _danger_at(c: int, cells: Any) -> int:
    """Weight of the dangerous squares on and beside `c`."""
    weight = 0
    for k in range(OPTIONS):
        weight += cells[cells[c].around[k]].danger
    return weight


@_compiled
def _dodge_scores(c: int, turn: Any, knobs: Knobs, cells: Any) -> None:
    """Twin: overkill.scores."""
    _scores(c, STILL, turn, knobs, cells)
    for k in range(OPTIONS):
        n = cells[c].around[k]
        if cells[n].booked == 0:
            turn.score[k] += knobs.danger_penalty * _danger_at(n, cells)
        if cells[n].wall:
            turn.score[k] += knobs.wall_penalty
        if cells[n].owner == 0 and cells[c].strength <= cells[n].strength:
            turn.score[k] += knobs.weak_penalty


# === stilling.py ===


@_compiled
def _calls_for_stilling(c: int, turn: Any, knobs: Knobs, cells: Any) -> bool:
    """Twin: stilling.is_called_for."""
    empties = size = 0
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].owner != 0 or cells[n].strength != 0:
            continue
        empties += 1
        for j in range(NORTH, OPTIONS):
            e = cells[n].around[j]
            ready = cells[e].strength >= knobs.stilling_ratio * cells[e].production
            if cells[e].owner != 0 and cells[e].owner != turn.me and ready:
                size = _add_once(e, size, turn)
    return empties >= knobs.stilling_empties and size >= knobs.stilling_enemies


@_compiled
def _add_once(e: int, size: int, turn: Any) -> int:
    """Append a square to `ready` unless it is there."""
    for i in range(size):
        if turn.ready[i] == e:
            return size
    turn.ready[size] = e
    return size + 1


# === verdicts.py ===


@_compiled
def _v26(c: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: verdicts.v26."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[c].booked
    _scores(c, NORTH, turn, knobs, cells)
    if turn.mining_remains:
        for k in range(NORTH, OPTIONS):
            if cells[cells[c].around[k]].wall:
                turn.score[k] += knobs.wall_penalty
    best = _lowest(c, NORTH, turn, knobs, cells)
    target, score = cells[c].around[best], turn.score[best]

    if cells[c].light == GREEN:
        return best
    loses = min(STRENGTH_CAP, strength + production) + booked > STRENGTH_CAP
    if not loses and (booked > 0 or cells[c].light == RED):
        return STILL

    if cells[c].near_danger:
        if _must_dodge(c, target, turn, cells):
            _dodge_scores(c, turn, knobs, cells)
            return _lowest(c, STILL, turn, knobs, cells)
    elif knobs.strategic_stilling and not loses and _calls_for_stilling(c, turn, knobs, cells):
        return STILL

    if loses or score > knobs.bad_score:
        staying = min(STRENGTH_CAP, strength + production + booked) + min(STRENGTH_CAP, cells[target].booked)
        going = min(STRENGTH_CAP, booked) + min(STRENGTH_CAP, cells[target].booked + strength)
        return STILL if staying > going else best
    if cells[target].owner != turn.me:
        return best if _captures(c, target, turn, knobs, cells) else STILL
    return best if strength >= turn.hold * production and strength >= turn.hurdle else STILL


@_compiled
def _must_dodge(c: int, target: int, turn: Any, cells: Any) -> bool:
    """Twin: verdicts._must_dodge."""
    if _danger_at(target, cells) > 0:
        return True
    if cells[c].strength >= turn.hold * cells[c].production:
        return False
    for k in range(NORTH, OPTIONS):
        if cells[cells[c].around[k]].danger > 0:
            return True
    return False


@_compiled
def _captures(c: int, target: int, turn: Any, knobs: Knobs, cells: Any) -> bool:
    """Twin: verdicts._capture_v26."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[target].booked
    if strength != STRENGTH_CAP and strength + booked <= cells[target].strength:
        return False
    if strength < knobs.capture_hold * production:
        return False
    return booked == 0 or strength >= turn.hold * production


@_compiled
def _v17(c: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: verdicts.v17."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[c].booked
    _scores(c, NORTH, turn, knobs, cells)
    _rank(c, NORTH, turn, knobs, cells)
    best = turn.ranked[0]
    target = cells[c].around[best]
    if turn.score[best] > knobs.bad_score:
        return STILL if booked < cells[target].booked else best
    loses = strength + booked > STRENGTH_CAP
    if not loses and booked > 0:
        return STILL
    if cells[c].near_danger:
        return _dodge_v17(c, best, turn, knobs, cells)
    if loses:
        return _make_room(c, turn, cells)
    if cells[target].owner == turn.me:
        return best if strength >= turn.hold * production and strength >= turn.hurdle else STILL
    if strength + cells[target].booked > STRENGTH_CAP or not _captures(c, target, turn, knobs, cells):
        return STILL
    return best


@_compiled
def _dodge_v17(c: int, best: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: verdicts._dodge_v17."""
    if _danger_at(cells[c].around[best], cells) == 0:
        return best
    _scores(c, STILL, turn, knobs, cells)
    _rank(c, STILL, turn, knobs, cells)
    for i in range(OPTIONS):
        if _danger_at(cells[c].around[turn.ranked[i]], cells) == 0:
            return turn.ranked[i]
    return turn.ranked[4]


@_compiled
def _make_room(c: int, turn: Any, cells: Any) -> int:
    """Twin: verdicts._make_room."""
    for i in range(OPTIONS - 1):
        target = cells[c].around[turn.ranked[i]]
        resists = min(cells[target].strength, FULL)
        if cells[target].owner == turn.me or cells[c].strength + cells[target].booked >= resists:
            return turn.ranked[i]
    return turn.ranked[3]


@_compiled
def _v12(c: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: verdicts.v12."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[c].booked
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        turn.score[k] = np.inf if cells[n].booked + strength > STRENGTH_CAP else cells[n].potential
    best = _lowest(c, NORTH, turn, knobs, cells)
    target = cells[c].around[best]
    loses = strength + production + booked > STRENGTH_CAP
    if turn.score[best] == np.inf:
        return _fullest_fit(c, cells) if loses else STILL
    if loses:
        return _swap(c, best, cells)
    for k in range(NORTH, OPTIONS):
        if cells[cells[c].around[k]].option == best:
            return STILL
    if booked > 0:
        return STILL
    if cells[target].owner == turn.me:
        return best if strength >= turn.hold * production else STILL
    return best if strength == STRENGTH_CAP or strength > cells[target].strength else STILL


@_compiled
def _fullest_fit(c: int, cells: Any) -> int:
    """Twin: verdicts._fullest_fit."""
    best, least = NORTH, cells[cells[c].around[NORTH]].booked + cells[c].production
    for i in range(1, OPTIONS):
        pile = cells[cells[c].around[ORDER[i]]].booked
        if pile < least:
            best, least = ORDER[i], pile
    return best


@_compiled
def _swap(c: int, best: int, cells: Any) -> int:
    """Twin: verdicts._swap."""
    origin = STILL
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].option != OPPOSITE[k] or cells[n].booked > STRENGTH_CAP - cells[c].strength:
            continue
        if origin == STILL or _swaps_before(n, cells[c].around[origin], cells):
            origin = k
    return best if origin == STILL else origin


@_compiled
def _swaps_before(a: int, b: int, cells: Any) -> bool:
    if cells[a].booked != cells[b].booked:
        return cells[a].booked < cells[b].booked
    if cells[a].strength != cells[b].strength:
        return cells[a].strength > cells[b].strength
    return a < b


# === last_turns.py ===


@_compiled
def _end(me: int, left: int, knobs: Knobs, scratch: Scratch) -> None:
    """Twin: last_turns.moves; both run the same code."""
    cells, book = scratch.cells, scratch.book
    for c in range(cells.size):
        book.owner[c], book.option[c] = cells[c].owner, cells[c].option
        book.strength[c], book.production[c] = cells[c].strength, cells[c].production
    _last_turns(me, left, knobs.last_kill, knobs.last_part, knobs.last_keep, book)
    for c in range(cells.size):
        cells[c].option = book.option[c]
