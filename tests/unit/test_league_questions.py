"""Questions: what the league says of a plan equals the plan's entry, and which plans it lists."""

import pytest

from experiments.arena import schedule
from experiments.arena.schedule import Map, Mix, Seeds
from experiments.ladder import Standings
from experiments.ladder import planned as ladder_plan
from experiments.ladder.plan import blocks_of
from experiments.league import questions
from experiments.match import entry as entries
from experiments.match import plan as plans
from experiments.match.ledger import Ledger, LedgerError
from experiments.match.plan import Draw
from experiments.match.run import planned as match_plan
from experiments.match.scoresheet import Scoresheet
from experiments.stats import Estimate, Sprt, words
from tests.support.leagues import played, season_in, stored
from tests.support.results import PROGRAM, V12, V17, V26, finished


@pytest.mark.parametrize("lineup", [(V26, V17), (V12, V26, V17), (V26, V17, V17, V17)])
def test_a_question_equals_the_entry_of_its_match(database, lineup):
    """LLR, score and Elo after the blocks of a plan, on a mix of boards; other games do not count."""
    test = Sprt(-50, 50)
    stopping = {"test": test, "blocks": 40}
    plan = match_plan(
        lineup, None, plans.date(2026, 11, 22), stopping, mix="20x20,25x25", seeds=Seeds.DEVELOPMENT, first=3
    )
    boards = schedule.maps(Mix.parse(plan.mix), len(lineup), plan.seeds, plan.first)
    blocks = [played(lineup, next(boards)) for _ in range(40)]
    stored(database, [*blocks, played((V12, V17), Map(20, 20, 3, 2))])
    book = Ledger.beside(database.path)
    book.file(plan)
    sheet = Scoresheet(lineup)
    for block in blocks:
        sheet.add(block)
        if abs(test.llr(sheet.tally)) >= test.bounds[1]:
            break
    (name,) = questions.names(season_in(database), [book])
    told = questions.question(season_in(database), [book], name)
    assert told["played"] == sheet.tally.blocks
    assert told["curve"][-1]["llr"] == pytest.approx(test.llr(sheet.tally), abs=1e-4)
    estimate = Estimate.of(sheet.tally)
    assert told["score"] == pytest.approx([estimate.score.low, estimate.score.value, estimate.score.high], abs=1e-6)
    assert told["elo"] == pytest.approx([estimate.elo.low, estimate.elo.value, estimate.elo.high], abs=1e-2)
    assert entries.counted(sheet.tally).startswith(f"{told['played']} ")
    games = told["games"]
    numbers = {each.text: number for number, each in season_in(database).contestants.items()}
    assert list(games["seated"]) == [numbers[each.identity] for each in lineup]
    shown = [(*games["sides"][size], games["first"] + block) for block, size in enumerate(games["sizes"])]
    expected = [(each.block.map.width, each.block.map.height, each.block.map.seed) for each in blocks[: told["played"]]]
    assert [*map(tuple, shown)] == expected


@pytest.mark.parametrize(
    ("line", "size"),
    [
        ("size: +70.4 ± 105.1 Elo · normalised +54.6 ± 84.4 · score 60.0 %", "+70.4 ± 105.1"),
        ("size, 1,000 further pairs: +inf (+90.0 to +inf) Elo · score 100.0 %", "+inf (+90.0 to +inf)"),
        ("where the test stopped: +24.1 ± 15.0 Elo · score 53.5 %", None),
    ],
)
def test_the_list_of_questions_shows_effects_that_were_measured(line, size):
    """The Elo of a fixed number of blocks, as the entry has it; where a test stopped, it leans the test's way."""
    found = questions.SIZE.search(f"E-0001  2026-11-23  Which?   MEASURED\n  {line}\n  80 games")
    assert (found[1] if found else None) == size


