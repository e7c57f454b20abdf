"""Tune: trials that can be taken up anywhere, pruning, and the winner; with invented games."""

import json
from pathlib import Path

import optuna
import pytest

import bot
from engine.errors import UserError
from experiments.arena.players import PlayerError, player
from experiments.arena.schedule import Seeds
from experiments.laboratory.progress import Progress
from experiments.match.experiment import Book, Stop
from experiments.match.run import on_unused
from experiments.stats import Pruning
from experiments.tune import Trials, held_out, journal, question, samplers, search
from experiments.tune.verdict import parameter_file
from tests.support.invented import BEST_ALPHA, Laboratory, Score

SPACE = 'alpha = "0.02:0.9:log"\nstilling_enemies = "1:4"\ndodge = ["on", "off"]\n'
BLOCKS = 16
STEP = 47  # events; with 1 it passes as well, in two minutes


@pytest.fixture(autouse=True)
def never_synced(monkeypatch):
    """A journal waits for the disk after every event, for a failure of the power: no test makes one."""
    monkeypatch.setattr("os.fsync", lambda file: None)


def asked(folder, sampler="clop", seed=1, space=SPACE, pruning=None, against=("v17", "v12"), base="v26"):
    """A question about alpha, which matters, and two others, which do not."""
    path = folder / "space.toml"
    path.write_text(space, encoding="utf-8")
    return question(base, path, against, "10x10", 2, pruning or Pruning(BLOCKS), sampler, seed)


def searched(file, about, number, laboratory=None):
    """Run a search in a journal; what every trial came to."""
    with journal(file) as storage, Progress(None, "test") as progress:
        trials = Trials(storage, "study", about)
        search(trials, laboratory or Laboratory(), progress, number)
        return results(trials)


