"""Samplers propose the next candidate. Each is a function of the seed, the trial's number and earlier trials.

So a study that is played again proposes what it proposed before, with any number of workers. For CLOP, whose method is
in experiments/stats/clop.py, numbers lie on an axis of the box by value, or by logarithm where the range is
logarithmic. Whole numbers and steps have equal parts of it, a choice between two a half each. More choices have no
order: they are drawn evenly.
"""

import hashlib
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from optuna import Study
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.exceptions import ExperimentalWarning
from optuna.samplers import BaseSampler, CmaEsSampler, NSGAIISampler, RandomSampler, TPESampler
from optuna.search_space import intersection_search_space
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, TrialState

from experiments.stats.clop import Clop, Floats, Samples

GAMES = "games"  # user attribute: how many independent games stand behind the value of a trial; one without it
GENERATION = 16  # trials of a population; Optuna's 50 leaves a study of 200 trials four generations
ALIKE = 0.05  # mean deviation of alike parents, in a box of -1 to 1; drawn evenly they have 0.58


class ClopSampler(BaseSampler):
    """Confident local optimisation of a single value in 0..1, such as the share of points won.

    Pruned trials count by their last report and the games that they played. With the same seed and the same trials a
    trial gets the same parameters in any process.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> dict[str, BaseDistribution]:
        """Return all parameters that finished trials have in common, and that have an order."""
        finished = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE, TrialState.PRUNED))
        common = intersection_search_space(finished, include_pruned=True)
        return {name: axis for name, axis in common.items() if _is_ordered(axis)}

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """Return the point that CLOP plays next; {} before the first trial, whose parameters are drawn one by one."""
        if not search_space:
            return {}
        point = fitted(study, search_space).draw(np.random.default_rng([self._seed, trial.number]))
        return values(point, search_space)

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """Return a parameter of the first trial, or one without order: any value is as likely."""
        letters = list(param_name.encode())  # so that two parameters of a trial do not get the same luck
        seed = int(np.random.default_rng([self._seed, trial.number, *letters]).integers(2**32))
        return RandomSampler(seed=seed).sample_independent(study, trial, param_name, param_distribution)


def fitted(study: Study, search_space: dict[str, BaseDistribution]) -> Clop:
    """Return CLOP fitted to the trials of a study whose value is a number; ValueError where one is outside 0..1."""
    if study.direction != StudyDirection.MAXIMIZE:
        raise ValueError("CLOP looks for the largest share of points; create the study with direction='maximize'")
    finished = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE, TrialState.PRUNED))
    known = [
        trial
        for trial in finished
        if trial.value is not None
        and math.isfinite(trial.value)
        and search_space.items() <= trial.distributions.items()
    ]
    points = np.reshape([point(trial.params, search_space) for trial in known], (len(known), len(search_space)))
    scores = np.array([trial.value for trial in known], dtype=np.float64)
    return Clop.of(Samples.of(points, scores, [trial.user_attrs.get(GAMES, 1) for trial in known]))


def point(parameters: dict[str, Any], search_space: dict[str, BaseDistribution]) -> Floats:
    """Return (axes,) where these parameters lie in the box -1..1."""
    return np.array([_position(parameters[name], axis) for name, axis in search_space.items()])


def values(point: Floats, search_space: dict[str, BaseDistribution]) -> dict[str, Any]:
    """Return the parameters whose part of the box holds this point."""
    return {name: _value(float(x), axis) for x, (name, axis) in zip(point, search_space.items(), strict=True)}


def _is_ordered(axis: BaseDistribution) -> bool:
    """Return whether it can be an axis. One value alone needs none: Optuna fills it in."""
    return not axis.single() and (not isinstance(axis, CategoricalDistribution) or len(axis.choices) == 2)


def _position(value: Any, axis: BaseDistribution) -> float:
    if isinstance(axis, CategoricalDistribution):
        return 2.0 * axis.choices.index(value) - 1
    low, high = _ends(axis)
    return float(np.clip(2 * (_scaled(value, axis) - low) / (high - low) - 1, -1, 1))


def _value(position: float, axis: BaseDistribution) -> Any:
    if isinstance(axis, CategoricalDistribution):
        return axis.choices[int(position > 0)]
    low, high = _ends(axis)
    scaled = low + (position + 1) / 2 * (high - low)
    return _nearest(math.exp(scaled) if _numeric(axis).log else scaled, axis)


def _ends(axis: BaseDistribution) -> tuple[float, float]:
    """Return of the axis in its own scale; half a step further out, so that the outermost values get whole parts."""
    number = _numeric(axis)
    margin = (number.step or 0) / 2
    return _scaled(number.low - margin, axis), _scaled(number.high + margin, axis)


def _scaled(value: float, axis: BaseDistribution) -> float:
    return math.log(value) if _numeric(axis).log else float(value)


def _nearest(value: float, axis: BaseDistribution) -> float | int:
    number = _numeric(axis)
    if number.step is not None:
        value = number.low + round((value - number.low) / number.step) * number.step
    inside: float = min(max(value, number.low), number.high)
    return round(inside) if isinstance(number, IntDistribution) else inside


def _numeric(axis: BaseDistribution) -> FloatDistribution | IntDistribution:
    if not isinstance(axis, FloatDistribution | IntDistribution):
        raise TypeError(f"{axis} is not a range of numbers")
    return axis


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


# By the names of `--sampler`; each takes the seed of one draw.
SAMPLERS: Mapping[str, Callable[[int], BaseSampler]] = {
    "tpe": lambda seed: TPESampler(seed=seed, multivariate=True),  # parameters interact, so they are drawn together
    "cmaes": lambda seed: CmaEsSampler(seed=seed, consider_pruned_trials=True, warn_independent_sampling=False),
    "random": lambda seed: RandomSampler(seed=seed),
    "nsga2": lambda seed: Genetic(seed=seed, population_size=GENERATION),
    "clop": ClopSampler,
}


def sampler(name: str, seed: int) -> BaseSampler:
    """Return the sampler called `name`, for a study with this seed."""

    def make(drawn: int) -> BaseSampler:
        with warnings.catch_warnings():
            # Optuna says so of multivariate TPE and of pruned trials in CMA-ES; our range of versions has both.
            warnings.simplefilter("ignore", ExperimentalWarning)
            return SAMPLERS[name](drawn)

    return Reseeded(make, seed)
