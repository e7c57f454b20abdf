"""A small game, rollouts turn by turn, and games played on from a frame, for tests."""

from functools import cache

from bot.kernels.board import count_players, owner_bits
from bot.search import rollout
from engine import generate
from engine.replay import write
from experiments.arena.arena import Arena, record
from experiments.arena.players import player
from experiments.recordings.watched import Watched

SIDE, SEED = 16, 3  # a map on which two players live until the last turn


@cache
def game(names=("v26", "v17"), seed=SEED):
    """A whole small game between players in process, as the arena plays it."""
    return record([player(name).parameters for name in names], generate(SIDE, SIDE, len(names), seed))


def folder_with(replay, folder, name="game.hlt"):
    write(replay, folder / name)
    return folder / name


def play_out(turn, end, parameters, scratch, table):
    """Continue from the frame on the table until turn `end`, or until one player is left; return the turn reached."""
    while turn < end and count_players(players := owner_bits(table.grids.owner)) > 1:
        rollout.play_turn(turn, players, parameters, scratch, table)
        turn += 1
    return turn


def played_on(replay, turn, usual, players):
    """The rest of the game, played by these in the arena; who searches has watched it up to there as `usual`."""
    watched, searching = Watched(replay), {}
    for seat, (before, after) in enumerate(zip(usual, players, strict=True), 1):
        if turn and after.has_search:
            searching[seat] = watched.player(turn, seat, before if before.has_search else after)
            searching[seat].change_parameters(after)
    memories = [watched.memory(turn, seat) for seat in range(1, len(players) + 1)]
    arena = Arena(*replay.production.shape)
    return arena.play(players, replay.state(turn), record=True, turn=turn, memories=memories, seated=searching)
