"""Tune, with invented games: the same candidates and games again, pruning, the winner, samplers and CLOP's optimum."""

import re

import numpy as np
import optuna
import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.trial import TrialState, create_trial

import bot
from experiments.arena.players import panel, player
from experiments.arena.schedule import Seeds
from experiments.arena.space import Space
from experiments.laboratory.progress import Progress
from experiments.match import run as match
from experiments.match.experiment import Stop
from experiments.stats import Pruning
from experiments.stats.clop import GRID, Clop, Samples, features, fit, logistic
from experiments.tune import samplers
from experiments.tune.run import held_out_match, parameter_file, play, tune
from experiments.tune.samplers import Genetic, fit_clop, point, values
from experiments.tune.search import Question, Trials, search
from tests.support.project import ROOT
from tests.support.results import BEST_ALPHA, V26, Laboratory, ended

SPACE = ["alpha=0.02:0.9:log", "stilling_enemies=1:4", "dodge=on,off"]
BLOCKS = 16
BLOCKS_ONLY = Pruning(BLOCKS)


def question(sampler="clop", seed=1, space=SPACE, pruning=BLOCKS_ONLY):
    return Question(V26, Space.parse(space), panel(("v17", "v12")), "10x10", 2, pruning, sampler, seed)


def searched(about, number, laboratory=None):
    trials = Trials(about)
    search(trials, laboratory or Laboratory(), Progress(None, "test"), number)
    return results(trials)


def results(trials):
    return [
        (trial.number, trial.state.name, trial.params, trial.value, trial.user_attrs, trial.intermediate_values)
        for trial in trials.study.get_trials()
    ]


def test_all_candidates_play_the_same_development_blocks():
    about = question()
    candidates = [about.candidate({"alpha": alpha, "stilling_enemies": 1, "dodge": True}) for alpha in (0.1, 0.2)]
    first, second = (about.blocks(candidate, about.maps()) for candidate in candidates)
    assert [block.map for block in first] == [block.map for block in second]
    assert [block.lineup[1].notation for block in first[:4]] == ["v17", "v12", "v17", "v12"]
    assert {(Seeds.of(block.map.seed), len(block.lineup)) for block in first} == {(Seeds.DEVELOPMENT, 2)}
    assert len({block.map.seed for block in first}) == BLOCKS


def test_hopeless_candidates_are_given_up_and_save_games():
    laboratory = Laboratory()
    done = searched(question("random", pruning=Pruning(40)), 12, laboratory)
    pruned = [trial for trial in done if trial[1] == "PRUNED"]
    assert pruned
    assert laboratory.blocks_played == sum(trial[4]["blocks"] for trial in done)
    for _, _, _, value, attributes, _ in pruned:
        assert value == pytest.approx(max(0, done[0][3] + attributes["difference"]))
        assert attributes["blocks"] in (10, 20, 30)


class Even(Laboratory):
    def play(self, blocks, progress=None):
        for block in blocks:
            self.first = block.map if self.blocks_played == 0 else self.first
            self.blocks_played += 1
            yield ended(block, 2 if block.map == self.first else 1)


def test_a_search_says_where_it_stands_and_how_many_games_it_will_play(monkeypatch):
    said, progress, trials = [], Progress(None, "test"), Trials(question("random", pruning=Pruning(40)))
    monkeypatch.setattr(Progress, "advance", lambda _, status: said.append(status))
    search(trials, Laboratory(), progress, 12)
    played = results(trials)[1:]
    assert progress.total == 2 * (40 + sum(trial[4]["blocks"] for trial in played))
    assert re.match(r"candidate 1 has .* in 10 blocks, 0 candidates, 0 given up, the base has \d", said[1])
    best, given_up = max(trial[3] for trial in played if trial[1] == "COMPLETE"), sum(t[1] == "PRUNED" for t in played)
    assert said[-1].startswith(f"12 candidates, {given_up} given up, the best has {100 * best:.1f} %, the base has ")
    assert given_up > 0


def test_a_candidate_has_numbers_that_can_be_typed_and_any_list_if_it_needs_no_surface():
    alpha = question().candidate({"alpha": 0.123456789, "stilling_enemies": 1, "dodge": True}).parameters.alpha
    assert alpha == pytest.approx(0.1235, abs=1e-4)
    assert len(str(alpha)) < 9
    assert question("random", space=["hold_until=3,5,7"]).base_values() == {"hold_until": 5}
    for outside in (["alpha=0.2:0.5", "stilling_enemies=1:4"], ["alpha=0.05:0.08"]):
        assert question(space=outside).base_values() is None


def test_a_block_counts_as_no_more_games_than_it_has():
    trials = Trials(question("random"))
    search(trials, Even(), Progress(None, "test"), 3)
    assert {trial[4]["games"] / trial[4]["blocks"] for trial in results(trials)} == {2}
    assert trials.winner().player.notation == f"v26?{trials.results[0][0]}", "of equals the first"


def test_the_base_is_the_first_trial_and_without_looks_none_is_given_up():
    assert searched(question(), 1)[0][2] == {"alpha": 0.1, "stilling_enemies": 2, "dodge": True}
    assert len(searched(question(space=["alpha=0.2:0.5"]), 1)) == 1, "the base is outside"
    assert {trial[1] for trial in searched(question("random", pruning=Pruning(8, parts=1)), 6)} == {"COMPLETE"}


