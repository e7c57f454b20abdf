"""A match: seats, stopping, its file, also after an interruption, and its report."""

import msgspec
import pytest

from experiments.arena.players import lineup, player
from experiments.arena.schedule import Seeds
from experiments.laboratory.database import Database
from experiments.laboratory.laboratory import Executor, Laboratory
from experiments.match import experiment as experiments
from experiments.match import report
from experiments.match import run as match
from experiments.match.experiment import (
    Draw,
    Experiment,
    ExperimentError,
    Grid,
    Maps,
    Result,
    Stop,
    read,
    shares,
    text,
    unused,
    word,
)  # fmt: skip
from experiments.stats import Tally
from tests.support.results import pair

SOON = {"alpha": 0.2, "beta": 0.2}  # a test that is soon over
LINEUP = player("v26"), player("v26?alpha=0.9")


def asked(stop=None, lineup=LINEUP, question="Who?", mix="12x12,10x10", **rest):
    stop = stop or Stop(sprt=(0, 200), blocks=200, **SOON)
    return match.ask(lineup, question, mix, stop, **rest)


def result(about, folder, lineup=LINEUP):
    with Database.open(folder / "laboratory.db") as database:
        return match.play(about, lineup, Laboratory(database, Executor()))


def run(about, folder, workers=1):
    place = match.Place(folder / "laboratory.db", workers=workers)
    _, done = match.answer(about, place, lambda filed, opened: match.play(filed, LINEUP, opened))
    print(report.text(done))
    return done


def answered(blocks, stop=None, further=()):
    """An experiment whose blocks ended so."""
    lineup = [each.notation for each in blocks[0].block.lineup]
    tally = Tally.of_games([each.shares(0) for each in blocks])
    about = Experiment(question="Who?", date="2026-09-03", players=tuple(lineup),
                       maps=Maps("12x12", Seeds.DEVELOPMENT, 0), stop=stop or Stop(blocks=100))  # fmt: skip
    verdict = match.WORDS[about.stop.test.verdict(tally)] if about.stop.test else "MEASURED"
    faults = {}
    for each in blocks:
        each.count_faults(faults)
    words = " ".join(word(each, lineup) for each in (*blocks, *further))
    found = Result(revision="3f2c1a", verdict=verdict, blocks=tally.below_even_above, faults=faults, games=words)
    return msgspec.structs.replace(about, result=found)


def test_two_players_fill_more_seats():
    assert [each.notation for each in lineup(["v26", "v17"], 4)] == ["v26", "v17", "v17", "v17"]
    assert [each.notation for each in lineup(["v26", "v17", "v12"])] == ["v26", "v17", "v12"]


def test_the_blocks_for_the_size_follow_those_of_the_test(tmp_path):
    decided = result(asked(Stop(sprt=(0, 200), blocks=200, further=4, **SOON)), tmp_path)
    count = sum(decided.blocks) + 4
    assert result(asked(Stop(blocks=count)), tmp_path).games == decided.games
    assert len(decided.games.split()) == count


def test_a_match_of_fixed_size_plays_it_and_a_test_ends_undecided_after_the_most_blocks(tmp_path):
    """From the map on that was asked for."""
    whole, rest = (result(asked(Stop(blocks=count), first=first), tmp_path) for count, first in ((5, 0), (3, 2)))
    assert whole.games.split()[2:] == rest.games.split()
    open_ = result(asked(Stop(sprt=(0, 5), blocks=3, further=4)), tmp_path)
    assert (open_.verdict, sum(open_.blocks), open_.further) == ("UNDECIDED", 3, None)


def test_four_players_are_four_games_a_block(tmp_path):
    four = lineup(["v26", "v17"], 4)
    about = asked(Stop(blocks=2), four)
    done = msgspec.structs.replace(about, result=result(about, tmp_path, lineup=four))
    assert experiments.games(done) == 8
    assert {len(block) for block in shares(done)} == {4}


