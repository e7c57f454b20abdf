"""Compiles the kernels once, before the tests: else every worker would compile them for itself."""

from bot import Parameters, View
from bot.kernels import Decider
from engine import generate, kernels
from experiments.arena.arena import Arena


def compile_all() -> None:
    """Play a game and a turn on the smallest board; numba keeps what it compiles for that beside the sources."""
    players = [Parameters(), Parameters()]
    state = generate(4, 4, 2, 1)
    Arena(state.height, state.width).play(players, state, record=True)
    moves = Decider(players[0], state.height, state.width).moves(
        View(state.owner, state.strength, state.production, 1, 0)
    )
    memory = kernels.memory_for(state.height, state.width)
    kernels.step(state.owner.copy(), state.strength.copy(), state.production, moves, memory)


if __name__ == "__main__":
    compile_all()
