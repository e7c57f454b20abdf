"""CLOP finds optima in noise, and what a sampler proposes depends on the seed and on earlier trials only."""

import numpy as np
import optuna
import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import TrialState, create_trial

from experiments.stats.clop import GRID, Clop, Samples, features, fit, logistic
from experiments.tune.samplers import SAMPLERS, Genetic, fit_clop, point, sampler, values

GAMES = 10  # of a sample


def chance(points, peak):
    """A simulated bot: it wins 69 % of its games at the peak, 61 % at a distance of 0.3 and 4 % at 1."""
    return logistic(0.8 - 4 * ((points - peak) ** 2).sum(axis=-1))


def played(points, peak, random):
    """(samples,) the share of GAMES games that each point won."""
    return random.binomial(GAMES, chance(points, peak)) / GAMES


def tuned(peak, samples, seed):
    """The fit after so many samples, each drawn by CLOP from what the others told."""
    random = np.random.default_rng(seed)
    points, scores = np.zeros((0, len(peak))), np.zeros(0)
    for _ in range(samples):
        point = Clop.of(Samples.of(points, scores, np.full(len(scores), GAMES))).draw(random)
        points, scores = np.vstack([points, point]), np.append(scores, played(point, peak, random))
    return Clop.of(Samples.of(points, scores, np.full(samples, GAMES)))


def some(samples=40, axes=2, seed=5):
    """Samples spread over the box, with a peak near (0.3, -0.5, 0.1)."""
    random = np.random.default_rng(seed)
    points = random.uniform(-1, 1, (samples, axes))
    return Samples.of(points, played(points, np.array([0.3, -0.5, 0.1])[:axes], random), np.full(samples, GAMES))


@pytest.mark.slow
@pytest.mark.parametrize("peak", [[0.3], [0.3, -0.5, 0.1]])
def test_the_optimum_is_found_behind_noise(peak):
    """After 80 samples of 10 games it costs less than 2.5 %, and half of what the best of a random search costs."""
    peak, by_hand = np.array(peak), []
    for seed in range(40):
        random = np.random.default_rng(seed)
        points = random.uniform(-1, 1, (80, len(peak)))
        by_hand.append(points[np.argmax(played(points, peak, random))])
    optima = [tuned(peak, 80, seed).optimum() for seed in range(4)]
    lost, lost_by_hand = (np.mean(chance(peak, peak) - chance(np.array(each), peak)) for each in (optima, by_hand))
    assert lost < 0.025
    assert lost < lost_by_hand / 2


@pytest.mark.parametrize("axes", [1, 2])
def test_without_games_every_point_is_as_likely_also_between_the_places_of_a_line(axes):
    nothing = Clop.of(Samples.of(np.zeros((0, axes)), [], []))
    drawn = np.array([nothing.draw(np.random.default_rng(seed)) for seed in range(200)])
    assert not nothing.optimum().any()
    assert np.all(np.abs(drawn.mean(axis=0)) < 3 * np.sqrt(1 / 3 / 200))
    assert np.all(np.abs(drawn.std(axis=0) - np.sqrt(1 / 3)) < 0.08)
    assert (drawn * GRID / 2 % 1).std(axis=0).min() > 0.2


def test_a_drawn_point_may_lie_far_along_a_narrow_ridge():
    """Axis after axis alone moves a little way on it: after one round all points lay where they had started."""
    ridge = 150 * np.array([0, 0, 0, -1, 2, -1])  # -(x - y) ** 2
    fitted = Clop(some(), ((ridge, 0.0, 1.0),))
    drawn = np.array([fitted.draw(np.random.default_rng(seed)) for seed in range(100)])
    assert (drawn[:, 0] - drawn[:, 1]).std() < 0.2
    assert drawn.sum(axis=1).std() > 0.6


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_equal_results_everywhere_prefer_nothing_and_one_sample_is_enough_to_go_on(score):
    """Also when every game was won, where the fit without a prior would run away."""
    points = np.random.default_rng(1).uniform(-1, 1, (30, 2))
    fitted = Clop.of(Samples.of(points, np.full(30, score), np.full(30, GAMES)))
    assert np.all(np.isfinite(fitted.draw(np.random.default_rng(2))))
    assert fitted.weights.min() > 0.2
    assert fitted.score() == pytest.approx(score, abs=0.05)
    fitted = Clop.of(Samples.of([[0.5, 0.5]], [score], [2]))
    assert np.allclose(fitted.optimum(), [0.5, 0.5])
    assert np.all(np.abs(fitted.draw(np.random.default_rng(0))) <= 1)


