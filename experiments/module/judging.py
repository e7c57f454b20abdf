"""Which of two futures is better for a player, for a page that played both; a kernel. Twin: tests/support/futures."""

from typing import Any, NamedTuple

import numpy as np
from scipy.special import stdtrit

from bot.ground import board
from bot.ground.arrays import Floats, Grids, Longs, Records
from bot.ground.compiled import compiled, uncounted
from bot.ground.view import SEATS

from .asking import CONFIDENCE, MOST_SEEDS

turns_left = uncounted(board.turns_left)

SIDES, GAMES = 2, 2 * MOST_SEEDS  # without the change and with it; game 2 * seed is without
MEAN = [("mean", np.float64), ("low", np.float64), ("high", np.float64), ("games", np.int64)]  # NaN: not told
END = np.dtype([("rank", np.int64), ("lived", np.int64), ("squares", np.int64), ("land", np.int64)])
FARED = np.dtype(
    [("wins", np.int64), ("rank", np.float64), ("eliminated", np.int64), ("elimination", np.float64), *MEAN]
)
VERDICT = np.dtype(
    [
        ("different", np.int64), ("better", np.int64), ("worse", np.int64), ("same", np.int64),
        ("chance", np.float64), ("limit", np.int64), ("full", np.int64, 2), ("length", np.int64, 2),
    ]
)  # fmt: skip
SOONER, LONGER, SQUARES = range(3)


class Pairs(NamedTuple):
    """The games of a comparison, from their first frame on."""

    land: Longs  # (GAMES, frames, SEATS) squares of each player
    frames: Longs  # (GAMES,) of each game
    quantiles: Floats  # (MOST_SEEDS + 1,) Student's t for a mean of so many values


class Told(NamedTuple):
    """What is found of them."""

    ends: Records  # (GAMES, SEATS)
    fared: Records  # (SIDES, SEATS)
    verdict: Records  # (1,)
    amounts: Records  # (3,) of SOONER, LONGER, SQUARES
    curves: Floats  # (SIDES, 3, frames, SEATS) mean, low, high
    values: Floats  # (MOST_SEEDS,) what a mean is taken of


def pairs(height: int, width: int) -> Pairs:
    """Return room for games on boards of this size."""
    freedom = np.arange(1, MOST_SEEDS)
    quantiles = np.concatenate([[np.nan, np.nan], stdtrit(freedom, (1 + CONFIDENCE) / 2)])
    return Pairs(np.zeros((GAMES, _frames(height, width), SEATS), np.int64), np.zeros(GAMES, np.int64), quantiles)


def told(height: int, width: int) -> Told:
    """Return room for the answer."""
    return Told(
        np.zeros((GAMES, SEATS), END), np.zeros((SIDES, SEATS), FARED), np.zeros(1, VERDICT), np.zeros(3, MEAN),
        np.zeros((SIDES, 3, _frames(height, width), SEATS)), np.zeros(MOST_SEEDS),
    )  # fmt: skip


def _frames(height: int, width: int) -> int:
    """Return what no game exceeds; a sum of the sides, as all shapes in the module's table."""
    return 5 * (height + width) + 1  # 10 * sqrt(height * width) is at most that


@compiled
def note(game: int, frame: int, grids: Grids, pairs: Pairs) -> None:
    """Note who owns how much on a frame of a game; frames before it are those of game 0."""
    land, owners = pairs.land, grids.owner.ravel()
    for seat in range(SEATS):
        if pairs.frames[game] == 0:
            for before in range(frame):
                land[game, before, seat] = land[0, before, seat]
        land[game, frame, seat] = 0
    for c in range(owners.size):
        land[game, frame, owners[c]] += 1
    pairs.frames[game] = frame + 1


