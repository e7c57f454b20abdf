"""The opening plan: searched by steps or by the clock, followed until contact, and never searched after the name."""

import io
import itertools
import logging
import random

import numpy as np
import pytest

from bot import Memory, Reason, View, changed, decide, kernels, preset
from bot.ground.view import SEATS
from bot.program import warm
from bot.program.explanation_file import described
from bot.program.loop import play
from bot.program.protocol import Farewell
from bot.program.thinking import Plain, PotentialField, Searching, thinker
from bot.stages import candidates, forecast, opening
from bot.stages.champion import Champion, mover
from bot.stages.opening import NEAR, NEVER, Opening, is_near, play_out
from engine import State, generate, wire
from engine.rules import step
from experiments.arena.arena import Arena
from tests.support.views import view_of

CHAMPION = changed(
    preset("champion"), {"opening_search": 6, "opening_alone": False, "opening_bend": 0.0, "campaign_search": 0}
)
GREEDY = changed(CHAMPION, {"combat_search": 0, "opening_search": 0, "war_every": 0})
STATE = generate(20, 20, 2, 5)
VIEW = view_of(STATE, 1)


def searched(seed=0, out_of_time=opening.never, **changes):
    """An opening after its search."""
    search = Opening(changed(CHAMPION, {"seed": seed} | changes), VIEW)
    search.search(out_of_time)
    return search


def test_a_trial_is_the_game_that_the_engine_plays():
    """Two players, sixty turns by the usual numbers: the frame on the table is the engine's, square by square."""
    players = [
        changed(CHAMPION, {"seed": seed, "combat_search": 0, "opening_search": 0, "war_every": 0}) for seed in (1, 2)
    ]
    game = Arena(20, 20).play(players, STATE, record=True)
    knobs = np.array([[kernels.knobs(players[1])] * SEATS] * 2, kernels.KNOBS)
    knobs[:, 1] = kernels.knobs(players[0])
    table, script = forecast.table(20, 20), np.zeros((60, 20, 20), np.uint8)
    forecast.lay(VIEW, table)
    play_out(1, (0, 60), 0, NEVER, knobs, script, kernels.scratch(20, 20), table)
    np.testing.assert_array_equal(table.grids.owner, game.replay.owner[60])
    np.testing.assert_array_equal(table.grids.strength, game.replay.strength[60])
    np.testing.assert_array_equal(script * (game.replay.owner[:60] > 0), game.replay.moves[:60])


def test_the_usual_numbers_meet_the_script_as_they_wrote_it():
    """The same candidate is worth the same, whether the others think or follow the script: none was near."""
    search = searched()
    again = search._tried(search.parameters, opening.never)
    assert again == search.reference


def test_the_same_seed_finds_the_same_plan():
    """The budget is in steps; another seed draws other candidates."""
    assert searched().report() == searched().report()
    assert searched().report() != searched(seed=1).report()


def test_more_candidates_never_find_a_worse_plan():
    """The first ones are the same, and the best is kept; the usual numbers are the first of all."""
    worth = [searched(opening_search=many).best.worth for many in (1, 3, 6, 12)]
    assert sorted(worth) == worth
    assert worth[0] >= searched().reference.worth


ALONE = {"opening_alone": True, "opening_search": 12}


