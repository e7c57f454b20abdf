"""The search: what is asked, the trials of Optuna's study, and their games.

One candidate comes after the other, its blocks spread over the workers: the sampler has always seen all earlier ones,
so they are the same for any number of workers. Nothing but the games is kept. A search that was killed begins again,
proposes the same candidates, and finds their games in the database.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import FrozenTrial, Trial, TrialState, create_trial

from bot.parameters.declaration import all_values, value
from engine.errors import UserError
from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Map, Seeds
from experiments.arena.space import Axis, Space, SpaceError, Value
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.stats import Pruning
from experiments.stats.words import running_percent

from .samplers import GAMES, SAMPLERS, fit_clop, sampler, values

FINISHED = (TrialState.COMPLETE, TrialState.PRUNED)
# Attributes of a trial. Its value may be adjusted; score and variance are those of its blocks, games how many
# independent ones stand behind the value; see samplers.py.
BASE, BLOCKS, SCORE, VARIANCE, DIFFERENCE = "base", "blocks", "score", "variance", "difference"


@dataclass(frozen=True, slots=True)
class Question:
    """Which values of some parameters play best against these opponents, and how it is searched for."""

    base: Player  # its parameters are varied, and the winner must beat it
    space: Space
    against: tuple[Player, ...]
    mix: str  # of boards
    players: int  # 2..6, of a game
    pruning: Pruning  # and how many blocks a trial has
    sampler: str  # one of SAMPLERS
    seed: int

    def __post_init__(self) -> None:
        """Refuse before the first game what would fail after the last one.

        Raises:
            PlayerError: the base is a program, or lacks a parameter that is varied
            UserError: there is no such sampler, or CLOP could not name its optimum: the values of a list have no order
        """
        if self.sampler not in SAMPLERS:
            raise UserError(f"there is no sampler {self.sampler!r}, only {', '.join(SAMPLERS)}")
        self.base.replace()
        for axis in self.space.axes:
            if self.sampler == "clop" and len(axis.choices) not in (0, 2):
                raise UserError(
                    f"CLOP fits no surface to {axis.name}, a list of {len(axis.choices)}; take a list of two, a range, "
                    "or another --sampler"
                )
            for choice in axis.choices:
                self.base.replace(**{axis.name: choice})

    def maps(self) -> tuple[Map, ...]:
        """Return a map for each block of a trial: development maps only, so that the verdict's are new."""
        return tuple(islice(schedule.maps(self.mix, self.players, Seeds.DEVELOPMENT), self.pruning.blocks))

    def blocks(self, candidate: Player, maps: Sequence[Map]) -> list[Block]:
        """Return a candidate's blocks on `maps`: one opponent on each map, in turn, which takes all other seats."""
        opponents = (self.against[number % len(self.against)] for number in range(len(maps)))
        return [
            Block(map_, (candidate, *[other] * (self.players - 1))) for map_, other in zip(maps, opponents, strict=True)
        ]

    def candidate(self, values: dict[str, Value]) -> Player:
        """Return the base with these values; PlayerError where they contradict one another."""
        return self.base.replace(**{axis.name: _round(axis, values[axis.name]) for axis in self.space.axes})

    def base_values(self) -> dict[str, Value] | None:
        """Return the base's own point in the space. PlayerError for a program.

        None when it lies outside, or the base has tables for a parameter that is varied for all games: no point is
        the base.
        """
        parameters = self.base.replace().parameters
        values = {axis.name: value(parameters, axis.name) for axis in self.space.axes}
        is_inside = all(_holds(axis, values[axis.name]) for axis in self.space.axes)
        lost = {name for name in all_values(parameters) if name.rpartition(".")[2] in values} - values.keys()
        return values if is_inside and not lost else None

    def distributions(self) -> dict[str, BaseDistribution]:
        """Return the space in Optuna's words."""
        return {axis.name: _distribution(axis) for axis in self.space.axes}


@dataclass(frozen=True, slots=True)
class Winner:
    """The candidate that the verdict is played with."""

    player: Player
    score: float  # 0..1, what the search expects of it


