"""Samplers propose the next candidate. Each is a function of the seed, the trial's number and earlier trials.

So a study that was killed and resumed proposes what the uninterrupted one would have, with any number of workers.
"""

import hashlib
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from optuna import Study
from optuna.distributions import BaseDistribution
from optuna.exceptions import ExperimentalWarning
from optuna.samplers import BaseSampler, CmaEsSampler, NSGAIISampler, RandomSampler, TPESampler
from optuna.trial import FrozenTrial, TrialState

from .clop_sampler import ClopSampler, point

GENERATION = 16  # trials of a population; Optuna's 50 leaves a study of 200 trials four generations
ALIKE = 0.05  # mean deviation of alike parents, in a box of -1 to 1; drawn evenly they have 0.58


class Reseeded(BaseSampler):
    """An Optuna sampler that is made again for every draw, with a seed of its own.

    Optuna's samplers carry a generator from draw to draw, which a killed process would lose.
    """

    def __init__(self, make: Callable[[int], BaseSampler], seed: int) -> None:
        self._make = make
        self._seed = seed

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> dict[str, BaseDistribution]:
        """Return the parameters that the sampler draws together."""
        return self._sampler(trial).infer_relative_search_space(study, trial)

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """Return the parameters that are drawn together."""
        return self._sampler(trial).sample_relative(study, trial, search_space)

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """Return one parameter that is drawn alone."""
        return self._sampler(trial, param_name).sample_independent(study, trial, param_name, param_distribution)

    def after_trial(self, study: Study, trial: FrozenTrial, state: TrialState, values: Sequence[float] | None) -> None:
        """Let the sampler of this trial note that it is finished."""
        self._sampler(trial).after_trial(study, trial, state, values)

    def _sampler(self, trial: FrozenTrial, parameter: str = "") -> BaseSampler:
        text = f"{self._seed} {trial.number} {parameter}"
        return self._make(int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big"))


class Genetic(NSGAIISampler):
    """NSGA-II, which draws a generation anew when its parents have become alike, and keeps the best of them.

    The parents stand in the order of their trials: Optuna's own order differs when the study is read back, so children
    would depend on whether the process was started again in between.
    """

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """Return a child of the parents; nothing where they are alike, so that each parameter is drawn alone."""
        if alike(self.get_parent_population(study, self.get_trial_generation(study, trial))):
            return {}
        return super().sample_relative(study, trial, search_space)

    def select_parent(self, study: Study, generation: int) -> list[FrozenTrial]:
        """Return the best of the generation before and its parents; of parents that were alike only the best one."""
        before = self.get_parent_population(study, generation - 1)
        if alike(before):
            return [max(before, key=lambda parent: parent.value or 0.0), *self.get_population(study, generation - 1)]
        return super().select_parent(study, generation)

    def get_parent_population(self, study: Study, generation: int) -> list[FrozenTrial]:
        """Return the selected trials, in order of their numbers."""
        return sorted(super().get_parent_population(study, generation), key=lambda trial: trial.number)


def alike(parents: Sequence[FrozenTrial]) -> bool:
    """Return whether these trials differ so little, on average over the parameters, that their children can too."""
    if not parents:
        return False
    space = parents[0].distributions
    spread = np.std([point(parent.params, space) for parent in parents], axis=0)
    return bool(np.mean(spread) < ALIKE)


SAMPLERS: Mapping[str, Callable[[int], BaseSampler]] = {
    "tpe": lambda seed: TPESampler(seed=seed, multivariate=True),  # parameters interact, so they are drawn together
    "cmaes": lambda seed: CmaEsSampler(seed=seed, consider_pruned_trials=True, warn_independent_sampling=False),
    "random": lambda seed: RandomSampler(seed=seed),
    "nsga2": lambda seed: Genetic(seed=seed, population_size=GENERATION),
    "clop": ClopSampler,
}
"""By the names of `--sampler`; each takes the seed of one draw."""


def sampler(name: str, seed: int) -> BaseSampler:
    """Return the sampler called `name`, for a study with this seed."""

    def make(drawn: int) -> BaseSampler:
        with warnings.catch_warnings():
            # Optuna says so of multivariate TPE and of pruned trials in CMA-ES; our range of versions has both.
            warnings.simplefilter("ignore", ExperimentalWarning)
            return SAMPLERS[name](drawn)

    return Reseeded(make, seed)
