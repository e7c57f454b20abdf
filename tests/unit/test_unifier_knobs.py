"""Every knob of the school `unifier` that a tuner may change changes its play."""

from functools import cache

import numpy as np
import pytest

from bot.knobs.knob import specs
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.opponents.unifier import SCHOOL, Unifying
from tests.support.schools import battles, board


def base(name):
    """What a knob is changed in: an opening takes time, so only its own knobs are tried with one."""
    return {"openings": 3 if name in ("openings", "growth") else 0}


def others(name):
    """Other values of a knob, as settings: neutral where it has one, else an end of its range."""
    known, usual = specs(Unifying())[name].metadata, getattr(Unifying(**base(name)), name)
    values = [value for value in (known["neutral"], known["low"], known["high"]) if value not in (None, usual)]
    return [Unifying(**{**base(name), name: value}) for value in dict.fromkeys(values)]


TUNED = [name for name, spec in specs(Unifying()).items() if spec.metadata["tunable"] and not spec.metadata["silent"]]


@cache
def usual(openings):
    """What the school does with so many openings, in all games and frames."""
    return list(played(Unifying(openings=openings)))


SEARCHER = "champion?opening_search=0&combat_search=40&rival_search=40&search_pairs=0"
"""An opponent that searches, with numbers of its own: against the next champion `captures` changed no move."""


frames = cache(battles)


def played(settings):
    """Its answers to ten frames, then whole games of it against players of several kinds, the quickest first."""
    mover = SCHOOL.open(settings, 12, 14)
    yield np.stack([mover.moves(view) for view in frames()])
    for seed, name in ((5, "v12"), (6, "v17"), (3, SEARCHER)):
        state = board(20, 20, 2, seed)
        replay = Arena(20, 20).play([settings, player(name).parameters], state, record=True).replay
        yield np.concatenate([np.ravel(frame) for frame in replay.strength])


@pytest.mark.slow
@pytest.mark.parametrize("name", TUNED)
def test_every_knob_changes_play(name):
    """At another value the school answers a frame differently, or plays a game differently."""
    assert any(differ(usual(**base(name)), played(settings)) for settings in others(name))


def differ(one, two):
    """Whether any two games or answers are different."""
    return any(a.shape != b.shape or (a != b).any() for a, b in zip(one, two, strict=False))
