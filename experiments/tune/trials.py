"""Trials: a study of Optuna's that can be killed and resumed at any moment.

A trial that was begun is resumed under its number, and finds the games that it has played in the database.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.storages import JournalStorage
from optuna.trial import FrozenTrial, Trial, TrialState

from engine.errors import UserError
from experiments.arena.players import Player
from experiments.arena.space import Value

from .clop_sampler import GAMES, fitted, values
from .question import Question
from .samplers import sampler

FINISHED = (TrialState.COMPLETE, TrialState.PRUNED)
# Attributes, which the dashboard shows. A trial's value may be adjusted; score and variance are those of its blocks.
SETTINGS, BASE, BLOCKS, SCORE, VARIANCE, DIFFERENCE = "question", "base", "blocks", "score", "variance", "difference"


@dataclass(frozen=True, slots=True)
class Winner:
    """The candidate that the verdict is played with."""

    player: Player
    score: float  # 0..1, what the search expects of it
    origin: str  # where that comes from


class Trials:
    """The trials of one study in a journal. UserError when it asks another question under the same name."""

    def __init__(self, storage: JournalStorage, name: str, question: Question) -> None:
        self.question = question
        self._storage = storage
        self._distributions = question.distributions()
        self._study = optuna.create_study(
            storage=storage,
            study_name=name,
            direction="maximize",
            sampler=sampler(question.sampler, question.seed),
            load_if_exists=True,
        )
        self._check_question()

    @property
    def finished(self) -> int:
        """Candidates that were played to the end or given up."""
        return sum(BASE not in trial.user_attrs for trial in self._trials(*FINISHED))

    @property
    def pruned(self) -> int:
        """Candidates that were given up."""
        return len(self._trials(TrialState.PRUNED))

    @property
    def best(self) -> float | None:
        """The highest score 0..1 of a candidate that was played to the end, which flatters; None before the first."""
        return max((trial.values[0] for trial in self._candidates()), default=None)

    def add_base(self, scores: Sequence[float]) -> None:
        """Let the sampler know how the base did, unless it does already or the base lies outside the space."""
        parameters = self.question.base_values()
        if parameters is None or self._trials():
            return
        attributes = self._attributes(scores, np.zeros(len(scores))) | {BASE: True}
        self._study.add_trial(
            optuna.trial.create_trial(
                params=parameters,
                distributions=self._distributions,
                value=float(np.mean(scores)),
                user_attrs=attributes,
            )
        )

    def ask(self) -> tuple[Trial, Player]:
        """Return the next trial, or the one that was begun; and the player that it tries."""
        begun = self._trials(TrialState.RUNNING)
        trial = self._taken_up(begun[0]) if begun else self._study.ask()
        parameters = {name: _suggested(trial, name, axis) for name, axis in self._distributions.items()}
        return trial, self.question.candidate(parameters)

    def report(self, trial: Trial, scores: Sequence[float], base: Sequence[float]) -> None:
        """Report how a trial stands after the blocks in `scores`; `base` are the base's of all blocks, (blocks,) 0..1.

        The value is the base's score plus the mean difference on the blocks that both played: early blocks that suit
        every trial flatter none. After the last block it is the trial's own score.
        """
        differences = np.subtract(scores, base[: len(scores)])
        for name, value in self._attributes(scores, differences).items():
            trial.set_user_attr(name, value)
        reported = self._study.get_trials(deepcopy=False)[trial.number].intermediate_values
        if len(scores) not in reported:  # a resumed trial has reported its first looks before
            trial.report(float(np.clip(np.mean(base) + differences.mean(), 0, 1)), len(scores))

    def finish(self, trial: Trial, scores: Sequence[float]) -> None:
        """Finish a trial that has played all its blocks."""
        self._study.tell(trial, float(np.mean(scores)))

    def give_up(self, trial: Trial) -> None:
        """Prune a trial; its value is its last report."""
        self._study.tell(trial, state=TrialState.PRUNED)

    def winner(self) -> Winner:
        """Return the winner: CLOP's optimum, or the best trial that was not given up. UserError without one."""
        complete = self._candidates()
        if self.question.sampler == "clop" and self.finished:
            return self._clop_optimum()
        if not complete:
            raise UserError("every trial was given up, so there is no winner; try more trials, or a smaller space")
        best = max(complete, key=lambda trial: (trial.values[0], -trial.number))
        caveat = f"trial {best.number}, the best of {len(complete)}: luck helped to choose it, so its score flatters"
        return Winner(self.question.candidate(best.params), best.values[0], caveat)

    def _clop_optimum(self) -> Winner:
        ordered = self._study.sampler.infer_relative_search_space(self._study, self._trials(*FINISHED)[-1])
        fit = fitted(self._study, ordered)
        caveat = (
            f"CLOP's optimum; of {len(fit.weights)} results there is a weight of {fit.weights.sum():.1f} left near it"
        )
        return Winner(self.question.candidate(values(fit.optimum(), ordered)), fit.score(), caveat)

    def _candidates(self) -> list[FrozenTrial]:
        return [trial for trial in self._trials(TrialState.COMPLETE) if BASE not in trial.user_attrs]

    def _attributes(self, scores: Sequence[float], differences: Any) -> dict[str, Any]:
        moments = {BLOCKS: len(scores), SCORE: float(np.mean(scores)), VARIANCE: float(np.var(scores))}
        games = len(scores) * self._games_per_block(moments)
        return {**moments, GAMES: games, DIFFERENCE: float(np.mean(differences))}

    def _games_per_block(self, moments: dict[str, Any]) -> float:
        """Return as how many independent games a block counts: 1 to as many as it has.

        The games of a block share a map. A single game has the variance p (1 - p); this is the number of games whose
        mean has the variance that blocks had, in all candidates so far and the one with these `moments`.
        """
        known = [trial.user_attrs for trial in self._trials(*FINISHED) if BASE not in trial.user_attrs] + [moments]
        single = sum(each[BLOCKS] * each[SCORE] * (1 - each[SCORE]) for each in known)
        seen = sum(each[BLOCKS] * each[VARIANCE] for each in known)
        return float(min(single / seen, self.question.players)) if seen else 1.0

    def _trials(self, *states: TrialState) -> list[FrozenTrial]:
        return self._study.get_trials(deepcopy=False, states=states or None)

    def _taken_up(self, begun: FrozenTrial) -> Trial:
        study = self._storage.get_study_id_from_name(self._study.study_name)
        return Trial(self._study, self._storage.get_trial_id_from_study_id_trial_number(study, begun.number))

    def _check_question(self) -> None:
        """Write down what is asked, or compare it with what was."""
        asked = self.question.settings()
        before = self._study.user_attrs.get(SETTINGS)
        if before is None:
            self._study.set_user_attr(SETTINGS, asked)
        elif differing := [name for name in asked if asked[name] != before.get(name)]:
            raise UserError(
                f"the study {self._study.study_name!r} was begun with other settings: {differing[0]} was "
                f"{before.get(differing[0])} and is {asked[differing[0]]}. Name another with --study, or keep the old "
                "ones"
            )


def _suggested(trial: Trial, name: str, axis: BaseDistribution) -> Value:
    """Return the trial's value; asked twice, it is the same."""
    match axis:
        case CategoricalDistribution():
            return cast(
                "Value", trial.suggest_categorical(name, axis.choices)
            )  # Optuna's choices may be None, ours not
        case IntDistribution():
            return trial.suggest_int(name, axis.low, axis.high, log=axis.log)
        case FloatDistribution():
            return trial.suggest_float(name, axis.low, axis.high, log=axis.log)
    raise TypeError(f"{name} is {axis}, which no axis of a space becomes")
