"""The opening plan: searched by steps or by the clock, followed until contact, its candidates within their ranges."""

import itertools

import numpy as np
import pytest

from bot import View, changed, kernels, preset
from bot.search import candidates, opening
from bot.search.champion import Champion, mover
from bot.search.game_state import MIRRORED_SEED
from bot.search.opening import FIRST_FRESH, NEAR, is_near
from bot.search.state import OPENING
from engine import State, generate
from engine.rules import step
from tests.support.views import view_of

CHAMPION = changed(preset("champion"), {"opening_search": 6, "opening_bend": 0.0, "campaign_search": 0})
STATE = generate(20, 20, 2, 5)


def searched(state=STATE, seed=0, out_of_time=lambda: False, **changes):
    champion = Champion(changed(CHAMPION, {"seed": seed} | changes), *state.owner.shape)
    champion.receive(view_of(state, 1))
    champion.work(OPENING, out_of_time)
    return champion


def contact(state):
    """The turn of contact when all play by the champion's own parameters and the engine's rules."""
    others, shape, now = changed(CHAMPION, {"seed": MIRRORED_SEED}), state.owner.shape, 0
    players = [kernels.Decider(each, *shape) for each in (CHAMPION, *[others] * (int(state.owner.max()) - 1))]
    while not is_near(1, state.owner):
        moves = np.zeros(shape, np.int32)
        for me, player in enumerate(players, 1):
            there = state.owner == me
            moves[there] = player.moves(View(state.owner, state.strength, state.production, me, now))[there]
        state = step(state, moves)
        now += 1
    return now


def test_a_search_that_was_ended_is_that_of_the_candidates_tried_so_far():
    """A page asks the bot by as many as its explanation says; see viewer/think/player.js."""
    looks, bending = itertools.count(), {"opening_bend": 0.5}
    ended = searched(out_of_time=lambda: next(looks) > 300, opening_search=300, **bending)
    tried = ended.opening["tried"]
    whole = searched(opening_search=tried, **bending)
    assert FIRST_FRESH < tried < 300
    assert ended.opening == whole.opening
    np.testing.assert_array_equal(ended.bent, whole.bent)


class TestGrowth:
    """Candidates are judged by their growth without opponents, and may bend prices."""

    @pytest.mark.parametrize(("players", "beyond", "bend"), [(2, 10, 0.0), (2, 10, 0.5), (3, 60, 0.0), (4, 60, 0.5)])
    def test_its_worth_is_what_the_game_brings_around_contact(self, players, beyond, bend):
        state = generate(20, 20, players, 5)
        champion, met = searched(state, opening_search=12, opening_bend=bend), contact(state)
        report, turns = champion.opening, range(max(1, met - beyond + 1), met + beyond + 1)
        assert report["contact"] == met
        assert report["worth"] > report["usual_worth"] == 0.5
        plan = self.grown(state, champion.playing, champion.bent, turns)
        usual = self.grown(state, CHAMPION, np.ones_like(champion.bent), turns)
        assert report["worth"] == round(plan / (plan + usual), 4)

    def grown(self, state, parameters, bent, turns):
        state = State(np.where(state.owner == 1, state.owner, 0), state.strength, state.production)
        player, have = kernels.Decider(parameters, *state.owner.shape), 0
        player.scratch.cells["bent"] = bent.ravel()
        for now in range(max(turns) + 1):
            ours = state.owner == 1
            if now in turns:
                have += state.strength[ours].sum(dtype=int) + 12 * state.production[ours].sum(dtype=int)
            moves = player.moves(View(state.owner, state.strength, state.production, 1, now))
            state = step(state, moves.astype(np.int32))
        return have


def test_a_bend_is_a_bell_around_its_place_on_the_torus():
    height, width, (y, x) = 20, 30, np.mgrid[:20, :30]
    down, right = np.abs(y - (-3) % height), np.abs(x - 35 % width)
    away = np.minimum(down, height - down) + np.minimum(right, width - right)
    for size in (0.7, -0.7):
        bent = np.full(height * width, 2.0)
        opening.bend(-3, 35, 2.0, size, height, bent)
        expected = 2.0 * np.exp(size * np.exp(-((away / 2.0) ** 2) / 2))
        np.testing.assert_allclose(bent.reshape(height, width), expected, rtol=1e-14)


def test_the_plan_plays_until_contact_and_then_our_own_parameters():
    state, champion = STATE, mover(CHAMPION, 20, 20)
    other = mover(preset("v17"), 20, 20)
    followed = 0
    for now in range(90):
        view = View(state.owner, state.strength, state.production, 1, now)
        moves = champion.moves(view)
        assert (champion.playing == champion.parameters) or not is_near(1, state.owner)
        followed += bool(champion.opening)
        moves = np.where(state.owner == 2, other.moves(View(*vars_of(state), 2, now)), moves).astype(np.int32)
        state = step(state, moves)
    assert champion.opening == {}
    assert 10 < followed < 90


def vars_of(state):
    return state.owner, state.strength, state.production


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


def candidates_of(source, draw, many=2000):
    """The values of so many candidates, (many, ranges)."""
    players, dice = np.zeros(2, kernels.VALUES), np.array([3], np.uint64)
    players[:] = kernels.values(source)
    found = []
    for _ in range(many):
        draw(0, 1, players, dice)
        found.append([players[1][known.name] for known in candidates.RANGES])
    return np.array(found)


def test_candidates_stay_within_their_ranges():
    for draw in (candidates.draw_fresh, candidates.perturb):
        for source in (
            preset("champion"),
            changed(preset("champion"), {"alpha": 0.9, "route_cost": 0.0, "capture_hold": 0.0}),
        ):
            found = candidates_of(source, draw)
            changes = found != [getattr(source, known.name) for known in candidates.RANGES]
            for known, values, changed_ones in zip(candidates.RANGES, found.T, changes.T, strict=True):
                assert (values[changed_ones] >= known.low).all()
                assert (values[changed_ones] <= known.high).all()