@compiled
def judge(height: int, width: int, player: int, players: int, seeds: int, first: int, pairs: Pairs, told: Told) -> None:
    """Judge the pairs of as many seeds, of games played on from frame `first`, for this player."""
    found = told.verdict[0]
    found.limit = turns_left(height, width, 0)
    for game in range(2 * seeds):
        for seat in range(1, players + 1):
            _end(game, seat, pairs, told.ends[game, seat])
        for seat in range(1, players + 1):
            told.ends[game, seat].rank = _rank(seat, players, told.ends[game])
    for side in range(SIDES):
        found.full[side] = 0
        for seed in range(seeds):
            found.full[side] += _is_full(2 * seed + side, found.limit, pairs)
        for seat in range(1, players + 1):
            _fare(side, seat, seeds, found.limit, pairs, told)
            _curve(side, seat, seeds, first, pairs, told)
        found.length[side] = _longest(side, seeds, pairs) - first
    _compare(player, seeds, pairs, told)


@uncounted
def _end(game: int, seat: int, pairs: Pairs, end: Any) -> None:
    end.lived, end.land = 0, 0
    for frame in range(pairs.frames[game]):
        squares = pairs.land[game, frame, seat]
        end.lived += squares > 0
        end.land += squares
    end.squares = pairs.land[game, pairs.frames[game] - 1, seat]


@uncounted
def _rank(seat: int, players: int, ends: Records) -> int:
    """Return the place: who lived longer, then owns more, then owned more in all frames, then has the higher number."""
    place = 1
    mine = ends[seat]
    for other in range(1, players + 1):
        theirs = ends[other]
        if theirs.lived != mine.lived:
            is_ahead = theirs.lived > mine.lived
        elif theirs.squares != mine.squares:
            is_ahead = theirs.squares > mine.squares
        elif theirs.land != mine.land:
            is_ahead = theirs.land > mine.land
        else:
            is_ahead = other > seat
        place += is_ahead
    return place


@uncounted
def _is_full(game: int, limit: int, pairs: Pairs) -> bool:
    """Return whether the last turn was reached."""
    return bool(pairs.frames[game] - 1 == limit)


@uncounted
def _longest(side: int, seeds: int, pairs: Pairs) -> int:
    most = 0
    for seed in range(seeds):
        most = max(most, pairs.frames[2 * seed + side])
    return most


@uncounted
def _fare(side: int, seat: int, seeds: int, limit: int, pairs: Pairs, told: Told) -> None:
    """Say how one player fared in the games of one side."""
    fared = told.fared[side, seat]
    fared.wins, fared.rank, fared.eliminated, fared.elimination, full = 0, 0.0, 0, 0.0, 0
    for seed in range(seeds):
        game = 2 * seed + side
        end = told.ends[game, seat]
        fared.wins += end.rank == 1
        fared.rank += end.rank
        if end.squares == 0:
            fared.eliminated += 1
            fared.elimination += end.lived
        if _is_full(game, limit, pairs):
            told.values[full] = end.squares
            full += 1
    fared.rank /= seeds
    fared.elimination /= fared.eliminated
    _mean(full, told.values, pairs.quantiles, fared)


@uncounted
def _curve(side: int, seat: int, seeds: int, first: int, pairs: Pairs, told: Told) -> None:
    """Draw the curve of a player's land: a game that is over keeps its last value."""
    for frame in range(first, _longest(side, seeds, pairs)):
        for seed in range(seeds):
            game = 2 * seed + side
            told.values[seed] = pairs.land[game, min(frame, pairs.frames[game] - 1), seat]
        amount = told.amounts[0]
        _mean(seeds, told.values, pairs.quantiles, amount)
        at = frame - first
        told.curves[side, 0, at, seat] = amount.mean
        told.curves[side, 1, at, seat] = amount.low
        told.curves[side, 2, at, seat] = amount.high


