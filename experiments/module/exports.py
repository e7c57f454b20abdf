"""What the module offers: kernels, and the arrays and records that they work on. The one list of both.

No types: numba finds them in these arrays, and the page learns from the table where they lie.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from bot import kernels, preset
from bot.ground.arrays import Grids
from bot.ground.view import SEATS
from bot.knobs.cascade import in_game
from bot.program.compiling import drill
from bot.stages import answers, battle, beliefs, forecast, fronts, seat, turn
from bot.stages.search import Search
from bot.stages.seat import Seat
from engine import kernels as stepping

from . import company, judging, maps, tables

CHAMPION = in_game(preset("champion"), drill())  # whose stages are offered; a page writes other players' knobs here


class Export(NamedTuple):
    """One kernel, and what it is called with: things of the board, and plain numbers, which the page sets by name."""

    kernel: Any
    arguments: tuple[Any, ...]


def things(height: int, width: int) -> dict[str, Any]:
    """Return everything that the kernels work on, on a board of this size, as Python makes it before a game."""

    def grid() -> Any:
        return np.zeros((height, width), np.uint8)

    found = {
        "owner": grid(),
        "strength": grid(),
        "production": grid(),
        "moves": grid(),
        "memory": np.zeros(kernels.MEMORY, np.int64),
        "knobs": kernels.knobs(CHAMPION),
        "seats": np.array([kernels.knobs(CHAMPION)] * SEATS, kernels.KNOBS),
        "scratch": kernels.scratch(height, width),
        "forecasts": kernels.scratch(height, width),
        "front": fronts.front(height, width),
        "rival": fronts.front(height, width),
        "beliefs": beliefs.beliefs(height, width, beliefs.models(CHAMPION).values()),
        "outlook": answers.outlook(height, width),
        "table": forecast.table(height, width),
        "planes": stepping.memory_for(height, width),
        "roots": np.zeros(height * width, np.int64),
        "tally": np.zeros((SEATS, 3), np.int64),
        "pairs": judging.pairs(height, width),
        "told": judging.told(height, width),
        "draft": maps.draft(height, width),
    }
    shared = {name: found[name] for name in ("memory", "moves", "table", "tally")}
    return found | {"game": seat.game(CHAMPION, height, width)._replace(**shared)}


def exports(of: Mapping[str, Any]) -> dict[str, Export]:
    """Return what the module offers, by name, with these things as arguments. Numbers stand for numbers like them."""
    grids = Grids(of["owner"], of["strength"], of["production"])
    memory, knobs, scratch, moves = of["memory"], of["knobs"], of["scratch"], of["moves"]
    front, rival, table = of["front"], of["rival"], of["table"]
    game = of["game"]
    seated = Seat(game, Search(scratch, front, rival, of["beliefs"], of["outlook"]), of["forecasts"])
    return {
        "lay": Export(tables.lay, (1, 1, scratch, front.squares, rival.squares)),
        "lay_forecasts": Export(tables.lay, (1, 1, of["forecasts"], front.squares, rival.squares)),
        "sow": Export(tables.sow, (1, knobs)),
        "remember": Export(tables.remember, (grids, 1, memory, scratch)),
        "look": Export(kernels.look, (grids, 1, scratch)),
        "choose": Export(kernels.choose, (1, 0, memory, knobs, False, scratch, moves)),
        "decide": Export(kernels.decide, (grids, 1, 0, memory, knobs, scratch, moves)),
        "sit": Export(seat.sit, (knobs, game.players)),
        "receive": Export(turn.receive, (grids, 1, 0, game)),
        "work": Export(turn.work, (1, False, seated)),
        "find_roots": Export(tables.find_roots, (1, scratch.cells, of["roots"])),
        "play_out": Export(forecast.play_out, (0, 1, of["seats"], scratch, table)),
        "decide_others": Export(company.decide_others, (0, 4, of["seats"], scratch, table)),
        "take_over": Export(forecast.take_over, (1, table)),
        "count": Export(forecast.count, (table.grids, of["tally"])),
        "note": Export(judging.note, (0, 0, table.grids, of["pairs"])),
        "turns_left": Export(judging.turns_left, (30, 30, 0)),
        "judge": Export(judging.judge, (30, 30, 1, 2, 8, 0, of["pairs"], of["told"])),
        "battle": Export(battle.step, (table.grids, table.applied, table.planes)),
        "plan_map": Export(maps.plan_map, (1, 1, 1, 1, of["draft"])),
        "draw_map": Export(maps.draw_map, (1, of["draft"], grids)),
        "step": Export(stepping.step, (*grids, moves, of["planes"])),
    }
