"""Recorded games against the presets: does the bot choose what the original chose, square by square?"""

import numpy as np

from bot import Memory, changed, decide, preset
from bot.program.explanation_file import OPTION_NAMES
from bot.search.champion import mover
from experiments.recordings.watched import Watched


def first_difference(replay, compiled):
    """The first square, by turn, player and row, on which a preset chooses differently, in words; None without one.

    Players of a recording are named after presets. Ties fall in the fixed order, as when they were recorded.
    """
    shape = replay.production.shape
    named = [changed(preset(name), {"ties": "fixed"}) for name in replay.player_names]
    players = [parameters.resolved(len(named), *shape) for parameters in named]
    choosers = [mover(parameters, *shape).moves if compiled else plain(parameters) for parameters in players]
    for turn in range(replay.turns):
        for seat, choose in enumerate(choosers, 1):
            view = Watched(replay).view(turn, seat)
            if not (view.owner == seat).any():
                continue
            moves = choose(view)
            wrong = np.argwhere((view.owner == seat) & (moves != replay.moves[turn]))
            if len(wrong):
                y, x = wrong[0].tolist()
                why = decide(view, Watched(replay).memory(turn, seat), players[seat - 1], explain=True).explanation
                expected, chosen = (OPTION_NAMES[each[y, x]] for each in (replay.moves[turn], moves))
                return (
                    f"turn {turn + 1}, player {seat}, square ({x}, {y}): expected {expected}, chose {chosen}: "
                    f"{why.sentence(y, x)} Scores {why.score[y, x]}"
                )
    return None


def plain(parameters):
    """Moves of the readable path, frame by frame."""
    memory = Memory()

    def moves(view):
        nonlocal memory
        decision = decide(view, memory, parameters)
        memory = decision.memory
        return decision.moves

    return moves
