"""experiments/results: every published result can be counted again from its file, and the ledger is generated."""

import hashlib

from experiments.match import report
from experiments.match.experiment import LEDGER, RESULTS, published

PINNED = "e65426f28a5bd37f1e722d3de441100a8c6e6579ad9085e0b79fe37a47fb4085"  # of the results up to E-0367
BOOK = published()
RESULT = {number: each for number, each in BOOK.all() if each.result}


def test_a_result_is_never_edited():
    files = (path for path in sorted(RESULTS.glob("*.toml")) if int(path.stem) <= 367)
    assert hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest() == PINNED


def test_the_ledger_is_generated_from_the_results():
    """`python -c "from experiments.match import report, run; report.write_ledger(run.LEDGER)"` writes it."""
    assert LEDGER.read_text(encoding="utf-8") == report.ledger()


def test_the_next_experiment_takes_maps_that_none_took():
    held_out = [each.taken.stop for each in RESULT.values() if each.maps.seeds == "held-out"]
    assert BOOK.unused() == max(held_out) > 200_000
