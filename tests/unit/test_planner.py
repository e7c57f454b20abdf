"""The planner's ideas, each on a board small enough to check by hand."""

import numpy as np
import pytest

from bot import View
from engine import generate
from experiments.opponents.compiled import for_kernels
from experiments.opponents.planner import Planning, captures
from experiments.opponents.planner.captures import CAPTURES, GATHERS, UNDECIDED, desk, load
from experiments.opponents.planner.play import KernelSettings, Planner

EAST = 2


def laid(owner, strength, production):
    grids = [np.array(rows, np.uint8) for rows in (owner, strength, production)]
    table = desk(*grids[0].shape)
    load(*grids, table)
    return table


def row(owner, strength, production):
    width = len(owner)
    sea, dear, barren = [0] * width, [255] * width, [0] * width
    return laid([sea, owner, sea], [dear, strength, dear], [barren, production, barren])


def at(table, x):
    return table.owner.size // 3 + x


def scheduled(table, **changes):
    """The desk after captures were scheduled, with a pull that hardly fades."""
    known = for_kernels(KernelSettings, Planning(**{"step": 0.01, **changes}))
    captures.induce(0.0, table)
    captures.pull(1, known.step, table)
    captures.capture_all(1, known, table)
    return table


def test_squares_leave_so_that_they_arrive_together():
    board = ([1, 1, 0, 0, 0, 0], [15, 20, 30, 255, 255, 255], [1, 1, 5, 0, 0, 0])
    table = scheduled(row(*board))
    assert (table.move[at(table, 0)], table.move[at(table, 1)]) == (EAST, 0)
    assert (table.why[at(table, 0)], table.why[at(table, 1)]) == (CAPTURES, GATHERS)
    assert table.target[at(table, 1)] == at(table, 2)
    table = scheduled(row(*board), rings=1, patience=30)
    assert table.target[[at(table, 0), at(table, 1)]].tolist() == [-1, at(table, 2)]
    board = ([1, 0, 0, 0, 0, 0], [20, 30, 255, 255, 255, 255], [1, 5, 0, 0, 0, 0])
    assert scheduled(row(*board), patience=4).move[at(row(*board), 0)] == UNDECIDED
    assert scheduled(row(*board), patience=12).move[at(row(*board), 0)] == 0


@pytest.fixture(scope="module")
def start():
    state = generate(16, 16, 2, 4)
    return View(state.owner, state.strength, state.production, 1, 0)


def test_the_plan_is_never_worse_than_the_field_and_ends_where_the_board_is_not_as_foreseen(start):
    planner = Planner(Planning(plans=12), 16, 16)
    moves = planner.moves(start)
    plan = planner.plan
    assert plan.tried[0] == 1000
    assert plan.worth == max(plan.tried) >= 1000
    assert len(plan.tried) == 12
    assert np.array_equal(moves, plan.moves[0])
    other = start.strength.copy()
    other[start.owner == 1] += 1
    assert plan.at(View(start.owner, other, start.production, 1, 0)) is None
    near = start.owner.copy()
    y, x = np.argwhere(start.owner == 1)[0]
    near[y, (x + 3) % 16] = 2
    assert plan.at(View(near, start.strength, start.production, 1, 0)) is None
    hurried = Planner(Planning(plans=6), 16, 16)
    hurried.moves(start, 0.0)
    assert len(hurried.plan.tried) == 1, "without time it is the field"
