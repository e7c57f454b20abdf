"""The ideas of the amortizer, each on a board small enough to be counted by hand."""

from dataclasses import replace

import numpy as np

from bot import View
from bot.kernels import Decider
from experiments.arena.players import player
from experiments.opponents.amortizer import OPPONENT, assignment
from experiments.opponents.amortizer.play import HABIT
from tests.support.opponents import battles

HEIGHT, WIDTH = 9, 12


def view(owner=(), strength=(), production=3, neutral=60, turn=0):
    """A board of neutral land with these squares, each as ((y, x), number)."""
    owners, strengths = np.zeros((HEIGHT, WIDTH), np.uint8), np.full((HEIGHT, WIDTH), neutral, np.uint8)
    for square, number in owner:
        owners[square] = number
    for square, number in strength:
        strengths[square] = number
    return View(owners, strengths, np.full((HEIGHT, WIDTH), production, np.uint8), 1, turn)


def seated(notation="amortizer"):
    return OPPONENT.open(player(notation).parameters, HEIGHT, WIDTH)


def test_targets_that_are_passed_over_change_nothing():
    frames, weighed = battles(), 0
    mover = OPPONENT.open(player("amortizer").parameters, *frames[0].owner.shape)
    for board in frames:
        mover.moves(board)
        desk, common = mover.desk, (mover.stay, mover.weight, mover.parameters, mover.desk)
        for c in desk.rank[: mover.stacks].copy():
            worths = np.array([assignment.worth_of(c, number, *common) for number in range(mover.targets)])
            second, best = np.sort(np.append(worths, 0.0))[-2:]
            assert assignment.loss_of(c, mover.targets, *common) == best - second
            assert desk.value[c] == best
            assert best == 0 or worths[desk.goal[c]] == best
            weighed += 1
    assert weighed > 100


def front(ours, theirs, turn=0):
    """Our stack and one of the enemy with an empty square between them, land of each behind."""
    squares = [((4, x), 1) for x in range(4)] + [((4, x), 2) for x in range(5, 9)]
    return view(squares, [((4, x), 2) for x in range(9)] + [((4, 3), ours), ((4, 4), 0), ((4, 5), theirs)], turn=turn)


def test_in_some_futures_enemies_play_a_known_strategy():
    mover, board = seated("amortizer?strategy=8"), front(100, 50)
    mover.moves(board)
    known = Decider(HABIT, HEIGHT, WIDTH).moves(replace(board, me=2)).ravel()
    theirs = board.owner.ravel() == 2
    assert known[theirs].any()
    for reply in mover.exchange.front.reply:
        np.testing.assert_array_equal(reply[theirs], known[theirs])
