"""Remedy: which other moves on one turn win more rollouts. Looked for with few, measured with fresh ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bot import Parameters, override
from engine import step

from .moves import Alternative, alternatives, parts
from .procedure import LOOKS, Comparison, Purpose
from .rollouts import Line, Rollouts

ROUNDS = ((99, 1), (6, 2), (3, 4))  # of the screening: how many of the best go on, with how many times as many rollouts
MORE = 21  # about how many times the screening's rollouts of one move the rounds and the parts of the best move add
# A part of a joint move may win so much less in the screening, and no more than this part of its rollouts less: fewer
# squares to look at are worth it.
AS_GOOD, PART = 0.05, 0.25


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Remedy(Comparison):
    """The other move that looked best (`better`) against the recorded one (`worse`), by fresh rollouts."""

    move: Alternative
    tried: int  # different moves


def remedy(rollouts: Rollouts, frame: int, policy: Parameters, screen: int, count: int) -> Remedy | None:
    """Return the best of the other moves for the turn from `frame` on; None where nothing can be tried.

    The six best moves get more rollouts, and then the three best, before one is chosen: `screen` rollouts alone do not
    tell moves apart that win 1 and 8 % of them. The chosen one is measured with `count` fresh rollouts, and again where
    they leave it open.
    """
    game = rollouts.game
    tried = alternatives(game, game.seat, frame, policy)
    if not tried or frame + 1 in game.ejected.values():  # what would have followed on an ejection is not known
        return None
    screened, each = [(0.0, move) for move in tried], screen
    for most, times in ROUNDS:
        each = times * screen
        screened = _screen(rollouts, frame, [move for _, move in screened[:most]], each)
    share, best = screened[0]
    if smaller := parts(best, game.replay.strength[frame], game.replay.moves[frame]):
        part_share, part = _screen(rollouts, frame, smaller, each)[0]
        best = part if part_share >= share - min(AS_GOOD, PART * share) else best
    lines = line_after(rollouts, frame, best), rollouts.line_at(frame + 1)
    return Remedy.measure(
        lambda *some: [rollouts.wins(line, Purpose.REMEDY, *some) for line in lines], LOOKS * count,
        move=best, tried=len(tried) + len(smaller),
    )  # fmt: skip


def _screen(
    rollouts: Rollouts, frame: int, moves: Sequence[Alternative], count: int
) -> list[tuple[float, Alternative]]:
    """Return the share of won rollouts of each of these moves, the best first; of equals the first stays first."""
    shares = []
    for move in moves:
        line = line_after(rollouts, frame, move)
        # Without the parameter search, whose rollouts take much of a searching player's time.
        swift = [override(who, {"campaign_search": 0}) if isinstance(who, Parameters) else who for who in line.players]
        won = rollouts.wins(replace(line, players=tuple(swift)), Purpose.SCREEN, 0, count)
        shares.append((float(np.mean(won)), move))
    return sorted(shares, key=lambda each: -each[0])


def with_player(rollouts: Rollouts, frame: int, other: Parameters, name: str, count: int) -> Comparison:
    """Play our seat from `frame` on as another player called `name` (`better`), or as it is (`worse`)."""
    recorded = rollouts.line_at(frame)
    players = tuple(other if seat == rollouts.game.seat else who for seat, who in enumerate(recorded.players, 1))
    lines = Line(f"with {name}", frame, recorded.state, players), recorded
    return Comparison.of(*(rollouts.wins(line, Purpose.PLAYER, 0, count) for line in lines))


def line_after(rollouts: Rollouts, frame: int, alternative: Alternative) -> Line:
    """Return the frame after these moves, with the recorded moves of everybody else."""
    state = step(rollouts.game.replay.state(frame), alternative.moves)
    moved = ",".join(f"{place}:{alternative.moves.flat[place]}" for place in alternative.squares.tolist())
    return Line(f"after {moved}", frame + 1, state, rollouts.players)
