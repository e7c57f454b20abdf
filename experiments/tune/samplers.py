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
from optuna.distributions import BaseDistribution, CategoricalDistribution
from optuna.exceptions import ExperimentalWarning
from optuna.samplers import BaseSampler, CmaEsSampler, NSGAIISampler, RandomSampler, TPESampler
from optuna.search_space import intersection_search_space
from optuna.trial import FrozenTrial, TrialState

from experiments.stats.clop import Clop, Floats, Samples

GAMES = "games"  # user attribute: how many independent games stand behind the value of a trial; one without it
GENERATION = 16  # trials of a population; Optuna's 50 leaves a study of 200 trials four generations


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
        # One value alone needs no axis: Optuna fills it in.
        return {name: axis for name, axis in common.items() if not axis.single() and len(_choices(axis)) in (0, 2)}

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """Return the point that CLOP plays next; {} before the first trial, whose parameters are drawn one by one."""
        if not search_space:
            return {}
        point = fit_clop(study, search_space).draw(np.random.default_rng([self._seed, trial.number]))
        return values(point, search_space)

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """Return a parameter of the first trial, or one without order: any value is as likely."""
        letters = list(param_name.encode())  # so that two parameters of a trial do not get the same luck
        seed = int(np.random.default_rng([self._seed, trial.number, *letters]).integers(2**32))
        return RandomSampler(seed=seed).sample_independent(study, trial, param_name, param_distribution)


def fit_clop(study: Study, search_space: dict[str, BaseDistribution]) -> Clop:
    """Return CLOP fitted to the trials of a study that maximises a score of 0..1."""
    finished = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE, TrialState.PRUNED))
    rated = [each for each in finished if each.value is not None and search_space.items() <= each.distributions.items()]
    points = np.reshape([point(trial.params, search_space) for trial in rated], (len(rated), len(search_space)))
    scores = np.array([trial.value for trial in rated], dtype=np.float64)
    return Clop.of(Samples.of(points, scores, [trial.user_attrs.get(GAMES, 1) for trial in rated]))


def point(parameters: dict[str, Any], search_space: dict[str, BaseDistribution]) -> Floats:
    """Return (axes,) where these parameters lie in the box -1..1."""
    return np.array([_position(parameters[name], axis) for name, axis in search_space.items()])


def values(point: Floats, search_space: dict[str, BaseDistribution]) -> dict[str, Any]:
    """Return the parameters whose part of the box holds this point."""
    return {name: _value(float(x), axis) for x, (name, axis) in zip(point, search_space.items(), strict=True)}


def _choices(axis: BaseDistribution) -> tuple[Any, ...]:
    return axis.choices if isinstance(axis, CategoricalDistribution) else ()


def _position(value: Any, axis: Any) -> float:
    if choices := _choices(axis):
        return 2.0 * choices.index(value) - 1
    low, high = _ends(axis)
    scaled = math.log(value) if axis.log else value
    return float(np.clip(2 * (scaled - low) / (high - low) - 1, -1, 1))


def _value(position: float, axis: Any) -> Any:
    if choices := _choices(axis):
        return choices[int(position > 0)]
    low, high = _ends(axis)
    scaled = low + (position + 1) / 2 * (high - low)
    value = math.exp(scaled) if axis.log else scaled
    if axis.step is not None:
        value = axis.low + round((value - axis.low) / axis.step) * axis.step
    return type(axis.low)(min(max(value, axis.low), axis.high))


def _ends(axis: Any) -> tuple[float, float]:
    """Return of the axis in its own scale; half a step further out, so that the outermost values get whole parts."""
    margin = (axis.step or 0) / 2
    low, high = axis.low - margin, axis.high + margin
    return (math.log(low), math.log(high)) if axis.log else (low, high)


class Reseeded(BaseSampler):
    """The sampler of a name, made again for every draw, with a seed of its own.

    Optuna's samplers carry a generator from draw to draw, which a killed process would lose.
    """

    def __init__(self, name: str, seed: int) -> None:
        self._name, self._seed = name, seed

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
        with warnings.catch_warnings():
            # Optuna says so of multivariate TPE and of pruned trials in CMA-ES; our range of versions has both.
            warnings.simplefilter("ignore", ExperimentalWarning)
            return SAMPLERS[self._name](int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big"))


class Genetic(NSGAIISampler):
    """NSGA-II whose parents stand in the order of their trials.

    Optuna's own order differs when the study is read back, so children would depend on whether the process was started
    again in between.
    """

    def get_parent_population(self, study: Study, generation: int) -> list[FrozenTrial]:
        """Return the selected trials, in order of their numbers."""
        return sorted(super().get_parent_population(study, generation), key=lambda trial: trial.number)


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
    return Reseeded(name, seed)
