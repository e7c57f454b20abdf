"""Prices: what a neutral square costs for each point of production, with what lies behind it."""

from typing import Any

from experiments.opponents.compiled import compiler

from .desk import WAYS, Desk

compiled = compiler(__file__)

BARREN = 0.25
"""Production that a square without any is counted with: such squares are taken last, not never."""


@compiled
def own_price(c: int, ends: bool, desk: Desk) -> float:
    """Turns until the square has paid for its capture; near the end every square counts the same."""
    if ends:
        return float(desk.strength[c])
    return desk.strength[c] / max(float(desk.production[c]), BARREN)


@compiled
def induce(knobs: Any, ends: bool, desk: Desk) -> None:
    """Prices of all neutral squares: a cheap square behind lowers the price of the one that leads to it."""
    for c in range(desk.owner.size):
        desk.price[c] = own_price(c, ends, desk)
    for _ in range(knobs.depth):
        for c in range(desk.owner.size):
            if desk.owner[c] == 0:
                desk.price[c] = min(desk.price[c], _with_what_is_behind(c, knobs.behind, ends, desk))


@compiled
def _with_what_is_behind(c: int, share: float, ends: bool, desk: Desk) -> float:
    best = desk.price[c]
    for way in range(1, WAYS):
        n = desk.around[c, way]
        if desk.owner[n] == 0:
            best = min(best, desk.price[n])
    return (1 - share) * own_price(c, ends, desk) + share * best
