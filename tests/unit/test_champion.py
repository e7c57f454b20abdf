"""The champion as a player: beliefs, reports, its opening, and that a step budget makes it independent of the clock."""

import itertools

import numpy as np
import pytest

from bot import Memory, View, kernels, override, preset
from bot.kernels import Decider
from bot.search import candidates, opening
from bot.search.champion import Champion, compiled_player
from bot.search.game_state import MIRRORED_SEED
from bot.search.opening import FIRST_FRESH, NEAR, is_near
from bot.search.state import DONE, MODELS, OPENING, SEARCHES
from bot.search.turn import CHUNK, STRETCH
from engine import State, generate
from engine.rules import step
from tests.support.boards import assert_same_squares, view_of

# Without a plan: every frame is a turn of its own.
CHAMPION = override(preset("champion"), {"opening_search": 0, "campaign_search": 0})


def play(seats, state, turns):
    """Each board and the moves of all players on it."""
    for turn in range(turns):
        moves = np.zeros(state.owner.shape, np.int32)
        for player, seat in enumerate(seats, 1):
            answer = seat.moves(view_of(state, player, turn))
            moves[state.owner == player] = answer[state.owner == player]
        yield state, moves
        state = step(state, moves)


# An enemy for each model; the one who searches has no models of his own, and so answers at random.
KNOWN = {**MODELS, SEARCHES: override(CHAMPION, {"rival_search": 0, "search_models": 0})}


@pytest.mark.parametrize("model", ["v26 without pact and stilling", "v17", SEARCHES])
def test_the_model_that_plays_as_the_enemy_does_gets_most_samples(model):
    state, champion = generate(16, 16, 2, 5), Champion(CHAMPION, 16, 16)
    enemy, shares = compiled_player(override(KNOWN[model], {"seed": 99}), 16, 16), []
    for _ in play((champion, enemy), state, 110):
        if champion.kernels.memory.search.opponents.trials[2] > 10:
            shares.append(champion.kernels.memory.search.opponents.weights[2].copy())
    assert len(shares) > 10
    assert [*champion.models][np.mean(shares, axis=0).argmax()] == model
    np.testing.assert_allclose(np.sum(shares, axis=1), 1)


def test_off_values_switch_the_search_and_searching_enemies_off():
    off = {"combat_search": 0, "war_every": 0, "opening_search": 0}
    assert isinstance(compiled_player(override(CHAMPION, off), 12, 12), Decider)
    for search, models in ((0, [*MODELS]), (CHAMPION.rival_search, [*MODELS, SEARCHES])):
        assert Champion(override(CHAMPION, {"rival_search": search}), 16, 16).report()["models"] == models


def test_without_time_the_greedy_moves_are_played_and_the_report_tells_what_the_search_changed():
    hurried, champion, greedy = Champion(CHAMPION, 16, 16), Champion(CHAMPION, 16, 16), Decider(CHAMPION, 16, 16)
    searched = changes = 0
    players = compiled_player(CHAMPION, 16, 16), compiled_player(preset("v26"), 16, 16)
    for state, _ in play(players, generate(16, 16, 2, 5), 100):
        view = view_of(state, 1)
        moves, before = champion.moves(view), greedy.moves(view)
        assert_same_squares(hurried.moves(view, 0.0), before)
        searched += hurried.state["free"] > 0
        report = champion.report()
        changed_squares = np.flatnonzero(moves != before)
        assert {*map(tuple, report["changes"])} == {(c, before.flat[c], moves.flat[c]) for c in changed_squares}
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
    champion = Champion(CHAMPION, 12, 12, Memory(war=frozenset({2})))
    champion.moves(duel())
    assert champion.report()["war"] == [2]
    champion.change_parameters(override(CHAMPION, {"rival_search": 0}))
    assert champion.models == [*MODELS]
    np.testing.assert_allclose(champion.kernels.memory.search.opponents.weights[:, :4], 1 / 4)
    assert champion.kernels.memory.search.opponents.watched[-1] == 0


