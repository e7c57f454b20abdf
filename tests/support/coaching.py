"""Games and answers for tests of the coach."""

import numpy as np

from bot import preset
from engine import Replay, generate, step
from experiments.arena.arena import Arena
from experiments.recordings.watched import Watched

SIDE, SEED, BLUNDER = 16, 5, 45
"""A map on which v26 is nearly sure to beat v12, and the frame on which it throws its strength away."""

NAMES = ("v26", "v12")


def blundered():
    """A game that player 1 wins until frame BLUNDER, when its pieces die on neutral squares at least as strong."""
    players = [preset(name) for name in NAMES]
    arena = Arena(SIDE, SIDE)
    start = arena.play(players, generate(SIDE, SIDE, 2, SEED), record=True).replay
    moves = np.where(start.owner[BLUNDER] == 1, _wasted(start.state(BLUNDER)), start.moves[BLUNDER])
    after = step(start.state(BLUNDER), moves)
    watched = Watched(start)
    memories = [watched.memory(BLUNDER + 1, seat) for seat in (1, 2)]
    rest = arena.play(players, after, record=True, turn=BLUNDER + 1, memories=memories).replay
    joined = {
        layer: np.concatenate([getattr(start, layer)[: BLUNDER + 1], getattr(rest, layer)])
        for layer in ("owner", "strength")
    }
    all_moves = np.concatenate([start.moves[:BLUNDER], moves[None], rest.moves]).astype(np.int32)
    return Replay(joined["owner"], joined["strength"], start.production, all_moves, NAMES)


def _wasted(state):
    """Moves of player 1 onto the first neutral square beside each piece, N, E, S or W, that the piece dies on."""
    moves = np.zeros(state.owner.shape, np.int32)
    neutral = np.where(state.owner == 0, state.strength.astype(int), -1)
    for direction, shift in enumerate(((1, 0), (0, -1), (-1, 0), (0, 1)), 1):
        dies = (state.strength > 0) & (np.roll(neutral, shift, (0, 1)) >= state.strength)
        moves[dies & (moves == 0)] = direction
    return moves


def invented(replay, frame=30, seat=1):
    """An answer about a game with one turning point, its numbers made up."""
    square = int(np.flatnonzero((replay.owner[frame] == seat) & (replay.strength[frame] > 0))[0])
    place = {"x": square % replay.production.shape[1], "y": square // replay.production.shape[1]}
    compared = {"without": [0.3, 0.4, 0.5], "changed": [0.6, 0.7, 0.8], "gain": [0.1, 0.3, 0.45]}
    players, ends = len(replay.player_names), {"before": [0.6, 0.7, 0.8], "after": [0.3, 0.4, 0.5]}
    sure = {
        "first": frame, "last": frame + 1, "futures": 75, "is_sure": True, "is_slow": False, **ends,
        "fall": [0.1, 0.3, 0.48],
        "events": {"wall_openings": [0] * players, "damage_taken": [105] * players,
                   "squares_lost": [1] + [0] * (players - 1)},
        "square": place | {"reason": "it waits for strength.", "recorded": 3, "policy": 3},
        "remedy": {
            "name": "the moves of v12", "tried": 12, "squares": [place | {"recorded": 3, "better": 4}],
            "compared": compared | {"futures": 150, "is_sure": True, "is_told": True},
        },
    }  # fmt: skip
    unsure = {
        "first": 50, "last": 52, "futures": 150, "is_sure": False, "is_slow": False,
        "before": [0.2, 0.3, 0.4], "after": [0.15, 0.25, 0.35], "fall": [-0.1, 0.05, 0.2],
    }  # fmt: skip
    policy = {"notation": "v26", "share": 1.0, "front": 0.99}
    frames = [*range(0, replay.turns, 8)]
    return {
        "game": "game.hlt", "names": list(replay.player_names), "seat": seat, "place": 2, "turns": replay.turns,
        "goal": 1, "ejected": [], "policies": [{"plays": policy, "best": policy} for _ in replay.player_names],
        "effort": {"search": 20, "confirm": 150}, "falls": [sure, unsure], "lowest": None, "surveyed": True,
        "chance": [
            {"frame": each, "won": [max(0, share - 0.2), share, min(1, share + 0.2)],
             "each": [share] + [(1 - share) / (players - 1)] * (players - 1)}
            for each, share in zip(frames, np.linspace(0.7, 0, len(frames)).round(3).tolist(), strict=True)
        ],
        "open": None, "left": None,
    }  # fmt: skip
