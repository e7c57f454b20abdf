"""A match: seats, stopping, and the files it leaves, also after an interruption."""

from contextlib import contextmanager
from datetime import date
from itertools import islice

import pytest

from experiments.arena.players import PlayerError, player
from experiments.arena.schedule import ScheduleError, Seeds
from experiments.commands import options
from experiments.laboratory.database import Database
from experiments.laboratory.executor import open_executor
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.match import plan as plans
from experiments.match import run as match
from experiments.match import words
from experiments.match.ledger import Ledger
from experiments.match.words import PlanError

ODDS = {"alpha": 0.2, "beta": 0.2}  # a test that is soon over
LINEUP = player("v26"), player("v26?alpha=0.9")


def planned(lineup=LINEUP, bounds="0,200", blocks=None, most=200, size=0, first=0, today=date(2026, 9, 3)):
    """A plan on small boards."""
    rest = {"mix": "12x12,10x10", "seeds": Seeds.DEVELOPMENT, "first": first}
    stopping = {"blocks": blocks} if blocks else match.until_decided(bounds, most, size, **ODDS)
    return match.planned(lineup, None, today, stopping, **rest)


@contextmanager
def laboratory(folder, workers=1):
    """A laboratory in a folder."""
    with Database.open(folder / "laboratory.db") as database, open_executor(workers) as executor:
        yield Laboratory(database, executor)


def played(plan, folder, workers=1, lineup=LINEUP):
    """Its result, without plan and entry being written."""
    with laboratory(folder, workers) as opened, Progress(None, "test") as progress:
        return match.play(plan, lineup, opened, progress)


@pytest.mark.parametrize(
    ("names", "seats", "problem"),
    [
        (["v26"], None, "a match needs two players or more; got only v26. For example: v26 v17"),
        (["v26", "v17", "v12"], 4, "3 players for 4 seats"),
        (["v26"] * 7, None, "7 players for"),
        (["v26", "v26"], None, "the same player, which beats itself half the time"),
        (["v26", "v17", "v26?alpha=0.1"], None, "v26 and v26.alpha=0.1 are the same player"),
        (["v26", "v99"], None, "there is no player 'v99'"),
    ],
)
def test_a_line_up_that_answers_no_question_is_refused(names, seats, problem):
    """The refusal comes before the plan is filed."""
    with pytest.raises(PlayerError, match=problem):
        words.check_opponents(words.lineup(names, seats))


@pytest.mark.parametrize("bounds", ["10", "0,10,20", "a,b", "10,0", "0,inf"])
def test_bounds_that_are_none_are_refused(bounds):
    """With an example, or with what is wrong about them."""
    with pytest.raises(PlanError, match=r"expected ELO0,ELO1|should be the smaller"):
        match.until_decided(bounds, 50, 0, **ODDS)


def test_bounds_too_far_apart_for_any_test_are_noticed_before_there_is_a_plan():
    """The first block would end in a traceback, with the plan filed."""
    stopping = match.until_decided("0,7000", 50, 0, 0.05, 0.05)
    with pytest.raises(PlanError, match="the bounds 0,7000 are too wide"):
        match.planned(LINEUP, None, date(2026, 9, 3), stopping, mix="10x10", seeds=Seeds.DEVELOPMENT, first=0)


def test_maps_that_run_out_or_are_too_small_are_noticed_before_there_is_a_plan():
    """Each half of the seeds has 2**31; the further blocks for the size count too."""
    assert planned(first=2**31 - 203, size=3)
    with pytest.raises(PlanError, match="may need map 2147483648, the last one has number 2147483647"):
        planned(first=2**31 - 202, size=3)
    with pytest.raises(ScheduleError, match="cannot be played by 2"):
        match.planned(LINEUP, None, date(2026, 9, 3), {"blocks": 1}, mix="1x1", seeds=Seeds.DEVELOPMENT, first=0)


def test_a_plan_asks_its_question_in_blocks_or_by_a_test():
    """Without either the bounds are the default's; a number of blocks asks how much. Two players fill more seats."""
    assert planned().question == "Is v26 stronger than v26?alpha=0.9?"
    assert planned(blocks=2).question == "How strong is v26 against v26?alpha=0.9?"
    assert [player.notation for player in words.lineup(["v26", "v17"], 4)] == ["v26", "v17", "v17", "v17"]
    assert [player.notation for player in words.lineup(["v26", "v17", "v12"])] == ["v26", "v17", "v12"]
    assert match.until_decided(options.BOUNDS, 50, 5, **ODDS)["test"].elo1 == 10
    with pytest.raises(PlanError, match=r"--sprt and --further are for a test\. Leave out one of the two"):
        words.check_stop(30, ["--sprt", "--further"])
    words.check_stop(30, [])
    words.check_stop(None, ["--sprt"])


