"""What the page counts and tells of a game, run by Node: the numbers of experiments.recordings.events."""

import json

import numpy as np
import pytest

from engine import Replay
from engine.ranking import ranks
from engine.replay import read, text
from tests.support.node import node, of_game
from tests.support.recordings import GOLDEN

GAME = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"
EVENTS = sorted((GOLDEN / "events").glob("*.json"))
RECORDED = [*sorted((GOLDEN / "faults").glob("*.hlt.gz")), *sorted((GOLDEN / "games").glob("*.hlt.gz"))[:4], GAME]
OF_FRAMES = "territory", "production", "strength"
COUNTED = """Object.fromEntries(["territory", "production", "strength", "damage_taken", "wall_openings"]
    .map((name) => [name, report[name].map((values) => [...values])]))"""


@pytest.fixture(scope="module")
def told():
    """The story of the recorded game, and what was counted of it."""
    return of_game(GAME.read_bytes(), f"[told, {COUNTED}]")


@pytest.mark.parametrize("golden", EVENTS, ids=lambda path: path.stem)
def test_events_are_those_of_the_laboratory(golden):
    known = json.loads(golden.read_text(encoding="utf-8"))
    happenings, found = of_game((GOLDEN / known["replay"]).read_bytes(), f"[told, {COUNTED}]")
    for name in (*OF_FRAMES, "damage_taken", "wall_openings"):
        for seat, values in enumerate(known["measures"][name]):
            counted = found[name][seat][1:] if name in OF_FRAMES else found[name][seat]
            assert counted == pytest.approx(values, abs=1e-5), f"{name} of player {seat + 1}"
    contacts = np.array(known["first_contact"])
    pairs = [[i + 1, j + 1, int(contacts[i, j])] for i, j in zip(*np.triu(contacts).nonzero(), strict=True)]
    assert sorted([*one["players"], one["turn"]] for one in happenings if one["kind"] == "contact") == pairs
    for seat, openings in enumerate(known["measures"]["wall_openings"]):
        first = [one["turn"] for one in happenings if one["kind"] == "wall" and one["players"] == [seat + 1]]
        assert first == [turn + 1 for turn, count in enumerate(openings) if count > 0][:1]


def test_who_was_ejected_is_told_as_a_fault_also_on_the_last_turn():
    known = json.loads(EVENTS[0].read_text(encoding="utf-8"))
    happenings = of_game((GOLDEN / known["replay"]).read_bytes(), "told")
    assert [one["players"] for one in happenings if one["kind"] == "fault"] == [[1]]
    assert not any(one["players"] == [1] for one in happenings if one["kind"] == "out")
    late = GOLDEN / "faults" / "ok-hang-14x14-9063.hlt.gz"
    last, happenings = of_game(late.read_bytes(), "[game.frames - 1, told]")
    assert {one["kind"] for one in happenings if one["turn"] == last} == {"fault", "decided", "end"}


def test_the_biggest_fight_is_the_turn_of_most_damage(told):
    """It is named, with the square on which it was worst; no other fight lies within ten turns of it."""
    happenings, found = told
    fights = [one for one in happenings if one["kind"] == "fight"]
    worst = int(np.sum(found["damage_taken"], axis=0).argmax())
    assert any(one["turn"] == worst + 1 and one["square"] >= 0 for one in fights)
    assert len(fights) <= 3
    assert min(np.diff([one["turn"] for one in fights])) >= 10


def test_the_story_says_from_when_on_the_winner_led(told):
    happenings, found = told
    (decided,) = [one for one in happenings if one["kind"] == "decided"]
    (end,) = [one for one in happenings if one["kind"] == "end"]
    assert decided["players"] == end["players"]
    measures = np.array([found[name] for name in OF_FRAMES])
    shares = (measures / measures.sum(axis=1, keepdims=True)).mean(axis=0)
    winner = end["players"][0] - 1
    assert (100 * (shares[winner] - shares[1 - winner])[decided["turn"] :] >= 4).all()


def board(owner, strength, production, names=("A", "B")):
    moves = np.zeros((len(owner) - 1, *owner.shape[1:]), np.int32)
    return text(Replay(owner, strength, production, moves, names)).encode()


class TestATieWasSaidToBeDecidedByWhatWasEqual:
    """Two that stood still had "as many squares, but more over the game"; of two that died at once one lived on."""

    @pytest.mark.parametrize(
        ("territory", "said"),
        [
            (
                [(1, 1), (1, 1), (1, 1)],
                "wins on turn 2: as many squares as A, and as many over the game, so the higher",
            ),
            ([(1, 1), (2, 1), (1, 1)], "wins on turn 2: as many squares as B, but more over the game"),
            ([(1, 1), (2, 1), (3, 1)], "wins on turn 2 with 3 squares, B has 1"),
            ([(1, 1), (1, 0)], "wins on turn 1, when B is eliminated"),
            ([(2, 1), (0, 0)], "wins on turn 1: it and B lose their last squares together, but more over the game"),
            ([(1, 1), (0, 0)], "wins on turn 1: it and A lose their last squares together, and as many over the game"),
            ([(1, 1), (1, 0), (0, 0)], "lives longest: the last squares are lost on turn 2"),
        ],
    )
    def test_the_sentence_names_the_rule_that_decided(self, territory, said):
        """At the end of the story; the winner is that of the engine."""
        owner = np.zeros((len(territory), 1, 8), np.int32)
        for frame, (one, two) in enumerate(territory):
            owner[frame, 0, :one], owner[frame, 0, 8 - two :] = 1, 2
        content = board(owner, np.where(owner > 0, 9, 0), np.ones((1, 8), np.int32))
        end = of_game(content, "told.at(-1).text", name="tie.hlt")
        assert end.startswith("AB"[ranks(np.array(territory)).index(1)])
        assert said in end


def decided(content):
    (one,) = of_game(content, "told.filter(({ kind }) => kind === 'decided').map(({ text }) => text)", name="a.hlt")
    return one


def test_a_lead_in_strength_is_not_told_as_one_of_squares():
    """It stayed ahead "from here on, with 72 squares"; two turns later both had 78."""
    owner = np.zeros((4, 1, 8), np.int32)
    owner[:, 0, 0], owner[:, 0, 7] = 1, 2
    said = decided(board(owner, np.where(owner == 2, 200, owner * 9), np.ones((1, 8), np.int32)))
    assert said == "B stays ahead of A from here on, squares, production and strength taken together"


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_the_last_frame_stands_in_the_order_of_the_official_ranks(path):
    """The twin of engine.ranking, on recordings with ejected players and with many."""
    recorded = read(path)
    seats = range(1, len(recorded.player_names) + 1)
    places = ranks(np.stack([(recorded.owner == seat).sum(axis=(1, 2)) for seat in seats], axis=-1))
    order = of_game(path.read_bytes(), "order(game, game.frames - 1)", {"core/ranking.js": "order"})
    assert order == sorted(seats, key=lambda seat: places[seat - 1])


def test_a_jagged_graph_is_smoothed():
    counted = np.random.default_rng(1).random(143).tolist()
    both = "[windowOf(143), [...smoothed(it, windowOf(143))]]"
    width, means = node({"ui/plot.js": "smoothed, windowOf"}, both, counted)
    assert width == 7
    assert means == pytest.approx([np.mean(counted[max(turn - 3, 0) : turn + 4]) for turn in range(143)])
