"""docs/lab/statistics.md agrees with the code."""

from experiments.stats import Sprt, Tally, planning, result_block
from tests.support.project import ROOT

PAGE = (ROOT / "docs" / "lab" / "statistics.md").read_text(encoding="utf-8")


def test_tables_and_result_block_are_what_is_computed():
    """The page's tables equal the computed ones; the reader runs the lines above the block and sees it."""
    assert planning.table() in PAGE
    assert result_block("v26", "v17", Tally.pairs(10, 108, 316, 160, 18), Sprt(elo0=0, elo1=10)) in PAGE
