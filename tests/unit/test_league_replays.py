"""Games that the league plays again: the same game by the same players, or a refusal."""

import pytest

from experiments.arena.players import player
from experiments.arena.schedule import Game, Map
from experiments.laboratory.executor import play_game
from experiments.league import bots, feed, replays
from tests.support.leagues import season_in
from tests.support.results import PROGRAM, V17, V26, finished


def test_a_game_without_a_recording_is_played_again(database):
    """By today's code, which has to be the code that played; a program's game can not be."""
    game = Game(Map(10, 10, 5, 2), (V26, V17))
    database.store([(game, play_game(game)), *finished([6], V26, PROGRAM)])
    counted = season_in(database)
    order = replays.kept(counted, game.key)
    assert replays.played_again(order) == play_game(game, replay=True).replay
    other = next(each["key"] for each in feed.newest(counted) if each["key"] != game.key)
    with pytest.raises(replays.NoReplayError, match="is a program, and of its games only recordings"):
        replays.recording(counted, other)
    with pytest.raises(replays.NoReplayError, match="there is no game"):
        replays.kept(counted, "no key")


@pytest.mark.parametrize(
    ("notation", "changed"),
    [
        ("amortizer?stay=2", ["stay"]),
        ("v26?dodge=off", ["dodge"]),
        (
            "v12?players.2.alpha=0.2&size.36-.crowd_adapts=off",
            [
                *(f"players.{n}.size.36-.crowd_adapts" for n in range(1, 7)),
                "players.2.size.-35.alpha",
                "players.2.size.36-.alpha",
            ],
        ),
    ],
)
def test_a_stored_player_is_played_again_with_its_own_values(database, notation, changed):
    """A school's are no parameters of the bot; prices of a dodge that is off are not listed."""
    game = Game(Map(10, 10, 5, 2), (player(notation), V17))
    database.store([(game, play_game(game))])
    counted = season_in(database)
    assert replays.recording(counted, game.key) == play_game(game, replay=True).replay
    told = bots.page(counted, counted.named(player(notation).notation), None)["parameters"]
    assert sorted(row["name"] for row in told if row["changed"]) == sorted(changed)
