"""Prediction: where enemy stacks go next, from what went through their squares, blurred.

The original keeps the last three moves of a ship. A stack of Halite I gathers between its moves and merges with
others, so the memory is one of places: strength goes on flowing the way it flowed there.
"""

from typing import Any

from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import AmortizerDesk, KernelKnobs

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

FADE = 0.6  # of a move that is one turn older
BLUR = 0.35  # weight of every direction, whatever the last moves were


@compiled
def watch(me: int, desk: AmortizerDesk) -> None:
    """Find the last moves of enemy stacks, and note them where they started and where they ended."""
    area = desk.owner.size
    before, force = desk.seen[0], desk.seen[1]
    for c in range(area):
        player = before[c]
        if player <= 0 or player == me or force[c] == 0:
            continue
        stayed = desk.owner[c] == player and desk.strength[c] >= force[c]
        if stayed:
            desk.habit[c] *= FADE
            continue
        best, gain = -1, 0
        for k in range(4):
            n = desk.near[c, k]
            grown = desk.strength[n] - (force[n] if before[n] == player else 0)
            if desk.owner[n] == player and grown > gain:
                best, gain = k, grown
        desk.habit[c] = FADE * desk.habit[c] + 1 - FADE
        if best >= 0:
            for n in (c, desk.near[c, best]):
                desk.drift[n, 0] = FADE * desk.drift[n, 0] + (1 - FADE) * ((best == 2) - (best == 0))
                desk.drift[n, 1] = FADE * desk.drift[n, 1] + (1 - FADE) * ((best == 1) - (best == 3))
    desk.seen[0], desk.seen[1] = desk.owner, desk.strength


@uncounted
def predict(me: int, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    """Compute the chances of every enemy stack, and the strength that is expected on every square."""
    desk.expected[:] = 0.0
    for c in range(desk.owner.size):
        player = desk.owner[c]
        if player == 0 or player == me:
            continue
        _chances(c, knobs, desk)
        desk.expected[c] += desk.chance[c, 0] * min(desk.strength[c] + desk.production[c], 255)
        for k in range(4):
            desk.expected[desk.near[c, k]] += desk.chance[c, k + 1] * desk.strength[c]


@uncounted
def _chances(c: int, knobs: KernelKnobs, desk: AmortizerDesk) -> Any:
    chance = desk.chance[c]
    if not knobs.prediction:
        chance[:] = 0.2
        return
    down, right = desk.drift[c, 0], desk.drift[c, 1]
    moves = 0.15 + 0.7 * desk.habit[c] if desk.strength[c] > 0 else 0.0
    chance[1], chance[3] = BLUR + max(-down, 0.0), BLUR + max(down, 0.0)
    chance[2], chance[4] = BLUR + max(right, 0.0), BLUR + max(-right, 0.0)
    total = chance[1] + chance[2] + chance[3] + chance[4]
    for k in range(1, 5):
        chance[k] *= moves / total
    chance[0] = 1 - moves
