"""Games and answers for tests of the coach."""

import json
from dataclasses import replace

import numpy as np

from bot import preset
from bot.kernels import Decider
from engine import Function, Game, generate
from experiments.coach import sentences
from experiments.coach.answer import Answer, Chance, Point, Square
from experiments.coach.game import CoachedGame
from experiments.coach.moves import Alternative
from experiments.coach.policies import Policy
from experiments.coach.procedure import Fall
from experiments.coach.remedy import Remedy
from experiments.stats import Interval
from tests.support.boards import view_of
from tests.support.watching import folder_with, game
from viewer import written

# A map on which v26 is nearly sure to beat v12, and the frame on which it throws its strength away.
SIDE, SEED, BLUNDER = 16, 5, 45

NAMES = ("v26", "v12")
STORED = "game.player1.coach.json"


def blundered():
    """A game that player 1 wins until frame BLUNDER, when its pieces die on neutral squares at least as strong."""
    movers = [Decider(preset(name), SIDE, SIDE) for name in NAMES]

    def choose(state, seat, turn):
        moves = movers[seat - 1].moves(view_of(state, seat, turn - 1))
        return _wasted(state) if (seat, turn - 1) == (1, BLUNDER) else moves

    seats = [Function(choose, name) for name in NAMES]
    return Game(seats, generate(SIDE, SIDE, 2, SEED), compiled=True).play().replay


def _wasted(state):
    """Moves of player 1 onto the first neutral square beside each piece, N, E, S or W, that the piece dies on."""
    moves = np.zeros(state.owner.shape, np.int32)
    neutral = np.where(state.owner == 0, state.strength.astype(int), -1)
    for direction, shift in enumerate(((1, 0), (0, -1), (-1, 0), (0, 1)), 1):
        dies = (state.strength > 0) & (np.roll(neutral, shift, (0, 1)) >= state.strength)
        moves[dies & (moves == 0)] = direction
    return moves


def invented(replay, frame=30, seat=1, **changes):
    """An answer about a game with one turning point, its figures made up, with these changes."""
    game = CoachedGame(replay, seat)
    others = len(replay.player_names) - 1
    game.places = [2 if each == seat else 1 for each in range(1, others + 2)]
    square = int(np.flatnonzero((replay.owner[frame] == seat) & (replay.strength[frame] > 0))[0])
    moves = np.zeros_like(replay.moves[frame], np.uint8)
    moves.flat[square] = 4
    y, x = divmod(square, replay.production.shape[1])
    remedy = Remedy(
        Interval(0.6, 0.7, 0.8), Interval(0.3, 0.4, 0.5), Interval(0.1, 0.3, 0.45), 150,
        Alternative("the moves of v12", moves, np.array([square])), 12,
    )  # fmt: skip
    sure = Fall(Interval(0.6, 0.7, 0.8), Interval(0.3, 0.4, 0.5), Interval(0.1, 0.3, 0.48), 75, frame, frame + 1)
    unsure = Fall(Interval(0.2, 0.3, 0.4), Interval(0.15, 0.25, 0.35), Interval(-0.1, 0.05, 0.2), 150, 50, 52)
    events = {
        "wall_openings": [0] * (others + 1),
        "damage_taken": [105] * (others + 1),
        "squares_lost": [1] + [0] * others,
    }
    frames = range(0, replay.turns, 8)
    chance = [
        Chance(
            each, Interval(max(0, share - 0.2), share, min(1, share + 0.2)), [share] + [(1 - share) / others] * others
        )
        for each, share in zip(frames, np.linspace(0.7, 0, len(frames)).round(3).tolist(), strict=True)
    ]
    points = [Point(sure, events, remedy, Square(x, y, 3, 3, "it waits for strength.")), Point(unsure, {})]
    policies = [Policy("v26", preset("v26"), 1.0, 0.99, 0.99)] * (others + 1)
    answer = Answer(game, policies, 150, chance=chance, points=points, open=None)
    return replace(answer, **changes)


def coached_page_in(folder, **changes):
    path = folder_with(game(), folder)
    (folder / STORED).write_text(json.dumps(sentences.findings(invented(game(), **changes))))
    return written.write(path)
