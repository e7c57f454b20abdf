"""Plans are filed once, entries are added once, nothing is changed afterwards."""

import errno
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Seeds
from experiments.match import ledger as ledgers
from experiments.match import plan as plans
from experiments.match.ledger import Ledger, LedgerError

LINEUP = [player("v26"), player("v17")]


def plan(question="Is v26 better than v17?", today=date(2026, 9, 3), blocks=10):
    """A plan in which a test changes a word."""
    rest = {"mix": "10x10", "seeds": Seeds.DEVELOPMENT, "first": 0, "blocks": blocks}
    return plans.between(LINEUP, question, today, **rest)


def entry(number, text="Is v26 better than v17?"):
    """What stands in the ledger."""
    return f"E-{number:04d}  2026-09-03  {text}  KEEP\n  and more"


def test_plans_are_numbered_in_the_order_in_which_they_came(tmp_path):
    """The file is the number and the question."""
    ledger = Ledger(tmp_path)
    assert ledger.file(plan()).name == "0001-is-v26-better-than-v17.toml"
    assert ledger.file(plan("And now?")).name == "0002-and-now.toml"
    assert plans.read(tmp_path / "plans" / "0002-and-now.toml") == plan("And now?")
    assert ledger.file(plan(blocks=20)).name[:6] == "0003-i", "the same question with other conditions"
    (tmp_path / "LEDGER.md").write_text(f"# Ledger\n\n```text\n{entry(7)}\n```\n", encoding="utf-8")
    assert ledgers.number_of(ledger.file(plan(blocks=30))) == 8, "a correction written by hand has a number too"


def test_a_plan_that_asks_the_same_is_filed_once_and_stays_as_it_was(tmp_path):
    """A match that was killed goes on with the plan of its first day."""
    ledger = Ledger(tmp_path)
    path = ledger.file(plan())
    ledger.file(plan("Something else?"))
    before = path.read_bytes()
    assert ledger.file(plan(today=date(2026, 9, 4))) == path
    assert path.read_bytes() == before


def test_of_two_who_take_one_number_who_sees_the_other_takes_the_next(tmp_path, monkeypatch):
    """Another process files under another question between the look for a number and the file's name."""
    ledger, touch, rivals = Ledger(tmp_path), Path.touch, ["0001-another.toml"]

    def raced(path, **options):
        touch(path, **options)
        if rivals:
            (path.parent / rivals.pop()).write_text(plans.write(plan("Another?")), encoding="utf-8")

    monkeypatch.setattr(Path, "touch", raced)
    ledger.file(plan("Mine?"))
    assert {number: each.question for number, each in ledger.plans().items()} == {1: "Another?", 2: "Mine?"}
    assert len([*(tmp_path / "plans").iterdir()]) == 2


def test_a_number_whose_taker_was_killed_is_left_out(tmp_path):
    """The file is there, and empty; the next plan takes the next number."""
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans" / "0001-is-v26-better-than-v17.toml").touch()
    assert ledgers.number_of(Ledger(tmp_path).file(plan())) == 2


def test_an_entry_is_added_once_behind_all_others_and_changes_none(tmp_path):
    """What stood there stands there, byte for byte."""
    ledger = Ledger(tmp_path)
    ledger.file(plan())
    assert ledger.entry(1) is None
    assert ledger.append(1, entry(1))
    before = (tmp_path / "LEDGER.md").read_bytes()
    assert ledger.append(2, entry(2, "And now?"))
    after = (tmp_path / "LEDGER.md").read_bytes()
    assert after.startswith(before)
    assert (ledger.entry(1), ledger.entry(2)) == (entry(1), entry(2, "And now?"))
    assert not ledger.append(1, entry(1, "in other words"))
    assert (tmp_path / "LEDGER.md").read_bytes() == after


def test_plans_and_entries_of_the_same_moment_get_different_numbers_and_are_all_kept(tmp_path):
    """Two matches that are started or end together, even with the same question: each reads and writes the ledger."""
    ledger = Ledger(tmp_path)
    with ThreadPoolExecutor(8) as threads:
        paths = list(threads.map(lambda blocks: Ledger(tmp_path).file(plan(blocks=blocks)), range(1, 25)))
        assert all(threads.map(lambda number: Ledger(tmp_path).append(number, entry(number)), range(1, 41)))
    assert len({ledgers.number_of(path) for path in paths}) == len(paths)
    assert [plans.read(path).blocks for path in paths] == list(range(1, 25))
    assert all(ledger.entry(number) == entry(number) for number in range(1, 41))


def test_a_folder_that_knows_no_locks_has_a_ledger_all_the_same(tmp_path, monkeypatch):
    """Some network folders; a lock is a help and no condition."""
    fcntl = pytest.importorskip("fcntl", reason="Windows has other locks")

    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    assert Ledger(tmp_path).append(1, entry(1))


def test_a_full_disk_leaves_the_ledger_as_it_was(tmp_path, monkeypatch):
    """An incomplete entry would count as an entry."""
    ledger = Ledger(tmp_path)
    ledger.file(plan())
    ledger.append(1, entry(1))
    before = sorted((path.name, path.read_bytes()) for path in tmp_path.glob("*.md"))

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(LedgerError, match="No space left on device; repeat the command"):
        ledger.append(2, entry(2))
    assert sorted((path.name, path.read_bytes()) for path in tmp_path.glob("*.md")) == before


def test_a_plan_that_cannot_be_read_or_written_is_a_message(tmp_path):
    """The command prints a message and no traceback."""
    (tmp_path / "plans").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(LedgerError, match="no plan can be written"):
        Ledger(tmp_path).file(plan())
    (tmp_path / "other" / "plans").mkdir(parents=True)
    (tmp_path / "other" / "plans" / "0001-a.toml").write_text("hello", encoding="utf-8")
    with pytest.raises(LedgerError, match=r"0001-a\.toml is not a plan"):
        Ledger(tmp_path / "other").file(plan())


class TestAnEntryOfOnesOwnHadANumberOfTheProject:
    """Everyone's first match was E-0001, as the first entry of experiments/LEDGER.md is."""

    def test_the_ledger_beside_a_database_counts_in_its_own_way_on_from_entries_named_in_the_old_one(self, tmp_path):
        """The project's own names stay; no number is given twice, and no match is entered again."""
        assert Ledger.beside(tmp_path / "laboratory.db").called(1) == "L-0001"
        assert Ledger.published().called(1) == "E-0001"
        ledger = Ledger.beside(tmp_path / "laboratory.db")
        ledger.path.parent.mkdir()
        old, new = entry(1), entry(2).replace("E-", "L-")
        ledger.path.write_text(f"# Ledger\n\n```text\n{old}\n```\n\n```text\n{new}\n```\n", encoding="utf-8")
        assert ledger.entries() == {1: old, 2: new}
        assert not ledger.append(1, entry(1, "Again?"))
        assert ledgers.number_of(ledger.file(plan())) == 3
