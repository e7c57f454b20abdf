"""Policy hypotheses: which known way to play explains what an enemy did, and what else it may do.

The account tracked a submarine twice: safely, with every place it could be, and unsafely, with assumptions about a
sensible player. Here the board is open and the unknown is behaviour. Unsafe are the policies below, weighed by how
well they predicted the enemy's stacks near our fronts; safe is every move, biased to the front.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import kernels, override, preset
from bot.board import board
from bot.board.board import SEATS, STILL
from bot.board.compiled import Grids
from bot.search import combat_zone, opponent_moves
from bot.search.rollout import Table, step

from .fronts import compiled, counted

PRESETS = {
    "v12": preset("v12"), "v17": preset("v17"), "keeps the pact": preset("v26"),
    "v26 without pact": override(preset("v26"), {"pact": "off", "strategic_stilling": False}),
}  # fmt: skip
STANDS = len(PRESETS)
NAMES = (*PRESETS, "stands still")
MEMORY = 10.0  # turns over which predictions are counted
EDGE = 0.5  # how fast a policy that predicts worse than the best loses its share: the log of the odds per miss


class Hypotheses(NamedTuple):
    """What is known of the enemies in one game; N = H * W, M policies, owners 0..6."""

    models: npt.NDArray[np.void]  # (M - 1,) kernels.VALUES
    memories: npt.NDArray[np.int64]  # (M - 1, SEATS, board.MEMORY)
    plans: npt.NDArray[np.uint8]  # (M, SEATS, H, W) what every policy does in every enemy's seat
    owner: npt.NDArray[np.uint8]  # (M, N) the next frame as each policy leads to it
    strength: npt.NDArray[np.uint8]  # (M, N)
    watched: npt.NDArray[np.int64]  # (N + 1,) squares that will tell; the last entry: how many
    right: npt.NDArray[np.float64]  # (SEATS, M) squares predicted, fading
    trials: npt.NDArray[np.float64]  # (SEATS,) squares watched, fading alike
    share: npt.NDArray[np.float64]  # (SEATS, M) the weights of the policies


def hypotheses(height: int, width: int) -> Hypotheses:
    """Return the policies at the start of a game, each as likely as the others."""
    models = np.array([kernels.values(model) for model in PRESETS.values()], kernels.VALUES)
    size, area = len(NAMES), height * width
    return Hypotheses(
        models, np.zeros((models.size, SEATS, board.MEMORY), np.int64),
        np.zeros((size, SEATS, height, width), np.uint8), np.zeros((size, area), np.uint8),
        np.zeros((size, area), np.uint8), np.zeros(area + 1, np.int64), np.zeros((SEATS, size)), np.zeros(SEATS),
        np.full((SEATS, size), 1 / size),
    )  # fmt: skip


@counted
def learn(owner: Any, strength: Any, beliefs: Hypotheses) -> None:
    """Compare what every policy predicted with what happened; then forget the watched squares."""
    o, s = owner.reshape(-1), strength.reshape(-1)
    last = beliefs.watched.size - 1
    size = beliefs.watched[last]
    beliefs.watched[last] = 0
    if size == 0:
        return
    beliefs.right[:] *= 1 - 1 / MEMORY
    beliefs.trials[:] *= 1 - 1 / MEMORY
    for i in range(size):
        c = beliefs.watched[i] // SEATS
        player = beliefs.watched[i] % SEATS
        beliefs.trials[player] += 1
        for m in range(beliefs.owner.shape[0]):
            beliefs.right[player, m] += beliefs.owner[m, c] == o[c] and beliefs.strength[m, c] == s[c]
    for player in range(1, SEATS):
        beliefs.share[player] = np.exp(EDGE * (beliefs.right[player] - beliefs.right[player].max()))
        beliefs.share[player] /= beliefs.share[player].sum()


@compiled
def plan(owner: Any, strength: Any, production: Any, player: int, turn: int, scratch: Any, beliefs: Hypotheses) -> None:
    """Let every policy choose this enemy's moves."""
    for m in range(beliefs.models.size):
        kernels.decide(
            Grids(owner, strength, production), player, turn, beliefs.memories[m, player], beliefs.models[m], scratch,
            beliefs.plans[m, player],
        )  # fmt: skip
    beliefs.plans[STANDS, player, :] = STILL


@compiled
def sample(me: int, present: int, informed: int, end: int, front: combat_zone.CombatZone, beliefs: Hypotheses) -> None:
    """Fill all samples: the first `informed` by policies, in turn by their shares."""
    for k in range(combat_zone.SAMPLES):
        opponent_moves.draw_reply(k, me, end, front.squares, front.zone, front.reply, front.dice)
        for player in range(1, SEATS):
            if k < informed and present >> player & 1:
                m = at_share(player, (k + 0.5) / informed, beliefs)
                opponent_moves.copy_reply(
                    k, player, end, beliefs.plans[m, player], front.squares, front.zone, front.reply
                )


@compiled
def at_share(player: int, share: float, beliefs: Hypotheses) -> int:
    """Return the policy at `share` (0..1) of their weights laid side by side."""
    m = 0
    while m < beliefs.share.shape[1] - 1 and share >= beliefs.share[player, m]:
        share -= beliefs.share[player, m]
        m += 1
    return m


@counted
def predict(
    owner: Any, strength: Any, production: Any, me: int, present: int, end: int, moves: Any,
    front: combat_zone.CombatZone, beliefs: Hypotheses, table: Table,
) -> None:  # fmt: skip
    """Note where every policy leads after our moves, and which squares near the front will tell them apart."""
    for m in range(beliefs.owner.shape[0]):
        table.grids.owner[:], table.grids.strength[:], table.all_moves[:] = owner, strength, moves
        all_moves, who = table.all_moves.reshape(-1), owner.reshape(-1)
        for player in range(1, SEATS):
            if present >> player & 1:
                flat = beliefs.plans[m, player].reshape(-1)
                for c in range(who.size):
                    if who[c] == player:
                        all_moves[c] = flat[c]
        step(Grids(table.grids.owner, table.grids.strength, production), table.all_moves, table.pieces)
        beliefs.owner[m], beliefs.strength[m] = table.grids.owner.reshape(-1), table.grids.strength.reshape(-1)
    _note_predictions(me, end, front, beliefs)


@compiled
def _note_predictions(me: int, end: int, front: combat_zone.CombatZone, beliefs: Hypotheses) -> None:
    """Note the squares where an enemy stack stands or may arrive that tell the policies apart; with their player."""
    squares, size = front.squares, 0
    for i in range(end):
        c = front.zone[i]
        if squares[c].near > 4:
            break
        player = squares[c].owner if squares[c].strength > 0 and squares[c].owner != me else 0
        tells = False
        for m in range(beliefs.owner.shape[0]):
            who, strength = beliefs.owner[m, c], beliefs.strength[m, c]
            tells = tells or who != beliefs.owner[0, c] or strength != beliefs.strength[0, c]
            if player == 0 and who != 0 and who != me and strength > 0:
                player = who
        if tells and player > 0:
            beliefs.watched[size] = c * SEATS + player
            size += 1
    beliefs.watched[beliefs.watched.size - 1] = size


def likeliest_policies(beliefs: Hypotheses) -> Mapping[str, float]:
    """Return the figures of the explanation for every enemy that was watched."""
    best = beliefs.share.argmax(axis=1)
    return {
        f"share predicted of player {player} by '{NAMES[best[player]]}'": float(
            beliefs.right[player, best[player]] / beliefs.trials[player]
        )
        for player in np.flatnonzero(beliefs.trials > 0)
    }
