"""The champion as a player: its beliefs, its reports, and that a step budget makes it independent of the clock."""

import itertools

import numpy as np
import pytest

from bot import Memory, View, changed, preset
from bot.kernels import Decider
from bot.search.champion import Champion, mover
from bot.search.state import DONE, MODELS, SEARCHES
from bot.search.turn import CHUNK, STRETCH
from engine import generate
from engine.rules import step
from tests.support.boards import assert_same_squares

CHAMPION = changed(preset("champion"), {"opening_search": 0, "campaign_search": 0})
"""Every frame here is a turn of its own; test_opening has the plan."""


def play(first, second, state, turns):
    for turn in range(turns):
        moves = np.zeros(state.owner.shape, np.int32)
        for player, seat in ((1, first), (2, second)):
            answer = seat.moves(View(state.owner, state.strength, state.production, player, turn))
            moves[state.owner == player] = answer[state.owner == player]
        yield state, moves
        state = step(state, moves)


def game(opponent, turns=90, parameters=CHAMPION):
    """A champion after so many turns against this opponent, with the moves of both."""
    state = generate(16, 16, 2, 5)
    champion = Champion(parameters, *state.owner.shape)
    moves = [move for _, move in play(champion, mover(opponent, *state.owner.shape), state, turns)]
    return champion, np.array(moves)


KNOWN = {**MODELS, SEARCHES: changed(CHAMPION, {"rival_search": 0, "search_models": 0})}
"""An enemy for each model; the one who searches has no models of his own, and so answers at random."""


@pytest.mark.parametrize("model", ["v26 without pact and stilling", "v17", SEARCHES])
def test_the_model_that_plays_as_the_enemy_does_gets_most_samples(model):
    state, champion = generate(16, 16, 2, 5), Champion(CHAMPION, 16, 16)
    enemy, shares = mover(changed(KNOWN[model], {"seed": 99}), 16, 16), []
    for _ in play(champion, enemy, state, 110):
        if champion.kernels.memory.search.beliefs.trials[2] > 10:
            shares.append(champion.kernels.memory.search.beliefs.weights[2].copy())
    assert len(shares) > 10
    assert [*champion.models][np.mean(shares, axis=0).argmax()] == model
    np.testing.assert_allclose(np.sum(shares, axis=1), 1)


def test_neutral_values_switch_the_search_and_searching_enemies_off():
    off = {"combat_search": 0, "war_every": 0, "opening_search": 0}
    assert isinstance(mover(changed(CHAMPION, off), 12, 12), Decider)
    plain = Champion(changed(CHAMPION, {"rival_search": 0}), 16, 16)
    assert plain.report()["models"] == [*MODELS]
    assert Champion(CHAMPION, 16, 16).report()["models"] == [*MODELS, SEARCHES]


def test_without_time_the_greedy_moves_are_played_and_the_report_tells_what_the_search_changed():
    hurried, champion, greedy = Champion(CHAMPION, 16, 16), Champion(CHAMPION, 16, 16), Decider(CHAMPION, 16, 16)
    searched = changes = 0
    for state, _ in play(mover(CHAMPION, 16, 16), mover(preset("v26"), 16, 16), generate(16, 16, 2, 5), 100):
        view = View(state.owner, state.strength, state.production, 1, 0)
        moves, before = champion.moves(view), greedy.moves(view)
        assert_same_squares(hurried.moves(view, 0.0), before)
        searched += hurried.state["free"] > 0
        report = champion.report()
        assert {(c, a, b) for c, a, b in report["changes"]} == {
            (c, before.flat[c], moves.flat[c]) for c in np.flatnonzero(moves != before)
        }
        assert report["gain"] >= 0
        changes += len(report["changes"])
    assert searched > 20
    assert hurried.state["tried"] == 0
    assert changes > 20
    assert [belief["player"] for belief in report["beliefs"]] == [2]
    assert len(report["models"]) == len(report["beliefs"][0]["share"])


def duel():
    owner, strength = np.zeros((2, 12, 12), np.uint8)
    owner[2:10, 1:6], owner[2:10, 6:11] = 1, 2
    strength[owner > 0] = np.random.default_rng(4).integers(1, 200, 80)
    return View(owner, strength, np.full((12, 12), 3, np.uint8), 1, 40)