@pytest.mark.slow  # its workers are processes
def test_a_test_stops_at_the_same_block_for_any_number_of_workers(tmp_path):
    """Two workers play ahead, and what they played ahead does not count."""
    results = []
    for workers in (1, 2):
        (tmp_path / str(workers)).mkdir()
        results.append(played(planned(size=3), tmp_path / str(workers), workers))
    one, two = results
    assert one.is_decided
    assert one.sheet.tally == two.sheet.tally
    assert one.further.shares == two.further.shares
    assert 0 < one.sheet.tally.blocks < 200


def test_the_blocks_for_the_size_follow_those_of_the_test(tmp_path):
    """They are new ones, and as many as planned."""
    result = played(planned(size=4), tmp_path)
    plan = planned(blocks=result.sheet.tally.blocks + 4)
    assert played(plan, tmp_path).sheet.shares == result.sheet.shares + result.further.shares == result.whole.shares


def test_a_match_of_fixed_size_plays_it_and_a_test_ends_undecided_after_the_most_blocks(tmp_path):
    """From the map on that was asked for."""
    whole, rest = (played(planned(blocks=blocks, first=first), tmp_path) for blocks, first in ((5, 0), (3, 2)))
    assert whole.sheet.shares[2:] == rest.sheet.shares
    result = played(planned(bounds="0,5", most=3, size=4), tmp_path)
    assert (result.verdict, result.sheet.tally.blocks, result.further) == ("UNDECIDED", 3, None)


def test_four_players_are_four_games_a_block(tmp_path):
    """One against three copies."""
    lineup = words.lineup(["v26", "v17"], 4)
    result = played(planned(lineup, blocks=2), tmp_path, lineup=lineup)
    assert result.sheet.tally.games == 8
    assert result.sheet.score("v26").value + 3 * result.sheet.score("v17").value == pytest.approx(2)


class Killed(BaseException):
    """What a process that is killed does not survive."""


def test_an_interrupted_match_ends_as_if_nothing_had_happened(tmp_path, monkeypatch, capsys):
    """The same counts, the plan of the first day, one entry; and a third run finds the entry there."""
    plan = planned(size=3)
    with laboratory(tmp_path) as opened:
        ledger = Ledger.beside(tmp_path / "laboratory.db")
        _kill_after(7, monkeypatch)
        with pytest.raises(Killed):
            match.run(plan, LINEUP, opened, ledger)
        monkeypatch.undo()
        assert ledger.entry(1) is None
        later = planned(size=3, today=date(2026, 9, 5))
        assert [match.run(later, LINEUP, opened, ledger) for _ in range(2)] == [0, 0]
    (tmp_path / "undisturbed").mkdir()
    undisturbed = Ledger.beside(tmp_path / "undisturbed" / "laboratory.db")
    with laboratory(tmp_path / "undisturbed") as opened:
        match.run(plan, LINEUP, opened, undisturbed)
    assert ledger.path.read_bytes() == undisturbed.path.read_bytes()
    (path,) = (tmp_path / "laboratory-ledger" / "plans").iterdir()
    assert plans.read(path).date == "2026-09-03"
    assert capsys.readouterr().out.count("Entry L-0001 was already in") == 1


def _kill_after(blocks, monkeypatch):
    play = Laboratory.play

    def killed(self, *arguments):
        yield from islice(play(self, *arguments), blocks)
        raise Killed

    monkeypatch.setattr(Laboratory, "play", killed)


def test_an_undecided_match_is_entered_too_and_ends_with_1(tmp_path):
    """The ledger keeps what was asked in vain; more blocks are another plan."""
    ledger = Ledger.beside(tmp_path / "laboratory.db")
    with laboratory(tmp_path) as opened:
        assert match.run(planned(bounds="0,5", most=2), LINEUP, opened, ledger) == match.UNDECIDED
        assert match.run(planned(bounds="0,5", most=3), LINEUP, opened, ledger) == match.UNDECIDED
    assert "UNDECIDED" in ledger.entry(1)
    assert "3 pairs" in ledger.entry(2)
