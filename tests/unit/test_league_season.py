"""A season that is read while games arrive: what it counts and how it names players."""

import random
from datetime import UTC, datetime

from experiments.arena.players import player
from experiments.laboratory.database import Database
from experiments.league import bots, feed
from experiments.league.season import EVERYTHING, LINEUPS, Season, View
from tests.support.leagues import season_in
from tests.support.results import V12, V17, V26, finished


def test_a_season_that_is_refreshed_equals_one_that_is_read_anew(database):
    """Over the borders of epochs; blocks that were begun are completed later."""
    followed = season_in(database)
    games = [pair for seed in range(150) for pair in finished([seed], *random.Random(seed).sample([V26, V17, V12], 2))]
    for start in range(0, len(games), 37):
        database.store(games[start : start + 37])
        assert followed.refresh()
        assert not followed.refresh()
        anew = season_in(database)
        assert followed.groups() == anew.groups()
        assert all(followed.table(view) == anew.table(view) for view in (EVERYTHING, View(players=2)))
    assert followed.games == 150


class TestASeasonReadWhileGamesWereStored:
    """Each query saw the file at its own moment: an outcome named a line-up that was not read, and the page failed."""

    def test_all_its_queries_see_the_same_games(self, database, monkeypatch):
        """What comes between them is read by the next refresh."""
        database.store(finished(range(3)))
        with Database.open(database.path, read_only=True) as reading:
            usual, late = reading.query, [finished([8], V12, V17)]

            def query(sql, *values):
                rows = usual(sql, *values)
                if sql == LINEUPS and late:
                    database.store(late.pop())
                return rows

            monkeypatch.setattr(reading, "query", query)
            counted = Season(reading)
            assert counted.refresh()
            assert (counted.games, counted.table().players.keys()) == (3, set(counted.contestants))
            assert counted.refresh()
            assert counted.table() == season_in(database).table()

    def test_so_do_those_of_a_page(self, database):
        """Rows that a page reads after the refresh have no player that the season does not know."""
        database.store(finished(range(3)))
        with Database.open(database.path, read_only=True) as reading, reading.snapshot():
            counted = season_in(reading)
            database.store(finished([8], V12, V17))
            assert len(feed.newest(counted)) == counted.games == 3


def test_players_with_one_name_are_told_apart(database):
    """Older code is named by the day of its first game; a visitor looks for the v26 of today."""
    database.store(finished(range(2)))
    older = database.query("SELECT id FROM players WHERE notation = 'v26'")[0][0]
    database._connection.execute("UPDATE players SET identity = replace(identity, '\"play\":1', '\"play\":0')")
    database.store(finished([77]))
    season = season_in(database)
    names = {number: each.name for number, each in season.contestants.items() if each.notation == "v26"}
    day = datetime.fromtimestamp(season.stored, UTC)
    assert names == {3: "v26", older: f"v26 of {day.day} {day:%b}"}
    assert season.contestants[older].told == "v26, PLAY 0"
    page = bots.page(season, season.contestants[older], None)
    assert (page["newest"], page["playsAlike"]) == ("v26", False)
    assert bots.page(season, season.contestants[season.numbers[V17.identity]], None)["newest"] is None


def test_a_player_that_was_first_written_with_todays_numbers_has_its_plain_name(database):
    """The champion was called `champion?opening_search=100`: so it was written before it was the champion."""
    longer, other = player(f"v26?alpha={V26.parameters.alpha}"), player("v26?alpha=0.3")
    database.store(finished(range(2), longer, other))
    assert {each.name for each in season_in(database).contestants.values()} == {"v26", "v26?alpha=0.3"}
