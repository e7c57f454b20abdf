"""A frame decided again: what the bot sees, why it moves so, and which squares move differently from before.

The champion's search needs to have watched the game up to the frame, which takes some seconds the first time. Until
then the greedy moves, on which the search builds, can be had at once.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import Memory, View
from bot.greedy.potential import never
from bot.knobs.knob import plain
from bot.program.explanation_file import described
from bot.program.thinking import Plain
from experiments.recordings.histories import History, searching

from .question import Question
from .watched import Moves, Watched, chooser


@dataclass(frozen=True, slots=True)
class Thinking:
    """A frame decided with the asked parameters."""

    turn: dict[str, Any]  # as docs/11-explanations.md describes it; without `differs` after the last recorded move
    changed: list[int]  # squares that would move differently with the usual parameters
    is_greedy: bool  # whether the search has still to come: these are the moves that it starts from


def think(watched: Watched, question: Question, is_patient: bool = True) -> Thinking:
    """Decide the frame, with all reasons; without patience, greedily while the search is not ready."""
    view = watched.view(question.turn, question.seat)
    memory = watched.memory(question.turn, question.seat)
    ours = view.owner == view.me
    history = _history(watched, question, ours)
    is_greedy = history is not None and not (is_patient or history.is_known(question.turn))
    history = None if is_greedy else history
    parameters = question.parameters
    thinker = history.thinker(question.turn, memory, parameters) if history else Plain(parameters, memory)
    decision = thinker.decide(view, explain=True, out_of_time=never)
    assert decision.explanation is not None
    turn = {"turn": question.turn, **described(decision.explanation)}
    _tell_what_plays(turn, question)
    if question.turn < watched.replay.turns:
        turn["differs"] = np.flatnonzero(ours & (decision.moves != watched.replay.moves[question.turn])).tolist()
    usual = _usual(history, view, memory, question)
    return Thinking(turn, np.flatnonzero(ours & (decision.moves != usual)).tolist(), is_greedy)


def _tell_what_plays(turn: dict[str, Any], question: Question) -> None:
    """In the numbers of an opening plan or a campaign, a value that was asked for replaces its own, as in play."""
    usual, asked = plain(question.usual), plain(question.parameters)
    for stage in ("opening", "campaign"):
        numbers = turn.get("search", {}).get(stage, {}).get("numbers", {})
        numbers |= {name: asked[name] for name in numbers if asked[name] != usual[name]}


def _history(watched: Watched, question: Question, ours: npt.NDArray[np.bool_]) -> History | None:
    """What the search has learnt; None if no search runs, or the player owns no square."""
    if not ours.any() or not (question.parameters.has_stages or question.usual.has_stages):
        return None
    return watched.history(question.seat, searching(question.usual, question.parameters))


def _usual(history: History | None, view: View, memory: Memory, question: Question) -> Moves:
    """The moves of the usual parameters, found in the same way as those of the asked ones."""
    if history is None or not question.usual.has_stages:
        return chooser(view, memory)(question.usual)
    return history.champion(question.turn).moves(view)
