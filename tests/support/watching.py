"""A small game, for tests."""

from functools import cache, lru_cache

from bot.stages.champion import Champion
from engine import generate
from engine.replay import write
from experiments.arena.arena import played
from experiments.arena.players import player
from experiments.recordings.watched import Snapshots

SIDE, SEED = 16, 3  # a map on which two players live until the last turn


@cache
def game(names=("v26", "v17"), seed=SEED):
    """A whole small game between players in process, as the arena plays it."""
    return played([player(name).parameters for name in names], generate(SIDE, SIDE, len(names), seed))


@lru_cache(2)
def history(watched, seat, parameters):
    """Copies of a champion with these parameters, by turn, which has watched a game from this seat."""
    return Snapshots(watched.replay, seat, Champion(parameters, *watched.replay.production.shape))


def folder_with(replay, folder, name="game.hlt"):
    """The game's file in a folder."""
    write(replay, folder / name)
    return folder / name
