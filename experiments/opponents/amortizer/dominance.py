"""The dominance map: the chance that no enemy stack comes by within two turns, if all of them walk at random.

One map counts every enemy stack, the others only those of a class of strength and stronger ones: a stack avoids those
that are stronger than it, and keeps away from the enemy's land for longer.
"""

from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import CLASSES, AmortizerDesk, KernelKnobs

uncounted = compiler(__file__, **UNCOUNTED)

# Chances that a stack which stays or walks in one of four directions, all alike, stands there on one of two turns.
HERE, BESIDE, STRAIGHT, CORNER = 0.36, 0.24, 0.04, 0.04  # own square, neighbour, two straight on, each way to a corner


@uncounted
def survey(me: int, desk: AmortizerDesk) -> None:
    """Compute the maps of all classes."""
    desk.safe[:] = 1.0
    for c in range(desk.owner.size):
        player = desk.owner[c]
        if player == 0 or player == me or desk.strength[c] == 0:
            continue
        for rank in range(desk.strength[c] // 32 + 1):
            safe = desk.safe[rank]
            safe[c] *= 1 - HERE
            for k in range(4):
                n = desk.near[c, k]
                safe[n] *= 1 - BESIDE
                for turn in (0, 1, 3):  # straight on, and around both corners
                    safe[desk.near[n, (k + turn) % 4]] *= 1 - (STRAIGHT if turn == 0 else CORNER)


@uncounted
def down_weight(strength: int, square: int, knobs: KernelKnobs, desk: AmortizerDesk) -> float:
    """Return the factor on the value of a target for a stack of this strength."""
    stronger = desk.safe[min(strength // 32, CLASSES - 1), square]
    mixed = (desk.safe[0, square] + knobs.own_dominance * stronger) / (1 + knobs.own_dominance)
    return float(1 - knobs.dominance * (1 - mixed))
