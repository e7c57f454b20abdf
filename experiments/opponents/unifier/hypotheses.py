"""Policy hypotheses: which known way to play explains what an enemy did, and what else it may do.

The account tracked a submarine twice: safely, with every place it could be, and unsafely, with assumptions about a
sensible player. Here the board is open and the unknown is behaviour. Unsafe are the policies below, weighed by how
well they predicted the enemy's stacks near our fronts; safe is every move, biased to the front. An enemy that even
the best policy predicts badly gets only safe samples.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import changed, kernels, preset
from bot.ground.arrays import Grids
from bot.ground.board import OPTIONS
from bot.ground.view import NORTH, SEATS, STILL
from bot.stages import fronts, replies
from bot.stages.battle import step
from bot.stages.forecast import Table
from experiments.opponents.compiled import UNCOUNTED, compiler

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

PRESETS = {
    "v12": preset("v12"), "v17": preset("v17"), "keeps the pact": preset("v26"),
    "v26 without pact": changed(preset("v26"), {"pact": "off", "strategic_stilling": False}),
}  # fmt: skip
NEAREST, STANDS = len(PRESETS), len(PRESETS) + 1
NAMES = (*PRESETS, "to the nearest", "stands still")
GATHERED = 5  # turns of production with which the policy "to the nearest" sets out
LEAST = 10  # a weaker stack that walks into overkill proves nothing about its player


class Hypotheses(NamedTuple):
    """What is known of the enemies in one game; N = H * W, M policies, owners 0..6."""

    models: npt.NDArray[np.void]  # (M - 2,) kernels.KNOBS
    memories: npt.NDArray[np.int64]  # (M - 2, SEATS, kernels.MEMORY)
    plans: npt.NDArray[np.uint8]  # (M, SEATS, H, W) what every policy does in every enemy's seat
    owner: npt.NDArray[np.uint8]  # (M, N) the next frame as each policy leads to it
    strength: npt.NDArray[np.uint8]  # (M, N)
    watched: npt.NDArray[np.int64]  # (N + 1,) squares that will tell; the last entry: how many
    right: npt.NDArray[np.float64]  # (SEATS, M) squares predicted, fading
    trials: npt.NDArray[np.float64]  # (SEATS,) squares watched, fading alike
    share: npt.NDArray[np.float64]  # (SEATS, M) the weights of the policies
    tempted: npt.NDArray[np.int64]  # (N,) strength of the enemy stack that could have walked into overkill here
    tempter: npt.NDArray[np.int64]  # (N,) whose it was
    rash: npt.NDArray[np.int64]  # (SEATS,) how often that player has done it


def hypotheses(height: int, width: int) -> Hypotheses:
    """Return the policies at the start of a game, each as likely as the others."""
    models = np.array([kernels.knobs(model) for model in PRESETS.values()], kernels.KNOBS)
    size, area = len(NAMES), height * width
    return Hypotheses(
        models, np.zeros((models.size, SEATS, kernels.MEMORY), np.int64),
        np.zeros((size, SEATS, height, width), np.uint8), np.zeros((size, area), np.uint8),
        np.zeros((size, area), np.uint8), np.zeros(area + 1, np.int64), np.zeros((SEATS, size)), np.zeros(SEATS),
        np.full((SEATS, size), 1 / size), np.zeros(area, np.int64), np.zeros(area, np.int64), np.zeros(SEATS, np.int64),
    )  # fmt: skip


@compiled
def learn(owner: Any, strength: Any, knobs: Any, squares: Any, known: Hypotheses) -> None:
    """Compare what every policy predicted with what happened; then forget the watched squares."""
    o, s = owner.ravel(), strength.ravel()
    last = known.watched.size - 1
    size = known.watched[last]
    known.watched[last] = 0
    _look_for_rashness(o, s, squares, known)
    if size == 0:
        return
    fade = 1 - 1 / knobs.memory
    known.right[:] *= fade
    known.trials[:] *= fade
    for i in range(size):
        c = known.watched[i] // SEATS
        player = known.watched[i] % SEATS
        known.trials[player] += 1
        for m in range(known.owner.shape[0]):
            known.right[player, m] += known.owner[m, c] == o[c] and known.strength[m, c] == s[c]
    for player in range(1, SEATS):
        _weigh(player, knobs.edge, known)


@compiled
def _weigh(player: int, edge: float, known: Hypotheses) -> None:
    best = known.right[player].max()
    known.share[player] = np.exp(edge * (known.right[player] - best))
    known.share[player] /= known.share[player].sum()


@uncounted
def _look_for_rashness(o: Any, s: Any, squares: Any, known: Hypotheses) -> None:
    """Note players whose tempted stack left its square and lives nowhere beside it: it walked into overkill."""
    for c in range(o.size):
        player, had = known.tempter[c], known.tempted[c]
        known.tempted[c] = 0
        if had == 0 or s[c] >= had:
            continue
        lives = False
        for k in range(NORTH, OPTIONS):
            n = squares[c].around[k]
            lives = lives or (o[n] == player and (s[n] >= had or known.owner[STANDS, n] != player))
        known.rash[player] += not lives


@compiled
def trusted(player: int, trust: float, known: Hypotheses) -> bool:
    """Return whether the best policy predicts at least this share of an enemy's moves; at first it is trusted."""
    return bool(known.right[player].max() + 1 >= trust * (known.trials[player] + 1))


