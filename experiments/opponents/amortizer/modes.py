"""Modes and danger: what a stack carries along. Modes are sticky, and danger is counted over three turns."""

from experiments.opponents.compiled import UNCOUNTED, compiler

from .assignment import limit_of, worth_of
from .desk import ATTACKING, MINING, NOTHING, AmortizerDesk, Floats, KernelKnobs

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

BESIDE = 2  # how often strength counts that is one step away, beside strength two steps away


@uncounted
def count_danger(me: int, desk: AmortizerDesk) -> None:
    """Note for every stack the strength of stronger enemies within two steps; nearer ones count twice."""
    for c in range(desk.owner.size):
        desk.threat[0, c] = 0.0
        if desk.owner[c] != me or desk.foes[c] > 2:
            continue
        for k in range(4):
            n = desk.near[c, k]
            if desk.foes[n] == 0 and desk.strength[n] > desk.strength[c]:
                desk.threat[0, c] += BESIDE * desk.strength[n]
            for turn in (0, 1, 3):
                m = desk.near[n, (k + turn) % 4]
                if desk.foes[m] == 0 and desk.strength[m] > desk.strength[c]:
                    desk.threat[0, c] += desk.strength[m] / (1 if turn == 0 else 2)  # two ways lead to a corner


@uncounted
def is_in_danger(c: int, me: int, knobs: KernelKnobs, desk: AmortizerDesk) -> bool:
    """Return whether the enemies near the stack over three turns outweigh it and the helpers beside it."""
    if knobs.danger == 0 or desk.threat[0, c] == 0:
        return False
    helpers = desk.strength[c]
    for k in range(4):
        n = desk.near[c, k]
        if desk.owner[n] == me:
            helpers += desk.strength[n]
    mean = (desk.threat[0, c] + desk.threat[1, c] + desk.threat[2, c]) / 3
    return bool(knobs.danger * mean > helpers)


@uncounted
def choose(stacks: int, count: int, stay: Floats, weight: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    """Weigh both modes for every stack as if it chose last, a lower bound; it changes only for a far better one."""
    for i in range(stacks):
        c = desk.rank[i]
        mining, attack = 0.0, 0.0
        for number in range(count):
            if number != desk.goal[c] and limit_of(c, number, weight, desk) <= mining:
                continue
            value = worth_of(c, number, stay, weight, knobs, desk)
            if number == desk.goal[c]:
                value = max(value, desk.value[c])
            if desk.kind[number] == MINING:
                mining = max(mining, value)
            else:
                attack = max(attack, value)
        if desk.mode[c] == NOTHING:
            desk.mode[c] = ATTACKING if attack > mining else MINING
        elif desk.mode[c] == MINING and attack > knobs.stickiness * mining:
            desk.mode[c] = ATTACKING
        elif desk.mode[c] == ATTACKING and mining > knobs.stickiness * attack:
            desk.mode[c] = MINING


@compiled
def carry(me: int, desk: AmortizerDesk) -> None:
    """Move modes and dangers with the stacks; where several meet, the strongest one's count."""
    area = desk.owner.size
    mode, threat = desk.mode.copy(), desk.threat.copy()
    desk.mode[:] = NOTHING
    desk.threat[:] = 0.0
    desk.arrived[:] = 0
    for c in range(area):
        if desk.owner[c] != me:
            continue
        n = c if desk.move[c] == 0 else desk.near[c, desk.move[c] - 1]
        if desk.strength[c] >= desk.arrived[n]:
            desk.arrived[n] = desk.strength[c]
            desk.mode[n] = mode[c]
            desk.threat[1, n], desk.threat[2, n] = threat[0, c], threat[1, c]
