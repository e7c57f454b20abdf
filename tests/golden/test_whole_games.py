"""Whole games against what the official environment recorded: results, replay bytes and the conversation."""

import gzip
import re
from itertools import chain

import pytest

from engine import mapgen
from engine.faults import Fault, FaultError, Kind
from engine.game import Game
from engine.replay import text
from engine.rules import Moves
from engine.seats import Function, Strategy
from engine.state import State
from tests.support.boards import assert_same_squares
from tests.support.bots import bot, engine
from tests.support.recordings import FAULTS, GAMES, TRANSCRIPT, outcome, recording


def recorded_player(path) -> Strategy:
    """A strategy that does what the recording did, leaving included."""
    replay, ejected = recording(path), outcome(path).ejected

    def strategy(state: State, player: int, turn: int) -> Moves:
        if player in ejected.get(turn, ()):
            raise FaultError(Fault(Kind.LATE, "so it was recorded", turn))
        return replay.moves[turn - 1]

    return strategy


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("path", GAMES + FAULTS, ids=lambda path: path.name.removesuffix(".hlt.gz"))
def test_a_game_of_functions_ends_as_recorded(path, compiled):
    """Ranks, last frames alive, the ejected and every byte of the replay are the official ones."""
    known, replay = outcome(path), recording(path)
    state = mapgen.generate(*known.requested, len(replay.player_names), known.seed)
    seats = [Function(recorded_player(path), name) for name in replay.player_names]
    result = Game(seats, state, compiled=compiled).play()
    assert [standing.rank for standing in result.standings] == known.ranks
    assert [standing.last_frame_alive for standing in result.standings] == known.last_frames_alive
    assert [standing.player for standing in result.timed_out] == list(chain(*known.ejected.values()))
    assert_same_squares(result.replay.moves, replay.moves)
    assert text(result.replay).encode() == gzip.decompress(path.read_bytes())


def test_the_recorded_conversation_happens_again(tmp_path):
    heard = [tmp_path / f"heard{player}" for player in (1, 2)]
    commands = [bot("scripted", TRANSCRIPT / f"p{player}.from_bot.txt", heard[player - 1]) for player in (1, 2)]
    run = engine("-q", "-d", "12 9", "-s", "4242", *commands, folder=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    for player in (1, 2):
        assert heard[player - 1].read_bytes() == (TRANSCRIPT / f"p{player}.to_bot.txt").read_bytes()
    # The commands and the second at which the game began are not the recorded ones.
    said = run.stdout.removeprefix("\n".join(commands) + "\n")
    recorded = (TRANSCRIPT / "quiet_output.txt").read_text().split("\n", 2)[2]
    assert re.sub(r"\d+-4242", "ID-4242", said) == re.sub(r"\d+-4242", "ID-4242", recorded)
    (replay,) = tmp_path.glob("*-4242.hlt")
    assert replay.read_bytes() == (TRANSCRIPT / "game.hlt").read_bytes()
