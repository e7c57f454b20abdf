"""The search: one trial after the other, its blocks spread over the workers.

The sampler has always seen all earlier trials, so they are the same for any number of workers.
"""

from collections.abc import Sequence

import numpy as np

from experiments.arena.players import Player
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.stats.words import running

from .trials import Trials


def search(trials: Trials, laboratory: Laboratory, progress: Progress, number: int) -> list[float]:
    """Play until `number` candidates are finished, those of earlier runs included.

    Returns   (blocks,) the scores of the base on the blocks of a trial
    Raises    what Laboratory.play raises, PlayerError, UserError
    """
    table = _Table(trials, laboratory, progress)
    base = table.play(trials.question.base, [], trials.question.pruning.blocks)
    trials.add_base(base)
    while trials.finished < number:
        _trial(trials, table, base)
        progress.advance(status=f"{trials.finished} trials, {trials.pruned} given up")
    return base


def _trial(trials: Trials, table: "_Table", base: Sequence[float]) -> None:
    """Play one candidate from the first block to its last, or to the look at which it is given up."""
    pruning = trials.question.pruning
    trial, candidate = trials.ask()
    scores: list[float] = []
    for stop in (*pruning.looks, pruning.blocks):
        table.show(_status(trials, scores, base))
        scores = table.play(candidate, scores, stop)
        trials.report(trial, scores, base)
        if pruning.gives_up(np.subtract(scores, base[:stop]).tolist()):
            trials.give_up(trial)
            return
    trials.finish(trial, scores)


class _Table:
    """Where candidates are played."""

    def __init__(self, trials: Trials, laboratory: Laboratory, progress: Progress) -> None:
        self._question = trials.question
        self._maps = trials.question.maps()
        self._laboratory = laboratory
        self._progress = progress

    def show(self, status: str) -> None:
        """Say how things stand."""
        self._progress.advance(status=status)

    def play(self, candidate: Player, scores: list[float], stop: int) -> list[float]:
        """Return the block scores of a candidate up to block `stop`, of which it has those in `scores`."""
        blocks = self._question.blocks(candidate, self._maps)[len(scores) : stop]
        return [*scores, *(played.score() for played in self._laboratory.play(blocks, self._progress))]


def _status(trials: Trials, scores: Sequence[float], base: Sequence[float]) -> str:
    known = trials.best
    best = "" if known is None else f", the best has {known:.1%}"
    this = f" has {running(scores)} in {len(scores)} blocks" if scores else ""
    return f"trial {trials.finished + 1}{this}, {trials.pruned} given up{best}, the base has {running(base)}"