@uncounted
def _compare(player: int, seeds: int, pairs: Pairs, told: Told) -> None:
    """Compare the games of each pair that is like none before it."""
    found = told.verdict[0]
    found.different, found.better, found.worse, found.same = 0, 0, 0, 0
    for seed in range(seeds):
        if _is_repeated(seed, pairs):
            continue
        found.different += 1
        one, two = told.ends[2 * seed, player], told.ends[2 * seed + 1, player]
        sign = _sign(one, two, 2 * seed, found.limit, pairs)
        found.better += sign > 0
        found.worse += sign < 0
        found.same += sign == 0
    found.chance = _chance(min(found.better, found.worse), found.better + found.worse)
    for what in range(SQUARES + 1):
        size = 0
        for seed in range(seeds):
            if not _is_repeated(seed, pairs) and _is_told(what, player, seed, found.limit, pairs, told.ends):
                told.values[size] = _amount(what, player, seed, pairs, told.ends)
                size += 1
        _mean(size, told.values, pairs.quantiles, told.amounts[what])


@uncounted
def _is_repeated(seed: int, pairs: Pairs) -> bool:
    """Return whether an earlier pair has the same games."""
    for before in range(seed):
        if _is_same(2 * before, 2 * seed, pairs) and _is_same(2 * before + 1, 2 * seed + 1, pairs):
            return True
    return False


@uncounted
def _is_same(one: int, other: int, pairs: Pairs) -> bool:
    if pairs.frames[one] != pairs.frames[other]:
        return False
    for frame in range(pairs.frames[one]):
        for seat in range(SEATS):
            if pairs.land[one, frame, seat] != pairs.land[other, frame, seat]:
                return False
    return True


@uncounted
def _sign(before: Any, after: Any, game: int, limit: int, pairs: Pairs) -> int:
    """Return 1 where the second game is better: by place, a sooner win or longer life, then land on the last turn."""
    if before.rank != after.rank:
        return 1 if after.rank < before.rank else -1
    first, second = _lasted(before, game, pairs), _lasted(after, game + 1, pairs)
    if first != second:
        return 1 if second > first else -1
    land = before.squares if _is_full(game, limit, pairs) else 0
    other = after.squares if _is_full(game + 1, limit, pairs) else 0
    return 0 if land == other else 1 if other > land else -1


@uncounted
def _lasted(end: Any, game: int, pairs: Pairs) -> int:
    """Return a number that is higher for a sooner win, or for a longer life."""
    turns = pairs.frames[game] - 1
    return int(-turns if end.rank == 1 else end.lived)


@uncounted
def _is_told(what: int, player: int, seed: int, limit: int, pairs: Pairs, ends: Records) -> bool:
    one, two = ends[2 * seed, player], ends[2 * seed + 1, player]
    are_full = _is_full(2 * seed, limit, pairs) and _is_full(2 * seed + 1, limit, pairs)
    if what == SOONER:
        return bool(one.rank == 1 and two.rank == 1 and not are_full)
    if what == LONGER:
        return bool(one.squares == 0 and two.squares == 0)
    return bool(are_full)


@uncounted
def _amount(what: int, player: int, seed: int, pairs: Pairs, ends: Records) -> int:
    one, two = ends[2 * seed, player], ends[2 * seed + 1, player]
    if what == SOONER:
        return int(pairs.frames[2 * seed] - pairs.frames[2 * seed + 1])
    if what == LONGER:
        return int(two.lived - one.lived)
    return int(two.squares - one.squares)


@uncounted
def _chance(fewer: int, pairs: int) -> float:
    """Return the two-sided chance of so uneven counts if each of these pairs were a coin (Fisher's sign test)."""
    ways, total = 1.0, 0.0
    for k in range(fewer + 1):
        total += ways
        ways = ways * (pairs - k) / (k + 1)
    for _ in range(pairs - 1):  # a power would be a function of the C library
        total *= 0.5
    return float(min(1.0, total))


@uncounted
def _mean(size: int, values: Floats, quantiles: Floats, into: Any) -> None:
    """Write the mean of the first values and Student's interval around it."""
    total, squares = 0.0, 0.0
    for i in range(size):
        total += values[i]
    mean = total / size
    for i in range(size):
        squares += (values[i] - mean) ** 2
    reach = quantiles[size] * np.sqrt(squares / (size - 1)) / np.sqrt(size)
    into.mean, into.low, into.high, into.games = mean, mean - reach, mean + reach, size
