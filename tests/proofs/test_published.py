"""What is published: results are counted again from their files, and games are those of today's players."""

import math

import pytest

from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Database
from experiments.laboratory.games import play_game
from experiments.match.experiment import lineups, read, read_all, tallies, text
from experiments.stats import Tally, from_score
from tests.support.results import V17, V26

RESULT = {number: each for number, each in read_all() if each.result}
MATCHES = {number: each for number, each in RESULT.items() if each.is_match}


def test_a_file_is_what_its_experiment_is_written_as(tmp_path):
    for number, each in RESULT.items():
        (tmp_path / "again.toml").write_text(text(each), encoding="utf-8")
        assert read(tmp_path / "again.toml") == each, number


def test_blocks_and_strength_follow_from_the_places():
    for number, each in MATCHES.items():
        found = each.result
        for tally, counts, elo in zip(
            tallies(each), (found.blocks, found.further), (found.elo, found.size), strict=True
        ):
            assert (tally and tally.below_even_above) == counts, number
            value = from_score(tally.score) if tally else 0.0
            assert elo is None or math.isinf(value) or elo[1] == pytest.approx(value, abs=0.06), number


def test_a_verdict_follows_from_the_evidence():
    """Its LLR is that of its day, today's is on the same side; without a test all planned blocks were played."""
    for number, each in MATCHES.items():
        test = each.stop.test
        if test is None:
            assert (each.result.verdict, sum(each.result.blocks)) == ("MEASURED", each.stop.blocks), number
            continue
        lower, upper = test.bounds
        tally, _ = tallies(each)
        assert each.result.verdict == "UNDECIDED" or test.llr(tally) * each.result.llr > 0, number
        assert each.result.verdict == (
            "KEEP" if each.result.llr >= upper - 0.005 else "DROP" if each.result.llr <= lower + 0.005 else "UNDECIDED"
        ), number


def test_a_ladder_has_every_player_and_every_block():
    for number, each in RESULT.items():
        if each.ladder:
            met = list(lineups(each))
            assert len(met) == each.stop.blocks, number
            assert {name for lineup, _ in met for name in lineup} == set(each.players), number
            assert all(sorted(ended) == list(range(1, len(lineup) + 1)) for lineup, games in met for ended in games)


def test_a_gauntlet_rates_the_first_player_against_each():
    for number, each in RESULT.items():
        if each.ladder and each.ladder.gauntlet:
            for name, _, lead, _ in each.result.ratings:
                shares = [[2 - mine for mine, _ in games] for lineup, games in lineups(each) if lineup[1] == name]
                assert from_score(Tally.of_games(shares).score) == pytest.approx(lead, abs=0.06), number


FIRST = """
SELECT width, height, map_seed FROM games
JOIN seats AS one ON one.game = games.id AND one.seat = 1 JOIN players AS first ON first.id = one.player
JOIN seats AS two ON two.game = games.id AND two.seat = 2 JOIN players AS second ON second.id = two.player
WHERE games.players = 2 AND first.identity = ? AND second.identity = ? LIMIT 1
"""


def test_published_games_are_those_that_today_s_players_play(tmp_path, monkeypatch):
    monkeypatch.setenv("HALITE_PUBLISHED", str(tmp_path))
    with Database.open_published() as database:
        assert database.query("SELECT count(*) FROM games") == [(126_576,)]
        (board,) = database.query(FIRST, V26.identity, V17.identity)
        chosen = Block(Map(*board, 2), (V26, V17)).games[0]
        stored = database.find([chosen.key])
    assert {chosen.key: play_game(chosen)} == stored
