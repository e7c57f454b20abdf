"""Fights: squares in danger and the dodge, and standing still before a crowded enemy."""

from ..board.board import ORDER
from ..board.view import NEUTRAL
from .turn import Scores, Turn


def dangerous(turn: Turn, c: int) -> dict[int, int]:
    """Return the threatened squares within two steps of `c` that would hurt a booked square too, with their weights."""
    if not turn.threats.is_near[c]:
        return {}
    weight, around, booked = turn.threats.weight, turn.board.torus.around, turn.booked
    weights = {}
    for e in turn.board.torus.near[c]:
        if weight[e] and any(booked[n] for n in around[e]):
            weights[e] = weight[e]
    if turn.notes:
        turn.notes.danger.update(weights)
    return weights


def touches(turn: Turn, c: int, danger: dict[int, int]) -> bool:
    """Return whether `c` is one of the dangerous squares or lies beside one."""
    return any(n in danger for n in turn.board.torus.around[c])


def scores(turn: Turn, c: int, danger: dict[int, int]) -> Scores:
    """Return v26's scores of the five options when danger is near; lower is better.

    A square that steps where a friend is already booked adds no new target, so it pays no danger.
    """
    board, parameters, strength = turn.board, turn.parameters, turn.board.strength[c]
    scores_of_options = turn.scores(c, ORDER)
    for option in ORDER:
        n = board.torus.around[c][option]
        if not turn.booked[n]:
            blast = sum(danger.get(e, 0) for e in board.torus.around[n])
            scores_of_options[option] += parameters.danger_penalty * blast
        if turn.wall[n]:
            scores_of_options[option] += parameters.wall_penalty
        if board.owner[n] == NEUTRAL and strength <= board.strength[n]:
            scores_of_options[option] += parameters.weak_penalty
    return scores_of_options


def is_called_for(turn: Turn, c: int) -> bool:
    """Return whether square `c` touches several empties and, across them, several enemies ready to step in.

    Enemies are counted as squares, each once, not as players. One that holds fewer than
    stilling_ratio turns of its own production has just moved and is not ready.
    """
    board, parameters = turn.board, turn.parameters
    empties = [n for n in board.torus.neighbours[c] if board.owner[n] == NEUTRAL and board.strength[n] == 0]
    if len(empties) < parameters.stilling_empties:
        return False
    facing = {
        e
        for empty in empties
        for e in board.torus.neighbours[empty]
        if board.owner[e] not in (NEUTRAL, board.me)
        and board.strength[e] >= parameters.stilling_ratio * board.production[e]
    }
    return len(facing) >= parameters.stilling_enemies
