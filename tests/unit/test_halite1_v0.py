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


@pytest.mark.parametrize("players", range(1, 7))
def test_no_seed_changes_the_size_of_the_board(players):
    """The map generator shrinks boards to fit the players; the spaces must hold for every seed."""
    env = halite1_v0.parallel_env(width=31, height=26, players=players)
    for seed in range(8):
        observations, _ = env.reset(seed=seed)
        assert all(env.observation_space(agent).contains(seen) for agent, seen in observations.items())


def test_an_episode_is_the_game_that_the_engine_plays():
    env = halite1_v0.parallel_env(width=12, height=12, players=3)
    _, infos = env.reset(seed=9)
    env.action_space("player_1").seed(1)
    actions, last = [], {}
    while env.agents:
        actions.append(sampled(env))
        *_, infos = env.step(actions[-1])
        last |= infos
    seats = [
        Function(lambda state, player, turn: actions[turn - 1][f"player_{player}"], agent)
        for agent in env.possible_agents
    ]
    result = Game(seats, generate(12, 12, 3, 9)).play()
    assert result.turns == len(actions)
    assert [last[agent]["rank"] for agent in env.possible_agents] == [each.rank for each in result.standings]
    assert [last[agent]["territory"] for agent in env.possible_agents] == [each.territory for each in result.standings]


def test_rewards_sum_to_the_territory_won_and_the_place():
    """Two players that rest tie, and the higher number is first: +1, and -1 for the other; neither won a square."""
    env = halite1_v0.parallel_env(width=8, height=8, place_reward=0.5)
    env.reset(seed=1)
    total = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        _, rewards, *_ = env.step({agent: np.zeros((8, 8), int) for agent in env.agents})
        total = {agent: total[agent] + rewards[agent] for agent in total}
    assert total == {"player_1": -0.5, "player_2": 0.5}


@pytest.mark.parametrize("action", [np.zeros(16, int), np.zeros((4, 4)), np.full((4, 4), 5), np.full((4, 4), -1)])
def test_an_action_that_is_no_board_of_directions_is_refused(action):
    """A flat array would be broadcast, or fail somewhere deep."""
    env = halite1_v0.parallel_env(width=4, height=4)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"integers 0\.\.4 of shape \(4, 4\)"):
        env.step({"player_1": action, "player_2": action})


def test_a_game_begins_with_reset():
    env = halite1_v0.parallel_env(width=2, height=2, render_mode="ansi")
    with pytest.raises(RuntimeError, match="call reset first"):
        env.render()
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({})
    env.reset(seed=1)
    while env.agents:
        env.step(sampled(env))
    assert env.render()
    with pytest.raises(RuntimeError, match="call reset"):
        env.step({})
