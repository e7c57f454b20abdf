"""Play on from here: the rest of a game with changed parameters beside the rest without, over several seeds."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit  # Student's quantile; scipy.stats asks it too, and takes a second to load

from bot import DEFAULT, PRESETS, Parameters, preset
from engine import Replay
from engine.rules import turn_limit
from experiments.arena.arena import Arena, Outcome
from experiments.module.asking import CONFIDENCE

from .question import BAD_REQUEST, Question, Refusal
from .verdict import Ending, ending, finite, summary, verdict
from .watched import Watched


def futures(
    watched: Watched, question: Question, seeds: int, keep: Callable[[Replay], str] | None = None
) -> dict[str, Any]:
    """Both futures: how they end for everybody, which is better, territory curves, and where they part.

    `keep` takes the two games of seed 0, whole, and gives each a name, by which the answer calls them.
    The other players are the recorded presets, or the default where the preset is unknown. The seeds 0 to `seeds` - 1
    break the ties of all players; in a pair of games only the asked player's parameters differ.
    """
    if len(watched.replay.player_names) < 2:
        raise Refusal(BAD_REQUEST, "this game has one player: it has no opponent to play on against")
    pairs = [_pair(watched, question, seed) for seed in range(seeds)]
    sides = list(zip(*pairs, strict=True))
    endings = [_endings(watched.replay, question.turn, side) for side in sides]
    different = _different(pairs)
    rests = {name: outcome.replay for name, outcome in zip(("unchanged", "changed"), pairs[0], strict=True)}
    return {
        "turn": question.turn,
        "player": question.seat,
        "seeds": seeds,
        "different": len(different),
        "confidence": CONFIDENCE,
        "unchanged": _curves(sides[0]) | _ends(endings[0]),
        "changed": _curves(sides[1]) | _ends(endings[1]),
        "verdict": verdict([(endings[0][pair], endings[1][pair]) for pair in different], question.seat - 1, CONFIDENCE),
        "parting": _parting(question.turn, *rests.values()),
        "games": {
            name: keep(joined(watched.replay, question.turn, rest)) for name, rest in rests.items() if keep and rest
        },
    }


def _different(pairs: Sequence[tuple[Outcome, Outcome]]) -> list[int]:
    """The first of every kind of pair. Where no tie is left to break, other seeds play the same games again, and a
    game that is counted eight times is no surer than one.
    """
    seen = {tuple(side.territory.tobytes() for side in pair): number for number, pair in reversed([*enumerate(pairs)])}
    return sorted(seen.values())


def _pair(watched: Watched, question: Question, seed: int) -> tuple[Outcome, Outcome]:
    """The rest of the game with the usual parameters, and with the changed ones."""
    replay, turn = watched.replay, question.turn
    seats = range(1, len(replay.player_names) + 1)
    memories = [watched.memory(turn, seat) for seat in seats]
    arena = Arena(*replay.production.shape)

    def rest(chosen: Parameters) -> Outcome:
        players = [chosen if seat == question.seat else recorded(replay, seat) for seat in seats]
        players = [replace(parameters, seed=seed) for parameters in players]
        return arena.play(players, replay.state(turn), record=seed == 0, turn=turn, memories=memories)

    return rest(question.usual), rest(question.parameters)


def recorded(replay: Replay, seat: int) -> Parameters:
    """The preset that a recorded player is named after; the default for any other name."""
    name = replay.player_names[seat - 1]
    return preset(name if name in PRESETS else DEFAULT)


def joined(replay: Replay, turn: int, rest: Replay) -> Replay:
    """The recorded game up to frame `turn`, and from there on this rest."""
    owner, strength, moves = (
        np.concatenate([getattr(replay, layer)[:turn], getattr(rest, layer)])
        for layer in ("owner", "strength", "moves")
    )
    return Replay(owner, strength, replay.production, moves, replay.player_names)


def _endings(replay: Replay, turn: int, outcomes: Sequence[Outcome]) -> list[Ending]:
    """How the games ended, each with the recorded frames before the question: who died there died first."""
    seats = range(1, len(replay.player_names) + 1)
    before = np.stack([(replay.owner[:turn] == seat).sum(axis=(1, 2)) for seat in seats], axis=-1)
    height, width = replay.production.shape
    limit = turn_limit(width, height)
    return [ending(np.concatenate([before, outcome.territory]), limit) for outcome in outcomes]


def _ends(endings: Sequence[Ending]) -> dict[str, Any]:
    """How these games end: all together, and for every player."""
    seats = range(len(endings[0].ranks))
    return {
        "full": sum(game.is_full for game in endings),
        "players": [summary(endings, seat, CONFIDENCE) for seat in seats],
    }


def _curves(outcomes: Sequence[Outcome]) -> dict[str, list[list[float | None]]]:
    """Mean, low and high end of the interval, each [player][frame]; as long as the longest of these games.

    Student's interval as stats.of_mean gives it, for all frames at once; one seed gives no range.
    """
    frames = max(len(outcome.territory) for outcome in outcomes)
    territory = np.array([_continued(outcome.territory, frames) for outcome in outcomes], np.float64)
    seeds = len(outcomes)
    mean = territory.mean(axis=0)
    reach = np.full(mean.shape, np.nan)
    if seeds > 1:
        reach = stdtrit(seeds - 1, (1 + CONFIDENCE) / 2) * territory.std(axis=0, ddof=1) / np.sqrt(seeds)
    ends = {"mean": mean, "low": mean - reach, "high": mean + reach}
    return {name: [[finite(value) for value in curve] for curve in values.T.tolist()] for name, values in ends.items()}


def _continued(territory: npt.NDArray[np.int64], frames: int) -> npt.NDArray[np.int64]:
    """(frames, players) the curve, held at its last value after the game's end."""
    missing = frames - len(territory)
    return np.concatenate([territory, np.repeat(territory[-1:], missing, axis=0)])


def _parting(turn: int, unchanged: Replay | None, changed: Replay | None) -> dict[str, Any] | None:
    """The first turn of seed 0 on which the moves differ, the squares that move differently, and how; or None.

    Each of `moves` is a pair: without the change, with it.
    """
    assert unchanged is not None
    assert changed is not None
    turns = min(unchanged.turns, changed.turns)
    differs = unchanged.moves[:turns] != changed.moves[:turns]
    parted = np.flatnonzero(differs.any(axis=(1, 2)))
    if not len(parted):
        return None
    first = int(parted[0])
    moves = np.stack([unchanged.moves[first], changed.moves[first]], axis=-1)[differs[first]]
    return {"turn": turn + first, "squares": np.flatnonzero(differs[first]).tolist(), "moves": moves.tolist()}