def test_the_winner_is_near_the_best_alpha():
    trials = Trials(question("clop"))
    search(trials, Laboratory(), Progress(None, "test"), 24)
    assert BEST_ALPHA / 2 < trials.winner().player.parameters.alpha < BEST_ALPHA * 2


def test_the_result_lists_the_candidates_and_what_the_search_expects():
    about = question("random", pruning=Pruning(40))
    found = play(tune(about, 6, 0.05), about, Laboratory())
    assert [blocks for _, blocks, _ in found.points] == [trial[4]["blocks"] for trial in searched(about, 6)[1:]]
    assert found.verdict == "FOUND"
    label, blocks, score = max(found.points, key=lambda point: (point[1], point[2]))
    assert (found.best, blocks) == (f"v26?{label}", 40)
    assert found.expected[0] == score


def test_another_winner_is_judged_on_other_maps(tmp_path):
    """The same winner keeps its verdict; two winners on the same maps would be judged by the same luck."""
    first = []
    for alpha in (0.2, 0.3, 0.2):
        plan = held_out_match("study", player(f"v26?alpha={alpha}"), V26, "10x10", "0,10", Stop(blocks=5))
        first.append(match.file(plan, tmp_path, is_free=True)[1].maps.first)
    assert first == [0, 5, 0]
    assert (plan.players, plan.maps.seeds) == (("v26?alpha=0.2", "v26"), Seeds.HELD_OUT)


def test_the_parameter_file_is_the_winner_and_the_example_space_holds_the_values_of_v26(file):
    winner = player("v17?alpha=0.2&enemy_ROI=-1.5&crowd_adapts=on")
    tuned = file(parameter_file(winner, ["found by a test"]))
    assert player(str(tuned)).identity == winner.identity
    assert bot.load(tuned).alpha == 0.2
    six = Space.load(ROOT / "experiments" / "plans" / "spaces" / "first-six.toml")
    read = Question(V26, six, panel(["v17"]), "10x10", 2, Pruning(1), "clop", 1)
    assert len(read.base_values()) == 6


GAMES = 10  # of a sample


def chance(points, peak):
    """A simulated bot: it wins 69 % of its games at the peak, 61 % at a distance of 0.3 and 4 % at 1."""
    return logistic(0.8 - 4 * ((points - peak) ** 2).sum(axis=-1))


def won_of(points, peak, random):
    """(samples,) the share of GAMES games that each point won."""
    return random.binomial(GAMES, chance(points, peak)) / GAMES


def tuned(peak, samples, seed):
    random = np.random.default_rng(seed)
    points, scores = np.zeros((0, len(peak))), np.zeros(0)
    for _ in range(samples):
        point = Clop.of(Samples.of(points, scores, np.full(len(scores), GAMES))).draw(random)
        points, scores = np.vstack([points, point]), np.append(scores, won_of(point, peak, random))
    return Clop.of(Samples.of(points, scores, np.full(samples, GAMES)))


def some(samples=40, axes=2, seed=5):
    """Samples spread over the box, with a peak near (0.3, -0.5, 0.1)."""
    random = np.random.default_rng(seed)
    points = random.uniform(-1, 1, (samples, axes))
    return Samples.of(points, won_of(points, np.array([0.3, -0.5, 0.1])[:axes], random), np.full(samples, GAMES))


@pytest.mark.slow
@pytest.mark.parametrize("peak", [[0.3], [0.3, -0.5, 0.1]])
def test_the_optimum_is_found_behind_noise(peak):
    peak, by_hand = np.array(peak), []
    for seed in range(40):
        random = np.random.default_rng(seed)
        points = random.uniform(-1, 1, (80, len(peak)))
        by_hand.append(points[np.argmax(won_of(points, peak, random))])
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
    (some(20), lambda it: Samples(*(np.repeat(each, [1, 2] * 10, 0) for each in
                                    (it.points, it.scores, it.games / ([1, 2] * 10)))), lambda optimum: optimum),
    (some(), lambda it: Samples(it.points * [-1, 1], it.scores, it.games), lambda optimum: optimum * [-1, 1]),
    (some(axes=3), lambda it: Samples(it.points[:, ::-1], it.scores, it.games), lambda optimum: optimum[::-1]),
], ids=["order", "booking", "direction", "names"])  # fmt: skip
def test_order_booking_direction_and_names_of_axes_do_not_matter(samples, change, back):
    assert np.allclose(back(Clop.of(change(samples)).optimum()), Clop.of(samples).optimum())


def test_weights_never_rise_from_round_to_round():
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
    return optuna.create_study(direction="maximize", sampler=samplers.sampler(name, seed))


def proposed(asked, trials, axes=AXES):
    """Ask and tell so often; what was proposed. Samples with a large hold win."""
    proposals = []
    for _ in range(trials):
        trial = asked.ask(axes)
        proposals.append(dict(trial.params))
        asked.tell(trial, trial.params["hold"] / 8)
    return proposals


@pytest.mark.slow
@pytest.mark.parametrize("name", samplers.SAMPLERS)
def test_a_sampler_that_was_started_again_goes_on_as_if_nothing_had_happened(name):
    unbroken = study(name)
    broken = study(name)
    expected = proposed(unbroken, 40)
    proposals = []
    for _ in range(40):
        broken.sampler = samplers.sampler(name, 1)
        proposals += proposed(broken, 1)
    assert proposals == expected
    assert proposals[:8] != proposed(study(name, seed=2), 8)


@pytest.mark.parametrize("name", samplers.SAMPLERS)
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
