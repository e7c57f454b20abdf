"""Prices: what a neutral square costs for each point of production, with what lies behind it."""

from typing import Any

from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import WAYS, PlannerDesk

uncounted = compiler(__file__, **UNCOUNTED)

BARREN = 0.25  # production that a square without any is counted with: such squares are taken last, not never


@uncounted
def own_price(c: int, ends: bool, desk: PlannerDesk) -> float:
    """Return the turns until the square has paid for its capture; near the end its strength alone counts."""
    if ends:
        return float(desk.strength[c])
    return desk.strength[c] / max(float(desk.production[c]), BARREN)


@uncounted
def induce(knobs: Any, ends: bool, desk: PlannerDesk) -> None:
    """Compute the prices of all neutral squares: a cheap square behind lowers the price of the one that leads to it."""
    for c in range(desk.owner.size):
        desk.own[c] = desk.price[c] = own_price(c, ends, desk)
    for _ in range(knobs.depth):
        if not _lower(knobs.behind, desk.around, desk.owner, desk.own, desk.price):
            break


@uncounted
def _lower(share: float, around: Any, owner: Any, own: Any, price: Any) -> bool:
    """Pass over the neutral squares once; return whether a price fell. If none did, none would in another pass."""
    changed = False
    for c in range(owner.size):
        if owner[c] != 0:
            continue
        best = price[c]
        for way in range(1, WAYS):
            n = around[c, way]
            if owner[n] == 0:
                best = min(best, price[n])
        mixed = (1 - share) * own[c] + share * best
        if mixed < price[c]:
            price[c], changed = mixed, True
    return changed
