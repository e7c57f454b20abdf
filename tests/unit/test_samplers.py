"""Samplers, CLOP among them: proposals depend on the seed and on earlier trials only."""

import optuna
import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import TrialState, create_trial

from experiments.tune.samplers import SAMPLERS, ClopSampler, Genetic, alike, fitted, point, sampler, values

AXES = {
    "alpha": FloatDistribution(0.05, 0.5, log=True),
    "hold": FloatDistribution(3, 8),
    "enemies": IntDistribution(1, 4),
    "dodge": CategoricalDistribution((True, False)),
}


def study(name, seed=1, axes=AXES):
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna.create_study(direction="maximize", sampler=sampler(name, seed))


def proposed(asked, trials, axes=AXES):
    """Ask and tell so often; what was proposed. Samples with a large hold win."""
    proposals = []
    for _ in range(trials):
        trial = asked.ask(axes)
        proposals.append(dict(trial.params))
        asked.tell(trial, trial.params["hold"] / 8)
    return proposals


@pytest.mark.parametrize("name", SAMPLERS)
def test_a_sampler_that_was_started_again_goes_on_as_if_nothing_had_happened(name):
    """A new sampler with the old trials; 40 of them reach the third generation of the genetic one."""
    unbroken = study(name)
    broken = study(name)
    expected = proposed(unbroken, 40)
    proposals = []
    for _ in range(40):
        broken.sampler = sampler(name, 1)
        proposals += proposed(broken, 1)
    assert proposals == expected
    assert proposals[:8] != proposed(study(name, seed=2), 8)


@pytest.mark.parametrize("name", SAMPLERS)
def test_half_a_trial_gets_its_other_half(name):
    """The first parameters of a trial may have been written when the process was killed."""
    whole, half = study(name), study(name)
    proposed(whole, 20)
    proposed(half, 20)
    expected = whole.ask(AXES).params
    trial = half.ask({"alpha": AXES["alpha"]})
    again = optuna.trial.Trial(half, trial._trial_id)
    again.suggest_float("alpha", 0.05, 0.5, log=True)
    again.suggest_float("hold", 3, 8)
    again.suggest_int("enemies", 1, 4)
    again.suggest_categorical("dodge", (True, False))
    assert again.params == expected


def test_parameters_come_back_from_the_box_whose_axes_are_shared_equally():
    """Four whole numbers have a quarter each, a switch half; half way from 0.05 to 0.5 in ratios is 0.158."""
    parameters = {"alpha": 0.1, "hold": 3.0, "enemies": 4, "dodge": False}
    back = values(point(parameters, AXES), AXES)
    assert back == pytest.approx(parameters)
    assert type(back["enemies"]) is int
    axis = {"enemies": AXES["enemies"]}
    proposals = [values([x], axis)["enemies"] for x in (-1, -0.51, -0.49, -0.01, 0.01, 0.49, 0.51, 1)]
    assert proposals == [1, 1, 2, 2, 3, 3, 4, 4]
    axis = {"dodge": AXES["dodge"]}
    assert [values([x], axis)["dodge"] for x in (-1, -0.1, 0.1, 1)] == [True, True, False, False]
    assert values([0.0], {"alpha": AXES["alpha"]})["alpha"] == pytest.approx((0.05 * 0.5) ** 0.5)


def test_clop_learns_from_pruned_trials_and_passes_over_broken_ones():
    search = optuna.create_study(direction="maximize", sampler=ClopSampler(seed=1))
    axes = {"hold": AXES["hold"]}
    trials = [
        (TrialState.COMPLETE, 0.5),
        (TrialState.PRUNED, 0.25),
        (TrialState.FAIL, None),
        (TrialState.COMPLETE, 1e999),
    ]
    for state, value in trials:
        search.add_trial(
            create_trial(state=state, value=value, params={"hold": 4.0}, distributions=axes, user_attrs={"games": 8})
        )
    samples = fitted(search, axes).samples
    assert sorted(samples.scores) == [0.25, 0.5]
    assert list(samples.games) == [8, 8]


def test_clop_draws_a_list_of_three_without_order_and_maximises():
    """No surface is fitted to it; a study that minimises would get the worst of all candidates."""
    axes = AXES | {"pact": CategoricalDistribution(("off", "until_met", "everybody"))}
    assert {trial["pact"] for trial in proposed(study("clop"), 30, axes)} == {"off", "until_met", "everybody"}
    search = optuna.create_study(direction="minimize", sampler=ClopSampler(seed=1))
    search.add_trial(create_trial(value=0.5, params={"hold": 4.0}, distributions={"hold": AXES["hold"]}))
    with pytest.raises(ValueError, match="direction='maximize'"):
        search.ask({"hold": AXES["hold"]})


def test_parents_are_read_back_as_they_were_selected():
    """Optuna keeps which ones they are and not their order, and children depend on it: 3, 1, 2 came back as 1, 2, 3."""
    genetic = Genetic(seed=1, population_size=4)
    search = optuna.create_study(direction="maximize", sampler=genetic)
    proposed(search, 12)
    selected, read_back = (genetic.get_parent_population(search, 3) for _ in range(2))
    assert len(selected) == 4
    assert [trial.number for trial in selected] == [trial.number for trial in read_back]


class TestAlikeParents:
    """Selection leaves a small population with kin only: the next generation is drawn anew, and the best one stays."""

    @pytest.fixture
    def search(self):
        return optuna.create_study(direction="maximize", sampler=Genetic(seed=1, population_size=4))

    @pytest.mark.parametrize(("step", "expected"), [(0.01, True), (1.5, False)])
    def test_how_much_they_differ_decides(self, step, expected):
        space = {name: AXES[name] for name in ("hold", "dodge")}
        parents = [
            create_trial(value=0.5, params={"hold": 3 + step * number, "dodge": True}, distributions=space)
            for number in range(4)
        ]
        assert alike(parents) is expected
