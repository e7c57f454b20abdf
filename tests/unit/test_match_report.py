"""The output of a finished match, and its entry in the ledger."""

from datetime import date
from functools import cache

import msgspec
import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Seeds
from experiments.match import entry
from experiments.match import report as match_report
from experiments.match import run as match
from experiments.match.result import MatchResult
from experiments.match.scoresheet import Scoresheet
from experiments.stats import Sprt
from tests.support.matches import pair, played


@cache
def pairs():
    """Twelve of them; the players of a game have to answer the bench, so this is no constant."""
    return [pair(points) for points in (2, 2, 1, 0, 2, 1.5, 2, 2, 0.5, 2, 2, 2)]


def result(blocks, further=(), **plan):
    """The result of a match that played these blocks."""
    lineup = blocks[0].block.lineup
    sheets = [Scoresheet(lineup) for _ in range(3)]
    for sheet, added in zip(sheets, (blocks, further, [*blocks, *further]), strict=True):
        for block in added:
            sheet.add(block)
    stopping = {"blocks": 100, **{name: plan.pop(name) for name in ("test", "size") if name in plan}}
    rest = {"mix": "12x12", "seeds": Seeds.DEVELOPMENT, "first": 0, **plan}
    planned = match.planned(lineup, None, date(2026, 9, 3), stopping, **rest)
    known = msgspec.structs.replace(planned, revision="3f2c1a")
    return MatchResult(known, sheets[0], sheets[1] if further else None, sheets[2])


def test_the_entry_of_a_decided_match():
    """Line by line what experiments/LEDGER.md explains."""
    text = entry.entry("E-0012", result(pairs(), pairs()[:5], test=Sprt(0, 200, 0.2, 0.1), size=5))
    assert text.splitlines() == [
        "E-0012  2026-09-03  Is v26 stronger than v17?                                 KEEP",
        "  plan 0012 · v26 against v17 · 2 players, 12x12, seats rotated · SPRT [0, 200] Elo, 20 %/10 %",
        "  12 pairs: lost 2 · even 1 · won 9 (0 to 2 points: 1 1 1 1 8)     LLR +3.53 (bound +1.50)",
        "  where the test stopped: +231.9 (+16.4 to +647.2) Elo · normalised +213.3 ± 147.2 · score 79.2 %",
        "  size, 5 further pairs: +147.2 (more than -237.6) Elo · normalised +122.8 (more than -165.7) · score 70.0 %",
        "  34 games · development seeds from 0 on · revision 3f2c1a",
    ]


def test_a_running_score_has_no_elo_until_two_blocks_differ():
    """+inf (-inf to +inf) is what one pair says, or ten that were all won."""
    sheet = Scoresheet(pairs()[0].block.lineup)
    for block, shown in ((pair(2), False), (pair(2), False), (pair(1), True)):
        sheet.add(block)
        line = match_report.running(sheet, Sprt(0, 10))
        assert ("Elo –, LLR" in line) is not shown
        assert "inf to" not in line


def test_the_report_says_which_figures_lean_towards_the_verdict_which_is_a_word():
    """The tables count the blocks of the test too; the first player is the change that is asked about."""
    stopped = match_report.text(result(pairs() * 9, [pair(1), pair(2)], test=Sprt(0, 200, 0.2, 0.2), size=2))
    assert stopped.index("further blocks") < stopped.index(match_report.WHOLE) < stopped.index("board  blocks")
    assert match_report.WHOLE not in match_report.text(result(pairs()))
    undecided = result(pairs()[:2], test=Sprt(0, 10))
    assert "\n  when no block was left: " in entry.entry("L-0001", undecided)
    assert match_report.STOPPED not in match_report.text(undecided)
    assert match_report.STOPPED in match_report.text(result(pairs(), test=Sprt(0, 200, 0.2, 0.1)))
    lost = [pair(0)] * 8 + [pair(1)]
    assert result(pairs(), test=Sprt(0, 200, 0.2, 0.1)).verdict == "KEEP"
    assert result(lost, test=Sprt(0, 200, 0.2, 0.1)).verdict == "DROP"
    assert result(pairs()[:2], test=Sprt(0, 10)).verdict == "UNDECIDED"
    assert result(pairs()).verdict == "MEASURED"


def test_faults_stand_in_the_entry_and_in_the_report():
    """Apart from each other, with the slowest answer; players of this process have no such line."""
    faulty = result([pair(1, faults=(None, "late on turn 1: x"), worst=(None, 0.25)), pair(2, worst=(None, 0.5))])
    assert "\n  v17: 0 crashes, 1 timeouts\n" in entry.entry("L-0001", faulty)
    text = match_report.text(faulty)
    assert "program  crashes  timeouts  worst answer\nv17            0         1        500 ms" in text
    assert match_report.LATE in text, "a busy machine was not mentioned, and the program alone looked slow"
    crashed = result([pair(1, faults=(None, "exited on turn 1: x"), worst=(None, 0.25))])
    assert match_report.LATE not in match_report.text(crashed)


def test_three_different_players_have_a_table_of_scores_and_an_entry_of_all():
    """The one that is asked about stands first; two players need no table."""
    lineup = tuple(player(name) for name in ("v26", "v17", "v12"))
    text = match_report.text(result([played(lineup, [(1, 2, 3)] * 3)] * 2))
    assert text.count("opponents beaten") == 1
    assert [line.split()[0] for line in text.split("opponents beaten\n")[1].splitlines()[:3]] == ["v26", "v17", "v12"]
    assert "opponents beaten\n" not in match_report.text(result(pairs()))
    lineup = tuple(player(name) for name in ("v26", "v17", "v12"))
    text = entry.entry("L-0001", result([played(lineup, [(1, 2, 3)] * 3), played(lineup, [(1, 3, 2)] * 3)]))
    assert "\n  opponents beaten: v26 100.0 % (0.0 to 100.0) · v17 25.0 % (0.0 to 100.0) · v12 25.0 %" in text
    assert "\n  2 blocks: below one half 0 · at it 0 · above 2 · deviation 0.000\n" in text


def test_the_report_has_a_row_for_every_board_size_and_doubts_a_match_that_nothing_tipped():
    """Smallest first. A knob that only the readable code knew played against itself, and was entered."""
    text = match_report.text(result([pair(2, side=12), pair(1, side=10), pair(0, side=12)]))
    assert [line.split()[:3] for line in text.splitlines() if line.startswith("1")] == [
        ["10x10", "1", "2"],
        ["12x12", "2", "4"],
    ]
    assert "do the players move alike?" in match_report.text(result([pair(1)] * 4))
    alike = match_report.text(result([pair(2)] * 4))
    assert "do the players move alike?" not in alike


@pytest.mark.parametrize(
    ("lineup", "words"),
    [
        (["a", "b"], "b"),
        (["a", "b", "b", "b"], "3 x b"),
        (["a", "b", "c"], "b and c"),
        (["a", "b", "c", "b", "d"], "2 x b, c and d"),
    ],
)
def test_opponents_are_named_in_words(lineup, words):
    """Copies of one player are counted."""
    assert entry.opponents(lineup) == words