@pytest.mark.parametrize(("samples", "change", "back"), [
    (some(), lambda it: Samples(it.points[::-1], it.scores[::-1], it.games[::-1]), lambda optimum: optimum),
    (some(20), lambda it: Samples(np.tile(it.points, (2, 1)), np.tile(it.scores, 2), np.tile(it.games / 2, 2)),
     lambda optimum: optimum),
    (some(), lambda it: Samples(it.points * [-1, 1], it.scores, it.games), lambda optimum: optimum * [-1, 1]),
    (some(axes=3), lambda it: Samples(it.points[:, ::-1], it.scores, it.games), lambda optimum: optimum[::-1]),
], ids=["order", "booking", "direction", "names"])  # fmt: skip
def test_order_booking_direction_and_names_of_axes_do_not_matter(samples, change, back):
    assert np.allclose(back(Clop.of(change(samples)).optimum()), Clop.of(samples).optimum())


def test_weights_never_rise_from_round_to_round():
    """What was discarded once stays out, however a later surface bends."""
    fitted = Clop.of(some())
    assert np.array_equal(*(fitted.draw(np.random.default_rng(7)) for _ in range(2))), "all luck is the generator's"
    first = Clop(fitted.samples, fitted.cuts[:1], fitted.confidence)
    assert len(fitted.cuts) > 1
    assert np.all(fitted.weights <= first.weights)


def test_a_step_that_would_lead_downhill_is_shortened():
    terms, scores = features(np.array([[-0.5], [-0.9], [-0.1], [0.7]])), np.array([0.0, 1, 1, 1])
    coefficients, _ = fit(terms, scores, np.array([1000.0, 10, 1000, 100]))
    assert np.allclose(logistic(terms @ coefficients)[[0, 2]], [0, 1], atol=0.02)


def test_the_fit_stands_at_the_top_of_the_log_posterior():
    samples = some()
    terms = features(samples.points)
    coefficients, _ = fit(terms, samples.scores, samples.games)
    surplus = terms.T @ (samples.games * (samples.scores - logistic(terms @ coefficients)))
    assert np.allclose(surplus, coefficients / 100, atol=1e-4)


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
    for each in (whole, half):
        proposed(each, 20)
    trial = half.ask({"alpha": AXES["alpha"]})
    again = optuna.trial.Trial(half, trial._trial_id)
    for axis, distribution in AXES.items():
        again._suggest(axis, distribution)
    assert again.params == whole.ask(AXES).params


def test_parameters_come_back_from_the_box_whose_axes_are_shared_equally():
    """Four whole numbers have a quarter each, a switch half; half way from 0.05 to 0.5 in ratios is 0.158."""
    parameters = {"alpha": 0.1, "hold": 3.0, "enemies": 4, "dodge": False}
    back = values(point(parameters, AXES), AXES)
    assert back == pytest.approx(parameters)
    assert type(back["enemies"]) is int
    places = [-1, -0.51, -0.49, -0.1, 0.1, 0.49, 0.51, 1]
    for axis, expected in (("enemies", [1, 1, 2, 2, 3, 3, 4, 4]), ("dodge", [True] * 4 + [False] * 4)):
        assert [values([place], {axis: AXES[axis]})[axis] for place in places] == expected
    assert values([0.0], {"alpha": AXES["alpha"]})["alpha"] == pytest.approx((0.05 * 0.5) ** 0.5)


def test_clop_learns_from_pruned_trials_and_passes_over_broken_ones():
    search, axes = study("clop"), {"hold": AXES["hold"]}
    told = {"params": {"hold": 4.0}, "distributions": axes, "user_attrs": {"games": 8}}
    for state, value in ((TrialState.COMPLETE, 0.5), (TrialState.PRUNED, 0.25), (TrialState.FAIL, None)):
        search.add_trial(create_trial(state=state, value=value, **told))
    samples = fit_clop(search, axes).samples
    assert (sorted(samples.scores), list(samples.games)) == ([0.25, 0.5], [8, 8])


def test_clop_draws_a_list_of_three_without_order():
    """No surface is fitted to it."""
    axes = AXES | {"pact": CategoricalDistribution(("off", "until_met", "everybody"))}
    assert {trial["pact"] for trial in proposed(study("clop"), 30, axes)} == {"off", "until_met", "everybody"}


def test_parents_are_read_back_as_they_were_selected():
    """Optuna keeps which ones they are and not their order, and children depend on it: 3, 1, 2 came back as 1, 2, 3."""
    genetic = Genetic(seed=1, population_size=4)
    search = optuna.create_study(direction="maximize", sampler=genetic)
    proposed(search, 12)
    selected, read_back = (genetic.get_parent_population(search, 3) for _ in range(2))
    assert len(selected) == 4
    assert [trial.number for trial in selected] == [trial.number for trial in read_back]