class TestAlone:
    """With opening_alone candidates are judged by their growth, and may bend prices."""

    @pytest.mark.parametrize("bend", [0.0, 0.5])
    def test_its_worth_is_what_the_game_brings(self, bend):
        """The engine plays the plan on a map without the opponent: strength and production follow."""
        search = searched(**ALONE, opening_bend=bend)
        best, usual, beyond = search.best, search.reference, search.parameters.opening_beyond
        assert best.worth > usual.worth == 0.5
        grown = [
            self.grown(each, range(usual.contact - beyond + 1, usual.contact + beyond + 1)) for each in (best, usual)
        ]
        assert best.worth == pytest.approx(grown[0] / sum(grown))

    def grown(self, trial, turns):
        """What the trial's plan has on these turns, in sum."""
        state = State(np.where(STATE.owner == 1, STATE.owner, 0), STATE.strength, STATE.production)
        player, have = kernels.Decider(trial.parameters, 20, 20, Memory(bends=trial.bends)), 0
        for turn in range(max(turns) + 1):
            ours = state.owner == 1
            if turn in turns:
                have += state.strength[ours].sum(dtype=int) + 12 * state.production[ours].sum(dtype=int)
            moves = player.moves(View(state.owner, state.strength, state.production, 1, turn))
            state = step(state, moves.astype(np.int32))
        return have

    def test_only_opening_bend_bends(self):
        """At its neutral value every plan is a set of numbers; above it some change of the best adds bends."""
        assert searched(**ALONE).bends == ()
        bent = searched(**ALONE | {"opening_search": 40}, opening_bend=0.5)
        assert bent.report()["bends"] == len(bent.bends) > 0

    def test_a_clock_that_ends_after_the_first_trial_leaves_the_usual_numbers(self):
        """The expected contact is known then, and nothing else."""
        first = len(range(0, searched(opening_search=1).reference.contact + 10, opening.STRETCH))
        looks = itertools.count()
        search = searched(**ALONE, out_of_time=lambda: next(looks) > first)
        assert search.plan() == search.parameters
        assert search.report() == {"tried": 0}

    def test_prices_are_bent_until_contact(self):
        """The champion plays by them as long as by the plan's numbers, and its reasons follow the same prices."""
        champion = Champion(changed(CHAMPION, ALONE | {"opening_bend": 0.5, "opening_search": 40}), 20, 20)
        player = Searching(champion)
        state, other, bent = STATE, mover(preset("v17"), 20, 20), 0
        for turn in range(90):
            view = View(*vars_of(state), 1, turn)
            decision = player.decide(view, explain=True, out_of_time=opening.never)
            if champion.bends:
                bent += 1
                np.testing.assert_array_equal(decision.explanation.reason == Reason.SEARCHED, False)
            assert bool(champion.bends) == bool(champion.opening)
            theirs = other.moves(View(*vars_of(state), 2, turn))
            state = step(state, np.where(state.owner == 2, theirs, decision.moves).astype(np.int32))
        assert 10 < bent < 90
        np.testing.assert_array_equal(champion.scratch.cells["bent"], 1.0)


def test_candidates_stay_within_their_ranges():
    """Those drawn anew, and those that change the best."""
    dice = random.Random(3)
    candidate = candidates.drawn(CHAMPION, dice)
    for _ in range(50):
        candidate = candidates.perturbed(candidate, dice)
        for known in candidates.RANGES:
            assert known.low * 0.999 <= getattr(candidate, known.name) <= known.high * 1.001


def test_a_clock_that_is_over_leaves_the_usual_numbers():
    """Before the first trial is done there is nothing to choose from."""
    search = searched(out_of_time=lambda: True)
    assert search.plan() == search.parameters
    assert search.report() == {"tried": 0}


def test_a_trial_that_the_clock_interrupts_does_not_count():
    """The search ends early, and keeps the results of the trials before."""
    full, looks = searched(), itertools.count()
    hurried = searched(out_of_time=lambda: next(looks) > 20)
    assert 0 < hurried.tried < full.tried
    assert hurried.reference == full.reference


def test_the_plan_plays_until_contact_and_then_the_usual_numbers():
    """Frame after frame: as the plan until an enemy is near, as the usual player afterwards."""
    state, champion = STATE, mover(CHAMPION, 20, 20)
    other = mover(preset("v17"), 20, 20)
    followed = 0
    for turn in range(90):
        view = View(state.owner, state.strength, state.production, 1, turn)
        moves = champion.moves(view)
        assert (champion.playing == champion.parameters) or not is_near(1, state.owner)
        followed += bool(champion.opening)
        moves = np.where(state.owner == 2, other.moves(View(*vars_of(state), 2, turn)), moves).astype(np.int32)
        state = step(state, moves)
    assert champion.opening == {}
    assert 10 < followed < 90


def vars_of(state):
    """The layers of a view."""
    return state.owner, state.strength, state.production


def test_near_is_three_steps_also_across_the_edge():
    """A square apart in both directions counts its steps, not its distance."""
    owner = np.zeros((9, 9), np.uint8)
    owner[0, 0] = 1
    for y, x, near in ((8, 7, True), (0, NEAR, True), (7, 7, False), (4, 0, False)):
        owner[y, x] = 2
        assert is_near(1, owner) == near
        owner[y, x] = 0