def timed(champion, view, clock):
    """The moves of a turn in which this clock is asked between two pieces of work."""
    champion.receive(view)
    champion.run(DONE - 1, clock)
    return champion.kernels.arrays["moves"].copy()


class TestPieceByPiece:
    """Bot, laboratory and page play by one compiled turn; how many pieces are done at once changes nothing."""

    ALL = override(preset("champion"), {"opening_search": 10, "war_every": 5, "war_horizon": 12, "campaign_every": 15})

    @pytest.mark.parametrize("players", [2, 3])
    def test_a_turn_in_pieces_is_the_turn_at_once(self, players):
        state, done = generate(16, 16, players, 5), set()
        whole = [Champion(override(self.ALL, {"seed": seed}), *state.owner.shape) for seed in range(players)]
        pieces = Champion(self.ALL, *state.owner.shape)
        for now in range(70):
            moves = np.zeros(state.owner.shape, np.int32)
            for me, champion in enumerate(whole, 1):
                view = view_of(state, me, now)
                answer = champion.moves(view)
                moves[state.owner == me] = answer[state.owner == me]
                if me == 1:
                    assert_same_squares(timed(pieces, view, lambda: False), answer)
                    assert pieces.report() == champion.report()
                    done |= {name for name in ("opening", "campaign") if name in champion.report()}
                    done |= {"plans"} if len(champion.report()["plans"]) > 1 else set()
            state = step(state, moves)
        assert done == ({"opening", "campaign"} if players == 2 else {"opening", "plans"})

    def test_a_turn_that_is_late_from_some_piece_on_ends_a_few_pieces_later(self):
        view = view_of(generate(16, 16, 2, 5), 1)
        for late in (0, 1, 5, 40):
            champion, looks = Champion(self.ALL, 16, 16), []
            timed(champion, view, lambda late=late, looks=looks: looks.append(len(looks) >= late) or looks[-1])
            assert sum(looks) <= DONE
            assert champion.state["tried_openings"] < self.ALL.opening_search

    def test_what_a_clock_interrupts_is_no_longer_than_some_turns_of_a_forecast(self):
        state, champion = generate(16, 16, 2, 5), Champion(self.ALL, 16, 16)
        view, told = view_of(state, 1), champion.state

        def clock():
            steps.append((int(told["reached"]), int(told["tried"])))
            return False

        steps = []
        timed(champion, view, clock)
        assert len(steps) > self.ALL.opening_search
        assert all(b - a <= STRETCH for (a, _), (b, _) in itertools.pairwise(steps))
        assert all(b - a <= CHUNK for (_, a), (_, b) in itertools.pairwise(steps))


OPENER = override(preset("champion"), {"opening_search": 6, "opening_bend": 0.0, "campaign_search": 0})
STATE = generate(20, 20, 2, 5)


def searched(state=STATE, seed=0, out_of_time=lambda: False, **changes):
    champion = Champion(override(OPENER, {"seed": seed} | changes), *state.owner.shape)
    champion.receive(view_of(state, 1))
    champion.run(OPENING, out_of_time)
    return champion


def contact(state):
    """The turn of contact when all play by the champion's own parameters and the engine's rules."""
    others = [override(OPENER, {"seed": MIRRORED_SEED})] * (int(state.owner.max()) - 1)
    players = [Decider(each, *state.owner.shape) for each in (OPENER, *others)]
    return next(now for now, (board, _) in enumerate(play(players, state, 200)) if is_near(1, board.owner))


def test_a_search_that_was_ended_is_that_of_the_candidates_tried_so_far():
    looks, bending = itertools.count(), {"opening_bend": 0.5}
    ended = searched(out_of_time=lambda: next(looks) > 300, opening_search=300, **bending)
    tried = ended.opening["tried"]
    whole = searched(opening_search=tried, **bending)
    assert FIRST_FRESH < tried < 300
    assert ended.opening == whole.opening
    assert_same_squares(ended.price_factors.reshape(20, 20), whole.price_factors.reshape(20, 20))


