"""Halite I as a PettingZoo environment, to train agents by the exact rules. Needs the extra "rl".

from engine import halite1_v0

env = halite1_v0.parallel_env(width=20, height=20, players=2)
observations, infos = env.reset(seed=42)
while env.agents:
    actions = {agent: env.action_space(agent).sample() for agent in env.agents}
    observations, rewards, terminations, truncations, infos = env.step(actions)
"""

import operator
from importlib.util import find_spec
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from . import mapgen, ranking, rules
from .game import compiled_step, is_over

try:
    from gymnasium.spaces import Box, MultiDiscrete
    from pettingzoo import ParallelEnv
    from pettingzoo.utils.conversions import parallel_to_aec
except ImportError as error:
    raise ImportError(
        "engine.halite1_v0 needs pettingzoo and gymnasium, which cannot be imported; "
        "install the project's extra 'rl': pip install '.[rl]'"
    ) from error

Observation = npt.NDArray[np.uint8]
Action = npt.NDArray[np.int64]

PLANES = ("own", "seat", "strength", "production", "elapsed")
_DIRECTIONS = 5


# PettingZoo fixed the name and ships no types.
class parallel_env(ParallelEnv[str, Observation, Action]):  # type: ignore[misc]  # noqa: N801
    """All agents act at once: `player_1` .. `player_6`.

    An observation is uint8 (5, H, W), from the agent's own side. Its planes are `own`, 1 on its squares; `seat`, 0 for
    neutral and own squares, else how many seats later (1..5) the owner sits; `strength` and `production`; and
    `elapsed`, the part of the game that is over, 0..255 on every square. An action is (H, W) of 0..4: STILL, NORTH,
    EAST, SOUTH, WEST; orders for squares of others do nothing.

    The reward of a turn is the change of the agent's share of the board, which sums to how much it won or lost. On its
    last turn it is `place_reward` times its place, from +1 for the first to -1 for the last, because in the end only
    the place counts; alone there is no place.

    A dead agent terminates at once, all others when the game is over. The turn limit is a rule that the agent can see
    coming, so nothing is ever truncated. Infos are turn, territory, strength and production; on the last turn also the
    rank, 1 = best.

    Args:
        width, height: asked for; rounded down so that no seed changes them further
        players: 1..6; alone, an agent plays until nothing productive is neutral
        place_reward: how much the place counts beside the territory
        render_mode: None or "ansi" (text)
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "halite1_v0", "render_modes": ["ansi"], "is_parallelizable": True}

    def __init__(
        self, *, width: int = 20, height: int = 20, players: int = 2, place_reward: float = 1.0,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode is None or "ansi", but {render_mode!r} was asked for')
        self.render_mode = render_mode
        width, height, players = map(operator.index, (width, height, players))  # of numpy's too; 20.0 is a TypeError
        mapgen.check_size(width, height, players, seed=0)
        self.possible_agents = [f"player_{number}" for number in range(1, players + 1)]
        self.agents: list[str] = []
        self._place_reward = place_reward
        self._width, self._height = (_round_up(side, players) for side in (width, height))
        self._step = compiled_step if find_spec("numba") else rules.step
        self._maps = np.random.default_rng()
        self._territory: list[npt.NDArray[np.int64]] = []  # (players,) after every turn; empty before the first reset
        board = (self._height, self._width)
        shape = (len(PLANES), *board)
        self.observation_spaces = {agent: Box(0, 255, shape, np.uint8) for agent in self.possible_agents}
        self.action_spaces = {agent: MultiDiscrete(np.full(board, _DIRECTIONS)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Box:
        """Return always the same object, as PettingZoo asks."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> MultiDiscrete:
        """Return always the same object, as PettingZoo asks."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Make a new map. The same seed gives the same maps from here on; the first is that of `engine -s SEED`.

        Without a seed the maps go on from the last one; without any they differ from run to run.
        """
        map_seed = int(self._maps.integers(2**32)) if seed is None else operator.index(seed) % 2**32
        if seed is not None:
            self._maps = np.random.default_rng(map_seed)
        players = len(self.possible_agents)
        self._state = mapgen.generate(self._width, self._height, players, map_seed)
        self._territory = [self._state.territory(players)]
        self.agents = list(self.possible_agents)
        return {agent: self._observation(_number(agent)) for agent in self.agents}, self._infos(self.agents, [])

    def step(
        self, actions: dict[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play one turn. Raises ValueError for an action that is no (H, W) array of 0..4."""
        if not self.agents:
            raise RuntimeError("no game is running: call reset before the first step and after each game")
        playing = self.agents
        self._state = self._step(self._state, self._moves(actions), ())
        self._territory.append(self._state.territory(len(self.possible_agents)))
        over = is_over(self._state, len(self.possible_agents), len(self._territory) - 1)
        leaving = [agent for agent in playing if over or not self._territory[-1][_number(agent) - 1]]
        self.agents = [agent for agent in playing if agent not in leaving]
        infos = self._infos(playing, leaving)
        return (
            {agent: self._observation(_number(agent)) for agent in playing},
            {agent: self._reward(agent, infos[agent].get("rank")) for agent in playing},
            {agent: agent in leaving for agent in playing},
            dict.fromkeys(playing, False),
            infos,
        )

    def render(self) -> str | None:
        """Return the board as text, a line for each row: owner and strength; None without a render mode."""
        if not self.render_mode:
            return None
        if not self._territory:
            raise RuntimeError("there is no board to show yet: call reset first")
        rows = np.char.add(self._state.owner.astype(str), np.char.mod(":%-4d", self._state.strength))
        return "\n".join("".join(row) for row in rows)

    def _moves(self, actions: dict[str, Action]) -> npt.NDArray[np.int32]:
        """Return all agents' actions, checked, on one board."""
        moves = np.zeros(self._state.owner.shape, dtype=np.int32)
        for agent in self.agents:
            action = np.asarray(actions[agent])
            is_board = action.shape == moves.shape and action.dtype.kind in "iu"
            if not is_board or action.min() < 0 or action.max() >= _DIRECTIONS:
                came = f"of {action.min()}..{action.max()}" if is_board else f"{action.dtype} {action.shape}"
                raise ValueError(
                    f"the action of {agent} must be integers 0..{_DIRECTIONS - 1} of shape {moves.shape} (rows, "
                    f"columns), but is {came}; is it flattened, or a network's raw output?"
                )
            np.copyto(moves, action, where=self._state.owner == _number(agent), casting="unsafe")
        return moves

    def _observation(self, player: int) -> Observation:
        owner = self._state.owner.astype(np.int16)
        limit = rules.turn_limit(self._width, self._height)
        planes = np.empty((len(PLANES), *owner.shape), dtype=np.uint8)
        planes[0] = owner == player
        planes[1] = np.where(owner > 0, (owner - player) % len(self.possible_agents), 0)
        planes[2] = self._state.strength
        planes[3] = self._state.production
        planes[4] = 255 * (len(self._territory) - 1) // limit
        return planes

    def _reward(self, agent: str, rank: int | None) -> float:
        """Return what the class describes. The rank is None while the agent goes on."""
        squares = [int(territory[_number(agent) - 1]) for territory in self._territory[-2:]]
        reward = (squares[1] - squares[0]) / self._state.owner.size
        others = len(self.possible_agents) - 1
        return reward if rank is None or not others else reward + self._place_reward * (1 - 2 * (rank - 1) / others)

    def _infos(self, agents: list[str], leaving: list[str]) -> dict[str, dict[str, Any]]:
        # The rank of a dead player stays: all that are still alive rank better.
        ranks = ranking.ranks(np.array(self._territory)) if leaving else []
        infos: dict[str, dict[str, Any]] = {}
        for agent in agents:
            ours = self._state.owner == _number(agent)
            infos[agent] = {
                "turn": len(self._territory) - 1,
                "territory": int(np.count_nonzero(ours)),
                "strength": int(self._state.strength[ours].sum()),
                "production": int(self._state.production[ours].sum()),
            }
            if agent in leaving:
                infos[agent]["rank"] = ranks[_number(agent) - 1]
        return infos


def env(**options: Any) -> Any:
    """Return the same game for algorithms that want the agents to act one after another (PettingZoo's AECEnv)."""
    return parallel_to_aec(parallel_env(**options))


def _round_up(side: int, players: int) -> int:
    """Return the largest side up to this one that the map generator keeps, so that the spaces hold for every seed."""
    unit = mapgen.unit(players)
    if side < unit:
        raise ValueError(f"a board for {players} players has sides of at least {unit}, but {side} was asked for")
    return side // unit * unit


def _number(agent: str) -> int:
    return int(agent.removeprefix("player_"))