@pytest.mark.parametrize("shape", [(1, 2), (2, 3), (5, 4), (9, 12), (16, 16)])
def test_near_is_what_counting_all_steps_says(shape):
    """On any board, also one that is narrower than the distance."""
    dice = np.random.default_rng(7)
    for _ in range(60):
        owner = np.zeros(shape, np.uint8)
        owner[: dice.integers(1, 6), : dice.integers(1, 6)] = 1
        owner[dice.integers(shape[0]), dice.integers(shape[1])] = 2
        ours, others = np.argwhere(owner == 1), np.argwhere(owner == 2)
        apart = np.abs(ours[:, None] - others)
        steps = np.minimum(apart, np.array(shape) - apart).sum(axis=2)
        assert is_near(1, owner) == bool((steps <= NEAR).any())


def test_only_the_first_frame_of_a_game_is_planned():
    """A position from the middle of a game, as on the bench, is played by the usual numbers."""
    champion = Champion(CHAMPION, 20, 20)
    champion.moves(View(STATE.owner, STATE.strength, STATE.production, 1, 30))
    assert champion.opening == {}


class Loaded:
    """A recruit that is ready from the start."""

    is_ready, is_lost = True, False

    def __init__(self, parameters, height, width):
        self.parameters, self.shape = parameters, (height, width)

    def wait(self, out_of_time):
        """Return at once."""

    def champion(self, memory):
        """A champion, as a Recruit returns it."""
        return Champion(self.parameters, *self.shape, memory)


class TestNothingIsSearchedAfterTheName:
    """A prototype forfeited four games: it looked for its opening on the first turn, which lasts one second."""

    @pytest.fixture(autouse=True)
    def is_loaded(self, monkeypatch):
        """The time that loading takes is tested elsewhere."""
        monkeypatch.setattr("bot.program.thinking.recruit", Loaded)

    def test_the_plan_stands_before_the_first_frame(self, monkeypatch):
        """The thinker that begins a game has planned; a turn that would search fails."""
        ready = thinker(CHAMPION, VIEW, 0, now=lambda: 0.0)
        assert ready.searching.compiled.opening["tried"] == 6
        monkeypatch.setattr(Opening, "search", lambda *_: pytest.fail("searched on a turn"))
        ready.decide(VIEW, explain=False, out_of_time=lambda: False)

    @pytest.mark.parametrize(("changes", "start"), [({"opening_time": 0.0}, 0), ({"initial_time": 0.0}, -1)])
    def test_without_time_there_is_no_search_on_the_first_turn_either(self, monkeypatch, changes, start):
        """Neither knob may be passed, and what was not found in time is not looked for later."""
        clock = itertools.count().__next__
        ready = thinker(changed(CHAMPION, changes), VIEW, start, now=clock)
        assert ready.searching.compiled.opening == {"tried": 0}
        monkeypatch.setattr(Opening, "search", lambda *_: pytest.fail("searched on a turn"))
        ready.decide(VIEW, explain=False, out_of_time=lambda: False)

    def test_the_name_is_sent_when_the_clock_says_so(self):
        """However many candidates are wanted: the last look at the clock is one stretch of a trial after the end."""
        looks = []

        def now():
            looks.append(0.5 * len(looks))
            return looks[-1]

        wanted = changed(CHAMPION, {"opening_search": 100_000})
        incoming, outgoing = io.BytesIO((wire.handshake(STATE, 1)).encode()), io.BytesIO()
        with pytest.raises(Farewell):
            play(PotentialField(wanted), incoming, outgoing, now)
        assert outgoing.getvalue().startswith(b"champion")
        assert looks[-1] <= 12


def test_without_numba_there_is_no_plan_and_the_log_says_so(monkeypatch, caplog):
    """The greedy champion opens with its usual numbers."""
    monkeypatch.setattr(warm.util, "find_spec", lambda name: None)
    caplog.set_level(logging.INFO)
    assert isinstance(thinker(CHAMPION, VIEW, 0), Plain)
    assert "without an opening plan" in caplog.text


def test_the_explanation_says_what_was_found_and_explains_by_it():
    """The reasons are those of the plan's numbers, and the record stands beside them until contact."""
    player = Searching(Champion(CHAMPION, 20, 20))
    decision = player.decide(VIEW, explain=True, out_of_time=lambda: False)
    record = described(decision.explanation)["search"]["opening"]
    assert record["tried"] == 6
    assert record["worth"] >= record["usual_worth"]
    assert set(record["numbers"]) == {known.name for known in candidates.RANGES}
    assert player.compiled.playing != CHAMPION
    told = decide(VIEW, Memory(bends=player.compiled.bends), player.compiled.playing, explain=True).explanation
    np.testing.assert_array_equal(decision.explanation.score, told.score)
