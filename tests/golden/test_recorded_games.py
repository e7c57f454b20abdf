"""What the official environment recorded: every frame, places, replays byte by byte, the conversation, and events."""

import gzip
import json
import re
from itertools import chain

import numpy as np
import pytest

from engine import State, mapgen
from engine.game import Game
from engine.replay import as_bytes
from engine.result import Fault, FaultError, Kind
from engine.rules import Moves
from engine.seats import Function, Strategy
from experiments.recordings.events import MEASURES, Events, ejections
from tests.support.boards import assert_same_squares
from tests.support.bots import bot, engine
from tests.support.recordings import FAULTS, GAMES, GOLDEN, TRANSCRIPT, outcome, recording


def each(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.name.partition(".")[0])


def recorded_player(path) -> Strategy:
    replay, ejected = recording(path), outcome(path).ejected

    def strategy(state: State, player: int, turn: int) -> Moves:
        if player in ejected.get(turn, ()):
            raise FaultError(Fault(Kind.LATE, "so it was recorded", turn))
        assert turn <= replay.turns, f"turn {turn} is played, but the recorded game was over after {replay.turns}"
        return replay.moves[turn - 1]

    return strategy


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@each(GAMES + FAULTS)
def test_a_game_of_functions_is_the_recorded_one(path, compiled):
    known, replay = outcome(path), recording(path)
    state = mapgen.generate(*known.requested, len(replay.player_names), known.seed)
    assert_same_squares(state.production, replay.production, "production")
    seats = [Function(recorded_player(path), name) for name in replay.player_names]
    result = Game(seats, state, compiled=compiled).play()
    for layer in ("owner", "strength", "moves"):
        assert_same_squares(getattr(result.replay, layer), getattr(replay, layer), layer)
    assert [standing.rank for standing in result.standings] == known.ranks
    assert [standing.last_frame_alive for standing in result.standings] == known.last_frames_alive
    assert [standing.player for standing in result.timed_out] == list(chain(*known.ejected.values()))
    assert as_bytes(result.replay) == gzip.decompress(path.read_bytes())


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


WRITTEN = sorted((GOLDEN / "events").glob("*.json"))


@each(FAULTS)
def test_who_was_ejected_is_seen_from_the_boards(path):
    left = Events.of(recording(path)).ejected_strength
    ejected = sorted((player, turn) for turn, players in outcome(path).ejected.items() for player in players)
    assert sorted((player + 1, turn + 1) for turn, player in np.argwhere(left).tolist()) == ejected
    assert ejections(recording(path)) == dict(ejected)


@each(WRITTEN)
def test_events_are_those_written_down(path):
    """The viewer computes the same numbers in another language, from the same file; see SOURCES.md there."""
    known = json.loads(path.read_text(encoding="utf-8"))
    events = Events.of(recording(GOLDEN / known["replay"]))
    assert set(known["measures"]) == set(MEASURES)
    for name, values in known["measures"].items():
        np.testing.assert_allclose(getattr(events, name).T, values, atol=1e-6, err_msg=name)
    assert events.first_contact.tolist() == known["first_contact"]
