"""experiments/LEDGER.md and experiments/plans agree."""

import re

from experiments.ladder.entry import VERDICT as RATED
from experiments.match import ledger as ledgers
from experiments.match import plan as plans
from experiments.match.ledger import PUBLISHED, Ledger
from experiments.match.result import WORDS

LEDGER = (PUBLISHED / "LEDGER.md").read_text(encoding="utf-8")
ENTRIES = re.findall(r"^E-(\d{4})  (\S+)  (.*?) +([A-Z]+)$", LEDGER, re.MULTILINE)
PLANS = {ledgers.number_of(path): path for path in sorted((PUBLISHED / "plans").glob("[0-9]*.toml"))}


def test_every_number_is_given_once_and_the_head_explains_every_verdict():
    """A number belongs to one plan and one entry; the head shows how to read one."""
    assert len(PLANS) == len(list((PUBLISHED / "plans").glob("[0-9]*.toml")))
    numbers = [number for number, *_ in ENTRIES]
    assert len(numbers) == len(set(numbers)) == LEDGER.count("\nE-")
    head = LEDGER.partition("## Entries")[0]
    assert all(f"{word}:" in head for word in (*WORDS.values(), "MEASURED", RATED))


def test_an_entry_answers_its_plan():
    """On the day of the plan, with a word that the head of the ledger explains."""
    for number, date, question, verdict in ENTRIES:
        plan = plans.read(PLANS[int(number)])
        assert (plan.date, plan.question) == (date, question), number
        assert verdict in ({RATED} if plan.ladder else {*WORDS.values(), "MEASURED"}), number
        assert Ledger(PUBLISHED).entry(int(number)), number
