"""Ejections: a replay does not say who was ejected; the boards do."""

from itertools import chain, combinations

import numpy as np

from engine import Replay, rules

from .planes import Array


def without_ejected(replay: Replay) -> Array:
    """Return the owners before every turn, (T - 1, H, W), with the squares of those ejected on that turn neutral.

    An ejected player loses all squares at once. Of the players whose last square went, the smallest set whose ejection
    explains the next frame was ejected; if none explains it, no player was.
    """
    owner = replay.owner[:-1].copy()
    for turn, gone in _disappearances(replay):
        owner[turn][np.isin(owner[turn], _find_ejected(replay, turn, gone))] = 0
    return owner


def ejections(replay: Replay) -> dict[int, int]:
    """Return the turn (1 = the first) on which each ejected player was ejected."""
    return {player: turn + 1 for turn, gone in _disappearances(replay) for player in _find_ejected(replay, turn, gone)}


def _disappearances(replay: Replay) -> list[tuple[int, list[int]]]:
    """Return turns (0 = the first) on which players lost their last square, and these players."""
    players = np.arange(1, len(replay.player_names) + 1, dtype=np.uint8)
    alive = np.array([(replay.owner == player).any(axis=(1, 2)) for player in players])  # (players, T)
    gone = alive[:, :-1] & ~alive[:, 1:]
    return [(turn, players[gone[:, turn]].tolist()) for turn in np.flatnonzero(gone.any(axis=0)).tolist()]


def _find_ejected(replay: Replay, turn: int, gone: list[int]) -> tuple[int, ...]:
    sets = chain.from_iterable(combinations(gone, count) for count in range(len(gone) + 1))
    after = replay.state(turn + 1)
    for suspects in sets:
        played = rules.step(replay.state(turn), replay.moves[turn], suspects)
        if np.array_equal(played.owner, after.owner) and np.array_equal(played.strength, after.strength):
            return suspects
    return ()
