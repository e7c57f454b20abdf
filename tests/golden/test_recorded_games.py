"""What the official environment recorded: every frame, places, replays byte by byte, the conversation, and events."""

import gzip
import json
import re
from itertools import chain

import numpy as np
import pytest

from engine import State, kernels, mapgen, ranking, rules
from engine.game import Game
from engine.replay import as_bytes
from engine.result import Fault, FaultError, Kind
from engine.rules import Moves
from engine.seats import Function, Strategy
from experiments.recordings.events import MEASURES, Events, ejections
from tests.support.boards import assert_same_squares
from tests.support.bots import bot, engine
from tests.support.recordings import FAULTS, GAMES, GOLDEN, TRANSCRIPT, outcome, recording

every_game = pytest.mark.parametrize("path", GAMES + FAULTS, ids=lambda path: path.name.removesuffix(".hlt.gz"))


def assert_same(turn, replay, owner, strength):
    assert_same_squares(owner, replay.owner[turn], f"owner on turn {turn}")
    assert_same_squares(strength, replay.strength[turn], f"strength on turn {turn}")


@every_game
def test_rules_and_kernels_reach_every_recorded_frame(path):
    """A drop-in has no square that differs; the kernels play on in place, so that an error would carry over."""
    replay, ejected = recording(path), outcome(path).ejected
    for turn in range(1, replay.turns + 1):
        before, moves, gone = replay.state(turn - 1), replay.moves[turn - 1], ejected.get(turn, ())
        assert_same_squares(rules.applied(before, moves, gone), moves, "orders that count")
        state = rules.step(before, moves, gone)
        state.check(len(replay.player_names))
        assert_same(turn, replay, state.owner, state.strength)
    owner, strength = replay.owner[0].copy(), replay.strength[0].copy()
    memory = kernels.memory_for(*owner.shape)
    for turn in range(1, replay.turns + 1):
        owner = rules.without(owner, ejected.get(turn, ()))
        kernels.step(owner, strength, replay.production, replay.moves[turn - 1], memory)
        assert_same(turn, replay, owner, strength)


@every_game
def test_ranking_and_end_of_a_game_are_the_official_ones(path):
    replay = recording(path)
    territory = np.array([replay.state(turn).territory(len(replay.player_names)) for turn in range(replay.turns + 1)])
    assert ranking.ranks(territory) == outcome(path).ranks
    assert ranking.last_frames_alive(territory) == outcome(path).last_frames_alive
    alive = [len(set(np.unique(frame)) - {0}) for frame in replay.owner]
    _, height, width = replay.owner.shape
    assert replay.turns <= rules.turn_limit(width, height)
    if len(replay.player_names) > 1:
        assert min(alive[:-1]) > 1
        assert alive[-1] < 2 or replay.turns == rules.turn_limit(width, height)


@every_game
def test_the_first_frame_is_the_map_of_the_seed_and_a_replay_written_as_the_official_program_does(path):
    replay, known = recording(path), outcome(path)
    state = mapgen.generate(*known.requested, len(replay.player_names), known.seed)
    assert_same(0, replay, state.owner, state.strength)
    assert_same_squares(state.production, replay.production, "production")
    assert as_bytes(recording(path)) == gzip.decompress(path.read_bytes())


def recorded_player(path) -> Strategy:
    """A strategy that does what the recording did, leaving included."""
    replay, ejected = recording(path), outcome(path).ejected

    def strategy(state: State, player: int, turn: int) -> Moves:
        if player in ejected.get(turn, ()):
            raise FaultError(Fault(Kind.LATE, "so it was recorded", turn))
        return replay.moves[turn - 1]

    return strategy


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@every_game
def test_a_game_of_functions_ends_as_recorded(path, compiled):
    known, replay = outcome(path), recording(path)
    state = mapgen.generate(*known.requested, len(replay.player_names), known.seed)
    seats = [Function(recorded_player(path), name) for name in replay.player_names]
    result = Game(seats, state, compiled=compiled).play()
    assert [standing.rank for standing in result.standings] == known.ranks
    assert [standing.last_frame_alive for standing in result.standings] == known.last_frames_alive
    assert [standing.player for standing in result.timed_out] == list(chain(*known.ejected.values()))
    assert_same_squares(result.replay.moves, replay.moves)
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


DECISIONS = sorted((GOLDEN / "decisions").glob("*.hlt.gz"))
WRITTEN = sorted((GOLDEN / "events").glob("*.json"))


@pytest.mark.parametrize("path", GAMES + FAULTS + DECISIONS, ids=lambda path: path.name.removesuffix(".hlt.gz"))
def test_every_recorded_game_balances(path):
    events = Events.of(recording(path))
    events.check()
    assert events.damage_dealt.sum() == pytest.approx(events.damage_taken.sum())
    assert events.overkill.sum() == pytest.approx(events.overkill_suffered.sum())
    assert events.captures_of_enemy.sum() == 0, "by the rules a piece cannot move onto an enemy's square"


@pytest.mark.parametrize("path", FAULTS, ids=lambda path: path.name.removesuffix(".hlt.gz"))
def test_who_was_ejected_is_seen_from_the_boards(path):
    left = Events.of(recording(path)).ejected_strength
    ejected = {
        turn: [player for player in players if left[turn - 1, player - 1]]
        for turn, players in outcome(path).ejected.items()
    }
    assert ejected == outcome(path).ejected
    assert ejections(recording(path)) == {
        player: turn for turn, players in outcome(path).ejected.items() for player in players
    }
    assert np.count_nonzero(left) == sum(map(len, ejected.values()))


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_events_are_those_written_down(path):
    """The viewer computes the same numbers in another language, from the same file; see SOURCES.md there."""
    known = json.loads(path.read_text(encoding="utf-8"))
    events = Events.of(recording(GOLDEN / known["replay"]))
    assert set(known["measures"]) == set(MEASURES)
    for name, values in known["measures"].items():
        np.testing.assert_allclose(getattr(events, name).T, values, atol=1e-6, err_msg=name)
    assert events.first_contact.tolist() == known["first_contact"]
