"""Growth alone: what players have on the same maps after some turns, where all others stand still."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import View
from engine.errors import UserError
from engine.game import compiled_step
from experiments.arena import families, schedule
from experiments.arena.players import Player
from experiments.laboratory.games import compile_for
from experiments.laboratory.progress import bar

HEADER = ("player", "turn", "of the best: median", "tenth percentile", "worst")


def measure(
    players: Sequence[Player], turns: Sequence[int], maps: int, seats: int, mix: str, first: int
) -> npt.NDArray[np.int64]:
    """Return each player's production on each map after each turn, (players, maps, turns); UserError for a program."""
    if programs := [each.notation for each in players if each.parameters is None]:
        raise UserError(f"{programs[0]} is a program; growth is measured of players in this process")
    for each in players:
        compile_for(each.parameters)
    drawn = list(islice(schedule.maps(mix, seats, schedule.Seeds.DEVELOPMENT, first), maps))
    games = [(each.parameters, where) for each in players for where in drawn]
    grown = [_alone(values, where, turns) for values, where in bar(games, "games")]
    return np.array(grown).reshape(len(players), maps, len(turns))


def _alone(values: Any, where: schedule.Map, turns: Sequence[int]) -> list[int]:
    state, production = where.state(), [0]
    mover = families.mover(values.resolve(where.players, state.height, state.width), state.height, state.width)
    for turn in range(max(turns)):
        moves = mover.moves(View(state.owner, state.strength, state.production, 1, turn))
        state = compiled_step(state, moves.astype(np.int32))
        production.append(int(state.production[state.owner == 1].sum()))
    return [production[turn] for turn in turns]


def table(players: Sequence[Player], grown: npt.NDArray[np.int64], turns: Sequence[int]) -> str:
    """Return shares of the best player's production on each map, as a table in Markdown."""
    shares = grown / np.maximum(grown.max(axis=0), 1)
    rows = [
        (each.notation, str(turn), *(f"{share:.2f}" for share in np.quantile(shares[i, :, t], (0.5, 0.1, 0.0))))
        for t, turn in enumerate(turns)
        for i, each in enumerate(players)
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (HEADER, ["---"] * len(HEADER), *rows))
