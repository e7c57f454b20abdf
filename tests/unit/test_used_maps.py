"""A range of held-out maps answers one question."""

from datetime import date

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Seeds
from experiments.ladder import planned
from experiments.match import plan as plans
from experiments.match import used_maps
from experiments.match.ledger import Ledger
from experiments.match.plan import Draw
from experiments.stats import Sprt


def plan(question, first=0, blocks=10, theirs="v17", seeds=Seeds.HELD_OUT, mix="30x30", **rest):
    """A plan of v26 against v17."""
    lineup = [player("v26"), *[player(theirs)] * rest.pop("copies", 1)]
    return plans.between(
        lineup, question, date(2026, 9, 3), mix=mix, seeds=seeds, first=first, blocks=blocks, **rest
    )  # fmt: skip


def answered(ledger, asked, games=20):
    """The number of a plan that is filed and entered."""
    number = int(ledger.file(asked).name[:4])
    assert ledger.append(number, f"{ledger.called(number)}  2026-09-03  Who?  KEEP\n  {games:,} games · held-out seeds")
    return number


@pytest.fixture
def ledger(tmp_path):
    """A ledger whose first entry used maps 0 to 9."""
    made = Ledger(tmp_path)
    answered(made, plan("One?"))
    return made


def test_a_new_question_takes_the_next_unused_maps(ledger):
    """Filed plans count before they are answered, and a gap that is large enough is taken first."""
    ledger.file(plan("Two?", first=30))
    assert used_maps.on_unused(plan("Three?", blocks=20), ledger).first == 10
    assert used_maps.on_unused(plan("Three?", blocks=21), ledger).first == 40
    ledger.file(plan("Two more?", first=32, blocks=3))  # within those of another
    assert used_maps.on_unused(plan("Three?", blocks=21), ledger).first == 40


def test_a_ladder_whose_maps_have_any_number_of_players_used_them(ledger):
    """Which of them had two is not known before they are drawn."""
    line = [player(name) for name in ("v26", "v17", "v12")]
    maps = {"mix": "30x30", "seeds": Seeds.HELD_OUT, "first": 10, "blocks": 30}
    asked = planned(line, "Who?", date(2026, 9, 3), Draw(seed=1), **maps)
    ledger.file(asked)
    assert used_maps.on_unused(plan("Two?"), ledger).first == 40
    answered(ledger, asked, games=60)  # of two players each: not as many as the ladder has
    assert used_maps.on_unused(plan("Two?"), ledger).first == 40


def test_the_same_question_keeps_its_maps(ledger):
    """A match that was killed goes on, and an answer is not asked for until it pleases."""
    assert used_maps.on_unused(plan("One?"), ledger).first == 0
    asked = used_maps.on_unused(plan("Two?"), ledger)
    ledger.file(asked)
    assert used_maps.on_unused(plan("Two?"), ledger) == asked


@pytest.mark.parametrize("other", [{"seeds": Seeds.DEVELOPMENT}, {"mix": "20x20"}, {"copies": 3}])
def test_maps_that_the_question_cannot_play_are_not_used(ledger, other):
    """The other half of the seeds, other boards, another number of players."""
    assert used_maps.on_unused(plan("Two?", **other), ledger).first == 0
    assert not used_maps.statement(plan("Two?", **other), 2, 10, ledger)


def test_a_test_that_was_decided_used_what_it_played_and_ledgers_count_together(ledger, tmp_path):
    """Its plan may need 500 maps, 12 pairs are 24 games; the project's ledger, and that of a laboratory."""
    own = Ledger.beside(tmp_path / "laboratory.db")
    assert used_maps.on_unused(plan("Two?"), own, [ledger]).first == 10
    answered(ledger, plan("Two?", first=10, blocks=500, test=Sprt(0, 10)), games=24)
    assert used_maps.on_unused(plan("Three?"), ledger).first == 22


def test_an_entry_names_those_that_used_its_maps(ledger):
    """Only earlier ones, and of many only three."""
    assert used_maps.statement(plan("Two?", first=6), 2, 10, ledger) == "maps 6 to 9 were used by L-0001"
    assert not used_maps.statement(plan("Two?", first=10), 2, 10, ledger)
    assert not used_maps.statement(plan("One?"), 1, 10, ledger)
    for number in range(2, 6):
        answered(ledger, plan(f"{number}?"))
    said = used_maps.statement(plan("Last?"), 6, 4, ledger)
    assert said.startswith("maps 0 to 3 were used by L-0003 · ")
    assert said.endswith(" by L-0005 · and more by 2 other entries")
