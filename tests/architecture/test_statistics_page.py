"""docs/6-statistics.md agrees with the code."""

import re

from experiments.stats import Sprt, Tally, planning, result_block, simulation
from tests.support.project import ROOT

PAGE = (ROOT / "docs" / "6-statistics.md").read_text(encoding="utf-8")


def test_tables_and_result_block_are_what_is_computed():
    """The page's tables equal the computed ones; the reader runs the lines above the block and sees it."""
    assert planning.table() in PAGE
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
