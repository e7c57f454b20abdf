"""Explanations compared and written for tests."""

from contextlib import closing
from dataclasses import fields

import numpy as np

from bot import Explanation, Memory, decide
from bot.program.explanation_file import ExplanationFile, described, header


def assert_same(computed, expected):
    """Two explanations are equal to the last bit, types included; nan equals nan."""
    for spec in fields(Explanation):
        one, other = getattr(computed, spec.name), getattr(expected, spec.name)
        assert type(one) is type(other), spec.name
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None), spec.name
        np.testing.assert_array_equal(one, other, err_msg=spec.name)


def explained(frames, parameters):
    """What a player with these parameters thinks on each of these views."""
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
        file.begin(header(frames[0], parameters, "bot"))
        for turn, explanation in enumerate(thoughts):
            file.add(turn, described(explanation))
    return thoughts
