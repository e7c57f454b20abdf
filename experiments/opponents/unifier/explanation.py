"""What the unifier says of its turn, from the arrays that the turn left behind."""

from typing import Any

import numpy as np

from experiments.opponents.school import Thought

from .hypotheses import beliefs

NOTHING, FLOWS, GROWS, AGREES, STRIKES, HOLDS, RETREATS, TAKES, MANOEUVRES = range(9)
PLY = 2  # the ply that the layers of the minefield show


def thought(player: Any) -> Thought:
    """Return the last turn of a Unifier."""
    desk, squares, moves = player.desk, player.front.squares, player.chosen.ravel()
    ours, neutral = squares["owner"] == player.me, squares["owner"] == 0
    searched = ours & _searched(player)
    there = np.arange(moves.size), moves
    fights = player.free > 0 and player.settings.combat
    danger = desk.danger[PLY] if fights else np.zeros(moves.size)
    grids = {
        "worth": np.where(neutral, np.nan, squares["worth"]),
        "reach": np.where(danger > 0, danger, np.nan),
        "minefield": np.where((danger > 0) & (desk.mine[PLY] > 0), desk.mine[PLY], np.nan),
        "future": np.where(searched, desk.future[there], np.nan),
        "expected": _expected(player, fights),
        "front": np.where(searched, desk.front + 1.0, np.nan),
    }
    shape = player.shape
    figures = {
        "fronts": float(player.fronts), "stacks searched": float(player.free),
        "gained by the search": player.gain, "worth of a point of production": player.knobs.search_worth,
        **beliefs(player.known),
    }  # fmt: skip
    return Thought(
        _reasons(player, ours, searched).reshape(shape),
        {name: grid.reshape(shape) for name, grid in grids.items()},
        _arrows(player, searched),
        figures,
    )


def _searched(player: Any) -> Any:
    """Return (N,) the stacks that were searched this turn."""
    searched = np.zeros(player.chosen.size, np.bool_)
    if player.settings.combat:
        searched[player.front.free[: player.free]] = True
    return searched


def _expected(player: Any, fights: bool) -> Any:
    near = player.front.squares["near"] <= 2
    foes = player.front.squares["foes"].astype(float)
    return np.where(near & (foes > 0) & fights, foes, np.nan)


def _reasons(player: Any, ours: Any, searched: Any) -> Any:
    """Return (N,) the reason for every square of ours."""
    desk, squares, moves = player.desk, player.front.squares, player.chosen.ravel()
    target = squares["around"][np.arange(moves.size), moves]
    agrees = moves == player.field_moves.ravel()
    strikes = (squares["foes"][squares["around"][target]] > 0).any(axis=1) & (moves > 0)
    takes = (squares["owner"][target] == 0) & (squares["strength"][target] > 0)
    reasons = np.select(
        [~searched & (moves > 0), ~searched, agrees, moves == 0, takes, strikes, desk.away[target] > desk.away],
        [FLOWS, GROWS, AGREES, HOLDS, TAKES, STRIKES, RETREATS],
        MANOEUVRES,
    )
    return np.where(ours, reasons, NOTHING)


def _arrows(player: Any, searched: Any) -> Any:
    squares, moves, field = player.front.squares, player.chosen.ravel(), player.field_moves.ravel()
    around, other = squares["around"], np.flatnonzero(searched & (player.chosen.ravel() != player.field_moves.ravel()))
    foes = np.flatnonzero((squares["owner"] > 0) & (squares["owner"] != player.me) & (squares["near"] <= 4))
    foes = foes if player.settings.combat and player.free else foes[:0]
    likely = player.known.share.argmax(axis=1)[squares["owner"][foes]]
    plans = player.known.plans.reshape(*player.known.plans.shape[:2], -1)
    steps = plans[likely, squares["owner"][foes], foes]
    return {
        "searched": _pairs(other, around[other, moves[other]]),
        "refused": _pairs(other, around[other, field[other]]),
        "policy": _pairs(foes[steps > 0], around[foes[steps > 0], steps[steps > 0]]),
    }


def _pairs(start: Any, end: Any) -> Any:
    return np.stack([start, end], axis=1).astype(np.int64)
