"""A match and a ladder: seats, stopping, files, reports, line-ups and standings."""

import msgspec
import pytest

from experiments.arena.players import player
from experiments.arena.schedule import HELD_OUT_FROM, Map, Seeds
from experiments.laboratory.database import Database
from experiments.laboratory.laboratory import Executor, Laboratory
from experiments.ladder import run as ladders
from experiments.ladder.standings import Standings
from experiments.match import experiment as experiments
from experiments.match import report
from experiments.match import run as match
from experiments.match.experiment import (
    Draw,
    Experiment,
    Grid,
    Maps,
    Result,
    Stop,
    first_unused_map,
    lineups,
    read,
    text,
    word,
)
from experiments.stats import Estimate, Tally
from tests.support.leagues import played
from tests.support.results import V12, V17, V26, pair

SOON = {"alpha": 0.2, "beta": 0.2}  # a test that is soon over
LINEUP = player("v26"), player("v26?alpha=0.9")


def experiment_of(stop=None, lineup=LINEUP, question="Who?", mix="12x12,10x10", **rest):
    stop = stop or Stop(sprt=(0, 200), blocks=200, **SOON)
    return match.ask(lineup, question, mix, stop, **rest)


def result(about, folder, lineup=LINEUP):
    with Database.open(folder / "laboratory.db") as database:
        return match.play(about, lineup, Laboratory(database, Executor()))


def answered(blocks, stop=None, further=()):
    lineup = [each.notation for each in blocks[0].block.lineup]
    tally = Tally.of_games([each.shares(0) for each in blocks])
    about = Experiment(question="Who?", date="2026-09-03", players=tuple(lineup),
                       maps=Maps("12x12,10x10", Seeds.DEVELOPMENT, 1), stop=stop or Stop(blocks=100))  # fmt: skip
    verdict = match.WORDS[about.stop.test.verdict(tally)] if about.stop.test else "MEASURED"
    faults = {}
    for each in blocks:
        each.count_faults(faults)
    words = " ".join(word(each, lineup) for each in (*blocks, *further))
    found = Result(revision="3f2c1a", verdict=verdict, blocks=tally.below_even_above, faults=faults, games=words)
    return msgspec.structs.replace(about, result=found)


def test_a_match_plays_its_size_from_its_first_map_on_and_a_test_until_its_verdict_or_its_last_block(tmp_path):
    decided = result(experiment_of(Stop(sprt=(0, 200), blocks=200, further=4, **SOON)), tmp_path)
    count = sum(decided.blocks) + 4
    whole, rest = (result(experiment_of(Stop(blocks=count - first), first=first), tmp_path) for first in (0, 2))
    assert decided.games.split() == whole.games.split() == whole.games.split()[:2] + rest.games.split()
    assert len(whole.games.split()) == count
    open_ = result(experiment_of(Stop(sprt=(0, 5), blocks=3, further=4)), tmp_path)
    assert (open_.verdict, sum(open_.blocks), open_.further) == ("UNDECIDED", 3, None)


def test_held_out_maps_are_numbered_on_and_a_question_that_was_asked_keeps_its_own(tmp_path):
    folders = tmp_path / "own", tmp_path / "other"
    for question, first in (("One?", 0), ("Two?", 50), ("One?", 0)):
        about = experiment_of(Stop(blocks=50), is_held_out=True, question=question)
        path, filed = match.file(about, *folders, is_free=True)
        assert filed.maps.first == first
    assert path.name == "0001.toml"
    done = msgspec.structs.replace(answered([pair(2)] * 3), maps=Maps("12x12", Seeds.HELD_OUT, 200))
    match.file(done, folders[1])
    assert first_unused_map(*folders) == 203
    assert first_unused_map(tmp_path / "none") == 0


def test_numbers_go_on_and_no_file_is_overwritten(tmp_path, monkeypatch):
    def number(blocks):
        return int(match.file(experiment_of(Stop(blocks=blocks)), tmp_path)[0].stem)

    assert [number(blocks) for blocks in (1, 2, 1)] == [1, 2, 1]
    later = msgspec.structs.replace(experiment_of(Stop(blocks=2)), date="2030-09-05")
    assert match.file(later, tmp_path)[0].stem == "0002"
    (tmp_path / "0003.toml").touch()
    assert number(3) == 4
    glob = experiments.Path.glob
    seen = iter([1])
    hidden = lambda self, what: [] if next(seen, None) and what == "[0-9]*.toml" else glob(self, what)  # noqa: E731
    monkeypatch.setattr(experiments.Path, "glob", hidden)
    assert number(4) == 5


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
    sure = f"v26 {{}} v17 in about {{}} of 100 games; sure to 95 % that it is more than {{}}. {report.LEANS}"
    assert report.text(answered(won, stop)).splitlines()[-1] == sure.format("beats", 83, 56)
    measured = report.text(answered(won, stop, further=[pair(1), pair(2)]))
    assert "Size, from further blocks" in measured
    assert report.LEANS not in measured
    undecided = answered(won[:2], Stop(sprt=(0, 10), blocks=2))
    assert undecided.result.verdict == "UNDECIDED"
    assert report.STOPPED not in report.text(undecided)
    lost = answered([pair(0, faults=("late", None)), *[pair(0)] * 7, pair(1)], stop)
    mixed = answered([played((V26, V17, V12), Map(12, 12, seed, 3)) for seed in range(4)])
    for row, told in (("12x12 4 8", lost), ("v26 0 1 0 ms", lost), ("v17 54.2 %", mixed)):
        assert f" {row} " in " ".join(report.text(told).split())
    assert (lost.result.verdict, report.text(lost).splitlines()[-1]) == ("DROP", sure.format("loses to", 94, 64))