@pytest.mark.parametrize("seats", [2, 3, None])
def test_a_question_equals_the_entry_of_its_ladder(database, seats):
    """Ratings, scores and games of the plan's blocks alone; a block of which a game is missing does not count."""
    lineup, asked = (V26, V17, V12), {"mix": "12x12", "seeds": Seeds.DEVELOPMENT, "first": 3, "blocks": 24}
    plan = ladder_plan(lineup, "Who is best?", plans.date(2026, 11, 23), Draw(seats=seats, seed=5), **asked)
    blocks = [played(block.lineup, block.map) for block in blocks_of(plan, lineup)]
    stored(database, [*blocks[:20], played((V12, V17), Map(20, 20, 3, 2))])
    database.store([(blocks[20].block.games[0], blocks[20].games[0])])
    book = Ledger.beside(database.path)
    book.file(plan)
    expected = Standings(lineup, V26, seed=5)
    for block in blocks[:20]:
        expected.add(block)
    (name,) = questions.names(season_in(database), [book])
    told = questions.question(season_in(database), [book], name)
    assert (told["played"], told["left"], told["players"]) == (20, 4, seats)
    for row, printed in zip(told["standings"], expected.table().to_dict("records"), strict=True):
        assert row["name"] == printed["player"]
        assert row["elo"] == pytest.approx([printed["elo_low"], printed["elo"], printed["elo_high"]], abs=1e-3)
        assert row["score"][1] == pytest.approx(printed["score"], abs=1e-6)
        assert row["games"] == printed["games"]


def test_a_ladder_of_which_nothing_was_played_has_no_ratings(database):
    """And in the project's ledger it is not listed."""
    asked = {"mix": "12x12", "seeds": Seeds.DEVELOPMENT, "first": 0, "blocks": 12}
    plan = ladder_plan((V26, V17, V12), "How do they rank?", plans.date(2026, 11, 23), Draw(seats=2, seed=1), **asked)
    beside = Ledger.beside(database.path)
    beside.file(plan)
    (name,) = questions.names(season_in(database), [beside])
    assert questions.question(season_in(database), [beside], name)["standings"] == []
    project = Ledger(beside.path.parent, database.path.parent / "published")
    assert questions.names(season_in(database), [project]) == []
    database.store(finished(range(2), V12, V17))
    assert questions.names(season_in(database), [project]) == ["project-0001"]


class TestASeasonThatListedTheProjectsMatches:
    """The ledger's 87 questions stood on the page of friends whose programs had never met any of the project's."""

    def test_only_matches_whose_players_met_are_listed(self, database):
        """Those of the ledger beside the database are listed all."""
        database.store(finished(range(2), V12, PROGRAM))
        assert questions.listed(season_in(database), [Ledger.published()])["plans"] == []
        assert questions.names(season_in(database), [Ledger.published()]) == []

    def test_a_ledger_that_cannot_be_read_is_a_line(self, database, monkeypatch):
        """It has no plans to export."""

        def refuse(_):
            raise LedgerError("LEDGER.md cannot be read")

        database.store(finished(range(2)))
        monkeypatch.setattr(Ledger, "entries", refuse)
        (told,) = questions.listed(season_in(database), [Ledger.beside(database.path)])["plans"]
        assert told["question"] == "LEDGER.md cannot be read"
        assert questions.names(season_in(database), [Ledger.beside(database.path)]) == []


@pytest.mark.parametrize(
    ("size", "shown", "said"),
    [
        ("+70.4 ± 62.0", "+70.4 ± 62.0", "better"), ("+70.4 ± 105.1", "+70 ± 105", "not told apart"),
        ("-20.0 ± 5.5", "-20.0 ± 5.5", "worse"), ("+10.0 (-1.0 to +12.0)", "+10.0 (-1.0 to +12.0)", "not told apart"),
        ("+4.0 (+1.0 to +9.0)", "+4.0 (+1.0 to +9.0)", "better"), ("+inf (+90.0 to +inf)", "more than +90", "better"),
    ],
)  # fmt: skip
def test_what_was_measured_is_said_by_its_interval(size, shown, said):
    """MEASURED stood in nearly every row, and told nothing apart; a bound alone has no interval."""
    interval = questions.measured(size)
    assert (words.rounded(interval), questions.side(interval)) == (shown, said)
    assert questions.measured("+458 (more than +281)") is None
