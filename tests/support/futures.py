"""Play on from a frame, written to be read: twin of viewer/think/rollouts.js."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr

from bot import DEFAULT, PRESETS, Parameters, preset
from bot.search.champion import Champion
from engine import Replay
from engine.ranking import ranks
from engine.rules import turn_limit
from experiments.arena.arena import Arena, Outcome
from experiments.recordings.watched import Watched
from experiments.stats import of_mean

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Ending:
    """How one whole game ended."""

    ranks: list[int]  # the place of every player, 1 = best
    lived: list[int]  # frames on which every player had a square: for the eliminated, the turn of their elimination
    squares: list[int]  # on the last frame
    turn: int  # turns played
    is_full: bool  # whether the last turn was reached


def futures(
    replay: Replay, turn: int, seat: int, usual: Parameters, asked: Parameters, seeds: int,
    others: Mapping[int, Parameters] = MappingProxyType({}),
) -> dict[str, Any]:  # fmt: skip
    """Both futures: how they end for everybody, which is better, territory curves, and where they part.

    The others are the presets they are named after, or what `others` has for their seats. The seeds break the ties of
    all players; in a pair of games only the asked player's parameters differ.
    """
    watched = Watched(replay)
    seats = enumerate(replay.player_names, 1)
    sitting = [others.get(each) or preset(name if name in PRESETS else DEFAULT) for each, name in seats]
    pairs = [_pair(replay, watched, turn, seat, (usual, asked), sitting, seed) for seed in range(seeds)]
    sides = list(zip(*pairs, strict=True))
    endings = [_endings(replay, turn, side) for side in sides]
    judged = [(endings[0][pair], endings[1][pair]) for pair in different(pairs)]
    return {
        "turn": turn, "player": seat, "seeds": seeds, "confidence": CONFIDENCE, "different": len(judged),
        "unchanged": curves(sides[0]) | ends(endings[0], seat - 1),
        "changed": curves(sides[1]) | ends(endings[1], seat - 1),
        "verdict": verdict(judged, seat - 1), "parting": _parting(turn, *(side.replay for side in pairs[0])),
    }  # fmt: skip


def different(pairs: Sequence[tuple[Outcome, Outcome]]) -> list[int]:
    """The first of every kind of pair: a game that is counted eight times is no surer than one."""
    seen = {tuple(side.territory.tobytes() for side in pair): number for number, pair in reversed([*enumerate(pairs)])}
    return sorted(seen.values())


def _pair(
    replay: Replay, watched: Watched, turn: int, seat: int,
    sides: Sequence[Parameters], others: Sequence[Parameters], seed: int,
) -> tuple[Outcome, ...]:  # fmt: skip
    """The rest of the game with each of these parameters."""
    seats = range(1, len(replay.player_names) + 1)
    memories = [watched.memory(turn, each) for each in seats]
    arena = Arena(*replay.production.shape)

    def rest(chosen: Parameters) -> Outcome:
        players = [replace(chosen if each == seat else others[each - 1], seed=seed) for each in seats]
        usual = [sides[0] if each == seat else others[each - 1] for each in seats]
        sitting = seated(watched, turn, usual, players)
        return arena.play(players, replay.state(turn), record=seed == 0, turn=turn, memories=memories, seated=sitting)

    return tuple(map(rest, sides))


def seated(
    watched: Watched, turn: int, usual: Sequence[Parameters], players: Sequence[Parameters]
) -> dict[int, Champion]:
    """Those who search, by seat: they have watched the game up to here as their presets, and play on as `players`."""
    sitting = {}
    for seat, (before, after) in enumerate(zip(usual, players, strict=True), 1):
        if turn and after.has_search:
            sitting[seat] = watched.player(turn, seat, before if before.has_search else after)
            sitting[seat].seat(after)
    return sitting


def ending(territory: npt.NDArray[np.int64], limit: int) -> Ending:
    """The end of a game of at most `limit` turns; territory (frames, players) from the map on."""
    turn = len(territory) - 1
    lived = np.count_nonzero(territory, axis=0)
    return Ending(ranks(territory), lived.tolist(), territory[-1].tolist(), turn, turn == limit)


def _endings(replay: Replay, turn: int, outcomes: Sequence[Outcome]) -> list[Ending]:
    """How the games ended, each with the recorded frames before the question: who died there died first."""
    seats = range(1, len(replay.player_names) + 1)
    before = np.stack([(replay.owner[:turn] == seat).sum(axis=(1, 2)) for seat in seats], axis=-1)
    limit = turn_limit(*replay.production.shape[::-1])
    return [ending(np.concatenate([before, outcome.territory]), limit) for outcome in outcomes]


def ends(endings: Sequence[Ending], seat: int) -> dict[str, Any]:
    """How many of these games end on the last turn, and how many the player wins."""
    return {"full": sum(game.is_full for game in endings), "wins": sum(game.ranks[seat] == 1 for game in endings)}


def verdict(pairs: Sequence[tuple[Ending, Ending]], seat: int) -> dict[str, Any]:
    """Is the second game of each pair better for this player (0 is the first)?

    The better place; at equal places a winner sooner, others later, and at the last turn by their squares.
    """
    signs = np.array([_sign(_merit(before, seat), _merit(after, seat)) for before, after in pairs])
    differ = int((signs != 0).sum())  # if equal, each of them is a coin toss
    worse, better = (min(1.0, 2 * float(bdtr((way > 0).sum(), differ, 0.5))) for way in (signs, -signs))
    land = [two.squares[seat] - one.squares[seat] for one, two in pairs if one.is_full and two.is_full]
    return {
        "better": int((signs > 0).sum()), "worse": int((signs < 0).sum()), "same": int((signs == 0).sum()),
        "chance": min(worse, better), "squares": _mean(land),
    }  # fmt: skip


def _merit(game: Ending, seat: int) -> tuple[int, int, int]:
    """The numbers compared, in this order; more is better."""
    is_won = game.ranks[seat] == 1
    return -game.ranks[seat], -game.turn if is_won else game.lived[seat], game.squares[seat] if game.is_full else 0


def _sign(before: tuple[int, int, int], after: tuple[int, int, int]) -> int:
    return (after > before) - (after < before)


def curves(outcomes: Sequence[Outcome]) -> dict[str, list[list[float | None]]]:
    """Mean, low and high end of the interval, each [player][frame]; as long as the longest of these games."""
    frames = max(len(outcome.territory) for outcome in outcomes)
    held = [np.pad(each.territory, ((0, frames - len(each.territory)), (0, 0)), "edge") for each in outcomes]
    means = [[_mean(values) for values in np.array(held)[:, :, seat].T] for seat in range(held[0].shape[1])]
    return {name: [[each[name] for each in curve if each] for curve in means] for name in ("mean", "low", "high")}


def _parting(turn: int, unchanged: Replay, changed: Replay) -> dict[str, Any] | None:
    """The first turn of seed 0 on which the moves differ, the squares that move differently, and how; or None."""
    turns = min(unchanged.turns, changed.turns)
    differs = unchanged.moves[:turns] != changed.moves[:turns]
    parted = np.flatnonzero(differs.any(axis=(1, 2)))
    if not len(parted):
        return None
    first = int(parted[0])
    moves = np.stack([unchanged.moves[first], changed.moves[first]], axis=-1)[differs[first]]
    return {"turn": turn + first, "squares": np.flatnonzero(differs[first]).tolist(), "moves": moves.tolist()}


def _mean(values: Sequence[int]) -> dict[str, Any] | None:
    """Mean and interval; None where there is no value, no interval where there is one."""
    if not len(values):
        return None
    mean = of_mean([float(value) for value in values], CONFIDENCE)
    return {"mean": mean.value, "low": finite(mean.low), "high": finite(mean.high), "games": len(values)}


def finite(value: float) -> float | None:
    """None for what one game cannot tell."""
    return value if np.isfinite(value) else None