def test_a_sweep_is_a_row_of_the_ledger(monkeypatch, tmp_path):
    monkeypatch.setattr(experiments, "RESULTS", tmp_path)
    about = msgspec.structs.replace(
        answered([pair(2)]), sweep=Grid(vary=("alpha=0.1,0.5",), points=32, seats=2, seed=1),
        result=Result(revision="1", verdict="EVEN", best="v26?alpha=0.5", games="12 11 22 12"),
    )  # fmt: skip
    match.file(about, tmp_path)
    row = "v26 with alpha=0.1,0.5 against v17; 2 players, 12x12,10x10 | EVEN | best: v26?alpha=0.5 | 8 |"
    assert row in report.ledger()


FOUR = tuple(player(name) for name in ("v26", "v17", "v12", "v26?alpha=0.5"))


class Given:
    def __init__(self, blocks):
        self.blocks = blocks

    def play(self, asked, progress):
        yield from self.blocks


def ladder_of(seats, blocks, players=FOUR, gauntlet=False, width=None):
    draw, stop = Draw(seats=seats, seed=1, gauntlet=gauntlet), Stop(blocks=blocks, width=width)
    return ladders.ladder(players, "Who is best?", "12x12", True, 5, stop, draw)


def rated(*blocks, **rest):
    about = ladder_of(2, len(blocks), FOUR[:2], **rest)
    about = msgspec.structs.replace(about, result=ladders.play(about, FOUR[:2], Given(blocks)))
    return about, Standings(about, lineups(about))


def test_the_table_has_ratings_and_adds_up():
    _, standings = rated(*[pair(0), pair(1)] * 2)
    first, second = standings.table().to_dict("records")
    assert (first["player"], second["player"]) == ("v17", "v26")
    assert first["elo"] > second["elo"] == 0
    assert [first[name] for name in ("score", "games", "blocks")] == [0.75, 8, 4]
    assert second["score"] == 0.25
    met = standings.head_to_head().set_index(["player", "opponent"])
    assert met.loc["v17", "v26"][["score", "games"]].tolist() == [0.75, 8]
    assert met.loc["v26", "v17"][["score", "games"]].tolist() == [0.25, 8]
    assert met.score_low["v17", "v26"] == pytest.approx(1 - met.score_high["v26", "v17"])


@pytest.mark.parametrize("seats", [3, 4, None])
def test_every_player_is_called_to_a_table_in_turn_and_sits_there_once(seats):
    drawn = list(ladders.blocks(ladder_of(seats, 16), FOUR))
    assert drawn == list(ladders.blocks(ladder_of(seats, 16), FOUR))
    for number, block in enumerate(drawn):
        assert FOUR[number % 4] in block.lineup
        assert len({each.notation for each in block.lineup}) == len(block.lineup) == block.map.players
        assert block.map.seed == HELD_OUT_FROM + 5 + number
    assert {block.map.players for block in drawn} == ({seats} if seats else {2, 3, 4})


def test_a_ladder_has_the_rating_and_the_places_of_each_player():
    about, standings = rated(*[pair(0, faults=("late: after 2 s", None))] * 4)
    assert [name for name, *_ in about.result.ratings] == ["v17", "v26"]
    assert about.result.ratings[1][1:] == (0, 0, 0)
    assert (about.result.verdict, about.result.faults) == ("RATED", {"v26": (0, 4, 0)})
    assert about.result.games == "01:2121 01:2121 01:2121 01:2121"
    assert standings.table().faults.tolist() == [0, 4]


def test_a_ladder_ends_when_every_interval_is_narrow_enough_and_after_its_blocks_all_the_same():
    found = rated(*[pair(1)] * 100, width=100.0)[0].result
    assert 4 < len(found.games.split()) < 100
    assert found.verdict == "RATED"
    assert all(high - low <= 200 for _, low, _, high in found.ratings)
    undecided = rated(*[pair(1)] * 6, width=1.0)[0].result
    assert (len(undecided.games.split()), undecided.verdict) == (6, "UNDECIDED")


def test_a_gauntlet_has_the_lead_over_each_opponent_as_a_match_measures_it():
    about, _ = rated(pair(0), *[pair(1)] * 3, gauntlet=True)
    elo = Estimate.of(Tally.of_games([(0, 0), (0, 1), (0, 1), (0, 1)])).elo
    assert about.result.ratings == (("v17", *(round(end, 1) for end in (elo.low, elo.value, elo.high))),)
    assert experiments.games(about) == 8
