"""A turn of a game at whose table some players search: the others decide here, in one kernel."""

from bot import kernels
from bot.ground.arrays import Records
from bot.ground.compiled import compiled
from bot.ground.view import SEATS
from bot.stages import battle, forecast


@compiled
def decide_others(turn: int, searching: int, knobs: Records, scratch: kernels.Scratch, table: forecast.Table) -> int:
    """Let the living decide but those who search (a bit each); return these, -1 when no two are left."""
    living = battle.living(table.grids.owner)
    if forecast.is_decided(living):
        return -1
    for player in range(1, SEATS):
        if (living & ~searching) >> player & 1:
            memory = table.memories[player]
            kernels.decide(table.grids, player, turn, memory, knobs[player], scratch, table.moves)
            forecast.take_over(player, table)
    return int(living & searching)
