"""The kernel that judges pairs of futures for a page says what its readable twin says of the same games."""

import numpy as np
import pytest

from bot.ground.arrays import Grids
from engine.rules import turn_limit
from experiments.arena.arena import Outcome
from experiments.module import judging
from tests.support import futures
from tests.support.futures import ending, summary, verdict

HEIGHT, WIDTH, PLAYERS = 4, 3, 3
LIMIT = turn_limit(WIDTH, HEIGHT)
FIRST = 5


def history(rng, frames):
    """(frames, players) squares: players vanish for good, and many numbers are equal."""
    land = rng.integers(1, 4, (frames, PLAYERS))
    for player in range(PLAYERS):
        if rng.random() < 0.5:
            land[rng.integers(FIRST, frames + 1) :, player] = 0
    return land


def games(rng, seeds):
    """Two games for each seed, with the same first frames; some pairs repeat themselves."""
    before = history(rng, LIMIT + 1)[:FIRST]
    made = []
    for _ in range(seeds):
        if made and rng.random() < 0.3:
            made.append(made[rng.integers(len(made))])
            continue
        ends = np.where(rng.random(2) < 0.5, LIMIT + 1, rng.integers(FIRST + 1, LIMIT + 2, 2))
        made.append([np.concatenate([before, history(rng, end)[FIRST:]]) for end in ends])
    return made


def judged(made, player):
    """What the kernel tells of these games."""
    pairs, told = judging.pairs(HEIGHT, WIDTH), judging.told(HEIGHT, WIDTH)
    for number, game in enumerate(side for pair in made for side in pair):
        pairs.land[number, : len(game), 1 : PLAYERS + 1] = game
        pairs.frames[number] = len(game)
    judging.judge(HEIGHT, WIDTH, player, PLAYERS, len(made), FIRST, pairs, told)
    return told


def amount(record):
    """A mean as the twin writes it."""
    if record["games"] == 0:
        return None
    return {name: futures.finite(record[name].item()) for name in ("mean", "low", "high")} | {"games": record["games"]}


@pytest.mark.parametrize("seed", range(24))
def test_the_verdict_is_that_of_the_readable_one(seed):
    """Places, wins, eliminations, land, who does better in how many different pairs, by how much, and how surely."""
    rng = np.random.default_rng(seed)
    made, player = games(rng, seeds=1 + seed % 8), 1 + seed % PLAYERS
    told = judged(made, player)
    endings = [[ending(pair[side], LIMIT) for pair in made] for side in (0, 1)]
    for side in (0, 1):
        assert told.verdict[0]["full"][side] == sum(each.is_full for each in endings[side])
        for seat in range(PLAYERS):
            fared, expected = told.fared[side, seat + 1], summary(endings[side], seat)
            assert [fared["wins"], fared["eliminated"]] == [expected["wins"], expected["eliminated"]]
            assert fared["rank"] == expected["rank"]
            assert futures.finite(fared["elimination"]) == expected["elimination"]
            assert amount(fared) == pytest.approx(expected["squares"])
    outcomes = [tuple(Outcome(game[FIRST:], None, np.zeros(0, np.uint8)) for game in pair) for pair in made]
    different = futures.different(outcomes)
    expected = verdict([(endings[0][pair], endings[1][pair]) for pair in different], player - 1)
    found = told.verdict[0]
    assert found["different"] == len(different)
    assert [found[name] for name in ("better", "worse", "same")] == [
        expected[name] for name in ("better", "worse", "same")
    ]
    assert found["chance"] == pytest.approx(expected["chance"], rel=1e-12)
    for name, record in zip(("sooner", "longer", "squares"), told.amounts, strict=True):
        assert amount(record) == pytest.approx(expected[name]), name
    for side in (0, 1):
        curves = futures.curves([pair[side] for pair in outcomes])
        length = found["length"][side]
        for row, name in enumerate(("mean", "low", "high")):
            drawn = told.curves[side, row, :length, 1 : PLAYERS + 1].T
            np.testing.assert_allclose(drawn, np.array(curves[name], np.float64), rtol=1e-12, atol=1e-12)


def test_squares_are_noted_frame_by_frame_after_those_of_the_first_game():
    """What was recorded before the question is noted once."""
    pairs = judging.pairs(2, 2)
    boards = [np.array(squares, np.uint8) for squares in ([[0, 0], [1, 2]], [[1, 1], [2, 2]], [[1, 1], [1, 1]])]
    for frame, board in enumerate(boards[:2]):
        judging.note(0, frame, Grids(board, board, board), pairs)
    judging.note(3, 1, Grids(boards[2], boards[2], boards[2]), pairs)
    assert pairs.land[3, :2, :3].tolist() == [[2, 1, 1], [0, 4, 0]]
    assert pairs.frames[:4].tolist() == [2, 0, 0, 2]
