"""Explanations compared and written for tests."""

from contextlib import closing
from dataclasses import fields

import numpy as np

from bot import Explanation, Memory, decide
from bot.program.explanation_file import ExplanationFile, header


def assert_same(computed, expected):
    """Two explanations are equal, types included; nan equals nan, and turns and scores are rounded in a file."""
    for spec in fields(Explanation):
        one, other = getattr(computed, spec.name), getattr(expected, spec.name)
        assert type(one) is type(other), spec.name
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None), spec.name
        if spec.name in {"value", "potential", "score"}:
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=0.05, err_msg=spec.name)
        else:
            np.testing.assert_array_equal(one, other, err_msg=spec.name)


def explained(frames, parameters):
    memory, thoughts = Memory(), []
    for view in frames:
        decision = decide(view, memory, parameters, explain=True)
        memory = decision.memory
        thoughts.append(decision.explanation)
    return thoughts


def write(path, frames, parameters):
    """A whole explanation file as a bot writes it; returns what stands in it."""
    thoughts = explained(frames, parameters)
    with closing(ExplanationFile(path)) as file:
        file.write_header(header(frames[0], parameters, "bot"))
        for turn, explanation in enumerate(thoughts):
            file.write_turn(turn, explanation)
    return thoughts


def described(explanation):
    """A turn as lists of numbers, in full: whole boards row by row, and of the squares that chose the scores."""
    dense = ("value", "distance", "potential", "root", "light", "reason", "move")
    turn = {name: getattr(explanation, name).ravel().tolist() for name in dense}
    order = explanation.order.ravel()
    choosing = np.flatnonzero(order >= 0)
    choosing = choosing[np.argsort(order[choosing])]
    turn |= {name: getattr(explanation, name) for name in ("hold", "hurdle", "mining_remains")}
    danger = explanation.danger.ravel()
    endangered = np.flatnonzero(danger)
    turn |= {"danger": np.stack([endangered, danger[endangered]], axis=1).tolist(), "search": explanation.search}
    turn |= {"wall": np.flatnonzero(explanation.wall).tolist()}
    turn |= {"order": choosing.tolist(), "booked": explanation.booked.ravel()[choosing].tolist()}
    return turn | {"score": explanation.score.reshape(len(order), -1)[choosing].ravel().tolist()}