def test_held_out_maps_are_numbered_on_and_a_question_that_was_asked_keeps_its_own(tmp_path):
    folders = tmp_path / "own", tmp_path / "other"
    for question, first in (("One?", 0), ("Two?", 50), ("One?", 0)):
        about = asked(Stop(blocks=50), is_held_out=True, question=question)
        path, filed = match.file(about, *folders, is_free=True)
        assert filed.maps.first == first
    assert path.name == "0001.toml"
    done = msgspec.structs.replace(answered([pair(2)] * 3), maps=Maps("12x12", Seeds.HELD_OUT, 200))
    match.file(done, folders[1])
    assert unused(*folders) == 203
    assert unused(tmp_path / "none") == 0


def test_numbers_go_on_and_no_file_is_overwritten(tmp_path, monkeypatch):
    def number(blocks):
        return int(match.file(asked(Stop(blocks=blocks)), tmp_path)[0].stem)

    assert [number(blocks) for blocks in (1, 2, 1)] == [1, 2, 1]
    later = msgspec.structs.replace(asked(Stop(blocks=2)), date="2030-09-05")
    assert match.file(later, tmp_path)[0].stem == "0002"
    (tmp_path / "0003.toml").touch()
    assert number(3) == 4
    glob = experiments.Path.glob
    seen = iter([1])
    monkeypatch.setattr(
        experiments.Path,
        "glob",
        lambda self, what: [] if next(seen, None) and what == "[0-9]*.toml" else glob(self, what),
    )
    assert number(4) == 5


def test_a_file_that_is_no_experiment_or_cannot_be_written_is_named(tmp_path):
    (tmp_path / "0001.toml").write_text("question = 3\n", encoding="utf-8")
    with pytest.raises(ExperimentError, match=r"0001\.toml is not an experiment"):
        match.file(asked(), tmp_path)
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(ExperimentError, match="no experiment can be written"):
        match.file(asked(), tmp_path / "taken" / "results")


def test_an_experiment_is_read_as_it_was_written(tmp_path):
    whole = msgspec.structs.replace(
        answered([pair(2), pair(1)]), question='Is "C:\\bot" -free?', play="0123", ladder=Draw(seed=1),
    )  # fmt: skip
    found = msgspec.structs.replace(
        whole.result, elo=(1.5, float("inf"), float("inf")), faults={"cmd:a.b c": (1, 0, 250)}
    )
    whole = msgspec.structs.replace(whole, result=found)
    assert not whole.is_match
    (tmp_path / "it.toml").write_text(text(whole), encoding="utf-8")
    again = read(tmp_path / "it.toml")
    assert msgspec.structs.replace(again.result, games=found.games) == found
    assert msgspec.structs.replace(again, result=None) == msgspec.structs.replace(whole, result=None)


def test_the_report_says_which_figures_lean_towards_the_verdict():
    won = [pair(points) for points in (2, 2, 1, 0, 2, 1.5, 2, 2, 0.5, 2, 2, 2)]
    stop = Stop(sprt=(0, 200), blocks=100, alpha=0.2, beta=0.1)
    assert report.STOPPED in report.text(answered(won, stop))
    assert report.text(answered(won, stop)).endswith(report.LEANS)
    measured = report.text(answered(won, stop, further=[pair(1), pair(2)]))
    assert "Size, from further blocks" in measured
    assert report.LEANS not in measured
    undecided = answered(won[:2], Stop(sprt=(0, 10), blocks=2))
    assert undecided.result.verdict == "UNDECIDED"
    assert report.STOPPED not in report.text(undecided)
    assert answered([pair(0)] * 8 + [pair(1)], stop).result.verdict == "DROP"


def test_a_sweep_is_a_row_of_the_ledger(monkeypatch, tmp_path):
    monkeypatch.setattr(experiments, "RESULTS", tmp_path)
    about = msgspec.structs.replace(
        answered([pair(2)]), sweep=Grid(vary=("alpha=0.1,0.5",), points=32, seats=2, seed=1),
        result=Result(revision="1", verdict="EVEN", best="v26?alpha=0.5", games="12 11 22 12"),
    )  # fmt: skip
    match.file(about, tmp_path)
    row = "v26 with alpha=0.1,0.5 against v17; 2 players, 12x12 | EVEN | best: v26?alpha=0.5 | 8 |"
    assert row in report.ledger()
