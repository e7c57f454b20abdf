"""Published games are those that today's players play."""

from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Database
from experiments.laboratory.games import play_game
from tests.support.results import V17, V26

FIRST = """
SELECT width, height, map_seed FROM games
JOIN seats AS one ON one.game = games.id AND one.seat = 1 JOIN players AS first ON first.id = one.player
JOIN seats AS two ON two.game = games.id AND two.seat = 2 JOIN players AS second ON second.id = two.player
WHERE games.players = 2 AND first.identity = ? AND second.identity = ? LIMIT 1
"""


def test_published_games_are_those_that_today_s_players_play(tmp_path, monkeypatch):
    monkeypatch.setenv("HALITE_PUBLISHED", str(tmp_path))
    with Database.published() as database:
        assert database.query("SELECT count(*) FROM games") == [(126_576,)]
        (board,) = database.query(FIRST, V26.identity, V17.identity)
        chosen = Block(Map(*board, 2), (V26, V17)).games[0]
        stored = database.find([chosen.key])
    assert {chosen.key: play_game(chosen)} == stored