@compiled
def plan(
    owner: Any, strength: Any, production: Any, player: int, turn: int, squares: Any, scratch: Any, known: Hypotheses
) -> None:
    """Let every policy choose this enemy's moves."""
    for m in range(known.models.size):
        kernels.decide(
            Grids(owner, strength, production), player, turn, known.memories[m, player], known.models[m], scratch,
            known.plans[m, player],
        )  # fmt: skip
    known.plans[STANDS, player, :] = STILL
    flat = known.plans[NEAREST, player].ravel()
    for c in range(squares.size):
        flat[c] = _to_the_nearest(c, squares) if squares[c].owner == player else STILL


@uncounted
def _to_the_nearest(c: int, squares: Any) -> int:
    """Return the first direction that comes nearer to us, once the stack has gathered enough."""
    if squares[c].strength == 0 or squares[c].strength < GATHERED * squares[c].production:
        return STILL
    best = STILL
    for k in range(NORTH, OPTIONS):
        n, nearest = squares[c].around[k], squares[c].around[best]
        if squares[n].ours_away < squares[nearest].ours_away:
            best = k
    return best


@compiled
def sample(me: int, present: int, informed: int, end: int, knobs: Any, front: fronts.Front, known: Hypotheses) -> None:
    """Fill all samples: the first `informed` by policies, in turn by their shares, where the enemy is trusted."""
    for k in range(fronts.SAMPLES):
        replies.guess(k, me, end, front.squares, front.zone, front.reply, front.dice)
        for player in range(1, SEATS):
            if k < informed and present >> player & 1 and trusted(player, knobs.trust, known):
                m = at_share(player, (k + 0.5) / informed, known)
                replies.copy_reply(k, player, end, known.plans[m, player], front.squares, front.zone, front.reply)
        if knobs.respect > 0:
            _respect(k, me, end, knobs.respect, front, known)


@uncounted
def at_share(player: int, share: float, known: Hypotheses) -> int:
    """Return the policy at `share` (0..1) of their weights laid side by side."""
    m = 0
    while m < known.share.shape[1] - 1 and share >= known.share[player, m]:
        share -= known.share[player, m]
        m += 1
    return m


@uncounted
def _respect(k: int, me: int, end: int, respect: float, front: fronts.Front, known: Hypotheses) -> None:
    """Let enemy stacks stay that would walk into overkill, as ours stand now, if their player has never done so."""
    squares, zone = front.squares, front.zone
    for i in range(end):
        c = zone[i]
        player = squares[c].owner
        if player == 0 or player == me or known.rash[player] > 0 or squares[c].strength == 0:
            continue
        n = squares[c].around[front.reply[k, c]]
        if n != c and squares[n].blow >= respect * squares[c].strength:
            front.reply[k, c] = STILL


@compiled
def expect(
    owner: Any, strength: Any, production: Any, me: int, present: int, end: int, moves: Any, knobs: Any,
    front: fronts.Front, known: Hypotheses, table: Table,
) -> None:  # fmt: skip
    """Note where every policy leads after our moves, and which squares near the front will tell them apart."""
    for m in range(known.owner.shape[0]):
        table.grids.owner[:], table.grids.strength[:], table.applied[:] = owner, strength, moves
        applied, who = table.applied.ravel(), owner.ravel()
        for player in range(1, SEATS):
            if present >> player & 1:
                flat = known.plans[m, player].ravel()
                for c in range(who.size):
                    if who[c] == player:
                        applied[c] = flat[c]
        step(Grids(table.grids.owner, table.grids.strength, production), table.applied, table.planes)
        known.owner[m], known.strength[m] = table.grids.owner.ravel(), table.grids.strength.ravel()
    _watch(me, end, front, known)
    _tempt(me, end, knobs.respect, front, known)


@uncounted
def _watch(me: int, end: int, front: fronts.Front, known: Hypotheses) -> None:
    """Note the squares where an enemy stack stands or may arrive that tell the policies apart; with their player."""
    squares, size = front.squares, 0
    for i in range(end):
        c = front.zone[i]
        if squares[c].near > 4:
            break
        player = squares[c].owner if squares[c].strength > 0 and squares[c].owner != me else 0
        tells = False
        for m in range(known.owner.shape[0]):
            who, strength = known.owner[m, c], known.strength[m, c]
            tells = tells or who != known.owner[0, c] or strength != known.strength[0, c]
            if player == 0 and who != 0 and who != me and strength > 0:
                player = who
        if tells and player > 0:
            known.watched[size] = c * SEATS + player
            size += 1
    known.watched[known.watched.size - 1] = size


@compiled
def _tempt(me: int, end: int, respect: float, front: fronts.Front, known: Hypotheses) -> None:
    """Note the enemy stacks that stand beside overkill: a passable square where we strike this much harder."""
    squares = front.squares
    for i in range(end):
        c = front.zone[i]
        player, strength = squares[c].owner, squares[c].strength
        if player == 0 or player == me or strength < LEAST or squares[c].touch > 0:
            continue
        for k in range(NORTH, OPTIONS):
            n = squares[c].around[k]
            is_open = squares[n].owner != 0 or squares[n].strength == 0
            if is_open and squares[n].blow >= respect * strength:
                known.tempted[c], known.tempter[c] = strength, player


def beliefs(known: Hypotheses) -> Mapping[str, float]:
    """Return the figures of the explanation for every enemy that was watched."""
    told: dict[str, float] = {}
    for player in np.flatnonzero(known.trials > 0):
        best = int(known.share[player].argmax())
        told[f"share predicted of player {player} by '{NAMES[best]}'"] = float(
            known.right[player, best] / known.trials[player]
        )
        told[f"overkill that player {player} walked into"] = float(known.rash[player])
    return told
