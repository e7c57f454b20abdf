"""docs/6-statistics.md agrees with the code."""

import re

from experiments.stats import Sprt, Tally, coverage, planning, result_block, simulation
from tests.support.project import ROOT

PAGE = (ROOT / "docs" / "6-statistics.md").read_text(encoding="utf-8")


def test_tables_and_result_block_are_what_is_computed():
    """The page's tables equal the computed ones; the reader runs the lines above the block and sees it."""
    assert planning.table() in PAGE
    assert coverage.gains() in PAGE
    assert result_block("v26", "v17", Tally.pairs(10, 108, 316, 160, 18), Sprt(elo0=0, elo1=10)) in PAGE


def test_the_simulated_proof_shows_every_world_and_no_broken_promise():
    """The page's figures are too dear to compute here; they must belong to the worlds of today and keep the promise."""
    (table,) = re.findall(r"^\| players \|.*\n\|[-:| ]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    rows = [[float(cell.strip(" %")) for cell in line.strip("|").split("|")] for line in table.splitlines()]
    assert [tuple(row[:3]) for row in rows] == [
        (world.players, world.seat, world.style) for world in simulation.PROOF_WORLDS
    ]
    assert all(error <= 5 + 3 * 0.22 for row in rows for error in row[3:5])
    assert all(covered >= 95 - 3 * 0.22 for row in rows for covered in row[7:])


def test_the_table_of_near_copies_is_what_the_command_prints():
    """The first cells, which are cheap, are computed again; the other rows are there and keep the promise."""
    header, rule, *rows = coverage.lines(uneven=(0.01, 0.04), blocks=(50,))
    printed = PAGE[PAGE.index(header.strip(" |")) - 2 :].splitlines()[: 2 + len(coverage.WON) * len(coverage.UNEVEN)]
    assert all(any(line.startswith(row) for line in printed) for row in (header, rule, *rows))
    covered = [float(share) for line in printed[2:] for share in re.findall(r"(\d+\.\d) [·%]", line)]
    assert len(covered) == 2 * len(coverage.BLOCKS) * (len(printed) - 2)
    assert min(covered) >= 94.3


def test_every_kind_of_interval_names_a_test_that_is_there():
    """The table of other intervals leads to the files that simulate them."""
    section = PAGE[PAGE.index("### The other intervals") : PAGE.index("## How many games")]
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", section))
    assert len(named) >= 6
    assert not [name for name in named if not (ROOT / name).is_file()]


def test_the_proof_is_a_table_with_a_row_for_every_world():
    """With few matches the proof runs in seconds and has the same rows."""
    header, _, *rows = simulation.proof_lines(simulation.PROOF_WORLDS, matches=20, seed=1)
    assert header in PAGE
    assert len(rows) == len(simulation.PROOF_WORLDS)