def test_an_answer_stays_as_it_was_when_the_next_frame_is_answered():
    champion, view = Champion(CHAMPION, 12, 12), duel()
    answer = champion.moves(view)
    kept = answer.copy()
    later = champion.moves(View(view.owner[::-1], view.strength[::-1], view.production, 1, 41))
    assert (later != kept).any()
    assert_same_squares(answer, kept)


def test_a_champion_goes_on_with_a_war_and_begins_other_models_with_beliefs_of_their_own():
    """Seated in the middle of a game it remembers the war; what was learnt of five models says nothing of four."""
    champion = Champion(CHAMPION, 12, 12, Memory(war=frozenset({2})))
    champion.moves(duel())
    assert champion.report()["war"] == [2]
    champion.seat(changed(CHAMPION, {"rival_search": 0}))
    assert champion.models == [*MODELS]
    np.testing.assert_allclose(champion.kernels.memory.search.beliefs.weights[:, :4], 1 / 4)
    assert champion.kernels.memory.search.beliefs.watched[-1] == 0


class NoteCalls:
    """Kernels that note what is called."""

    def __init__(self, kernels, calls):
        self.kernels, self.arrays, self.calls = kernels, kernels.arrays, calls

    def __call__(self, name, **values):
        self.calls.append(name)
        return self.kernels(name, **values)


def timed(champion, view, clock):
    """The moves of a turn in which this clock is asked between two pieces of work."""
    champion.receive(view)
    champion.work(DONE - 1, clock)
    return champion.kernels.arrays["moves"].copy()


class TestPieceByPiece:
    """Bot, laboratory and page play by one compiled turn; how many pieces are done at once changes nothing."""

    ALL = changed(preset("champion"), {"opening_search": 10, "war_every": 5, "war_horizon": 12, "campaign_every": 15})

    @pytest.mark.parametrize("players", [2, 3])
    def test_a_turn_in_pieces_is_the_turn_at_once(self, players):
        state, done = generate(16, 16, players, 5), set()
        whole = [Champion(changed(self.ALL, {"seed": seed}), *state.owner.shape) for seed in range(players)]
        pieces = Champion(self.ALL, *state.owner.shape)
        for now in range(70):
            moves = np.zeros(state.owner.shape, np.int32)
            for me, champion in enumerate(whole, 1):
                view = View(state.owner, state.strength, state.production, me, now)
                answer = champion.moves(view)
                moves[state.owner == me] = answer[state.owner == me]
                if me == 1:
                    assert_same_squares(timed(pieces, view, lambda: False), answer)
                    assert pieces.report() == champion.report()
                    done |= {name for name in ("opening", "campaign") if name in champion.report()}
                    done |= {"plans"} if len(champion.report()["plans"]) > 1 else set()
            state = step(state, moves)
        assert done == ({"opening", "campaign"} if players == 2 else {"opening", "plans"})

    def test_without_a_clock_a_turn_is_one_call(self):
        champion, calls = Champion(CHAMPION, 12, 12), []
        champion.kernels = NoteCalls(champion.kernels, calls)
        champion.moves(duel())
        assert calls == ["receive", "work"]

    def test_a_turn_that_is_late_from_some_piece_on_ends_a_few_pieces_later(self):
        view = View(*(getattr(generate(16, 16, 2, 5), name) for name in ("owner", "strength", "production")), 1, 0)
        for late in (0, 1, 5, 40):
            champion, looks = Champion(self.ALL, 16, 16), []

            def clock(looks=looks, late=late):
                looks.append(len(looks) >= late)
                return looks[-1]

            timed(champion, view, clock)
            assert sum(looks) <= DONE
            assert champion.state["tried_openings"] < self.ALL.opening_search

    def test_what_a_clock_interrupts_is_no_longer_than_some_turns_of_a_forecast(self):
        state, champion = generate(16, 16, 2, 5), Champion(self.ALL, 16, 16)
        view, told = View(state.owner, state.strength, state.production, 1, 0), champion.state

        def clock():
            steps.append((int(told["reached"]), int(told["tried"])))
            return False

        steps = []
        timed(champion, view, clock)
        assert len(steps) > self.ALL.opening_search
        assert all(b - a <= STRETCH for (a, _), (b, _) in itertools.pairwise(steps))
        assert all(b - a <= CHUNK for (_, a), (_, b) in itertools.pairwise(steps))
