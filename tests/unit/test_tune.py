"""Tune: candidates and games that are the same again, pruning, and the winner; with invented games."""

import pytest

import bot
from experiments.arena.players import panel, player
from experiments.arena.schedule import Seeds
from experiments.arena.space import Space
from experiments.laboratory.progress import Progress
from experiments.match import run as match
from experiments.match.experiment import Stop
from experiments.stats import Pruning
from experiments.tune import samplers
from experiments.tune.run import held_out, parameter_file, play, tune
from experiments.tune.search import Question, Trials, search
from tests.support.project import ROOT
from tests.support.results import BEST_ALPHA, Laboratory, Score

SPACE = ["alpha=0.02:0.9:log", "stilling_enemies=1:4", "dodge=on,off"]
BLOCKS = 16


def asked(sampler="clop", seed=1, space=SPACE, pruning=None, against=("v17", "v12"), base="v26"):
    chosen = pruning or Pruning(BLOCKS)
    return Question(player(base), Space.parse(space), panel(against), "10x10", 2, chosen, sampler, seed)


def searched(about, number, laboratory=None):
    """Run a search; what every trial came to."""
    trials = Trials(about)
    search(trials, laboratory or Laboratory(), Progress(None, "test"), number)
    return results(trials)


def results(trials):
    return [
        (trial.number, trial.state.name, trial.params, trial.value, trial.user_attrs, trial.intermediate_values)
        for trial in trials.study.get_trials()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("sampler", samplers.SAMPLERS)
def test_a_search_that_begins_again_or_is_longer_tries_the_same_candidates(sampler, monkeypatch):
    """So it finds its games in the database, wherever it was killed."""
    monkeypatch.setattr(samplers, "GENERATION", 3)  # so that the genetic algorithm has children among few trials
    whole = searched(asked(sampler), 9)
    assert searched(asked(sampler), 5) == whole[:6]
    assert searched(asked(sampler, seed=2), 9) != whole


def test_all_candidates_play_the_same_development_blocks():
    about = asked()
    maps = about.maps()
    first, second = (
        about.blocks(about.candidate({"alpha": a, "stilling_enemies": 1, "dodge": True}), maps) for a in (0.1, 0.2)
    )
    assert [block.map for block in first] == [block.map for block in second]
    assert [block.lineup[1].notation for block in first[:4]] == ["v17", "v12", "v17", "v12"]
    assert {Seeds.of(block.map.seed) for block in first} == {Seeds.DEVELOPMENT}
    assert len({block.map.seed for block in first}) == BLOCKS


def test_hopeless_candidates_are_given_up_and_save_games():
    laboratory = Laboratory()
    done = searched(asked("random", pruning=Pruning(40)), 12, laboratory)
    pruned = [trial for trial in done if trial[1] == "PRUNED"]
    assert pruned
    assert laboratory.asked == sum(trial[4]["blocks"] for trial in done)
    for _, _, _, value, attributes, _ in pruned:
        assert value == pytest.approx(max(0, done[0][3] + attributes["difference"]))
        assert attributes["blocks"] in (10, 20, 30)


class Even(Laboratory):
    """Every candidate wins the first block, and half of each of the others."""

    def play(self, blocks, progress=None):
        for block in blocks:
            self.first = block.map if self.asked == 0 else self.first
            self.asked += 1
            yield Score(1.0 if block.map == self.first else 0.5)


def test_a_block_counts_as_no_more_games_than_it_has():
    trials = Trials(asked("random"))
    search(trials, Even(), Progress(None, "test"), 3)
    assert {trial[4]["games"] / trial[4]["blocks"] for trial in results(trials)} == {2}
    assert trials.winner().player.notation == f"v26?{trials.results[0][0]}", "of equals the first"


def test_the_base_is_the_first_trial_and_without_looks_none_is_given_up():
    inside = searched(asked(), 1)
    assert inside[0][2] == {"alpha": 0.1, "stilling_enemies": 2, "dodge": True}
    outside = searched(asked(space=["alpha=0.2:0.5"]), 1)
    assert len(outside) == 1
    done = searched(asked("random", pruning=Pruning(8, parts=1)), 6)
    assert {trial[1] for trial in done} == {"COMPLETE"}


@pytest.mark.parametrize("sampler", ["clop", "tpe"])
def test_the_winner_is_near_the_best_alpha(sampler):
    """Within a factor of two of it, where the space has 45."""
    trials = Trials(asked(sampler))
    search(trials, Laboratory(), Progress(None, "test"), 24)
    assert BEST_ALPHA / 2 < trials.winner().player.parameters.alpha < BEST_ALPHA * 2


def test_the_result_lists_the_candidates_and_what_the_search_expects():
    about = asked("random", pruning=Pruning(40))
    found = play(tune(about, 6, 0.05), about, Laboratory())
    assert [blocks for _, blocks, _ in found.points] == [trial[4]["blocks"] for trial in searched(about, 6)[1:]]
    assert found.verdict == "FOUND"
    label, blocks, score = max(found.points, key=lambda point: (point[1], point[2]))
    assert (found.best, blocks) == (f"v26?{label}", 40)
    assert found.expected[0] == score


def test_another_winner_is_judged_on_other_maps(tmp_path):
    """The same winner keeps its verdict; two winners on the same maps would be judged by the same luck."""
    first = {}
    for alpha in (0.2, 0.3, 0.2):
        plan = held_out("study", player(f"v26?alpha={alpha}"), player("v26"), "10x10", "0,10", Stop(blocks=5))
        first.setdefault(alpha, []).append(match.file(plan, tmp_path, is_free=True)[1].maps.first)
    assert first == {0.2: [0, 0], 0.3: [5]}
    plan = held_out("study", player("v26?alpha=0.2"), player("v26"), "10x10", "0,10", Stop(blocks=5))
    assert plan.players == ("v26?alpha=0.2", "v26")
    assert plan.maps.seeds is Seeds.HELD_OUT


def test_the_parameter_file_is_the_winner_and_the_example_space_holds_the_values_of_v26(tmp_path):
    """bot.load reads it, the laboratory knows it for the same player; six numbers were tuned by hand."""
    winner = player("v17?alpha=0.2&enemy_ROI=-1.5&crowd_adapts=on")
    file = tmp_path / "tuned.toml"
    file.write_text(parameter_file(winner, ["found by a test"]), encoding="utf-8")
    assert player(str(file)).identity == winner.identity
    assert bot.load(file).alpha == 0.2
    six = Space.load(ROOT / "experiments" / "plans" / "spaces" / "first-six.toml")
    read = Question(player("v26"), six, panel(["v17"]), "10x10", 2, Pruning(1), "clop", 1)
    assert len(read.base_values()) == 6
