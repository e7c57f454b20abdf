"""The pact's wall."""

from ..board.board import MET, NORTH, OPTIONS, WAR
from ..board.compiled import Longs, Record, Records, compiled
from ..greedy.nap import HEADS_UP
from .squares import Scratch


@compiled
def _find_wall(me: int, memory: Longs, parameters: Record, scratch: Scratch) -> bool:
    """Find the wall; return whether something is left to mine besides it. Twin: nap.terms."""
    cells, turn, war = scratch.cells, scratch.turn[0], memory[WAR]
    holds = not parameters.pact_off and (parameters.pact_heads_up or turn.players > HEADS_UP)
    partners = ~(war | (memory[MET] if parameters.pact_until_met else 0) | 1 | 1 << me)
    mining_remains = False
    for i in range(turn.border):
        c = scratch.border[i]
        if cells[c].owner != 0:
            continue
        if holds and cells[c].strength > 0:
            for k in range(NORTH, OPTIONS):
                n = cells[c].around[k]
                if cells[n].owner == 0:
                    cells[c].wall |= cells[n].strength == 0 and (war == 0 or _touches_partner(n, partners, cells))
                    cells[c].wall |= parameters.pact_caution and _is_within_reach(n, partners, cells)
                else:
                    cells[c].wall |= (partners >> cells[n].owner) & 1
        mining_remains |= cells[c].production > 0 and not cells[c].wall
    return mining_remains


@compiled
def _touches_partner(c: int, partners: int, cells: Records) -> bool:
    """Return whether a neighbour of the square belongs to one of these players, given as bits."""
    for k in range(NORTH, OPTIONS):
        if (partners >> cells[cells[c].around[k]].owner) & 1:
            return True
    return False


@compiled
def _is_within_reach(c: int, partners: int, cells: Records) -> bool:
    """Twin: nap._within_reach."""
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if (partners >> cells[n].owner) & 1 and cells[n].strength > cells[c].strength:
            return True
    return False
