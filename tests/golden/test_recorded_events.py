"""The events of recorded games: every one balances, and two are written down number by number."""

import json

import numpy as np
import pytest

from experiments.recordings.events import MEASURES, Events, ejections
from tests.support.recordings import FAULTS, GAMES, GOLDEN, outcome, recording

DECISIONS = sorted((GOLDEN / "decisions").glob("*.hlt.gz"))
WRITTEN = sorted((GOLDEN / "events").glob("*.json"))


@pytest.mark.parametrize("path", GAMES + FAULTS + DECISIONS, ids=lambda path: path.name.removesuffix(".hlt.gz"))
def test_every_recorded_game_balances(path):
    events = Events.of(recording(path))
    events.check()
    assert events.damage_dealt.sum() == pytest.approx(events.damage_taken.sum())
    assert events.overkill.sum() == pytest.approx(events.overkill_suffered.sum())
    assert events.captures_of_enemy.sum() == 0, "by the rules a piece cannot move onto an enemy's square"


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.name.removesuffix(".hlt.gz"))
def test_who_was_ejected_is_seen_from_the_boards(path):
    left = Events.of(recording(path)).ejected_strength
    ejected = {
        turn: [player for player in players if left[turn - 1, player - 1]]
        for turn, players in outcome(path).ejected.items()
    }
    assert ejected == outcome(path).ejected
    assert ejections(recording(path)) == {
        player: turn for turn, players in outcome(path).ejected.items() for player in players
    }
    assert np.count_nonzero(left) == sum(map(len, ejected.values()))


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_events_are_those_written_down(path):
    """The viewer computes the same numbers in another language, from the same file; see SOURCES.md there."""
    known = json.loads(path.read_text(encoding="utf-8"))
    events = Events.of(recording(GOLDEN / known["replay"]))
    assert set(known["measures"]) == set(MEASURES)
    for name, values in known["measures"].items():
        np.testing.assert_allclose(getattr(events, name).T, values, atol=1e-6, err_msg=name)
    assert events.first_contact.tolist() == known["first_contact"]


def test_two_games_are_written_down():
    """The test above would pass on an empty folder."""
    assert len(WRITTEN) == 2
