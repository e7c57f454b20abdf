"""A frame decided anew: what the bot sees, why it moves so, and which squares move differently from before."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bot import decide
from bot.explanation_file import described

from .question import Question
from .watched import Watched, chooser


@dataclass(frozen=True, slots=True)
class Thinking:
    """A frame decided with the asked parameters."""

    turn: dict[str, Any]  # as docs/11-explanations.md describes it; without `differs` after the last recorded move
    changed: list[int]  # squares that would move differently with the usual parameters


def think(watched: Watched, question: Question) -> Thinking:
    """Decide the frame, with all reasons."""
    view = watched.view(question.turn, question.seat)
    memory = watched.memory(question.turn, question.seat)
    decision = decide(view, memory, question.parameters, explain=True)
    assert decision.explanation is not None
    ours = view.owner == view.me
    turn = {"turn": question.turn, **described(decision.explanation)}
    if question.turn < watched.replay.turns:
        turn["differs"] = np.flatnonzero(ours & (decision.moves != watched.replay.moves[question.turn])).tolist()
    usual = chooser(view, memory)(question.usual)
    return Thinking(turn, np.flatnonzero(ours & (decision.moves != usual)).tolist())