class Trials:
    """The trials of a study, the base's first where it lies in the space."""

    def __init__(self, question: Question) -> None:
        optuna.logging.set_verbosity(optuna.logging.ERROR)  # the verb reports itself, in terms of games
        self.question = question
        self._distributions = question.distributions()
        self.study = optuna.create_study(direction="maximize", sampler=sampler(question.sampler, question.seed))

    @property
    def candidates(self) -> list[FrozenTrial]:
        """The finished trials without the base's: played to the end or given up."""
        return [trial for trial in self._finished_trials() if BASE not in trial.user_attrs]

    @property
    def complete(self) -> list[FrozenTrial]:
        """The candidates that were played to the end."""
        return [trial for trial in self.candidates if trial.state is TrialState.COMPLETE]

    def add_base(self, scores: Sequence[float]) -> None:
        """Let the sampler know how the base did, unless it does already or the base lies outside the space."""
        parameters = self.question.base_values()
        if parameters and not self._finished_trials():
            result = {"params": parameters, "distributions": self._distributions, "value": float(np.mean(scores))}
            attributes = self._attributes(scores, np.zeros(len(scores))) | {BASE: True}
            self.study.add_trial(create_trial(**result, user_attrs=attributes))

    def ask(self) -> tuple[Trial, Player]:
        """Return the next trial, and the player that it tries."""
        trial = self.study.ask(self._distributions)
        return trial, self.question.candidate(trial.params)

    def report(self, trial: Trial, scores: Sequence[float], base: Sequence[float]) -> None:
        """Report how a trial stands after the blocks in `scores`; `base` are the base's of all blocks, (blocks,) 0..1.

        The value is the base's score plus the mean difference on the blocks that both played: early blocks that suit
        every trial flatter none. After the last block it is the trial's own score.
        """
        differences = np.subtract(scores, base[: len(scores)])
        for name, moment in self._attributes(scores, differences).items():
            trial.set_user_attr(name, moment)
        trial.report(float(np.clip(np.mean(base) + differences.mean(), 0, 1)), len(scores))

    def winner(self) -> Winner:
        """Return the winner: CLOP's optimum, or the best trial that was not given up. UserError without one."""
        if self.question.sampler == "clop" and self.candidates:
            ordered = self.study.sampler.infer_relative_search_space(self.study, self._finished_trials()[-1])
            fit = fit_clop(self.study, ordered)
            return Winner(self.question.candidate(values(fit.optimum(), ordered)), fit.score())
        if not (complete := self.complete):
            raise UserError("every trial was given up, so there is no winner; try more trials, or a smaller space")
        best = max(complete, key=lambda trial: (trial.values[0], -trial.number))
        return Winner(self.question.candidate(best.params), best.values[0])

    @property
    def results(self) -> tuple[tuple[str, int, float], ...]:
        """The candidates in their order: their changes, and the number and the mean of their blocks."""
        names = [self.question.candidate(trial.params).notation.partition("?")[2] for trial in self.candidates]
        attributes = [trial.user_attrs for trial in self.candidates]
        return tuple((name, each[BLOCKS], round(each[SCORE], 4)) for name, each in zip(names, attributes, strict=True))

    def _attributes(self, scores: Sequence[float], differences: Any) -> dict[str, Any]:
        moments = {BLOCKS: len(scores), SCORE: float(np.mean(scores)), VARIANCE: float(np.var(scores))}
        games = len(scores) * self._games_per_block(moments)
        return {**moments, GAMES: games, DIFFERENCE: float(np.mean(differences))}

    def _games_per_block(self, moments: dict[str, Any]) -> float:
        """Return as how many independent games a block counts: 1 to as many as it has.

        The games of a block share a map. A single game has the variance p (1 - p); this is the number of games whose
        mean has the variance that blocks had, in all candidates so far and the one with these `moments`.
        """
        played = [trial.user_attrs for trial in self.candidates] + [moments]
        single = sum(each[BLOCKS] * each[SCORE] * (1 - each[SCORE]) for each in played)
        seen = sum(each[BLOCKS] * each[VARIANCE] for each in played)
        return float(min(single / seen, self.question.players)) if seen else 1.0

    def _finished_trials(self) -> list[FrozenTrial]:
        return self.study.get_trials(deepcopy=False, states=FINISHED)


def search(trials: Trials, laboratory: Laboratory, progress: Progress, number: int) -> list[float]:
    """Play until `number` candidates are finished, those of earlier calls included; return the base's block scores."""
    question, maps = trials.question, trials.question.maps()

    def play(candidate: Player, scores: list[float], stop: int) -> list[float]:
        """Return the block scores up to block `stop` of a candidate that has some."""
        blocks = question.blocks(candidate, maps)[len(scores) : stop]
        return [*scores, *(played.score() for played in laboratory.play(blocks, progress))]

    base = play(question.base, [], question.pruning.blocks)
    trials.add_base(base)
    while len(trials.candidates) < number:
        trial, candidate = trials.ask()
        scores: list[float] = []
        for stop in (*question.pruning.looks, question.pruning.blocks):
            progress.advance(status=_status(trials, scores, base))
            scores = play(candidate, scores, stop)
            trials.report(trial, scores, base)
            if is_given_up := question.pruning.gives_up(np.subtract(scores, base[:stop]).tolist()):
                break
        state = TrialState.PRUNED if is_given_up else TrialState.COMPLETE
        trials.study.tell(trial, None if is_given_up else float(np.mean(scores)), state)
        blocks = np.mean([each.user_attrs[BLOCKS] for each in trials.candidates])
        progress.total = question.players * (len(base) + round(number * float(blocks)))
    progress.advance(status=_status(trials, [], base))
    return base


def _status(trials: Trials, scores: Sequence[float], base: Sequence[float]) -> str:
    candidates, complete = trials.candidates, trials.complete
    this = f"candidate {len(candidates) + 1} has {running_percent(scores)} in {len(scores)} blocks, " if scores else ""
    best = f", the best has {100 * max(trial.values[0] for trial in complete):.1f} %" if complete else ""
    given_up = len(candidates) - len(complete)
    return f"{this}{len(candidates)} candidates, {given_up} given up{best}, the base has {running_percent(base)}"


def _distribution(axis: Axis) -> BaseDistribution:
    if axis.choices:
        return CategoricalDistribution(axis.choices)
    if axis.whole:
        return IntDistribution(int(axis.low), int(axis.high), log=axis.log)
    return FloatDistribution(axis.low, axis.high, log=axis.log)


def _holds(axis: Axis, value: Value) -> bool:
    try:
        return 0 <= axis.share(value) <= 1
    except SpaceError:
        return False


def _round(axis: Axis, value: Value) -> Value:
    """Return to the digits that the space keeps, so that a notation can be read and typed."""
    return axis.at(axis.share(value)) if isinstance(value, float) and not axis.choices else value