def results(trials):
    """All that a study says, except when."""
    return [
        (trial.number, trial.state.name, trial.params, trial.value, trial.user_attrs, trial.intermediate_values)
        for trial in trials._study.get_trials()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("sampler", samplers.SAMPLERS)
def test_a_study_that_is_cut_off_anywhere_ends_like_one_that_was_not(tmp_path, monkeypatch, sampler):
    """After every few events of its journal, half a line included: kill -9 leaves nothing else behind."""
    monkeypatch.setattr(samplers, "GENERATION", 3)  # so that the genetic algorithm has children among few trials
    about = asked(tmp_path, sampler)
    whole = tmp_path / "whole"
    expected = searched(whole, about, 9)
    lines = whole.read_bytes().splitlines(keepends=True)
    for length in range(1, len(lines), STEP):
        cut = tmp_path / "cut"
        cut.write_bytes(b"".join(lines[:length]) + lines[length][: len(lines[length]) // 2])
        assert searched(cut, about, 9) == expected


def test_a_finished_study_can_be_continued_and_optuna_reads_its_journal(tmp_path):
    """Four trials and four more are eight; `optuna-dashboard` sees the settings and what it needs to plot."""
    about = asked(tmp_path)
    searched(tmp_path / "twice", about, 4)
    assert searched(tmp_path / "twice", about, 8) == searched(tmp_path / "once", about, 8)
    file = tmp_path / "journal"
    searched(file, asked(tmp_path), 2)
    storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(file)))
    loaded = optuna.load_study(study_name="study", storage=storage)
    assert loaded.user_attrs["question"]["opponents"] == ["v17", "v12"]
    assert len(loaded.trials) == 3
    assert all(json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())


def test_all_candidates_play_the_same_development_blocks(tmp_path):
    """In the same order, each map against one of the opponents; none is a held-out map."""
    about = asked(tmp_path)
    maps = about.maps()
    first, second = (
        about.blocks(about.candidate({"alpha": a, "stilling_enemies": 1, "dodge": True}), maps) for a in (0.1, 0.2)
    )
    assert [block.map for block in first] == [block.map for block in second]
    assert [block.lineup[1].notation for block in first[:4]] == ["v17", "v12", "v17", "v12"]
    assert {Seeds.of(block.map.seed) for block in first} == {Seeds.DEVELOPMENT}
    assert len({block.map.seed for block in first}) == BLOCKS


def test_hopeless_candidates_are_given_up_and_save_games(tmp_path):
    """Their value is the base's score and the mean difference so far, which the sampler learns from."""
    laboratory = Laboratory()
    done = searched(tmp_path / "journal", asked(tmp_path, "random", pruning=Pruning(40)), 12, laboratory)
    pruned = [trial for trial in done if trial[1] == "PRUNED"]
    assert pruned
    assert laboratory.asked == sum(trial[4]["blocks"] for trial in done)
    for _, _, _, value, attributes, _ in pruned:
        assert value == pytest.approx(max(0, done[0][3] + attributes["difference"]))
        assert attributes["blocks"] in (10, 20, 30)


def test_blocks_whose_games_repeat_one_another_count_once(tmp_path):
    """Two games that always end alike tell as much as one; two that have nothing in common, as two."""
    alike = searched(tmp_path / "alike", asked(tmp_path), 8, Laboratory(repeats=True))
    apart = searched(tmp_path / "apart", asked(tmp_path), 8)
    assert [trial[4]["games"] / trial[4]["blocks"] for trial in alike] == pytest.approx([1] * 9)
    assert apart[-1][4]["games"] / apart[-1][4]["blocks"] == pytest.approx(2, rel=0.25)


class Even(Laboratory):
    """Every candidate wins the first block, and half of each of the others."""

    def play(self, blocks, watch=None):
        """As a trial asks for them, a part after the other."""
        for block in blocks:
            self.first = block.map if self.asked == 0 else self.first
            self.asked += 1
            yield Score(1.0 if block.map == self.first else 0.5)


def test_a_block_counts_as_no_more_games_than_it_has(tmp_path):
    """Blocks that are nearly all alike vary less than unrelated games do. Of equal candidates the first one wins."""
    with journal(tmp_path / "journal") as storage, Progress(None, "test") as progress:
        trials = Trials(storage, "study", asked(tmp_path, "random"))
        search(trials, Even(), progress, 3)
        assert {trial[4]["games"] / trial[4]["blocks"] for trial in results(trials)} == {2}
        assert trials.winner().origin.startswith("trial 1, the best of 3")


def test_the_base_is_the_first_trial_and_without_looks_none_is_given_up(tmp_path):
    """The sampler may as well know; but a base outside is no candidate."""
    inside = searched(tmp_path / "inside", asked(tmp_path), 1)
    assert inside[0][2] == {"alpha": 0.1, "stilling_enemies": 2, "dodge": True}
    outside = searched(tmp_path / "outside", asked(tmp_path, space='alpha = "0.2:0.5"'), 1)
    assert len(outside) == 1
    done = searched(tmp_path / "journal", asked(tmp_path, "random", pruning=Pruning(8, parts=1)), 6)
    assert {trial[1] for trial in done} == {"COMPLETE"}


@pytest.mark.parametrize("sampler", ["clop", "tpe"])
def test_the_winner_is_near_the_best_alpha(tmp_path, sampler):
    """Within a factor of two of it, where the space has 45."""
    with journal(tmp_path / "journal") as storage, Progress(None, "test") as progress:
        trials = Trials(storage, "study", asked(tmp_path, sampler))
        search(trials, Laboratory(), progress, 24)
        assert BEST_ALPHA / 2 < trials.winner().player.parameters.alpha < BEST_ALPHA * 2


def test_another_question_in_the_journal_or_a_place_without_one_is_refused(tmp_path):
    """Trials of two seeds in one study would be neither."""
    searched(tmp_path / "journal", asked(tmp_path), 1)
    with pytest.raises(UserError, match=r"other settings: seed was 1 and is 2\. Name another with --study"):
        searched(tmp_path / "journal", asked(tmp_path, seed=2), 1)
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be written"), journal(tmp_path / "file" / "journal"):
        pass
    with journal(tmp_path / "new"), pytest.raises(UserError, match="another process"), journal(tmp_path / "new"):
        pass


@pytest.mark.parametrize("text", ["alpha should be larger\n", "alpha should be", "[1, 2]\n{"])
def test_a_file_that_is_no_journal_is_refused(tmp_path, text):
    """The file is left unchanged."""
    file = tmp_path / "notes.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=r"notes\.txt is not a journal"), journal(file):
        pass
    assert file.read_text(encoding="utf-8") == text


def test_a_question_that_cannot_be_asked_is_refused_before_the_first_game(tmp_path):
    """Before the first game."""
    with pytest.raises(UserError, match="no sampler 'spsa', only tpe, cmaes, random, nsga2, clop"):
        asked(tmp_path, "spsa")
    with pytest.raises(PlayerError, match="pact needs generation = v26"):
        asked(tmp_path, base="v12", space='pact = ["off", "until_met"]')
    with pytest.raises(PlayerError, match="it has no parameters"):
        asked(tmp_path, base="opponents/greedy.py")


@pytest.mark.parametrize("values", ['["off", "until_met", "everybody"]', '["off"]'])
def test_a_list_that_clop_cannot_order_is_refused_before_the_first_game(tmp_path, values):
    """After the last one it was, when CLOP should have named its optimum."""
    with pytest.raises(UserError, match=r"CLOP fits no surface to pact, a list of [13]"):
        asked(tmp_path, space=f"pact = {values}\n")
    assert asked(tmp_path, "tpe", space=f"pact = {values}\n")


def test_another_winner_of_a_continued_study_is_judged_on_other_maps(tmp_path):
    """The same winner keeps its verdict; two winners on the same maps would be judged by the same luck."""
    book, other = Book(tmp_path), Book(tmp_path / "other")
    first = {}
    for alpha in (0.2, 0.3, 0.2):
        plan = held_out("study", player(f"v26?alpha={alpha}"), player("v26"), "10x10", Stop(blocks=5))
        book.file(on_unused(plan, book, other))
        first.setdefault(alpha, []).append(on_unused(plan, book, other).maps.first)
    assert first == {0.2: [0, 0], 0.3: [5]}
    plan = held_out("study", player("v26?alpha=0.2"), player("v26"), "10x10", Stop(blocks=5))
    assert plan.players == ("v26?alpha=0.2", "v26")
    assert plan.maps.seeds is Seeds.HELD_OUT


def test_the_parameter_file_is_the_winner_and_the_example_space_holds_the_values_of_v26(tmp_path):
    """bot.load reads it, the laboratory knows it for the same player; six numbers were tuned by hand."""
    winner = player("v17?alpha=0.2&enemy_ROI=-1.5&crowd_adapts=on")
    file = tmp_path / "tuned.toml"
    file.write_text(parameter_file(winner, ["found by a test"]), encoding="utf-8")
    assert player(str(file)).identity == winner.identity
    assert bot.load(file).alpha == 0.2
    path = Path(__file__).parents[2] / "experiments" / "plans" / "spaces" / "first-six.toml"
    read = question("v26", path, ["v17"], "10x10", 2, Pruning(1), "clop", 1)
    assert len(read.base_values()) == 6


def test_a_base_with_sections_for_what_is_varied_in_all_games_is_no_point_of_the_space(tmp_path):
    """A candidate has one value for all games; sections for another parameter are kept by every candidate."""
    assert asked(tmp_path).base_values()["alpha"] == 0.1
    assert asked(tmp_path, base="v26?players.4.alpha=0.2").base_values() is None
    assert asked(tmp_path, base="v26?players.4.hold_until=4").base_values() is not None
