"""The PettingZoo environment: it passes PettingZoo's own tests and plays the engine's game."""

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test

from engine import Function, Game, generate, halite1_v0


def sampled(env: halite1_v0.parallel_env) -> dict[str, np.ndarray]:
    return {agent: env.action_space(agent).sample() for agent in env.agents}


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_it_is_a_parallel_environment(players):
    parallel_api_test(halite1_v0.parallel_env(width=12, height=12, players=players), num_cycles=200)


# The advice to use Box or Discrete: MultiDiscrete says exactly what an order per square is.
@pytest.mark.filterwarnings("ignore:Action space for each agent probably")
def test_its_other_form_is_a_sequential_environment():
    api_test(halite1_v0.env(width=6, height=6), num_cycles=100)


def test_one_seed_is_one_episode_and_fixes_the_maps_after_it():
    parallel_seed_test(lambda: halite1_v0.parallel_env(width=20, height=20, players=2), num_cycles=500)
    runs = []
    for _ in range(2):
        env = halite1_v0.parallel_env()
        env.reset(seed=3)
        runs.append([env.reset()[0]["player_1"] for _ in range(3)])
    np.testing.assert_array_equal(*runs)
    assert (runs[0][0] != runs[0][1]).any()


def test_an_episode_is_the_game_that_the_engine_plays():
    env = halite1_v0.parallel_env(width=12, height=12, players=3)
    seen, state = env.reset(seed=9)[0], generate(12, 12, 3, 9)
    np.testing.assert_array_equal(seen["player_2"][1], np.array([0, 2, 0, 1])[state.owner], "seat")
    env.action_space("player_1").seed(1)
    actions, last = [], {}
    while env.agents:
        actions.append(sampled(env))
        last |= env.step(actions[-1])[-1]
    act = lambda state, player, turn: actions[turn - 1][f"player_{player}"]  # noqa: E731 - one for all seats
    result = Game([Function(act, agent) for agent in env.possible_agents], state).play()
    assert result.turns == len(actions)
    for name in ("rank", "territory"):
        known = [getattr(each, name) for each in result.standings]
        assert [last[agent][name] for agent in env.possible_agents] == known, name


def test_rewards_sum_to_the_territory_won_and_the_place():
    env = halite1_v0.parallel_env(width=8, height=8, place_reward=0.5)
    env.reset(seed=1)
    total = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        _, rewards, *_ = env.step({agent: np.zeros((8, 8), int) for agent in env.agents})
        total = {agent: total[agent] + rewards[agent] for agent in total}
    assert total == {"player_1": -0.5, "player_2": 0.5}


def test_a_game_begins_with_reset():
    env = halite1_v0.parallel_env(width=2, height=2, render_mode="ansi")
    with pytest.raises(RuntimeError, match="call reset"):
        env.render()
    for _ in range(2):  # before the first episode, and after it
        with pytest.raises(RuntimeError, match="call reset"):
            env.step({})
        env.reset(seed=1)
        assert [row.count(":") for row in env.render().splitlines()] == [2, 2]
        while env.agents:
            env.step(sampled(env))