def grown(state, parameters, bent, turns):
    """What these parameters have on these turns without opponents, by the engine's rules."""
    state = State(np.where(state.owner == 1, state.owner, 0), state.strength, state.production)
    player, have = Decider(parameters, *state.owner.shape), 0
    player.scratch.cells["factor"] = bent.ravel()
    for now in range(max(turns) + 1):
        ours = state.owner == 1
        if now in turns:
            have += state.strength[ours].sum(dtype=int) + 12 * state.production[ours].sum(dtype=int)
        state = step(state, player.moves(view_of(state, 1, now)).astype(np.int32))
    return have


@pytest.mark.parametrize(("players", "beyond", "bend"), [(2, 10, 0.0), (2, 10, 0.5), (3, 60, 0.0), (4, 60, 0.5)])
def test_a_plan_is_worth_what_it_brings_without_opponents_around_contact(players, beyond, bend):
    state = generate(20, 20, players, 5)
    champion, met = searched(state, opening_search=12, opening_bend=bend), contact(state)
    report, turns = champion.opening, range(max(1, met - beyond + 1), met + beyond + 1)
    assert report["contact"] == met
    assert report["worth"] > report["usual_worth"] == 0.5
    numbers = champion.report()["opening"]["found"]["numbers"]
    plan = grown(state, override(OPENER, numbers), champion.price_factors, turns)
    usual = grown(state, OPENER, np.ones_like(champion.price_factors), turns)
    assert report["worth"] == round(plan / (plan + usual), 4)


def test_a_bend_is_a_bell_around_its_place_on_the_torus():
    height, width, (y, x) = 20, 30, np.mgrid[:20, :30]
    down, right = np.abs(y - (-3) % height), np.abs(x - 35 % width)
    away = np.minimum(down, height - down) + np.minimum(right, width - right)
    for size in (0.7, -0.7):
        bent = np.full(height * width, 2.0)
        opening.multiply_prices(-3, 35, 2.0, size, height, bent)
        expected = 2.0 * np.exp(size * np.exp(-((away / 2.0) ** 2) / 2))
        np.testing.assert_allclose(bent.reshape(height, width), expected, rtol=1e-14)


def test_the_plan_plays_until_contact_and_then_our_own_parameters():
    champion, followed = compiled_player(OPENER, 20, 20), 0
    for state, _ in play((champion, compiled_player(preset("v17"), 20, 20)), STATE, 90):
        assert champion.opening == champion.parameter_search == {} or not is_near(1, state.owner)
        followed += bool(champion.opening)
    assert champion.opening == {}
    assert 10 < followed < 90


@pytest.mark.parametrize("shape", [(1, 2), (2, 3), (5, 4), (9, 12), (16, 16)])
def test_near_is_three_steps_counted_also_across_the_edge(shape):
    dice = np.random.default_rng(7)
    for _ in range(60):
        owner = np.zeros(shape, np.uint8)
        owner[: dice.integers(1, 6), : dice.integers(1, 6)] = 1
        owner[dice.integers(shape[0]), dice.integers(shape[1])] = 2
        ours, others = np.argwhere(owner == 1), np.argwhere(owner == 2)
        apart = np.abs(ours[:, None] - others)
        steps = np.minimum(apart, np.array(shape) - apart).sum(axis=2)
        assert is_near(1, owner) == bool((steps <= NEAR).any())


@pytest.mark.parametrize("draw", [candidates.draw_fresh, candidates.perturb])
@pytest.mark.parametrize("changes", [{}, {"alpha": 0.9, "route_cost": 0.0, "capture_hold": 0.0}])
def test_candidates_stay_within_their_ranges(draw, changes):
    source = override(preset("champion"), changes)
    players, dice, found = np.zeros(2, kernels.VALUES), np.array([3], np.uint64), []
    players[:] = kernels.values(source)
    for _ in range(2000):
        draw(players[0], 1, players, dice)
        found.append([players[1][known.name] for known in candidates.RANGES])
    for known, values in zip(candidates.RANGES, np.array(found).T, strict=True):
        drawn = values[values != getattr(source, known.name)]
        assert ((known.low <= drawn) & (drawn <= known.high)).all(), known.name
